import type { Words } from '../part.ts';
import type { scopeTexts } from '../scopes.ts';

export const scopes: Words<typeof scopeTexts> = {
  title: 'Rechten',
  none: 'Geen',
  read: 'Lezen',
  write: 'Lezen en schrijven',
  accessTo: (what: string) => `Toegang tot ${what}`,
  criticality: { low: 'Weinig gevoelig', medium: 'Gevoelig', high: 'Zeer gevoelig' },
  highTitle: 'Zeer gevoelige gegevens',
  high: (what: string) =>
    `Dit geeft toegang tot ${what}. Ken dit alleen toe als het echt nodig is, en zorg dat het technisch contact ervan weet.`,
  positionsTitle: 'Data van dienstverbanden zijn af te leiden',
  positions:
    'Wie functies schrijft, kan uit weigeringen afleiden wanneer een dienstverband begint en eindigt, ook zonder recht op dienstverbanden.',
  chosen: (count: number) => (count === 1 ? '1 recht' : `${count} rechten`),
  families: {
    'legal-entities': 'juridische entiteiten',
    'business-establishments': 'vestigingen',
    departments: 'afdelingen',
    employees: 'personen en hun portretten',
    'employee-attribute-definitions': 'kenmerkdefinities en taxonomieën',
    'employee-attributes': 'waarden van kenmerken',
    'employee-personal-records': 'personeelsdossiers, zeer gevoelig',
    employments: 'dienstverbanden',
    'employment-templates': 'dienstverbandsjablonen',
    'job-positions': 'functies',
    'probationary-periods': 'proeftijden',
    'occupation-categories': 'beroepscategorieën',
    'job-qualifications': 'kwalificaties en beroepen',
    taxonomies: 'taxonomieën en hun labels',
    'webhook-endpoints': 'webhook-endpoints',
    'webhook-deliveries': 'webhookleveringen, pings en nieuwe leveringen',
    events: 'gebeurtenissen van de resources waartoe de andere rechten toegang geven',
    'working-time-arrangements': 'werktijdregelingen',
    files: 'bestanden',
    imports: 'bestandsimports en hun fouten',
    leaves: 'verlof en verlofsoorten',
    'leave-requests': 'verlofaanvragen en beslissingen',
    'public-holidays-calendars': 'feestdagenkalenders',
  },
};

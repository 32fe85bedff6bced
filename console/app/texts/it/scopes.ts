import type { Words } from '../part.ts';
import type { scopeTexts } from '../scopes.ts';

export const scopes: Words<typeof scopeTexts> = {
  title: 'Cosa può fare',
  none: 'Nulla',
  read: 'Lettura',
  write: 'Lettura e scrittura',
  accessTo: (what: string) => `Accesso: ${what}`,
  criticality: { low: 'Sensibilità bassa', medium: 'Sensibilità media', high: 'Sensibilità alta' },
  highTitle: 'Dati molto sensibili',
  high: (what: string) =>
    `Dà accesso a: ${what}. Concedere solo a ciò che non può farne a meno e assicurarsi che il referente tecnico lo sappia.`,
  positionsTitle: 'Si possono dedurre le date dei contratti',
  positions:
    'Chi scrive posizioni apprende dai rifiuti quando un contratto inizia e finisce, anche senza l’autorizzazione sui contratti.',
  chosen: (count: number) => (count === 1 ? '1 autorizzazione' : `${count} autorizzazioni`),
  families: {
    'legal-entities': 'entità giuridiche',
    'business-establishments': 'sedi',
    departments: 'reparti',
    employees: 'persone e relative foto',
    'employee-attribute-definitions': 'definizioni di attributi e tassonomie',
    'employee-attributes': 'valori di attributi',
    'employee-personal-records': 'fascicoli personali, molto sensibili',
    employments: 'contratti',
    'employment-templates': 'modelli di contratto',
    'job-positions': 'posizioni',
    'probationary-periods': 'periodi di prova',
    'occupation-categories': 'categorie professionali',
    'job-qualifications': 'qualifiche e professioni',
    taxonomies: 'tassonomie e relative etichette',
    'webhook-endpoints': 'endpoint webhook',
    'webhook-deliveries': 'consegne dei webhook, ping e reinvii',
    events: 'eventi delle risorse a cui danno accesso le altre autorizzazioni',
    'working-time-arrangements': 'profili orari',
    files: 'file',
    imports: 'importazioni di file e relativi errori',
    leaves: 'assenze e tipi di assenza',
    'leave-requests': 'richieste di assenza e decisioni',
    'public-holidays-calendars': 'calendari delle festività',
  },
};

import type { inboxTexts } from '../inbox.ts';
import type { Words } from '../part.ts';

export const inbox: Words<typeof inboxTexts> = {
  title: 'Te doen',
  about: 'Wat er te doen is en wat de komende weken brengen.',
  nothing: 'Er is niets te doen.',
  more: (count: string) => `Meer van ${count} tonen`,
  requests: 'Verlofaanvragen waarover moet worden beslist',
  starts: 'In dienst in de komende vier weken',
  ends: 'Laatste dagen in de komende vier weken',
  fixedTerms: 'Tijdelijke dienstverbanden die binnen drie maanden eindigen',
  probations: 'Proeftijden die in de komende vier weken eindigen',
  withoutManager: 'Personen zonder leidinggevende',
  absentManager: 'Personen van wie de leidinggevende is vertrokken of nog niet begonnen',
  startsOn: (day: string) => `Eerste dag: ${day}`,
  endsOn: (day: string) => `Laatste dag: ${day}`,
  probationEnds: (day: string) => `Eindigt op ${day}`,
  chooseManager: 'Leidinggevende kiezen',
  setup: {
    title: 'Account inrichten',
    about: 'Na deze stappen kunt u mensen in dienst nemen. De stappen verdwijnen zodra de eerste persoon er is.',
    done: 'Gedaan',
    open: 'Te doen',
    steps: {
      legalEntity: 'Eerste juridische entiteit aanmaken',
      establishment: 'Eerste vestiging aanmaken',
      department: 'Eerste afdeling aanmaken',
      template: 'Soort dienstverband aanmaken',
      defaults: 'Standaardwaarden voor indiensttreding kiezen',
      hire: 'Eerste persoon in dienst nemen',
    },
    hints: {
      legalEntity: 'Het bedrijf dat mensen in dienst heeft.',
      establishment: 'Waar ze werken; hoort bij een juridische entiteit.',
      department: 'De eerste plaats in de boom.',
      template: 'Onbepaalde tijd, bepaalde tijd, stage.',
      defaults: 'Optioneel: soort dienstverband, vestiging en afdeling.',
      hire: 'Of importeer een bestand met personen.',
    },
  },
};

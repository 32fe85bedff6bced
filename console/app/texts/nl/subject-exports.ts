import type { Words } from '../part.ts';
import type { subjectExportTexts } from '../subject-exports.ts';

export const subjectExports: Words<typeof subjectExportTexts> = {
  title: 'Gegevensexports',
  about:
    'Alles wat over een persoon wordt bewaard, als één archief voor die persoon: gegevens, geschiedenis, inzage en bestanden.',
  empty: 'Nog niemand heeft om zijn gegevens gevraagd.',
  add: 'Gegevens van een persoon exporteren',
  submit: 'Archief maken',
  person: 'Persoon',
  language: 'Taal van de pagina in het archief',
  languageHint: 'Leeg: de taal van het account.',
  state: 'Toestand',
  states: { planned: 'Wacht', running: 'Wordt gemaakt', done: 'Klaar', failed: 'Mislukt' },
  made: 'Het archief wordt gemaakt.',
  since: 'Aangevraagd',
  ended: 'Beëindigd',
  expires: 'Te downloaden tot',
  expired: 'Het archief is verwijderd. Maak een nieuw archief.',
  file: 'Bestand',
  bytes: (size: string) => `${size} bytes`,
  digest: 'Controlesom (SHA-256)',
  failure: 'Oorzaak van de fout',
  progress: (done: string, all: string) => `${done} van ${all} delen`,
  download: 'Archief downloaden',
  downloadAbout: 'Elke download wordt vastgelegd.',
};

import type { Words } from '../part.ts';
import type { subjectExportTexts } from '../subject-exports.ts';

export const subjectExports: Words<typeof subjectExportTexts> = {
  title: 'Esportazioni di dati',
  about:
    'Tutto ciò che è conservato su una persona, in un unico archivio per lei: dati, cronologia, chi li ha consultati e file.',
  empty: 'Nessuno ha ancora richiesto i propri dati.',
  add: 'Esporta i dati di una persona',
  submit: 'Crea l’archivio',
  person: 'Persona',
  language: 'Lingua della pagina nell’archivio',
  languageHint: 'Vuoto: la lingua dell’account.',
  state: 'Stato',
  states: { planned: 'In attesa', running: 'In preparazione', done: 'Pronta', failed: 'Non riuscita' },
  made: 'L’archivio è in fase di creazione.',
  since: 'Richiesta',
  ended: 'Terminata',
  expires: 'Scaricabile fino al',
  expired: 'L’archivio è stato eliminato. Crearne un altro.',
  file: 'File',
  bytes: (size: string) => `${size} byte`,
  digest: 'Impronta (SHA-256)',
  failure: 'Motivo dell’errore',
  progress: (done: string, all: string) => `${done} di ${all} parti`,
  download: 'Scarica l’archivio',
  downloadAbout: 'Ogni download viene registrato.',
};

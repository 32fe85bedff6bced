import type { Words } from '../part.ts';
import type { subjectExportTexts } from '../subject-exports.ts';

export const subjectExports: Words<typeof subjectExportTexts> = {
  title: 'Datenexporte',
  about:
    'Alles, was über eine Person gespeichert ist, als ein Archiv für sie: Daten, Verlauf, Lesezugriffe und Dateien.',
  empty: 'Noch hat niemand seine Daten angefordert.',
  add: 'Daten einer Person exportieren',
  submit: 'Archiv erstellen',
  person: 'Person',
  language: 'Sprache der Seite im Archiv',
  languageHint: 'Leer: die Sprache des Kontos.',
  state: 'Zustand',
  states: { planned: 'Wartet', running: 'Wird erstellt', done: 'Bereit', failed: 'Fehlgeschlagen' },
  made: 'Das Archiv wird erstellt.',
  since: 'Angefordert',
  ended: 'Beendet',
  expires: 'Herunterladbar bis',
  expired: 'Das Archiv wurde gelöscht. Erstellen Sie ein neues.',
  file: 'Datei',
  bytes: (size: string) => `${size} Byte`,
  digest: 'Prüfsumme (SHA-256)',
  failure: 'Fehlerursache',
  progress: (done: string, all: string) => `${done} von ${all} Teilen`,
  download: 'Archiv herunterladen',
  downloadAbout: 'Jeder Download wird protokolliert.',
};

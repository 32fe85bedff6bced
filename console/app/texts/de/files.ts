import type { fileTexts } from '../files.ts';
import type { Words } from '../part.ts';

export const files: Words<typeof fileTexts> = {
  file: 'Datei',
  choose: 'Datei auswählen',
  replace: 'Ersetzen',
  preview: 'Vorschau',
  download: 'Herunterladen',
  uploading: 'Die Datei wird noch hochgeladen. Speichern Sie, sobald sie angekommen ist.',
  refused: 'Die Datei wird nicht akzeptiert.',
};

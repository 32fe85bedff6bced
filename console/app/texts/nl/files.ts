import type { fileTexts } from '../files.ts';
import type { Words } from '../part.ts';

export const files: Words<typeof fileTexts> = {
  file: 'Bestand',
  choose: 'Bestand kiezen',
  replace: 'Vervangen',
  preview: 'Voorbeeld',
  download: 'Downloaden',
  uploading: 'Het bestand wordt nog geüpload. Sla op zodra het is aangekomen.',
  refused: 'Het bestand wordt niet geaccepteerd.',
};

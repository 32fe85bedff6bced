import type { fileTexts } from '../files.ts';
import type { Words } from '../part.ts';

export const files: Words<typeof fileTexts> = {
  file: 'File',
  choose: 'Scegli un file',
  replace: 'Sostituisci',
  preview: 'Anteprima',
  download: 'Scarica',
  uploading: 'Il caricamento del file è ancora in corso. Salvare una volta completato.',
  refused: 'Il file non è accettato.',
};

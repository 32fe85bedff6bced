import type { fileTexts } from '../files.ts';
import type { Words } from '../part.ts';

export const files: Words<typeof fileTexts> = {
  file: 'Archivo',
  choose: 'Elegir un archivo',
  replace: 'Sustituir',
  preview: 'Vista previa',
  download: 'Descargar',
  uploading: 'El archivo todavía se está subiendo. Guarde cuando haya terminado.',
  refused: 'No se acepta el archivo.',
};

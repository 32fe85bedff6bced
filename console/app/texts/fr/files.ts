import type { fileTexts } from '../files.ts';
import type { Words } from '../part.ts';

export const files: Words<typeof fileTexts> = {
  file: 'Fichier',
  choose: 'Choisir un fichier',
  replace: 'Remplacer',
  preview: 'Aperçu',
  download: 'Télécharger',
  uploading: 'Le fichier est encore en cours d’envoi. Enregistrez une fois qu’il est arrivé.',
  refused: 'Le fichier n’est pas accepté.',
};

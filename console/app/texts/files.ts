import { texts } from './texts.ts';

export const fileTexts = texts({
  en: {
    file: 'File',
    choose: 'Choose a file',
    replace: 'Replace',
    preview: 'Preview',
    download: 'Download',
    uploading: 'The file is still on its way. Save when it has arrived.',
    refused: 'The file is not accepted.',
  },
  fr: {
    file: 'Fichier',
    choose: 'Choisir un fichier',
    replace: 'Remplacer',
    preview: 'Aperçu',
    download: 'Télécharger',
    uploading: 'Le fichier est encore en cours d’envoi. Enregistrez une fois qu’il est arrivé.',
    refused: 'Le fichier n’est pas accepté.',
  },
});

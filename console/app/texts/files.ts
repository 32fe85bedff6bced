import { texts } from './part.ts';

export const fileTexts = texts('files', {
  file: 'File',
  choose: 'Choose a file',
  replace: 'Replace',
  preview: 'Preview',
  download: 'Download',
  uploading: 'The file is still on its way. Save when it has arrived.',
  refused: 'The file is not accepted.',
});

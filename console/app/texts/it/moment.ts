import type { momentTexts } from '../moment.ts';
import type { Words } from '../part.ts';

export const moment: Words<typeof momentTexts> = {
  open: 'Un altro giorno…',
  title: 'Visualizza un altro giorno',
  about:
    'Mostra le persone, i reparti e l’organigramma com’erano o come saranno in un dato giorno. Non viene modificato nulla.',
  day: 'Giorno',
  dayHint: 'Passato o futuro. Vuoto: oggi.',
  knownAt: 'Secondo quanto noto in data',
  knownAtHint: 'Esclude tutto ciò che è stato registrato in seguito. Vuoto: tutto ciò che è noto ora.',
  show: 'Mostra',
  back: 'Torna a oggi',
  asOf: (day: string) => `È visualizzata l’azienda in data ${day}.`,
  asKnown: (moment: string) => `È visualizzato ciò che era noto in data ${moment}.`,
  both: (day: string, moment: string) =>
    `È visualizzata l’azienda in data ${day}, secondo quanto era noto in data ${moment}.`,
  readOnly: 'Qui non si può modificare nulla finché non si torna a oggi.',
  future: 'Scegliere un momento già passato.',
};

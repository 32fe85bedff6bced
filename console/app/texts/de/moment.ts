import type { momentTexts } from '../moment.ts';
import type { Words } from '../part.ts';

export const moment: Words<typeof momentTexts> = {
  open: 'Anderer Tag…',
  title: 'Anderen Tag ansehen',
  about:
    'Zeigt Personen, Abteilungen und das Organigramm, wie sie an einem Tag waren oder sein werden. Dabei ändert sich nichts.',
  day: 'Tag',
  dayHint: 'Vergangen oder künftig. Leer: heute.',
  knownAt: 'Kenntnisstand vom',
  knownAtHint: 'Lässt alles aus, was später erfasst wurde. Leer: alles, was jetzt bekannt ist.',
  show: 'Anzeigen',
  back: 'Zurück zu heute',
  asOf: (day: string) => `Sie sehen das Unternehmen mit Stand ${day}.`,
  asKnown: (moment: string) => `Sie sehen, was am ${moment} bekannt war.`,
  both: (day: string, moment: string) =>
    `Sie sehen das Unternehmen mit Stand ${day}, so wie es am ${moment} bekannt war.`,
  readOnly: 'Hier lässt sich nichts ändern, bis Sie zu heute zurückkehren.',
  future: 'Wählen Sie einen Zeitpunkt in der Vergangenheit.',
};

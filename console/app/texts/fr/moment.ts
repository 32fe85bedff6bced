import type { momentTexts } from '../moment.ts';
import type { Words } from '../part.ts';

export const moment: Words<typeof momentTexts> = {
  open: 'Un autre jour…',
  title: 'Regarder un autre jour',
  about:
    'Montre les personnes, les départements et l’organigramme tels qu’ils étaient ou seront un jour donné. Rien n’est modifié.',
  day: 'Jour',
  dayHint: 'Passé ou à venir. Vide : aujourd’hui.',
  knownAt: 'Tel que connu le',
  knownAtHint: 'Ignore tout ce qui a été enregistré plus tard. Vide : tout ce qui est connu maintenant.',
  show: 'Afficher',
  back: 'Revenir à aujourd’hui',
  asOf: (day: string) => `Vous voyez l’entreprise au ${day}.`,
  asKnown: (moment: string) => `Vous voyez ce qui était connu le ${moment}.`,
  both: (day: string, moment: string) => `Vous voyez l’entreprise au ${day}, telle que connue le ${moment}.`,
  readOnly: 'Rien ne peut être modifié ici avant de revenir à aujourd’hui.',
  future: 'Choisissez un moment passé.',
};

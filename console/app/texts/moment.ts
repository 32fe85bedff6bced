import { texts } from './texts.ts';

/** Looking at another day, or at what was known at another moment. */
export const momentTexts = texts({
  en: {
    open: 'Another day…',
    title: 'Look at another day',
    about: 'Shows people, departments and the org chart as they were or will be on a day. Nothing is changed by it.',
    day: 'Day',
    dayHint: 'Past or to come. Empty: today.',
    knownAt: 'As known at',
    knownAtHint: 'Leaves out everything that was recorded later. Empty: everything that is known now.',
    show: 'Show',
    back: 'Back to today',
    asOf: (day: string) => `You see the company as of ${day}.`,
    asKnown: (moment: string) => `You see what was known on ${moment}.`,
    both: (day: string, moment: string) => `You see the company as of ${day}, as it was known on ${moment}.`,
    readOnly: 'Nothing can be changed here until you go back to today.',
    future: 'Choose a moment that has passed.',
  },
  fr: {
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
  },
});

import { texts } from './part.ts';

/** Looking at another day, or at what was known at another moment. */
export const momentTexts = texts('moment', {
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
});

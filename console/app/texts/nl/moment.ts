import type { momentTexts } from '../moment.ts';
import type { Words } from '../part.ts';

export const moment: Words<typeof momentTexts> = {
  open: 'Andere dag…',
  title: 'Een andere dag bekijken',
  about:
    'Toont personen, afdelingen en het organigram zoals ze op een dag waren of zullen zijn. Er wordt niets gewijzigd.',
  day: 'Dag',
  dayHint: 'In het verleden of de toekomst. Leeg: vandaag.',
  knownAt: 'Zoals bekend op',
  knownAtHint: 'Laat alles weg wat later is vastgelegd. Leeg: alles wat nu bekend is.',
  show: 'Tonen',
  back: 'Terug naar vandaag',
  asOf: (day: string) => `U ziet de organisatie zoals op ${day}.`,
  asKnown: (moment: string) => `U ziet wat op ${moment} bekend was.`,
  both: (day: string, moment: string) => `U ziet de organisatie zoals op ${day}, volgens wat op ${moment} bekend was.`,
  readOnly: 'Hier kan niets worden gewijzigd totdat u teruggaat naar vandaag.',
  future: 'Kies een tijdstip in het verleden.',
};

import type { Words } from '../part.ts';
import type { workingTimeTexts } from '../working-time.ts';

export const workingTime: Words<typeof workingTimeTexts> = {
  title: 'Werktijd',
  about:
    'Op welke dagen en hoeveel uur er wordt gewerkt. Functies verwijzen naar een regeling; verlof wordt ernaar geteld.',
  add: 'Werktijdregeling aanmaken',
  addTitle: 'Nieuwe werktijdregeling',
  empty: 'Voltijd, deeltijd, ploegen: zonder werktijdregeling geldt de werkweek van het account.',
  workedDays: 'Dagen',
  asAccount: 'Zoals het account',
  daysOf: (count: string) => `${count} per week`,
  cycleOf: (count: string) => `${count} weken afwisselend`,
  minutes: 'Minuten',
  ranges: { off: 'Vrij', allDay: 'Hele dag', firstHalfDay: 'Ochtend', secondHalfDay: 'Middag' },
  cycleStart: 'Een dag van de eerste week',
  week: (number: number) => `Week ${number}`,
  addWeek: 'Week toevoegen',
  removeWeek: 'Laatste week verwijderen',
  year: 'Jaar',
  date: 'Datum',
  holidayName: (date: string) => `Naam van de feestdag op ${date}`,
  addHoliday: 'Dag toevoegen',
  removeHoliday: (name: string) => `${name} verwijderen`,
  labels: {
    publicHolidaysCalendar: 'Feestdagen',
    minutesPerDay: 'Minuten van een hele dag',
    workingWeek: 'Eigen werkweek',
    cycle: 'Afwisselende weken, voor ploegen',
  },
  hints: {
    minutesPerDay: 'Leeg: zoals het account.',
    workingWeek: 'Uit: zoals het account, of zoals de cyclus.',
    cycle: 'In plaats van één vaste werkweek.',
  },
  preview: {
    title: 'Verlof opnieuw tellen?',
    changed: (count: string) => `Verlofperiodes waarvan de dagen wijzigen: ${count}.`,
    kept: (count: string) => `Verlofperiodes die niet meer kunnen worden geteld en ongewijzigd blijven: ${count}.`,
    incomplete: 'Er zijn er meer; die worden ook geteld.',
    confirm: 'Opslaan en opnieuw tellen',
  },
  calendars: {
    title: 'Feestdagen',
    about: 'Vrije dagen. Werktijdregelingen en het account kunnen naar een kalender verwijzen.',
    add: 'Kalender aanmaken',
    addTitle: 'Nieuwe kalender',
    empty: 'Zonder kalender zijn er geen feestdagen.',
    days: 'Dagen',
    last: 'Tot en met',
  },
};

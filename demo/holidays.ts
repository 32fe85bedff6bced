/** The public holidays of the calendars of the demo, by year. */

import type { Holiday } from '@muster/contract/resources/public-holidays-calendars.ts';

interface Feasts {
  /** By month and day. */
  readonly fixed: Readonly<Record<string, string>>;
  /** By the number of days after Easter Sunday. */
  readonly movable: Readonly<Record<string, string>>;
}

const germany: Feasts = {
  fixed: {
    '01-01': 'Neujahr',
    '05-01': 'Tag der Arbeit',
    '10-03': 'Tag der Deutschen Einheit',
    '10-31': 'Reformationstag',
    '12-25': 'Erster Weihnachtstag',
    '12-26': 'Zweiter Weihnachtstag',
  },
  movable: { '-2': 'Karfreitag', 1: 'Ostermontag', 39: 'Christi Himmelfahrt', 50: 'Pfingstmontag' },
};

const spain: Feasts = {
  fixed: {
    '01-01': 'Año Nuevo',
    '01-06': 'Epifanía del Señor',
    '05-01': 'Fiesta del Trabajo',
    '08-15': 'Asunción de la Virgen',
    '10-12': 'Fiesta Nacional de España',
    '11-01': 'Todos los Santos',
    '12-06': 'Día de la Constitución',
    '12-08': 'Inmaculada Concepción',
    '12-25': 'Navidad',
  },
  movable: { '-3': 'Jueves Santo', '-2': 'Viernes Santo' },
};

const feasts = {
  france: {
    fixed: {
      '01-01': 'Jour de l’An',
      '05-01': 'Fête du Travail',
      '05-08': 'Victoire 1945',
      '07-14': 'Fête nationale',
      '08-15': 'Assomption',
      '11-01': 'Toussaint',
      '11-11': 'Armistice 1918',
      '12-25': 'Noël',
    },
    movable: { 1: 'Lundi de Pâques', 39: 'Ascension', 50: 'Lundi de Pentecôte' },
  },
  hamburg: germany,
  saxony: germany,
  madrid: { ...spain, fixed: { ...spain.fixed, '05-02': 'Fiesta de la Comunidad de Madrid' } },
  canaries: { ...spain, fixed: { ...spain.fixed, '05-30': 'Día de Canarias' } },
} satisfies Readonly<Record<string, Feasts>>;

export type CalendarKey = keyof typeof feasts;

export function holidaysOf(calendar: CalendarKey, year: number): Holiday[] {
  const { fixed, movable }: Feasts = feasts[calendar];
  const easter = easterSunday(year);
  const days = [
    ...Object.entries(fixed).map(([day, name]) => ({ date: `${year}-${day}`, name })),
    ...Object.entries(movable).map(([offset, name]) => ({ date: daysAfter(easter, Number(offset)), name })),
    ...(calendar === 'saxony' ? [{ date: repentanceDay(year), name: 'Buß- und Bettag' }] : []),
  ];
  // Two holidays may fall on one day: the fixed one is kept.
  return [...new Map(days.toReversed().map((day) => [day.date, day])).values()];
}

function daysAfter(date: string, count: number): string {
  const moment = new Date(`${date}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + count);
  return moment.toISOString().slice(0, 10);
}

/** Easter in the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const [ofCentury, leapCenturies] = [year % 100, Math.floor(century / 4)];
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const moon = (19 * golden + century - leapCenturies - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
  const sinceMarch = moon + weekday - 7 * late + 114;
  const month = String(Math.floor(sinceMarch / 31)).padStart(2, '0');
  return `${year}-${month}-${String((sinceMarch % 31) + 1).padStart(2, '0')}`;
}

/** The last Wednesday before 23 November. */
function repentanceDay(year: number): string {
  const weekday = new Date(`${year}-11-22T00:00:00Z`).getUTCDay();
  return daysAfter(`${year}-11-22`, -((weekday + 4) % 7));
}

import type { Words } from '../part.ts';
import type { workingTimeTexts } from '../working-time.ts';

export const workingTime: Words<typeof workingTimeTexts> = {
  title: 'Arbeitszeit',
  about:
    'An welchen Tagen und wie viele Stunden gearbeitet wird. Positionen verweisen auf ein Modell; Abwesenheiten werden danach gezählt.',
  add: 'Arbeitszeitmodell anlegen',
  addTitle: 'Neues Arbeitszeitmodell',
  empty: 'Vollzeit, Teilzeit, Schichten: Ohne Arbeitszeitmodell gilt die Arbeitswoche des Kontos.',
  workedDays: 'Tage',
  asAccount: 'Wie das Konto',
  daysOf: (count: string) => `${count} pro Woche`,
  cycleOf: (count: string) => `${count} Wochen im Wechsel`,
  minutes: 'Minuten',
  ranges: { off: 'Frei', allDay: 'Ganztägig', firstHalfDay: 'Vormittag', secondHalfDay: 'Nachmittag' },
  cycleStart: 'Ein Tag der ersten Woche',
  week: (number: number) => `Woche ${number}`,
  addWeek: 'Woche hinzufügen',
  removeWeek: 'Letzte Woche des Zyklus entfernen',
  year: 'Jahr',
  date: 'Datum',
  holidayName: (date: string) => `Name des Feiertags am ${date}`,
  addHoliday: 'Tag hinzufügen',
  removeHoliday: (name: string) => `${name} entfernen`,
  labels: {
    publicHolidaysCalendar: 'Feiertage',
    minutesPerDay: 'Minuten eines ganzen Tages',
    workingWeek: 'Eigene Arbeitswoche',
    cycle: 'Wochen im Wechsel, für Schichten',
  },
  hints: {
    minutesPerDay: 'Leer: wie das Konto.',
    workingWeek: 'Aus: wie das Konto oder wie der Zyklus.',
    cycle: 'Anstelle einer einzigen Arbeitswoche.',
  },
  preview: {
    title: 'Abwesenheiten neu zählen?',
    changed: (count: string) => `Abwesenheiten, deren Tage sich ändern: ${count}.`,
    kept: (count: string) => `Abwesenheiten, die nicht mehr gezählt werden können und unverändert bleiben: ${count}.`,
    incomplete: 'Es gibt weitere; auch sie werden neu gezählt.',
    confirm: 'Speichern und neu zählen',
  },
  calendars: {
    title: 'Feiertage',
    about: 'Arbeitsfreie Tage. Arbeitszeitmodelle und das Konto können auf einen Kalender verweisen.',
    add: 'Kalender anlegen',
    addTitle: 'Neuer Kalender',
    empty: 'Ohne Kalender gibt es keine Feiertage.',
    days: 'Tage',
    last: 'Bis',
  },
};

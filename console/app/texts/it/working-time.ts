import type { Words } from '../part.ts';
import type { workingTimeTexts } from '../working-time.ts';

export const workingTime: Words<typeof workingTimeTexts> = {
  title: 'Orario di lavoro',
  about:
    'Quali giorni e quante ore si lavora. Le posizioni fanno riferimento a un profilo orario, in base al quale si contano le assenze.',
  add: 'Crea un profilo orario',
  addTitle: 'Nuovo profilo orario',
  empty: 'Tempo pieno, part-time, turni: senza un profilo orario vale la settimana lavorativa dell’account.',
  workedDays: 'Giorni',
  asAccount: 'Come l’account',
  daysOf: (count: string) => `${count} a settimana`,
  cycleOf: (count: string) => `Ciclo di ${count} ${count === '1' ? 'settimana' : 'settimane'}`,
  minutes: 'Minuti',
  ranges: { off: 'Libero', allDay: 'Tutto il giorno', firstHalfDay: 'Mattina', secondHalfDay: 'Pomeriggio' },
  cycleStart: 'Un giorno della prima settimana',
  week: (number: number) => `Settimana ${number}`,
  addWeek: 'Aggiungi una settimana',
  removeWeek: 'Rimuovi l’ultima settimana',
  year: 'Anno',
  date: 'Data',
  holidayName: (date: string) => `Nome del giorno ${date}`,
  addHoliday: 'Aggiungi un giorno',
  removeHoliday: (name: string) => `Rimuovi ${name}`,
  labels: {
    publicHolidaysCalendar: 'Festività',
    minutesPerDay: 'Minuti di una giornata intera',
    workingWeek: 'Settimana lavorativa propria',
    cycle: 'Settimane a rotazione, per i turni',
  },
  hints: {
    minutesPerDay: 'Vuoto: come l’account.',
    workingWeek: 'Disattivato: come l’account o come il ciclo.',
    cycle: 'Al posto di un’unica settimana lavorativa.',
  },
  preview: {
    title: 'Ricalcolare le assenze?',
    changed: (count: string) => `Assenze i cui giorni cambiano: ${count}.`,
    kept: (count: string) => `Assenze che non si possono più calcolare e restano come sono: ${count}.`,
    incomplete: 'Ce ne sono altre; vengono ricalcolate anch’esse.',
    confirm: 'Salva e ricalcola',
  },
  calendars: {
    title: 'Festività',
    about: 'I giorni liberi. I profili orari fanno riferimento a un calendario, e può farlo anche l’account.',
    add: 'Crea un calendario',
    addTitle: 'Nuovo calendario',
    empty: 'Senza un calendario non ci sono festività.',
    days: 'Giorni',
    last: 'Fino al',
  },
};

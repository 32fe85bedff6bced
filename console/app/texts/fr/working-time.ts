import type { Words } from '../part.ts';
import type { workingTimeTexts } from '../working-time.ts';

export const workingTime: Words<typeof workingTimeTexts> = {
  title: 'Temps de travail',
  about:
    'Quels jours et combien d’heures chacun travaille. Les postes s’y réfèrent, et les absences se comptent ainsi.',
  add: 'Créer un régime',
  addTitle: 'Nouveau régime',
  empty: 'Temps plein, temps partiel, équipes : sans régime, la semaine de travail du compte s’applique.',
  workedDays: 'Jours',
  asAccount: 'Comme le compte',
  daysOf: (count: string) => `${count} par semaine`,
  cycleOf: (count: string) => `${count} semaines en alternance`,
  minutes: 'Minutes',
  ranges: { off: 'Libre', allDay: 'Journée', firstHalfDay: 'Matin', secondHalfDay: 'Après-midi' },
  cycleStart: 'Un jour de la première semaine',
  week: (number: number) => `Semaine ${number}`,
  addWeek: 'Ajouter une semaine',
  removeWeek: 'Retirer la dernière semaine',
  year: 'Année',
  date: 'Date',
  holidayName: (date: string) => `Nom du ${date}`,
  addHoliday: 'Ajouter un jour',
  removeHoliday: (name: string) => `Retirer ${name}`,
  labels: {
    publicHolidaysCalendar: 'Jours fériés',
    minutesPerDay: 'Minutes d’une journée entière',
    workingWeek: 'Semaine de travail propre',
    cycle: 'Semaines en alternance, pour les équipes',
  },
  hints: {
    minutesPerDay: 'Vide : comme le compte.',
    workingWeek: 'Non : comme le compte, ou comme le cycle.',
    cycle: 'À la place d’une seule semaine.',
  },
  preview: {
    title: 'Recompter les absences ?',
    changed: (count: string) => `Absences dont les jours changent : ${count}.`,
    kept: (count: string) => `Absences qui ne peuvent plus être comptées et restent telles quelles : ${count}.`,
    incomplete: 'Il y en a d’autres ; elles sont comptées aussi.',
    confirm: 'Enregistrer et recompter',
  },
  calendars: {
    title: 'Jours fériés',
    about: 'Les jours libres. Les régimes de temps de travail se réfèrent à un calendrier, et le compte aussi.',
    add: 'Créer un calendrier',
    addTitle: 'Nouveau calendrier',
    empty: 'Sans calendrier, il n’y a pas de jour férié.',
    days: 'Jours',
    last: 'Jusqu’au',
  },
};

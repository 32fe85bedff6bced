import type { Words } from '../part.ts';
import type { workingTimeTexts } from '../working-time.ts';

export const workingTime: Words<typeof workingTimeTexts> = {
  title: 'Jornada laboral',
  about:
    'Qué días y cuántas horas se trabaja. Los puestos remiten a un régimen de jornada y las ausencias se cuentan según él.',
  add: 'Crear un régimen',
  addTitle: 'Nuevo régimen',
  empty: 'Tiempo completo, tiempo parcial, turnos: sin régimen se aplica la semana laboral de la cuenta.',
  workedDays: 'Días',
  asAccount: 'Como la cuenta',
  daysOf: (count: string) => `${count} por semana`,
  cycleOf: (count: string) => `Ciclo de ${count} ${count === '1' ? 'semana' : 'semanas'}`,
  minutes: 'Minutos',
  ranges: { off: 'Libre', allDay: 'Todo el día', firstHalfDay: 'Mañana', secondHalfDay: 'Tarde' },
  cycleStart: 'Un día de la primera semana',
  week: (number: number) => `Semana ${number}`,
  addWeek: 'Añadir una semana',
  removeWeek: 'Quitar la última semana',
  year: 'Año',
  date: 'Fecha',
  holidayName: (date: string) => `Nombre del ${date}`,
  addHoliday: 'Añadir un día',
  removeHoliday: (name: string) => `Quitar ${name}`,
  labels: {
    publicHolidaysCalendar: 'Festivos',
    minutesPerDay: 'Minutos de un día completo',
    workingWeek: 'Semana laboral propia',
    cycle: 'Semanas rotativas, para turnos',
  },
  hints: {
    minutesPerDay: 'Vacío: como la cuenta.',
    workingWeek: 'Desactivado: como la cuenta o como el ciclo.',
    cycle: 'En lugar de una única semana laboral.',
  },
  preview: {
    title: '¿Recalcular las ausencias?',
    changed: (count: string) => `Ausencias cuyos días cambian: ${count}.`,
    kept: (count: string) => `Ausencias que ya no se pueden calcular y se quedan como están: ${count}.`,
    incomplete: 'Hay más; también se recalculan.',
    confirm: 'Guardar y recalcular',
  },
  calendars: {
    title: 'Festivos',
    about: 'Los días libres. Los regímenes de jornada remiten a un calendario, y también puede hacerlo la cuenta.',
    add: 'Crear un calendario',
    addTitle: 'Nuevo calendario',
    empty: 'Sin calendario no hay festivos.',
    days: 'Días',
    last: 'Hasta',
  },
};

import type { momentTexts } from '../moment.ts';
import type { Words } from '../part.ts';

export const moment: Words<typeof momentTexts> = {
  open: 'Otro día…',
  title: 'Ver otro día',
  about:
    'Muestra las personas, los departamentos y el organigrama tal como eran o serán en un día concreto. No se modifica nada.',
  day: 'Día',
  dayHint: 'Pasado o futuro. Vacío: hoy.',
  knownAt: 'Según lo conocido el',
  knownAtHint: 'Omite todo lo que se registró después. Vacío: todo lo que se conoce ahora.',
  show: 'Mostrar',
  back: 'Volver a hoy',
  asOf: (day: string) => `Está viendo la empresa a fecha de ${day}.`,
  asKnown: (moment: string) => `Está viendo lo que se conocía el ${moment}.`,
  both: (day: string, moment: string) =>
    `Está viendo la empresa a fecha de ${day}, según lo que se conocía el ${moment}.`,
  readOnly: 'Aquí no se puede modificar nada hasta que vuelva a hoy.',
  future: 'Elija un momento que ya haya pasado.',
};

import { described, flag, readOnly, reference, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

export const workingTimeArrangements = resource({
  type: 'working-time-arrangement',
  summary: 'Rules of working time given to employees. Arrangements are looked after in the administration area.',
  scopes: ['working-time-arrangements'],
  operations: ['list', 'read'],
  fields: {
    name: described(readOnly(text()), 'As people call it.'),
    publicHolidaysCalendar: described(readOnly(reference('public-holidays-calendar')), 'Which days are off.'),
    isArchived: described(readOnly(flag()), 'An archived one cannot be named again.'),
  },
  filterable: ['id', 'isArchived'],
});

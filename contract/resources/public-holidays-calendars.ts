import { described, readOnly, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

export const publicHolidaysCalendars = resource({
  type: 'public-holidays-calendar',
  summary: 'A named calendar of public holidays. Calendars are looked after in the administration area.',
  scopes: ['public-holidays-calendars'],
  operations: ['list', 'read'],
  fields: { name: described(readOnly(text()), 'As people call it.') },
  filterable: ['id'],
});

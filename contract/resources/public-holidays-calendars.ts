import { described, json, optional, text, trimmed } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { boolean, closed, int, type Schema, string } from '../kit/schema.ts';

export interface Holiday {
  date: string;
  name: string;
}

/** Some twenty days a year, for fifty years. */
export const holidaysMax = 1000;

const days: Schema<Holiday[]> = {
  type: 'array',
  maxItems: holidaysMax,
  items: closed({ date: string({ format: 'date' }), name: string({ minLength: 1, maxLength: 255 }) }),
};

/** What a change of working time does to leaves, and how its preview answers. */
export const countsAgain =
  'counts open leaves, and confirmed ones that are still to come, again in the background. With `dryRun=true` nothing is ' +
  'changed, and the response says how many leaves would be.';

export const recountPreview = {
  changedLeavesCount: int({ minimum: 0, description: 'Leaves whose days would change.' }),
  keptLeavesCount: int({
    minimum: 0,
    description:
      'Leaves that cannot be counted any more, because no day would count or their total would not fit. They stay.',
  }),
  isComplete: { ...boolean(), description: 'False if there are more leaves than a preview counts.' },
};

export const publicHolidaysCalendars = resource({
  type: 'public-holidays-calendar',
  summary: 'A named calendar of public holidays. Working-time arrangements refer to one.',
  scopes: ['public-holidays-calendars'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    name: described(trimmed(text({ max: 255 })), 'As people call it.'),
    days: described(
      optional(json(days), []),
      'The days that are off, in order; each date once. A change sends all of them.',
    ),
  },
  filterable: ['id'],
  preview: recountPreview,
  notes: {
    update: `A change of the days ${countsAgain}`,
    remove: 'A calendar that an arrangement or the account refers to cannot be deleted: 400.',
  },
});

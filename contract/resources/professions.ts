import { described, text, trimmed } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { archivedFromStart, timestamps, translated } from '../kit/traits.ts';

export const professions = resource({
  type: 'profession',
  summary: 'A kind of job practised in the organization.',
  scopes: ['job-qualifications'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    title: described(trimmed(text({ max: 255 })), 'Unique in the account; blanks at the ends are removed.'),
    ...archivedFromStart,
    ...timestamps,
    ...translated('title', 255),
  },
  filterable: ['id', 'isArchived'],
  notes: { remove: 'Refused while a job qualification names it.' },
});

import { described, integer, reference, text, trimmed } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { timestamps, translated } from '../kit/traits.ts';

export const jobQualifications = resource({
  type: 'job-qualification',
  summary: 'A profession together with a rank: the level of expertise or responsibility.',
  scopes: ['job-qualifications'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  isBeta: true,
  fields: {
    title: described(trimmed(text()), 'Unique in the account; blanks at the ends are removed.'),
    profession: described(reference('profession'), 'An archived one cannot be named again.'),
    rank: described(integer({ min: 1 }), 'The higher, the higher in the hierarchy. An account may set a highest one.'),
    ...translated('title'),
    ...timestamps,
  },
  filterable: ['id', 'rank', 'profession.id'],
});

import { described, oneOf, optional, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { timestamps, translated } from '../kit/traits.ts';

export const taxonomies = resource({
  type: 'taxonomy',
  summary: 'A named set of labels from which attribute values are chosen.',
  scopes: ['taxonomies', 'employee-attribute-definitions'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  isBeta: true,
  fields: {
    name: described(text({ max: 255 }), 'What people call the taxonomy, in the invariant language.'),
    sortLabelsBy: described(
      optional(oneOf('id', 'name'), 'id'),
      'Advice to clients: the value to copy into `sort` when the labels are listed.',
    ),
    ...timestamps,
    ...translated('name', 255),
  },
  sortable: ['name'],
  filterable: ['id'],
  searched: ['name'],
  notes: { remove: 'The labels go with their taxonomy. One that a definition names is still in use: 400.' },
});

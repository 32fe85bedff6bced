import { oneOf, optional, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { timestamps, translated } from '../kit/traits.ts';

export const taxonomies = resource({
  type: 'taxonomy',
  summary: 'A named set of labels from which attribute values are chosen.',
  scopes: ['taxonomies', 'employee-attribute-definitions'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  isBeta: true,
  fields: {
    name: text({ max: 255 }),
    // Advice to clients: the value to copy into `sort` of the label list.
    sortLabelsBy: optional(oneOf('id', 'name'), 'id'),
    ...timestamps,
    ...translated('name', 255),
  },
  sortable: ['name'],
  filterable: ['id'],
  searched: ['name'],
});

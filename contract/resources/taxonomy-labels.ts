import { blamedOnId, createOnly, nullable, reference, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { archivable, timestamps, translated } from '../kit/traits.ts';

export const taxonomyLabels = resource({
  type: 'taxonomy-label',
  summary: 'One entry of a taxonomy. An archived label stays readable in existing values and cannot be chosen anew.',
  scopes: ['taxonomies'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  isBeta: true,
  fields: {
    taxonomy: createOnly(blamedOnId(reference('taxonomy'))),
    name: text({ max: 255 }),
    remoteId: nullable(text({ max: 255 })),
    ...archivable,
    ...timestamps,
    ...translated('name', 255),
  },
  sortable: ['name'],
  filterable: ['id', 'taxonomy.id', 'remoteId', 'isArchived'],
  searched: ['name'],
});

import { blamedOnId, createOnly, described, nullable, reference, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { archivable, timestamps, translated } from '../kit/traits.ts';

export const taxonomyLabels = resource({
  type: 'taxonomy-label',
  summary: 'One entry of a taxonomy. An archived label stays readable in existing values and cannot be chosen again.',
  scopes: ['taxonomies'],
  readableWith: ['employee-attribute-definitions'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  isBeta: true,
  fields: {
    taxonomy: described(createOnly(blamedOnId(reference('taxonomy'))), 'The taxonomy of the label, for good.'),
    name: described(text({ max: 255 }), 'What people read, in the invariant language.'),
    remoteId: described(nullable(text({ max: 255 })), 'Your own key for the label, unique inside the taxonomy.'),
    ...archivable,
    ...timestamps,
    ...translated('name', 255),
  },
  sortable: ['name'],
  filterable: ['id', 'taxonomy.id', 'remoteId', 'isArchived'],
  searched: ['name'],
  notes: { remove: 'A label that a value names is still in use: 400. Archive it instead.' },
});

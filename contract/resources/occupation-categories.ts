import { described, nullable, references, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { timestamps, translated } from '../kit/traits.ts';

export const occupationCategories = resource({
  type: 'occupation-category',
  summary: 'A classification of the employees of a set of establishments, used by reports and leave rules.',
  scopes: ['occupation-categories'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    title: described(text({ max: 255 }), 'Unique in the account; case and blanks at the ends do not count.'),
    businessEstablishments: described(
      nullable(references('business-establishment', { min: 1 })),
      'Where the category is used; null is everywhere, present and future.',
    ),
    ...timestamps,
    ...translated('title', 255),
  },
  filterable: ['id'],
  filters: {
    'businessEstablishments.id': {
      kind: 'number',
      isNullable: true,
      isList: true,
      isNullEverything: true,
      forms: ['equal'],
    },
  },
  searched: ['title'],
  searchedBy: 'parts',
});

import { createOnly, described, flag, json, oneOf, optional, readOnly, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { dictionary, type Schema, string } from '../kit/schema.ts';
import { timestamps } from '../kit/traits.ts';
import { plainName } from './client-applications.ts';

const columns: Schema<string[]> = {
  type: 'array',
  items: string({ minLength: 1, maxLength: 255 }),
  maxItems: 100,
  uniqueItems: true,
};

const query: Schema<Record<string, string>> = {
  ...dictionary(string({ maxLength: 2000 })),
  maxProperties: 100,
};

export const savedViews = resource({
  area: 'administration',
  type: 'saved-view',
  summary: 'A list as somebody wants to see it again: its filters, order and columns.',
  scopes: ['saved-views'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    name: described(plainName(), 'What people call it; unique among the views of a person, whatever the case.'),
    list: described(createOnly(oneOf('employees')), 'What it lists.'),
    query: described(
      optional(json(query), {}),
      'The parameters of the list by name, as in its address. They are checked when the list is read.',
    ),
    columns: described(optional(json(columns), []), 'The names of the columns in their order; empty: the usual ones.'),
    isShared: described(
      optional(flag(), false),
      'True: everybody who administers the account sees it. False: only the person who made it.',
    ),
    ownerId: described(readOnly(text({ max: 255 })), 'The id of the administrator who made it.'),
    ownerName: described(readOnly(text({ max: 255 })), 'Their name at that moment.'),
    ...timestamps,
  },
  sortable: ['name'],
  filterable: ['id', 'list', 'isShared', 'ownerId'],
  events: [],
  notes: {
    create: 'A person may have 100.',
    update: 'Only by the person who made it; a shared one also by an owner of the account.',
    remove: 'Only by the person who made it; a shared one also by an owner of the account.',
  },
});

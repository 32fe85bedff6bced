import { authorSchema } from '../author.ts';
import {
  blamedOnId,
  createOnly,
  described,
  instant,
  json,
  nullable,
  oneOf,
  readOnly,
  reference,
  text,
  trimmed,
  updateOnly,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { timestamps } from '../kit/traits.ts';

export const legalHolds = resource({
  area: 'administration',
  type: 'legal-hold',
  summary:
    'Keeps the data of one person: while it is active, nobody can erase the person, and no retention rule applies.',
  scopes: ['legal-holds'],
  operations: ['list', 'read', 'create', 'update'],
  fields: {
    employee: described(createOnly(blamedOnId(reference('employee'))), 'Whose data is kept.'),
    reason: described(createOnly(trimmed(text({ min: 1, max: 2000 }))), 'Why, such as the number of a court case.'),
    status: described(
      updateOnly(oneOf('active', 'lifted'), 'active'),
      'A PATCH to `lifted` ends the hold; the row stays. A lifted hold does not become active again.',
    ),
    setBy: described(readOnly(json(authorSchema)), 'Who set it.'),
    liftedAt: described(readOnly(nullable(instant())), 'UTC; null while it is active.'),
    liftedBy: described(readOnly(nullable(json(authorSchema))), 'Who lifted it; null while it is active.'),
    ...timestamps,
  },
  // They follow from the change of `status`, whose audit entry has the same time and actor.
  unversioned: ['liftedAt', 'liftedBy'],
  ownedThrough: 'employee',
  filterable: ['id', 'employee.id', 'status'],
  events: [],
  notes: {
    create: 'A person can have several. An erasure that runs already cannot be stopped: the person is unknown then.',
    update: 'Only `status` can change, and only to `lifted`.',
  },
});

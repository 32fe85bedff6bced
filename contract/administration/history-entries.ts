import { authorSchema, authorTypes } from '../author.ts';
import { described, instant, json, nullable, readOnly, reference, text, words } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { anything, as, dictionary, string } from '../kit/schema.ts';
import { unreadableMembers } from '../kit/traits.ts';

const state = { ...nullable(json(dictionary(anything()))), column: 'addressed' as const };

const compared = { kind: 'text', isNullable: false, forms: ['equal'] } as const;

export const historyEntries = resource({
  area: 'administration',
  type: 'history-entry',
  summary:
    'One thing that happened: a change of a resource by anybody, or what an administrator did. With its author, and with ' +
    'the states before and after.',
  scopes: ['audit-entries'],
  operations: ['list', 'read'],
  isWrittenElsewhere: true,
  isNewestFirst: true,
  showsOthers: true,
  // A release may add members to the last state of a resource.
  unversioned: ['data'],
  idKind: 'text',
  fields: {
    id: described(readOnly(text({ max: 255 })), 'In the order of time.'),
    recordedAt: described(readOnly(instant()), 'UTC, by the clock of the account.'),
    author: described(
      readOnly({ ...json(authorSchema), column: 'addressed' as const }),
      'Who did it, with their name at that moment.',
    ),
    action: described(
      readOnly(text({ max: 255 })),
      'What was done, such as `department.updated`, `client-application.created` or `session.opened`.',
    ),
    subjectType: described(readOnly(nullable(text({ max: 255 }))), 'The type of what it was done to.'),
    subjectId: described(readOnly(nullable(text({ max: 255 }))), 'Its id.'),
    employee: described(readOnly(nullable(reference('employee'))), 'The person that it is about.'),
    changedAttributes: described(
      readOnly({
        ...words([]),
        read: as<string[]>({ type: 'array', items: string({ maxLength: 255 }), maxItems: 1000, uniqueItems: true }),
      }),
      'The names of the members that an update changed.',
    ),
    address: described(readOnly(nullable(text({ max: 255 }))), 'The network address of an administrator.'),
    traceId: described(
      readOnly(nullable(text({ max: 32 }))),
      'The request of an administrator, as the log of the service names it.',
    ),
    data: described(
      readOnly(state),
      'The resource right after the change, without `links` and `embedded`; after a deletion its last state. Of what is ' +
        'in the audit log alone, the members that it names.',
    ),
    previousData: described(readOnly(state), 'The same before an update; otherwise null.'),
    ...unreadableMembers,
  },
  filterable: ['id'],
  filters: {
    'employee.id': { kind: 'number', isNullable: false, forms: ['equal'], isWorkedOut: true },
    'author.type': { ...compared, values: authorTypes },
    'author.id': compared,
    action: compared,
    subjectType: compared,
    subjectId: compared,
    recordedAt: { kind: 'instant', isNullable: false, forms: ['range'] },
  },
  events: [],
  notes: {
    list:
      'The newest entry comes first. `employee.id=12` answers with everything about one person, also what was deleted: the ' +
      'record itself, employments, positions, leaves, attributes and all others. Changes of resources that the scopes of ' +
      'the caller do not open are left out. What existed before changes were recorded has no entry for its creation.',
  },
});

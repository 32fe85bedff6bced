import { described, instant, json, nullable, oneOf, readOnly, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { anything, dictionary } from '../kit/schema.ts';

const members = json(dictionary(anything()));

export const auditEntries = resource({
  area: 'administration',
  type: 'audit-entry',
  summary: 'One thing that somebody did: who, what, when, from where, and how it was before and after.',
  scopes: ['audit-entries'],
  operations: ['list', 'read'],
  fields: {
    action: described(
      readOnly(text({ max: 255 })),
      'What was done, such as `client-application.created` or `session.opened`.',
    ),
    actorKind: described(
      readOnly(oneOf('person', 'operator', 'service')),
      'A person who signed in, the operator at the command line, or the service itself.',
    ),
    actorId: described(
      readOnly(nullable(text({ max: 255 }))),
      'The administrator; null for the operator and the service, and for who is not known.',
    ),
    actorName: described(readOnly(text({ max: 255 })), 'As it was at that moment.'),
    address: described(readOnly(nullable(text({ max: 255 }))), 'The network address that it came from.'),
    subjectType: described(readOnly(nullable(text({ max: 255 }))), 'The type of what it was done to.'),
    subjectId: described(readOnly(nullable(text({ max: 255 }))), 'Its id.'),
    before: described(readOnly(nullable(members)), 'The members that changed, as they were; never secrets.'),
    after: described(readOnly(nullable(members)), 'The members that changed, as they are since; never secrets.'),
    traceId: described(readOnly(nullable(text({ max: 32 }))), 'The request, as the log of the service names it.'),
    createdAt: described(readOnly(instant()), 'UTC.'),
  },
  filterable: ['id', 'action', 'actorKind', 'actorId', 'subjectType', 'subjectId', 'traceId'],
  events: [],
});

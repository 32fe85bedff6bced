import { described, integer, nullable, oneOf, optional, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { archivable, timestamps } from '../kit/traits.ts';

export const leaveAccounts = resource({
  type: 'leave-account',
  summary: 'A kind of absence, such as paid leave or sickness: how its days are counted, and who approves it.',
  scopes: ['leaves'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    name: described(text({ max: 255 }), 'As people call it.'),
    unit: described(
      oneOf('workingDays', 'workingHours', 'businessDays', 'calendarDays'),
      'Which days count, and in what. Fixed once a leave uses the account.',
    ),
    approvalLevels: described(
      optional(integer({ min: 1, max: 3 }), 1),
      'How many approvals a tentative leave needs, one after the other. Requests that exist keep their number.',
    ),
    remoteId: described(nullable(text({ max: 100 })), 'The code of the account in another system; unique.'),
    ...archivable,
    ...timestamps,
  },
  sortable: ['name'],
  filterable: ['id', 'remoteId', 'unit', 'approvalLevels', 'isArchived'],
  searched: ['name'],
  notes: { remove: 'An account that a leave uses cannot be deleted: 400. Archive it instead.' },
});

import { described, integer, nullable, oneOf, readOnly, reference, references } from '../kit/field.ts';
import type { Link } from '../kit/link.ts';
import { resource } from '../kit/resource.ts';
import { timestamps } from '../kit/traits.ts';

const whilePending: Link = {
  collection: 'leave-request-decision',
  while: { member: 'status', is: 'pending' },
  needs: ['leave-requests.readwrite'],
};

export const leaveRequests = resource({
  type: 'leave-request',
  summary: 'Asks for the approval of a tentative leave. It comes with the leave, and is closed by decisions.',
  scopes: ['leave-requests'],
  operations: ['list', 'read'],
  fields: {
    status: described(
      readOnly(oneOf('pending', 'approved', 'rejected', 'cancelled')),
      'Pending until the last level approves or any denies; cancelled with its leave.',
    ),
    employee: described(readOnly(reference('employee')), 'Whose leave it is.'),
    leaves: described(readOnly(references('leave', { min: 1 })), 'What is asked for.'),
    expectedApprover: described(
      readOnly(nullable(reference('employee'))),
      'Who is to decide the open level; null where nobody is found, or no level is open.',
    ),
    approvalLevels: described(readOnly(integer({ min: 1, max: 3 })), 'How many approvals it needs.'),
    approvedLevels: described(readOnly(integer({ min: 0, max: 3 })), 'How many it has.'),
    ...timestamps,
  },
  // Every request has one leave: found by a column, because lists cannot use an index on an array.
  hidden: { 'leave.id': 'bigint' },
  filterable: ['id', 'status', 'employee.id', 'expectedApprover.id', 'approvedLevels'],
  filters: { 'leaves.id': { kind: 'number', isNullable: false, path: 'leave.id', forms: ['equal'] } },
  embedded: { employee: { from: ['employee', 'expectedApprover'], showing: ['givenName', 'familyName'] } },
  ownedThrough: 'employee',
  followsDays: true,
  links: {
    approve: whilePending,
    deny: whilePending,
  },
});

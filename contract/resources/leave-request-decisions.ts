import {
  blamedOnId,
  createOnly,
  described,
  type Field,
  instant,
  integer,
  nullable,
  omittedWhenNull,
  oneOf,
  optional,
  readOnly,
  reference,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';

export const approval = 'leave-request-approval-decision';
export const denial = 'leave-request-denial-decision';

const reason = text({ min: 5, max: 2000 });

/** Present or absent, never null. */
const comment: Field<string | undefined, string, 'optional', 'absent'> = {
  ...omittedWhenNull(createOnly(nullable(reason))),
  read: reason.read,
  write: reason.write,
};

export const leaveRequestDecisions = resource({
  type: 'leave-request-decision',
  summary: 'The approval or the denial of one level of a leave request. It is final.',
  scopes: ['leave-requests'],
  operations: ['list', 'read', 'create'],
  fields: {
    type: described(createOnly(oneOf(approval, denial)), 'Whether the level approves or denies.'),
    leaveRequest: described(createOnly(blamedOnId(reference('leave-request'))), 'A pending one.'),
    comment: described(comment, 'Why it is denied; required then. An approval has none.'),
    level: described(
      createOnly(optional(integer({ min: 1, max: 3 }), 1)),
      'The level decided. When sent it must be the open one, so that two who approve at once do not skip a level.',
    ),
    approver: described(
      createOnly(blamedOnId(nullable(reference('employee')))),
      'In whose name it is decided: the expected approver, or any active employee where nobody is expected.',
    ),
    createdAt: described(readOnly(instant()), 'UTC.'),
  },
  hidden: { 'employee.id': 'bigint', 'expectedApprover.id': 'bigint', decidedBy: 'text' },
  filterable: ['id', 'type', 'leaveRequest.id', 'approver.id', 'level'],
  embedded: { 'leave-request': 'leaveRequest' },
  ownedThrough: 'employee',
  followsDays: true,
  events: ['created', 'deleted'],
  notes: {
    create:
      '`type` says which: `leave-request-approval-decision` or `leave-request-denial-decision`. The last approval ' +
      'confirms the leave, a denial cancels it, in the same step. The same decision of the same person again, without ' +
      '`level` or with the same one, answers the decision that exists and decides nothing. So does that of an application ' +
      'that names no approver and no level, for 10 seconds: send `level` to decide several levels at once.',
  },
});

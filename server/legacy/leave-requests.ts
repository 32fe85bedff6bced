/** `/api/v3/leaveRequests`: requests for leaves, with the decisions on them. */
import type { Condition } from '../platform/store/condition.ts';
import { type Description, related } from './members.ts';
import { addressAt, integer, maybe, perhapsNamed, plainList, text, truth } from './plain-list.ts';
import type { LegacyReader } from './reader.ts';
import { visibleTo } from './users/population.ts';

const fullName = (row: string): string => `${row}.given_name || ' ' || ${row}.family_name`;

const requestsFor = ({ baseUrl }: LegacyReader): Description => ({
  noun: 'a leave request',
  table: 'leave_requests',
  row: 'request',
  key: ['request.id'],
  members: {
    id: integer('request.id'),
    name: text('request.id::text'),
    url: addressAt(baseUrl, 'api/v3/leaveRequests', 'request.id'),
    ownerId: integer('request.employee_id'),
    owner: perhapsNamed('owner', fullName('owner'), addressAt(baseUrl, 'api/v3/users', 'owner.id')),
    status: {
      kind: 'enumeration',
      sql: `case request.status when 'pending' then 0 when 'approved' then 2 when 'rejected' then 3 else 4 end`,
      names: { Pending: 0, Approved: 2, Denied: 3, Cancelled: 4 },
      shows: 'number',
    },
    creationDate: { kind: 'moment', sql: 'request.created_at' },
    modificationDate: { kind: 'moment', sql: 'request.last_updated_at' },
    nextApproverId: maybe(integer('request.expected_approver_id')),
    approvalLevels: integer('request.approval_levels'),
    approvedLevels: integer('request.approved_levels'),
    leavePeriodId: integer('request.leave_id'),
    leavePeriod: {
      kind: 'object',
      isThere: 'period.id is not null',
      members: {
        id: maybe(integer('period.id')),
        ownerId: maybe(integer('period.employee_id')),
        startsOn: maybe({ kind: 'date', sql: 'period.starts_on' }),
        startsAM: maybe(truth('period.is_start_morning')),
        endsOn: maybe({ kind: 'date', sql: 'period.ends_on' }),
        endsAM: maybe(truth('period.is_end_morning')),
        leaveAccountId: maybe(integer('period.leave_account_id')),
        isConfirmed: maybe(truth('(period.confirmed_at is not null)')),
        confirmationDate: maybe({ kind: 'moment', sql: 'period.confirmed_at' }),
        comment: maybe(text('period.comment')),
      },
    },
    approvals: {
      kind: 'array',
      from: `(select * from leave_request_decisions as every_decision
    where every_decision.account_id = $1 and every_decision.leave_request_id = request.id) as decision`,
      order: 'decision.level, decision.id',
      members: {
        id: integer('decision.id'),
        level: integer('decision.level'),
        isApproved: truth(`(decision.type = 'leave-request-approval-decision')`),
        approverId: maybe(integer('decision.approver_id')),
        date: { kind: 'moment', sql: 'decision.created_at' },
        comment: maybe(text('decision.comment')),
      },
    },
  },
  relations: {
    owner: related('employees', 'owner', 'owner.account_id = $1 and owner.id = request.employee_id'),
    period: related('leave_periods', 'period', 'period.account_id = $1 and period.id = request.leave_id', true),
  },
  isCountable: true,
  pageSizes: { standard: 1000, max: 10_000 },
});

const ofVisiblePeople = (reader: LegacyReader): Condition[] => [
  (place) => `exists (select from employees as person where person.account_id = $1 and person.id = request.employee_id
    and ${['true', ...visibleTo(reader, 'person', place)].join(' and ')})`,
];

export const leaveRequests = plainList({
  noun: 'leave request',
  description: requestsFor,
  seenBy: ofVisiblePeople,
});

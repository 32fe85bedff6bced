/** Leaves with requests and decisions for many people, written directly into the tables, for tests of query plans. */
import { approval, leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import type pg from 'pg';
import { filler } from '../../../bench/people-rows.ts';

export const leaveTables = ['leaves', 'leave_requests', 'leave_request_decisions'] as const;

/** Every kind of day, state and approver, evenly distributed. */
export async function fillLeaves(
  superuser: pg.Client,
  accountId: string,
  { employeeId, rows }: { readonly employeeId: number; readonly rows: number },
): Promise<void> {
  const fill = filler(superuser, accountId);
  const [firstLeave, firstRequest] = [1, 1].map((id) => id + Number(accountId) * 1_000_000) as [number, number];
  const count = rows * 2;
  const startsOn = `date '2024-01-01' + n % 700`;
  const [employee, approver] = [`${employeeId} + n / 2`, `case when n % 3 > 0 then ${employeeId} + n % 100 end`];
  await superuser.query('set session_replication_role = replica');
  await fill(
    leaves,
    count,
    {
      startsOn,
      startPosition: `'firstHalfDay'`,
      endsOn: `${startsOn} + n % 5`,
      endPosition: `'secondHalfDay'`,
      employee,
      leaveAccount: 'n % 10 + 1',
      days: `'[]'`,
      totalDuration: `'{}'`,
      status: `(array['tentative', 'confirmed', 'cancelled'])[n % 3 + 1]`,
      firstHalf: 'n * 2',
      lastHalf: 'n * 2',
      'leaveRequest.id': `${firstRequest} + n`,
    },
    firstLeave,
  );
  await fill(
    leaveRequests,
    count,
    {
      status: `(array['pending', 'approved', 'rejected', 'cancelled'])[n % 4 + 1]`,
      employee,
      leaves: `array[${firstLeave} + n]`,
      expectedApprover: approver,
      approvalLevels: '2',
      approvedLevels: 'n % 3',
      'leave.id': `${firstLeave} + n`,
    },
    firstRequest,
  );
  await fill(leaveRequestDecisions, count, {
    type: `'${approval}'`,
    leaveRequest: `${firstRequest} + n`,
    level: '1',
    approver,
    'employee.id': employee,
  });
  await superuser.query('reset session_replication_role');
}

/** The leaves of the demo company, created and decided through the normal rules, with their events. */
import { approval, denial } from '@muster/contract/resources/leave-request-decisions.ts';
import { todayIn } from '@muster/server/people/calendar.ts';
import type { Tx } from '@muster/server/platform/database/database.ts';
import { statement } from '@muster/server/platform/database/statement.ts';
import type { JsonObject } from '@muster/server/platform/verbs/body.ts';
import {
  type Absence,
  absencesOf,
  type Fate,
  firstWeek,
  type LeaveAccountKey,
  lastWeek,
  weeksAround,
} from './absences.ts';
import { dice } from './dice.ts';
import type { DemoOrganization } from './organization.ts';
import { zone } from './people.ts';
import type { Writer } from './writer.ts';

const seed = 2_025;

const accounts: Readonly<Record<LeaveAccountKey, JsonObject>> = {
  paid: { name: 'Paid leave', unit: 'workingDays', approvalLevels: 2, remoteId: 'CP' },
  sick: { name: 'Sick leave', unit: 'calendarDays', approvalLevels: 1, remoteId: 'AM' },
  hours: { name: 'Hours off', unit: 'workingHours', approvalLevels: 1, remoteId: 'RTT' },
};

interface Person {
  readonly id: string;
  readonly placeId: string;
}

/** People who are employed from the first week of absences to the last. */
const employed = statement(`
select employee.id::text as id, employee.applicable_job_position_business_establishment_id::text as "placeId"
from employees as employee
where employee.account_id = $1 and exists (
  select 1 from employments as employment
  where employment.account_id = $1 and employment.employee_id = employee.id
    and employment.start_date <= $2 and (employment.end_date is null or employment.end_date >= $3))
order by employee.id`);

const holidaysBetween = statement(`
select distinct day::text as day from public_holidays where account_id = $1 and day between $2 and $3`);

interface Made {
  readonly id: string;
  readonly fate: Fate;
}

export async function createLeaves(tx: Tx, writer: Writer, { establishments }: DemoOrganization): Promise<void> {
  const accountIds = new Map<string, string>();
  for (const [key, body] of Object.entries(accounts)) accountIds.set(key, await writer.create('leaveAccounts', body));
  const chance = dice(seed);
  const weeks = weeksAround(todayIn(zone, tx.now));
  const around = [weeks.day(firstWeek, 0), weeks.day(lastWeek, 6)];
  const people = await tx.run<Person>(employed, around);
  const holidays = new Set((await tx.run<{ day: string }>(holidaysBetween, around)).map(({ day }) => day));
  const french = [establishments.lyon, establishments.nantes];
  const planned = people.flatMap(({ id, placeId }) =>
    absencesOf(chance, weeks, holidays).map((absence) => {
      const owner = { employee: { id }, leaveAccount: { id: accountIds.get(absence.account) } };
      return { fate: absence.fate, body: { ...leaveBody(absence, french.includes(placeId)), ...owner } };
    }),
  );
  const ids = await writer.createAll(
    'leaves',
    planned.map(({ body }) => body),
  );
  const made = planned.map(({ fate }, index): Made => ({ id: ids[index] as string, fate }));
  await decideAll(tx, writer, made);
}

function leaveBody({ account, fate, hours, ...period }: Absence, isFrench: boolean): JsonObject {
  return {
    ...period,
    status: fate === 'confirmed' || fate === 'revoked' ? 'confirmed' : 'tentative',
    ...(hours !== undefined && { totalDuration: { value: hours, unit: 'hours' } }),
    ...(account === 'sick' && isFrench && { details: { nature: 'frenchOrdinarySickness' } }),
  };
}

/** Decides first levels, then second levels, and cancels some leaves. */
async function decideAll(tx: Tx, writer: Writer, made: readonly Made[]): Promise<void> {
  const idsOf = (...fates: Fate[]): string[] => made.flatMap(({ id, fate }) => (fates.includes(fate) ? [id] : []));
  await decide(tx, writer, idsOf('denied'), { type: denial, comment: 'The team is short of people that week.' });
  await decide(tx, writer, idsOf('partlyApproved', 'approved'), { type: approval });
  await decide(tx, writer, idsOf('approved'), { type: approval });
  for (const id of idsOf('cancelled', 'revoked')) await writer.update('leaves', id, { status: 'cancelled' });
}

const openRequests = statement(`
select request.id::text as id, request.expected_approver_id::text as "approverId"
from leaves as leave join leave_requests as request
  on request.account_id = $1 and request.id = leave.leave_request_id
where leave.account_id = $1 and leave.id = any($2::bigint[]) and request.status = 'pending'
order by request.id`);

/** Decides the open level of each request in the name of the expected approver. */
async function decide(tx: Tx, writer: Writer, leaveIds: readonly string[], decision: JsonObject): Promise<void> {
  const requests = await tx.run<{ id: string; approverId: string | null }>(openRequests, [leaveIds]);
  const bodies = requests.map(({ id, approverId }) => {
    const approver = approverId === null ? null : { id: approverId };
    return { ...decision, leaveRequest: { id }, approver };
  });
  await writer.createAll('leaveRequestDecisions', bodies);
}

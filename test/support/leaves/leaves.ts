/** Helpers for stories about leaves: accounts, leaves, requests and decisions, calendars and working time. */
import { setTimeout as pause } from 'node:timers/promises';
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { approval, denial, leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { createArrangement } from '../../../server/leaves/arrangements.ts';
import { createCalendar, putDays } from '../../../server/leaves/calendars.ts';
import { recountBatch } from '../../../server/leaves/recounts.ts';
import { setWorkingTime, type WorkingTimeSettings } from '../../../server/leaves/working-time.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { type Body, createExample, pathOf, type Row } from '../examples.ts';
import { at } from '../people/people.ts';
import { eventsOf } from '../recorded.ts';
import type { Reply, SharedService, TestClient } from '../service.ts';

export interface CountedDay {
  readonly date: string;
  readonly range: string;
  readonly duration: { readonly iso: string; readonly value: number; readonly unit: string };
}

export interface LeaveRow extends Row {
  readonly days: CountedDay[];
  readonly totalDuration: CountedDay['duration'];
  readonly status: string;
}

export const leaveAccount = (client: TestClient, members: Body = {}): Promise<Row> =>
  createExample(client, leaveAccounts, members);

/** The body of a leave from one day to another. */
export const leaveBody = (employee: Row, account: Row, days: string, members: Body = {}): Body => {
  const [startsOn, endsOn = startsOn] = days.split('/');
  return { startsOn, endsOn, employee: at(employee), leaveAccount: at(account), ...members };
};

/** Requests a leave: `2025-05-28/2025-06-02`, or a single day. */
export const askLeave = (
  client: TestClient,
  employee: Row,
  account: Row,
  days: string,
  members: Body = {},
): Promise<Reply> => client.call('POST', pathOf(leaves), { body: leaveBody(employee, account, days, members) });

/** The same; it must succeed. */
export async function leaveOf(
  client: TestClient,
  employee: Row,
  account: Row,
  days: string,
  members: Body = {},
): Promise<LeaveRow> {
  const { status, body, text } = await askLeave(client, employee, account, days, members);
  if (status !== 201) throw new Error(`No leave was made: ${text}`);
  return body;
}

export async function leaveNow(client: TestClient, { id }: Row): Promise<LeaveRow> {
  return (await client.call('GET', pathOf(leaves, id))).body;
}

/** The current request of a leave; undefined if it has none. */
export async function requestOf(client: TestClient, leave: Row): Promise<Row> {
  return (await client.call('GET', `${pathOf(leaveRequests)}?leaves.id=${leave.id}`)).body.items[0];
}

export const decide = (client: Pick<TestClient, 'call'>, request: Row, body: Body): Promise<Reply> =>
  client.call('POST', pathOf(leaveRequestDecisions), { body: { leaveRequest: at(request), ...body } });

async function decided(client: TestClient, request: Row, body: Body): Promise<Row> {
  const reply = await decide(client, request, body);
  if (reply.status !== 201) throw new Error(`Nothing was decided: ${reply.text}`);
  return reply.body;
}

/** Approves the open level. */
export async function approve(client: TestClient, request: Row, members: Body = {}): Promise<Row> {
  const { body } = await client.call('GET', pathOf(leaveRequests, request.id));
  return decided(client, request, { type: approval, level: body.approvedLevels + 1, ...members });
}

export const deny = (client: TestClient, request: Row, members: Body = {}): Promise<Row> =>
  decided(client, request, { type: denial, comment: 'Inventory week, please choose another one.', ...members });

export const cancel = (client: TestClient, { id }: Row): Promise<Reply> =>
  client.call('PATCH', pathOf(leaves, id), { body: { status: 'cancelled' } });

/** A calendar with these public holidays. */
export const calendarOf = (service: SharedService, account: Account, dates: readonly string[]): Promise<string> =>
  service.database.transaction(account.id, async (tx) => {
    const { id } = await createCalendar(tx, 'Public holidays');
    await putDays(
      tx,
      id,
      dates.map((date) => ({ date, name: `Holiday ${date}` })),
    );
    return id;
  });

/** A working-time arrangement with a calendar, for a job position. */
export const arrangementOf = (service: SharedService, account: Account, calendarId: string): Promise<{ id: string }> =>
  service.database.transaction(account.id, async (tx) => {
    const { id } = await createArrangement(tx, { name: 'Shifts', calendar: calendarId });
    return { id };
  });

export const workingTime = (
  service: SharedService,
  account: Account,
  settings: WorkingTimeSettings,
): Promise<unknown> => service.database.transaction(account.id, (tx) => setWorkingTime(tx, settings));

/** `2025-05-30 allDay 1` for each counted day. */
export const dayTexts = ({ days }: LeaveRow): string[] =>
  days.map(({ date, range, duration }) => `${date} ${range} ${duration.value}`);

/** Topics with the former values of changed members, in the order of recording. */
export const stepsOf = async (
  service: SharedService,
  client: TestClient,
  act: () => Promise<unknown>,
): Promise<(string | [string, Body])[]> =>
  (await eventsOf(service, client, act)).map(({ topic, previousAttributes }) =>
    previousAttributes ? [topic, previousAttributes] : topic,
  );

const pending = statement('select 1 from leave_recounts where account_id = $1 and not is_second_pass');

/** Leaves are counted again after changes of calendars and arrangements: does it, together with the workers of the service. */
export async function recountsDone(service: SharedService, account: Account): Promise<void> {
  const isDone = async () => (await service.database.session(account.id).run(pending)).length === 0;
  while (!(await isDone())) {
    if (!(await service.database.transaction(account.id, recountBatch))) await pause(20);
  }
}

/**
 * The same leaves in three APIs: half-day by half-day, both generations of the legacy API agree with the current one.
 */
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, pathOf, type Row } from '../../support/examples.ts';
import { type CountedDay, leaveOf } from '../../support/leaves/leaves.ts';
import { type LegacyClient, legacyClient } from '../../support/legacy/legacy.ts';
import {
  beginning,
  type ClockedService,
  clockedService,
  type LegacyLeaves,
  legacyLeaves,
  withIds,
} from '../../support/legacy/legacy-leaves.ts';

let clocked: ClockedService;
let seeded: LegacyLeaves;
let reader: LegacyClient;

beforeAll(async () => {
  clocked = await clockedService(beginning);
  seeded = await legacyLeaves(clocked);
  reader = await legacyClient(clocked.service, seeded.company.account);
}, 120_000);
afterAll(() => clocked.service.stop());

async function everyOne(path: string): Promise<Row[]> {
  const { body } = await seeded.client.call('GET', `${path}?limit=1000`);
  return body.items;
}

const named = (value: unknown): string => (value as { id: string }).id;
const momentOf = (value: unknown): string => String(value).slice(0, 19);

/** What both generations must show of a half-day, computed from the current API. */
interface HalfDay {
  readonly leave: Row;
  readonly account: Row;
  readonly request: Row | undefined;
  readonly date: string;
  readonly half: 'AM' | 'PM';
  readonly minutes: number;
  readonly amount: number;
}

/** Hours fill the morning first; half a day is 3 h 30 min. */
function halvesOf(leave: Row, account: Row, request: Row | undefined): HalfDay[] {
  return (leave.days as CountedDay[]).flatMap(({ date, range, duration }) => {
    const halves = range === 'allDay' ? (['AM', 'PM'] as const) : ([range === 'firstHalfDay' ? 'AM' : 'PM'] as const);
    const inHours = account.unit === 'workingHours';
    let left = duration.value;
    return halves.flatMap((half) => {
      const amount = Math.min(left, inHours ? 3.5 : 0.5);
      left -= amount;
      const minutes = inHours ? amount * 60 : 210;
      return amount > 0 ? [{ leave, account, request, date, half, minutes, amount }] : [];
    });
  });
}

async function halfDays(): Promise<HalfDay[]> {
  const accounts = await everyOne(pathOf(leaveAccounts));
  const requests = await everyOne(pathOf(leaveRequests));
  return (await everyOne(pathOf(leaves))).flatMap((leave) => {
    const account = accounts.find(({ id }) => id === named(leave.leaveAccount)) as Row;
    const request = requests.find((one) => (one.leaves as Row[]).some(({ id }) => id === leave.id));
    return halvesOf(leave, account, request);
  });
}

/** The table of statuses: v2, v3, isActive, isConfirmed. */
function statusesOf({ leave, request }: HalfDay): readonly [number, number, boolean, boolean] {
  if (leave.status === 'tentative') return [Number(request?.approvedLevels) > 0 ? 1 : 0, 0, true, false];
  if (leave.status === 'confirmed') return [2, 1, true, true];
  if (request?.status === 'rejected') return [3, 0, false, false];
  return request?.status === 'cancelled' ? [4, 0, false, false] : [4, 1, false, true];
}

const clockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;

const idV3 = ({ leave, date, half }: HalfDay): string => `${leave.id}-${date.replaceAll('-', '')}-${half}`;
const idV2 = ({ leave, date, half }: HalfDay): string =>
  `${named(leave.employee)}-${date.split('-').reverse().join('/')} 00:00:00-${half}`;

test('each half-day that counts is a row of the third generation, and no other is but of deleted leaves', async () => {
  const expected = await halfDays();
  const { items } = (await reader.call('/api/v3/leaves')).body.data;
  const isDeleted = ({ leavePeriodId }: Body) => leavePeriodId === Number(seeded.leaves.gone.id);
  expect(items.filter(isDeleted)).toHaveLength(4);
  const rows = items.filter((row: Body) => !isDeleted(row));
  expect(rows.map(({ id }: Row) => id).toSorted()).toEqual(expected.map(idV3).toSorted());
  for (const half of expected) {
    const row = rows.find(({ id }: Row) => id === idV3(half));
    const [, status, isActive, isConfirmed] = statusesOf(half);
    expect(row).toMatchObject({
      date: `${half.date}T00:00:00`,
      isAM: half.half === 'AM',
      status,
      isActive,
      duration: clockTime(half.minutes),
      value: half.account.unit === 'workingHours' ? String(half.amount) : null,
      leaveAccountDuration: half.amount,
      leaveAccount: { id: Number(half.account.id), name: half.account.name },
      leavePeriod: {
        id: Number(half.leave.id),
        ownerId: Number(named(half.leave.employee)),
        isConfirmed,
        startsOn: `${half.leave.startsOn}T00:00:00`,
        startsAM: half.leave.startPosition === 'firstHalfDay',
        endsOn: `${half.leave.endsOn}T00:00:00`,
        endsAM: half.leave.endPosition === 'firstHalfDay',
      },
      creationDate: momentOf(half.leave.createdAt),
    });
  }
});

test('the second generation has one row for each employee and half-day, of the leave that holds it or changed last', async () => {
  const expected = new Map<string, HalfDay>();
  for (const half of await halfDays()) {
    const rank = ({ leave }: HalfDay) => `${leave.status === 'cancelled' ? 0 : 1} ${leave.lastUpdatedAt}`;
    const other = expected.get(idV2(half));
    if (!other || rank(half) > rank(other)) expected.set(idV2(half), half);
  }
  const rows: Row[] = (await reader.call('/api/leaves')).body.data;
  expect(rows.map(({ id }) => id).toSorted()).toEqual([...expected.keys()].toSorted());
  for (const row of rows) {
    const half = expected.get(row.id) as HalfDay;
    const { account } = half;
    expect(row).toMatchObject({
      status: statusesOf(half)[0],
      owner: { id: Number(named(half.leave.employee)) },
      name: account.name,
      accountLabel: account.name,
      accountCode: account.remoteId ?? account.id,
      date: `${half.date}T00:00:00`,
      duration: half.minutes,
      leaveScope: half.half,
    });
  }
});

test('a client of the second generation finds the same in the third, by the table of the migration', async () => {
  const people: Row[] = (
    await reader.call('/api/v3/users?fields=id,name,mail,login,matricule&formerEmployees=true&paging=0,10000')
  ).body.data.items;
  const migrated = (row: Body): Body => {
    const period = row.leavePeriod as Body;
    const [, hours = '', minutes = ''] = /^(\d\d):(\d\d):00$/.exec(String(row.duration)) ?? [];
    return {
      owner: people.find(({ id }) => Number(id) === period.ownerId),
      name: (row.leaveAccount as Body).name,
      date: row.date,
      duration: Number(hours) * 60 + Number(minutes),
      leaveScope: row.isAM ? 'AM' : 'PM',
      isActive: row.isActive,
      status: row.status,
    };
  };
  for (const [before, after] of [
    ['owner.id={marie}&status=2', 'leavePeriod.ownerId={marie}&isActive=true&status=1'],
    ['date=2025-05-28', 'date=2025-05-28&isActive=true'],
    ['leaveAccountId={sick}&status=2', 'leaveAccountId={sick}&isActive=true'],
    ['owner.id={joana}&status=0,1', 'leavePeriod.ownerId={joana}&status=0&isActive=true'],
  ]) {
    const old = (await reader.call(`/api/leaves?${withIds(seeded, before as string)}`)).body.data;
    const rows = (await reader.call(`/api/v3/leaves?${withIds(seeded, after as string)}`)).body.data.items;
    expect(old.length).toBeGreaterThan(0);
    expect(rows.map(migrated)).toEqual(
      old.map(({ owner, name, date, duration, leaveScope, status }: Body) => ({
        owner,
        name,
        date,
        duration,
        leaveScope,
        isActive: Number(status) < 3,
        status: status === 2 ? 1 : 0,
      })),
    );
  }
});

test('a copy is updated by created, confirmed and cancelled rows since the last run', async () => {
  const idsSince = async (member: string, moment: string): Promise<string[]> => {
    const { items } = (await reader.call(`/api/v3/leaves?${member}=since,${moment}&fields=id`)).body.data;
    return items.map(({ id }: Row) => id);
  };
  const copy = new Map<string, Body>();
  for (const moment of ['2025-04-01', '2025-04-16T06:55:00', '2025-04-25T10:00:00']) {
    for (const member of ['creationDate', 'leavePeriod.confirmationDate', 'cancellationDate']) {
      for (const id of await idsSince(member, moment)) {
        const row = (await reader.call(`/api/v3/leaves/${id}`)).body.data;
        if (row.cancellationDate === null) copy.set(id, row);
        else copy.delete(id);
      }
    }
  }
  const { items } = (await reader.call('/api/v3/leaves?isActive=true')).body.data;
  expect([...copy.keys()].toSorted()).toEqual(items.map(({ id }: Row) => id).toSorted());
});

test('a leave whose days are changed has its new half-days, and no others', async () => {
  const { client, company, accounts } = seeded;
  const leave = await leaveOf(client, company.people.bjorn, accounts.paid, '2025-07-01/2025-07-02');
  const days = { startsOn: '2025-07-02', startPosition: 'secondHalfDay', endsOn: '2025-07-03' };
  expect((await client.call('PATCH', pathOf(leaves, leave.id), { body: days })).status).toBe(200);
  const { items } = (await reader.call(`/api/v3/leaves?leavePeriodId=${leave.id}`)).body.data;
  expect(items.map(({ id }: Row) => id)).toEqual(
    ['20250702-PM', '20250703-AM', '20250703-PM'].map((day) => `${leave.id}-${day}`),
  );
  expect(items[0].leavePeriod).toMatchObject({ startsOn: '2025-07-02T00:00:00', startsAM: false, endsAM: false });
  const old = (await reader.call(`/api/leaves?owner.id=${company.people.bjorn.id}&date=since,2025-07-01`)).body.data;
  expect(old.map(({ date, leaveScope }: Body) => `${date} ${leaveScope}`)).toEqual([
    '2025-07-02T00:00:00 PM',
    '2025-07-03T00:00:00 AM',
    '2025-07-03T00:00:00 PM',
  ]);
});

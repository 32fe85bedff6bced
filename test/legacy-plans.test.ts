/**
 * How PostgreSQL finds half-days among many: with an index that leads to few of them, or in the requested order until a
 * page is full. The plans belong to the statements that are really sent, planned without values, as in the service. In
 * every case the result equals a search of all rows.
 */
import { byService } from '@muster/contract/author.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { leavesV2 } from '../server/legacy/leaves-v2.ts';
import { leavesV3 } from '../server/legacy/leaves-v3.ts';
import type { LegacyReader } from '../server/legacy/reader.ts';
import { type Database, openDatabase, type Session } from '../server/platform/database/database.ts';
import type { Statement } from '../server/platform/database/statement.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';

const people = 400;
const periods = 8000;
const halvesEach = 10;

/** Leaves of a week, created in another order than their dates; one in a thousand uses the fifth account. */
const filled = [
  `insert into leave_accounts (account_id, id, name, unit, approval_levels, is_archived, created_at, last_updated_at,
     representation)
   select 1, n, 'Account ' || n, 'workingDays', 1, false, now(), now(), '{}' from generate_series(1, 5) as n`,
  `insert into employees (account_id, id, given_name, family_name, status, applicable_employment_id,
     applicable_job_position_id, created_at, last_updated_at, applicable_employment_legal_entity_id,
     applicable_employment_starts_on, applicable_employment_template_id,
     applicable_job_position_business_establishment_id, applicable_job_position_department_id, representation)
   select 1, n, 'Given', 'Family ' || n % 150, case when n % 10 = 0 then 'deactivated' else 'active' end, n, n, now(), now(),
     1 + n % 3, '2020-01-01', 1, 1 + n % 5, 1 + n % 20, '{}' from generate_series(1, ${people}) as n`,
  `insert into leave_periods (account_id, id, employee_id, leave_account_id, starts_on, is_start_morning, ends_on,
     is_end_morning, status, is_active, created_at, confirmed_at, cancelled_at, changed_at, cancelled_by_id, logs)
   select 1, n, 1 + n % ${people}, case when n % 1000 = 0 then 5 else 1 + n % 4 end, day, true, day + 4, false,
     case when n % 10 = 3 then 4 else 2 end, n % 10 <> 3, made, made + interval '1 day',
     case when n % 10 = 3 then made + interval '2 days' end, made + interval '2 days', case when n % 1000 = 9 then 9 end,
     json_build_array(json_build_object('date', made, 'status', case when n % 1000 = 9 then 3 else 2 end))
   from (select n, date '2010-01-04' + (n * 7 / ${people} * 7919 % 140) * 7 as day,
     timestamptz '2020-01-01' + n * interval '1 hour' as made from generate_series(1, ${periods}) as n) as numbered`,
  `insert into leave_half_days (account_id, leave_period_id, day, is_afternoon, employee_id, leave_account_id, minutes,
     thousandths, created_at, confirmed_at, cancelled_at)
   select account_id, id, starts_on + half / 2, half % 2 = 1, employee_id, leave_account_id, 210, 500, created_at,
     confirmed_at, cancelled_at
   from leave_periods, generate_series(0, ${halvesEach - 1}) as half`,
];

const nameEndingOf = (employeeId: number): string => String(employeeId % 150);

let fresh: FreshDatabase;
let database: Database;
/** As the service: row-level security is part of every plan. */
let connection: pg.Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  const superuserUrl = new URL(inject('superuserUrl'));
  superuserUrl.pathname = new URL(fresh.url).pathname;
  const superuser = new pg.Client({ connectionString: superuserUrl.href });
  await superuser.connect();
  await superuser.query('set session_replication_role = replica');
  for (const text of filled) await superuser.query(text);
  await superuser.query('vacuum analyze');
  await superuser.end();
  const vault = {
    seal: () => '',
    open: () => '',
    openOrNull: () => null,
    digest: () => '',
    digests: () => [''],
    renewed: () => null,
    fingerprint: () => Buffer.alloc(0),
  };
  const now = () => new Date('2025-06-01T10:00:00Z');
  database = openDatabase({
    url: fresh.url,
    connectionsMax: 2,
    statementMs: 60_000,
    now,
    vault,
    author: byService(),
    onError: () => undefined,
  });
  const options = '-c plan_cache_mode=force_generic_plan -c timezone=UTC -c muster.account_id=1';
  connection = new pg.Client({ connectionString: fresh.url, options });
  await connection.connect();
}, 120_000);

afterAll(async () => {
  await connection?.end();
  await database?.close();
  await fresh?.drop();
});

const reader: LegacyReader = {
  accountId: '1',
  baseUrl: 'http://localhost',
  principal: 'Plans',
  seesFormer: true,
  seesFuture: true,
  seesPersonalData: false,
  establishments: null,
};

interface Row {
  readonly id: string;
  readonly date: string;
  readonly isAM: boolean;
  readonly isActive: boolean;
  readonly leaveAccountId: number;
  readonly leavePeriodId: number;
  readonly leavePeriod: {
    readonly ownerId: number;
    readonly owner: { readonly departmentId: number };
    readonly startsOn: string;
    readonly endsOn: string;
  };
  readonly creationDate: string;
  readonly cancellationDate: string | null;
}

const shown =
  'id,date,isAM,isActive,leaveAccountId,leavePeriodId,leavePeriod[ownerId,owner.departmentId,startsOn,endsOn],creationDate,cancellationDate';

async function found(query: string, session: Session = database.session('1')): Promise<Row[]> {
  const request = { reader, query: `fields=${shown}&${query}`, session, reading: { shown: null }, startedAtMs: 0 };
  return JSON.parse((await leavesV3.list(request)).join('')).data.items;
}

const literal = (value: unknown): string =>
  Array.isArray(value)
    ? pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`)
    : pg.escapeLiteral(String(value));

/** The plans of every statement of a query. */
async function plansOf(ask: (session: Session) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  const session = database.session('1');
  const watched: Session = {
    ...session,
    run: async <Row>(statement: Statement, values: readonly unknown[] = []) => {
      await connection.query(`prepare asked as ${statement.text}`);
      const given = ['1', ...values].map(literal).join(', ');
      const { rows } = await connection.query(`explain (costs off) execute asked(${given})`);
      await connection.query('deallocate asked');
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return session.run<Row>(statement, values);
    },
  };
  await ask(watched);
  return plans;
}

const tenth = '2012-06-01';
/** A query, its expected rows, and the index that finds them. */
const questions: readonly (readonly [query: string, isMeant: (row: Row) => boolean, index: string])[] = [
  ['', () => true, 'pkey'],
  ['isActive=false', (row) => !row.isActive, 'pkey'],
  ['date=2011-03-02', (row) => row.date.startsWith('2011-03-02'), 'by_day'],
  ['date=since,2000-01-01', () => true, 'pkey'],
  [`date=since,${tenth}`, (row) => row.date >= tenth, 'by_day'],
  ['date=between,2011-01-01,2011-01-31', (row) => row.date.startsWith('2011-01-'), 'by_day'],
  ['leavePeriod.ownerId=7', ({ leavePeriod }) => leavePeriod.ownerId === 7, 'by_employee'],
  [
    'leavePeriod.ownerId=7,8,9&date=between,2011-01-01,2011-12-31',
    ({ leavePeriod, date }) => [7, 8, 9].includes(leavePeriod.ownerId) && date.startsWith('2011'),
    'by_employee',
  ],
  ['leavePeriod.ownerId=greaterthan,0&date=since,2000-01-01', () => true, 'pkey'],
  ['leavePeriod.ownerId=greaterthan,399', ({ leavePeriod }) => leavePeriod.ownerId > 399, 'by_employee'],
  ['leaveAccountId=2', (row) => row.leaveAccountId === 2, 'by_leave_account'],
  ['leaveAccountId=5', (row) => row.leaveAccountId === 5, 'by_leave_account'],
  ['leaveAccountId=5&date=since,2000-01-01', (row) => row.leaveAccountId === 5, 'by_leave_account'],
  [`leaveAccountId=1,2,3&date=since,${tenth}`, (row) => row.leaveAccountId < 4 && row.date >= tenth, 'by_day'],
  ['leaveAccountId=1,2,3,4', (row) => row.leaveAccountId < 5, 'pkey'],
  ['leaveAccount.name=Account 5', (row) => row.leaveAccountId === 5, 'pkey'],
  ['creationDate=since,2020-11-20', (row) => row.creationDate >= '2020-11-20', 'by_created_at'],
  ['creationDate=since,2019-01-01', () => true, 'pkey'],
  ['cancellationDate=since,2020-06-01', (row) => (row.cancellationDate ?? '') >= '2020-06-01', 'by_cancelled_at'],
  ['leavePeriod.confirmationDate=since,2020-11-29', (row) => row.creationDate >= '2020-11-28', 'by_confirmed_at'],
  ['leavePeriod.owner.departmentId=3', ({ leavePeriod }) => leavePeriod.owner.departmentId === 3, 'by_employee'],
  ['leavePeriod.owner.name=like,family', () => true, 'pkey'],
  ['leavePeriod.owner.name=like,family&leaveAccountId=5', (row) => row.leaveAccountId === 5, 'by_leave_account'],
  ['leavePeriod.startsOn=2011-03-14', ({ leavePeriod }) => leavePeriod.startsOn.startsWith('2011-03-14'), 'pkey'],
  ['leavePeriod.endsOn=since,2012-08-01', ({ leavePeriod }) => leavePeriod.endsOn >= '2012-08-01', 'pkey'],
  ['leavePeriod.startsOn=since,2000-01-01', () => true, 'pkey'],
  ['cancellationUserId=9', ({ leavePeriodId }) => leavePeriodId % 1000 === 9, 'pkey'],
  ['leavePeriod.logs.status=3', ({ leavePeriodId }) => leavePeriodId % 1000 === 9, 'pkey'],
  ['leavePeriod.logs.status=notequal,0', () => true, 'pkey'],
  ['leavePeriodId=77,78', (row) => row.leavePeriodId === 77 || row.leavePeriodId === 78, 'pkey'],
  ['id=7-20100104-AM,8-20100104-AM', ({ id }) => /^[78]-20100104-AM$/.test(id), '(pkey|by_day)'],
];

describe('a page is found by an index', () => {
  let all: Row[];
  beforeAll(async () => {
    const pages = Array.from({ length: 8 }, (_, index) => found(`paging=${index * 10_000},10000`));
    all = (await Promise.all(pages)).flat();
  }, 120_000);

  test.each(questions)('?%s', async (query, isMeant, index) => {
    const expected = all.filter(isMeant);
    expect(expected.length).toBeGreaterThan(0);
    expect((await found(query)).map(({ id }) => id)).toEqual(expected.slice(0, 1000).map(({ id }) => id));
    const plan = (await plansOf((session) => found(query, session))).at(-1) ?? '';
    expect(plan).toMatch(new RegExp(`leave_half_days_${index}\\b`));
    expect(plan).not.toContain('Seq Scan on leave_half_days');
    // The history of leaves is in no index.
    if (!query.includes('logs')) expect(plan).not.toContain('Seq Scan on leave_periods');
  });

  test('a single row is found by its id', async () => {
    const [{ id } = { id: '' }] = all;
    for (const [resource, wanted] of [
      [leavesV3, id],
      [leavesV2, '7-04/01/2010 00:00:00-AM'],
    ] as const) {
      const [plan, ...others] = await plansOf((session) =>
        resource.read({ reader, query: '', session, reading: { shown: null }, startedAtMs: 0 }, wanted),
      );
      expect(others).toEqual([]);
      expect(plan).toMatch(/leave_half_days_(pkey|by_employee|by_day)/);
      expect(plan).not.toMatch(/Seq Scan on (leave_half_days|leave_periods|employees)/);
    }
  });

  test('rows in an order that an index has are read in that order', async () => {
    const [plan = ''] = await plansOf((session) => found('orderBy=date,desc', session));
    expect(plan).toMatch(/Index.* Scan Backward using leave_half_days_by_day/);
    const byDay = all.toSorted((one, other) => (one.date > other.date ? -1 : one.date < other.date ? 1 : 0));
    const expected = byDay.slice(0, 1000).map(({ id }) => id);
    expect((await found('orderBy=date,desc')).map(({ id }) => id)).toEqual(expected);
  });

  test.each(['asc', 'desc'])(
    'rows in the order of the names of their owners are read owner by owner, %s',
    async (way) => {
      const query = `orderBy=leavePeriod.owner.name,${way}`;
      const plan = (await plansOf((session) => found(query, session))).at(-1) ?? '';
      expect(plan).toContain('Presorted Key');
      expect(plan).toContain('leave_half_days_by_employee');
      // Several people have the same name: their rows are in the order of the key together.
      const nameOf = ({ leavePeriod: { ownerId } }: Row) => nameEndingOf(ownerId);
      const sign = way === 'asc' ? 1 : -1;
      const byName = all.toSorted(
        (one, other) => sign * (nameOf(one) < nameOf(other) ? -1 : nameOf(one) > nameOf(other) ? 1 : 0),
      );
      for (const first of [0, 40_000]) {
        const expected = byName.slice(first, first + 1000).map(({ id }) => id);
        expect((await found(`${query}&paging=${first},1000`)).map(({ id }) => id)).toEqual(expected);
      }
    },
  );

  test('the second generation gives ten thousand rows at most, and then tells how many there are', async () => {
    const request = {
      reader,
      query: 'fields=id',
      session: database.session('1'),
      reading: { shown: null },
      startedAtMs: 0,
    };
    const { header, data } = JSON.parse((await leavesV2.list(request)).join(''));
    expect(data).toHaveLength(10_000);
    expect(header.paging).toMatchObject({ offset: 0, limit: 10_000 });
    const halves = new Set(all.map(({ leavePeriod, date, isAM }) => `${leavePeriod.ownerId} ${date} ${isAM}`));
    expect(header.paging.count).toBe(halves.size);
  });
});

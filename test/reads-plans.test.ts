/**
 * "Who has read about this person" among very many entries: the plan starts from the rows of the person, and the page is
 * there in less than a second. At another size: READ_ENTRIES=10000000 npx vitest run test/reads-plans.test.ts
 */
import { readEntries } from '@muster/contract/administration/read-entries.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Account } from '../server/identity/accounts/accounts.ts';
import type { Session } from '../server/platform/database/database.ts';
import type { Statement } from '../server/platform/database/statement.ts';
import { listReadEntries } from '../server/reads/read-entries.ts';
import { keptReads } from '../server/reads/retention.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { inForm } from './support/form.ts';
import type { TestPerson } from './support/people/person.ts';
import { type TestService, testService } from './support/service.ts';

const entryCount = Number(process.env.READ_ENTRIES ?? inForm({ short: 20_000, full: 60_000 }));
const months = 24;
/** A person in every hundredth entry, next to one of many others. */
const common = '7';

let database: FreshDatabase;
let service: TestService;
let account: Account;
let owner: TestPerson;
let session: Session;

const ofMonth = "date_trunc('month', now()) - make_interval(months => $2::int)";

/** As a superuser, without the time limit of a statement. */
async function filled(databaseUrl: string, accountId: string): Promise<void> {
  const url = new URL(inject('superuserUrl'));
  url.pathname = new URL(databaseUrl).pathname;
  const superuser = new pg.Client({ connectionString: url.href });
  await superuser.connect();
  for (let month = months - 1; month >= 0; month -= 1) {
    const parents = "unnest(array['read_log', 'read_people']) as parent";
    await superuser.query(`select ensure_month(parent, ${ofMonth}) from ${parents} where $1::bigint > 0`, [1, month]);
    await superuser.query(insertion, [accountId, month, Math.ceil(entryCount / months)]);
  }
  await superuser.query('analyze read_log, read_people');
  await superuser.end();
}

const insertion = `
with noted as materialized (
  select nextval('read_log_id_seq') as id, ${ofMonth} + n * interval '1 second' as occurred_at,
    case when n % 100 = 0 then array[${common}, 1000 + n % 10000] else array[1000 + n % 10000] end::bigint[] as people, n
  from generate_series(1, $3::int) as n
), entries as (
  insert into read_log (account_id, id, occurred_at, reader_type, reader_id, reader_name, operation, families, members,
    employee_ids, trace_id)
  select $1, id, occurred_at, 'client-application', 'app-' || n % 20, 'Application', 'GET /svc-api/employee-personal-records/{id}',
    '{employee-personal-records}', '{"employee-personal-records":["birthDate"]}', people, md5(id::text)
  from noted
)
insert into read_people (account_id, employee_id, entry_id, occurred_at)
select $1, person, id, occurred_at from noted cross join lateral unnest(people) as person`;

beforeAll(async () => {
  database = await freshDatabase();
  service = await testService({ databaseUrl: database.url });
  account = await service.openAccount('acme');
  owner = await service.person(account);
  session = service.database.session(account.id);
  await filled(database.url, account.id);
}, 3_600_000);

afterAll(async () => {
  await service.stop();
  await database.drop();
});

const question = {
  limit: 100,
  sort: [{ path: 'id', isDescending: true }],
  start: { isBackward: false, values: null },
  isCounted: false,
  isLinked: false,
} as const;

const about = (id: string) =>
  ({ how: 'among', name: 'employees.id', values: [id], hasNull: false, isNegative: false }) as const;

/** The plan of the statement that the list really sends. */
async function planOf(id: string): Promise<string> {
  const sent: [Statement, readonly unknown[]][] = [];
  const watched: Session = {
    ...session,
    run: (one, values = []) => {
      sent.push([one, values]);
      return session.run(one, values);
    },
  };
  // The list of entries asks nothing of its caller: the conditions are given.
  const access = { caller: null as never, conditions: keptReads(session), conditionsOn: () => [] };
  await listReadEntries(watched, access, { ...question, filters: [about(id)] });
  const [[text, values] = [{ text: '' }, []]] = sent;
  const rows = await session.run<{ 'QUERY PLAN': string }>({ text: `explain ${text.text}` }, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('the plan starts from the entries of the person, in their order, and sorts nothing', async () => {
  const plan = await planOf(common);
  expect(plan).toMatch(/Merge Append.*\n *Sort Key: reading\.entry_id DESC/);
  expect(plan).toMatch(/Index Only Scan Backward using read_people_\w+_pkey/);
  // The coming month is empty.
  expect(plan).not.toMatch(/Seq Scan on read_\w+ .*rows=\d\d/);
  expect(plan).not.toMatch(/Hash Join|Sort Key: .*read_log/);
});

test.each([
  ['of many entries', common],
  ['of few', '1017'],
  ['of none', '999999'],
])(`a person %s among ${entryCount} entries is answered in less than a second`, async (_, id) => {
  await owner.call('GET', `/admin-api/${readEntries.path}?employees.id=${id}&sort=-id`);
  const startedAt = performance.now();
  const { status, body } = await owner.call('GET', `/admin-api/${readEntries.path}?employees.id=${id}&sort=-id`);
  const tookMs = performance.now() - startedAt;
  if (entryCount > 100_000) process.stderr.write(`employees.id=${id}: ${tookMs.toFixed(1)} ms\n`);
  expect(status).toBe(200);
  expect(body.items.length > 0).toBe(id !== '999999');
  expect(tookMs).toBeLessThan(1000);
});

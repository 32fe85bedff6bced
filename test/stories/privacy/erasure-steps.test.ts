/**
 * Steps of an erasure that fail, in accounts of all states: those that are done are not run again, and in the end nothing of
 * the person is left. A step fails as long as its table is in `broken`.
 */
import { employees } from '@muster/contract/resources/employees.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { closeAccount } from '../../../server/admin/sandboxes/closing.ts';
import { copiesOfPerson } from '../../../server/admin/sandboxes/copies-of-person.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { loopbackNetworks } from '../../../server/settings/webhooks.ts';
import { standardLimits } from '../../../server/webhooks/limits.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { createExample } from '../../support/examples.ts';
import { inFull } from '../../support/form.ts';
import type { TestPerson } from '../../support/people/person.ts';
import { erasedOf, planned } from '../../support/privacy/erasing.ts';
import { wordsInTables } from '../../support/privacy/whole-database.ts';
import { sandboxOf } from '../../support/sandbox.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';
import { createEndpoint } from '../../support/webhooks/webhooks.ts';

interface Place {
  readonly account: Account;
  readonly client: TestClient;
  readonly owner: TestPerson;
}

let database: FreshDatabase;
let service: TestService;

/** What only one step changes, whether it finds something or not. */
const stepTables = { request_log: 'update', import_errors: 'delete', administrator_invitations: 'delete' } as const;

beforeAll(async () => {
  database = await freshDatabase();
  // A request of a webhook may be under way for so long after the beginning.
  const limits = { ...standardLimits, attemptMs: 60_000 };
  service = await testService({
    databaseUrl: database.url,
    webhooks: { networks: loopbackNetworks, limits, isSending: false },
  });
  const run = (sql: string) => service.database.query(sql);
  await run('analyze employees');
  await run('create table step_runs (step text)');
  await run('create table broken (step text)');
  await run(`create function note_run() returns trigger language plpgsql as $$ begin
    if exists (select from broken where step = tg_argv[0]) then raise 'a broken step'; end if;
    insert into step_runs values (tg_argv[0]);
    return null; end $$`);
  for (const [table, verb] of Object.entries(stepTables)) {
    await run(`create trigger note_run after ${verb} on ${table}
      for each statement execute function note_run('${table}')`);
  }
  await run(`create trigger note_end after update on erasures
    for each row when (new.status = 'done') execute function note_run('end')`);
});
beforeEach(async () => {
  await service.database.query('delete from step_runs');
  await mended();
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

async function placeOf(account: Account, by?: TestPerson): Promise<Place> {
  const owner = by ?? (await service.person(account));
  await owner.call('PATCH', '/admin-api/account-settings/current', { body: { erasuresNeedApproval: false } });
  return { account, client: await service.client(account), owner };
}

const newPlace = async (name: string): Promise<Place> => placeOf(await service.openAccount(name));

const failing = (step: string) => service.database.query('insert into broken values ($1)', [step]);
const mended = () => service.database.query('delete from broken');

const stepsOf = async (erasureId: string): Promise<string[]> => {
  const found = await service.database.query<{ steps: string[] }>(
    'select steps from erasure_queue where erasure_id = $1',
    [erasureId],
  );
  return found[0]?.steps ?? [];
};

const done = (erasureId: string, step: RegExp) =>
  vi.waitFor(async () => expect(await stepsOf(erasureId)).toContainEqual(expect.stringMatching(step)), {
    timeout: 60_000,
    interval: 100,
  });

const stepRuns = async (): Promise<Record<string, number>> => {
  const rows = await service.database.query<{ step: string; count: number }>(
    'select step, count(*)::integer as count from step_runs group by 1',
  );
  return Object.fromEntries(rows.map(({ step, count }) => [step, count]));
};

const onceEach = { request_log: 1, import_errors: 1, administrator_invitations: 1, end: 1 };

test('a step that fails is tried again, and those before it are not', { timeout: 90_000 }, async () => {
  const { client, owner } = await newPlace('failing');
  const { id } = await createExample(client, employees, { givenName: 'Xy', familyName: 'Qzfailing' });
  await failing('administrator_invitations');
  const erasureId = await planned(owner, id);
  await done(erasureId, /^free-texts$/);
  await mended();
  expect(await erasedOf(owner, erasureId)).toMatchObject({ status: 'done' });
  expect(await stepRuns()).toEqual(onceEach);
  await service.publisher.publishAll();
  expect(await wordsInTables(database.url, ['qzfailing'])).toEqual(new Map());
});

inFull('steps that the previous release has run, or stored by no one, are run', { timeout: 90_000 }, async () => {
  const { client, owner } = await newPlace('previous');
  const { id } = await createExample(client, employees, { givenName: 'Xy', familyName: 'Qzprevious' });
  await failing('end');
  const erasureId = await planned(owner, id);
  await done(erasureId, /^statistics /);
  // As the previous release leaves it, and a name that this release does not know.
  await service.database.query('update erasure_queue set steps = default where erasure_id = $1', [erasureId]);
  await service.database.query(`update erasure_queue set steps = '{later}' where erasure_id = $1`, [erasureId]);
  await done(erasureId, /^statistics /);
  await mended();
  expect(await erasedOf(owner, erasureId)).toMatchObject({ status: 'done' });
  expect(await stepRuns()).toEqual({ request_log: 2, import_errors: 2, administrator_invitations: 2, end: 1 });
});

inFull('in a sandbox whose clock was moved, steps go on by the time of the machine', { timeout: 120_000 }, async () => {
  const sandbox = await sandboxOf(service, 'clocks');
  const { client, owner } = await placeOf(sandbox.account);
  const { id } = await createExample(client, employees, { givenName: 'Xy', familyName: 'Qzclock' });
  await sandbox.moveTo('2050-03-01T08:00:00Z');
  await failing('administrator_invitations');
  const later = await service.person(sandbox.account);
  const erasureId = await planned(later, id);
  await done(erasureId, /^free-texts$/);
  await sandbox.moveTo('2010-03-01T08:00:00Z');
  await mended();
  await vi.waitFor(async () => expect(await stepsOf(erasureId)).toEqual([]), { timeout: 60_000, interval: 100 });
  await sandbox.moveTo(null);
  expect(await erasedOf(owner, erasureId)).toMatchObject({ status: 'done' });
  // What expires in a sandbox whose clock is moved is removed from the other tables too.
  expect(await stepRuns()).toMatchObject({ request_log: 1, end: 1 });
  await service.publisher.publishAll();
  expect(await wordsInTables(database.url, ['qzclock'])).toEqual(new Map());
});

inFull('an erasure goes on in an account that was closed', { timeout: 90_000 }, async () => {
  const { account, client, owner } = await newPlace('closing');
  const { id } = await createExample(client, employees, { givenName: 'Xy', familyName: 'Qzclosed' });
  await failing('administrator_invitations');
  const erasureId = await planned(owner, id);
  await done(erasureId, /^free-texts$/);
  const removalAt = new Date(service.now().getTime() + 30 * 86_400_000);
  await service.database.transaction(account.id, (tx) => closeAccount(tx, removalAt));
  await mended();
  const status = statement('select status from erasures where account_id = $1 and id = $2::bigint');
  const statusNow = () => service.database.session(account.id).run<{ status: string }>(status, [erasureId]);
  await vi.waitFor(async () => expect(await statusNow()).toEqual([{ status: 'done' }]), {
    timeout: 60_000,
    interval: 100,
  });
  expect(await stepRuns()).toEqual(onceEach);
  await service.publisher.publishAll();
  expect(await wordsInTables(database.url, ['qzclosed'])).toEqual(new Map());
});

inFull('a sandbox is cleared once, and samples are taken once', { timeout: 180_000 }, async () => {
  const { account, client, owner } = await newPlace('copied');
  const { id } = await createExample(client, employees, { givenName: 'Xy', familyName: 'Qzcopied' });
  const made = await owner.call('POST', '/admin-api/sandboxes', { body: {} });
  await vi.waitFor(
    async () => expect((await owner.call('GET', `/admin-api/sandboxes/${made.body.id}`)).body.state).toBe('ready'),
    { timeout: 60_000, interval: 100 },
  );
  const there = await service.client({ ...account, id: made.body.id, environment: 'sandbox', sandbox: made.body.name });
  const [copy] = (await copiesOfPerson(service.database, account.id, id)).copies;
  const named = await there.call('PATCH', `/svc-api/employees/${copy?.employeeId}`, {
    body: { familyName: 'Qzcopied' },
  });
  expect(named.status, named.text).toBe(200);
  await service.publisher.publishAll();
  const sampled = async () => {
    const [row] = await service.database.query<{ count: number }>(
      `select pg_stat_get_analyze_count('employees'::regclass)::integer as count`,
    );
    return row?.count ?? 0;
  };
  await expect.poll(sampled).toBeGreaterThan(0);
  const before = await sampled();
  await failing('end');
  const erasureId = await planned(owner, id);
  // The last of them, in the order of their creation.
  await done(erasureId, /^statistics employees$/);
  await done(erasureId, new RegExp(`^sandbox ${made.body.id}$`));
  const errors = () => service.logLines.filter((line) => line.includes('a broken step')).length;
  const seen = errors();
  await expect.poll(errors, { timeout: 30_000 }).toBeGreaterThan(seen + 1);
  await mended();
  expect(await erasedOf(owner, erasureId)).toMatchObject({ status: 'done' });
  // Of the account, and two of its sandbox: of the copy, and of what is written there of the person.
  expect(await stepRuns()).toMatchObject({ request_log: 3, end: 1 });
  await expect.poll(sampled).toBe(before + 1);
  await service.publisher.publishAll();
  expect(await wordsInTables(database.url, ['qzcopied'])).toEqual(new Map());
});

inFull('samples are taken again after a request that may have been under way', { timeout: 180_000 }, async () => {
  const { account, client, owner } = await newPlace('answers');
  await createEndpoint(client, 'https://localhost:9/', { topics: ['employee.*'] });
  const { id } = await createExample(client, employees, { givenName: 'Xy', familyName: 'Qzanswers' });
  const at = (interval: string) =>
    service.database
      .session(account.id)
      .run(
        statement(`update deliveries set next_attempt_at = now() + $2::interval where account_id = $1 returning 1`),
        [interval],
      );
  await failing('end');
  const erasureId = await planned(owner, id);
  await done(erasureId, /^answers$/);
  await service.publisher.publishAll();
  expect((await at('1 day')).length).toBeGreaterThan(0);
  await done(erasureId, /^statistics /);
  expect((await at('-1 second')).length).toBeGreaterThan(0);
  await vi.waitFor(
    async () => expect((await stepsOf(erasureId)).filter((step) => step.startsWith('statistics '))).toEqual([]),
    { timeout: 30_000, interval: 20 },
  );
  expect(await stepsOf(erasureId)).toContain('free-texts');
  await at('1 day');
  await done(erasureId, /^statistics /);
  await mended();
  expect(await erasedOf(owner, erasureId)).toMatchObject({ status: 'done' });
});

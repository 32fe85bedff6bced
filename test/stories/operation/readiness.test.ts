/** `/health/ready` says why a node cannot serve requests, and is ready again when the reason is gone. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { asked, closing, connection } from '../../support/commands/interrupted-command.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { inFull } from '../../support/form.ts';
import { call, limits, type TestService, testService } from '../../support/service.ts';

const masterKey = randomBytes(32);
let fresh: FreshDatabase;
let service: TestService;
beforeAll(async () => {
  fresh = await freshDatabase();
  service = await testService({ databaseUrl: fresh.url, masterKey });
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  await service.stop();
  await fresh.drop();
});

const superuserUrl = () =>
  Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(fresh.url).pathname }).href;
const run = (sql: string) => asked(superuserUrl(), sql);
const readyAt = async ({ url }: TestService) => {
  const response = await fetch(`${url}/health/ready`);
  return [response.status, (await response.json()).reason];
};
const ready = () => readyAt(service);

/** The sessions that are open have the settings of before. */
const renewed = `select pg_terminate_backend(pid) from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid()`;

/** What spoils it, what mends it, and what is said. */
const states: readonly (readonly [string, string, string | RegExp])[] = [
  [
    `update installation set key_check = 'other' || key_check`,
    'update installation set key_check = substr(key_check, 6)',
    /^the database was set up with another encryption key$/,
  ],
  [
    `update migrations set name = 'x' || name where name like '0001-%'`,
    `update migrations set name = substr(name, 2) where name like 'x0001-%'`,
    /^migrations are due: 0001-/,
  ],
  [
    `insert into migrations values ('9999-of-a-later-release.sql', 'x', now(), 'contract')`,
    `delete from migrations where name like '9999-%'`,
    /^The schema is too new for this release/,
  ],
  [
    `do $$ begin execute format('alter database %I set default_transaction_read_only to on', current_database()); end $$;
${renewed}`,
    `begin read write;
do $$ begin execute format('alter database %I reset default_transaction_read_only', current_database()); end $$;
commit; ${renewed}`,
    /^the database takes no changes$/,
  ],
];

test('another key, another schema and a database that takes no changes are said', { timeout: 120_000 }, async () => {
  for (const [spoilt, mended, reason] of states) {
    await run(spoilt);
    await expect.poll(ready, { timeout: 20_000 }).toEqual([503, expect.stringMatching(reason)]);
    await run(mended);
  }
  await expect.poll(ready, { timeout: 20_000 }).toEqual([200, undefined]);
});

/** All that requests need, and none of what readiness asks for. */
const everyTable = `do $$ declare name text; begin
  for name in select quote_ident(relname) from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not in ('migrations', 'installation')
  loop execute 'lock table ' || name; end loop;
end $$`;

inFull('a pool whose connections are all in use, and answer nothing, is said', { timeout: 120_000 }, async () => {
  const { token } = await service.client(await service.openAccount('pool'));
  // It is said after twice the time of a request. Workers would wait for the tables too, and are elsewhere.
  const few = { ...limits, databaseConnections: 2, requestMs: 1000 };
  const role = 'api' as const;
  const node = await testService({ databaseUrl: fresh.url, masterKey, publicUrl: service.url, role, limits: few });
  closing.push(node.stop);
  const list = async (limit: number) =>
    (await call(node.url, token, 'GET', `/svc-api/taxonomies?limit=${limit}`)).status;
  expect(await list(1)).toBe(200);
  const holder = await connection(superuserUrl());
  await holder.query(`begin; ${everyTable}`);
  let isLocked = true;
  // Requests that do not share a statement.
  const callers = Array.from({ length: 2 * few.databaseConnections }, async (_, at) => {
    while (isLocked) await list(at + 1);
  });
  await expect
    .poll(() => readyAt(node), { timeout: 30_000 })
    .toEqual([503, 'no connection of the pool becomes free'])
    .finally(() => {
      isLocked = false;
    });
  await Promise.all(callers);
  await holder.query('rollback');
  await expect.poll(() => readyAt(node), { timeout: 30_000 }).toEqual([200, undefined]);
  expect(await list(1)).toBe(200);
});

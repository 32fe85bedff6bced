/** `/health/ready` says why a node cannot serve requests, and is ready again when the reason is gone. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { asked } from '../../support/commands/interrupted-command.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { type TestService, testService } from '../../support/service.ts';

let fresh: FreshDatabase;
let service: TestService;
beforeAll(async () => {
  fresh = await freshDatabase();
  service = await testService({ databaseUrl: fresh.url });
});
afterAll(async () => {
  await service.stop();
  await fresh.drop();
});

const run = (sql: string) =>
  asked(Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(fresh.url).pathname }).href, sql);
const ready = async () => {
  const response = await fetch(`${service.url}/health/ready`);
  return [response.status, (await response.json()).reason];
};

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

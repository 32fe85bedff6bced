/** Locks that processes take by number: a backup, which may take hours, held up new signing keys, because both had one number. */
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { advisoryLocks } from '../../server/platform/database/advisory-locks.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { testService } from '../support/service.ts';
import { sources } from '../support/sources.ts';

let database: FreshDatabase;
let holder: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  const url = Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(database.url).pathname });
  holder = new pg.Client({ connectionString: url.href });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await database.drop();
});

test('a backup, or a node that makes a demo, holds up no signing key', async () => {
  for (const number of [advisoryLocks.backup, advisoryLocks.demo]) {
    await holder.query('select pg_advisory_lock($1)', [number]);
  }
  const service = await testService({ databaseUrl: database.url });
  const { token } = await service.client(await service.openAccount('acme'));
  expect(token).toMatch(/^ey/);
  await service.stop();
});

test('each lock has a number of its own, and all numbers stand in one file', () => {
  const numbers = Object.values(advisoryLocks);
  expect(new Set(numbers).size).toBe(numbers.length);
  const literal = /advisory_\w*lock\w*\(\d|\block = [\d_]{9,}/;
  const products = sources.filter(({ file }) => /^(server|cli|demo)\//.test(file));
  expect(products.filter(({ text }) => literal.test(text)).map(({ file }) => file)).toEqual([]);
});

/**
 * PostgreSQL ends a transaction that is silent for too long, so none may wait for something slow outside the database:
 * queued password hashes, other servers.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDemoIfEmpty } from '../../demo/demo.ts';
import { argon2id } from '../../server/identity/accounts/password-threads.ts';
import { hashPassword } from '../../server/identity/accounts/passwords.ts';
import { advisoryLocks } from '../../server/platform/database/advisory-locks.ts';
import { guardedFetch } from '../../server/webhooks/fetch.ts';
import { outside } from '../../server/webhooks/outside.ts';
import { openSender } from '../../server/webhooks/send.ts';
import { inFull } from '../support/form.ts';
import { browser } from '../support/people/person.ts';
import { type TestService, testService } from '../support/service.ts';

let service: TestService;
let dataDir: string;
beforeAll(async () => {
  service = await testService();
  dataDir = await mkdtemp(join(tmpdir(), 'muster-demo-'));
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Keeps both password threads busy for half a second; resolves when the first is done. */
function busyPasswords(): Promise<unknown> {
  const cost = { memory: 19_456, passes: 30, parallelism: 1, tagLength: 32 };
  const work = () => argon2id({ message: 'x', nonce: Buffer.alloc(16), ...cost });
  return Promise.race([work(), work()]);
}

/** Transactions that create the demo, which take this lock first. */
async function lockedTransactions(): Promise<number> {
  const [row] = await service.database.query<{ count: number }>(
    `select count(*)::int as count from pg_locks join pg_database on pg_database.oid = database
     where datname = current_database() and locktype = 'advisory' and objid = ${advisoryLocks.demo}`,
  );
  return row?.count ?? 0;
}

inFull(
  'the demo begins its transaction when the password of its administrator is ready',
  async () => {
    let isBusy = true;
    const busy = busyPasswords().then(() => {
      isBusy = false;
    });
    const demo = createDemoIfEmpty({ ...service, dataDir });
    const seen: number[] = [];
    while (isBusy) {
      const count = await lockedTransactions();
      if (isBusy) seen.push(count);
      await pause(20);
    }
    await busy;
    const made = await demo;
    expect(seen.length).toBeGreaterThan(3);
    expect(Math.max(...seen)).toBe(0);
    const { account, adminEmail: email, adminPassword: password } = made ?? {};
    const signIn = await browser(service.url).call('POST', '/admin-api/session', {
      body: { account, email, password },
    });
    expect(signIn.status, signIn.text).toBe(200);
  },
  60_000,
);

describe('inside a transaction', () => {
  const inside = <T>(work: () => Promise<T>) => service.database.together(work);
  const permits = { networks: [], isOwnHost: () => false };
  const whatIsSlow: [string, () => Promise<unknown>][] = [
    ['the hash of a password', () => hashPassword('correct horse battery')],
    ['an address elsewhere', () => guardedFetch({ permits }).fetch('http://127.0.0.1:9/', {})],
    [
      'the address of an endpoint',
      () => outside(permits, openSender({ permits })).refusedAddress('http://127.0.0.1:9/'),
    ],
  ];
  test.each(whatIsSlow)('%s is refused as a mistake, whether it would be quick or not', async (_, work) => {
    await expect(inside(work)).rejects.toThrow(/A transaction waits for .*: do this before it begins/);
  });

  test('work that continues after the transaction is allowed', async () => {
    let goOn: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let later: Promise<string> | undefined;
    await inside(async () => {
      later = ended.then(() => hashPassword('correct horse battery'));
    });
    goOn();
    expect(await later).toMatch(/^\$argon2id/);
  });
});

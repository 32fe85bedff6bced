/** Every kind of process with another encryption key is refused before it writes anything. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { newcomer, pathOf } from '../support/examples.ts';
import { inForm, inFull, oneIn } from '../support/form.ts';
import { confidential, hired, personalRecord } from '../support/people/personal-records.ts';
import { type TestService, testService } from '../support/service.ts';
import { compileCache, root } from '../support/started-service.ts';

const masterKey = randomBytes(32);
let fresh: FreshDatabase;
let service: TestService;
let folder: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  service = await testService({ databaseUrl: fresh.url, masterKey });
  folder = await mkdtemp(join(tmpdir(), 'muster-key-'));
});
afterAll(async () => {
  await service.stop();
  await fresh.drop();
  await rm(folder, { recursive: true, force: true });
});

async function ended(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...compileCache,
      PATH: process.env.PATH,
      DATABASE_URL: fresh.url,
      MUSTER_DATA_DIR: folder,
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      // The process must never get this far.
      if (said.includes('ready')) child.kill('SIGKILL');
    });
  }
  const [status] = await once(child, 'close');
  return { status, said };
}

const anotherKey = { MUSTER_ENCRYPTION_KEY: randomBytes(32).toString('base64') };
const entries: readonly (readonly [string, readonly string[]])[] = [
  ['the service', ['server/main.ts']],
  ['a worker', ['server/main.ts', '--role', 'worker']],
  ['a command', ['cli/main.ts', 'accounts', 'list']],
];

test.each(oneIn(3, entries))(
  '%s without the key says in one sentence what to do, and makes none up',
  async (_, args) => {
    const { status, said } = await ended(args, {});
    expect([status, said.trim().split('\n').length], said).toEqual([1, 1]);
    expect(said).toMatch(/set MUSTER_ENCRYPTION_KEY to the key of the other nodes/);
    expect(existsSync(join(folder, 'encryption-key'))).toBe(false);
  },
);

test.each(oneIn(3, entries, 2))('%s with another key is refused in one sentence', async (_, args) => {
  const { status, said } = await ended(args, anotherKey);
  expect([status, said.trim().split('\n').length], said).toEqual([1, 1]);
  expect(said).toMatch(/not the one that this database was set up with: set MUSTER_ENCRYPTION_KEY/);
});

test('the same key is welcome', async () => {
  const { status, said } = await ended(['cli/main.ts', 'accounts', 'list'], {
    MUSTER_ENCRYPTION_KEY: masterKey.toString('base64'),
  });
  expect(status, said).toBe(0);
});

test('of two first starts at once with two keys one wins, and the other is refused', async () => {
  for (let round = 0; round < inForm({ short: 1, full: 3 }); round += 1) {
    const empty = await freshDatabase();
    const starts = await Promise.allSettled(
      [1, 2, 3].map(() => testService({ databaseUrl: empty.url, masterKey: randomBytes(32) })),
    );
    const started = starts.filter((start) => start.status === 'fulfilled');
    const refused = starts.filter((start) => start.status === 'rejected');
    expect([started.length, refused.length]).toEqual([1, 2]);
    for (const { reason } of refused) expect(String(reason)).toMatch(/MUSTER_ENCRYPTION_KEY/);
    for (const { value } of started) await value.stop();
    await empty.drop();
  }
});

inFull('two first starts at once with the same key both run', async () => {
  const empty = await freshDatabase();
  const starts = await Promise.all(
    [1, 2].map(() => testService({ databaseUrl: empty.url, masterKey: Buffer.alloc(32, 7) })),
  );
  for (const started of starts) await started.stop();
  await empty.drop();
});

test('a database from before there was a check value is judged by what is encrypted in it', async () => {
  const older = await freshDatabase();
  const first = await testService({ databaseUrl: older.url, masterKey });
  const { client } = await newcomer(first);
  const record = await personalRecord(client, await hired(client), confidential);
  await first.database.query('delete from installation');
  await expect(testService({ databaseUrl: older.url, masterKey: randomBytes(32) })).rejects.toThrow(
    /MUSTER_ENCRYPTION_KEY/,
  );
  // Also if every key that signs tokens has ended: then records decide.
  await first.database.query('delete from signing_keys');
  await expect(testService({ databaseUrl: older.url, masterKey: randomBytes(32) })).rejects.toThrow(
    /MUSTER_ENCRYPTION_KEY/,
  );
  const second = await testService({ databaseUrl: older.url, masterKey });
  const again = await (await second.renewed(client)).call('GET', pathOf(employeePersonalRecords, record.id));
  expect(again.body).toMatchObject(confidential);
  await second.stop();
  await first.stop();
  await older.drop();
});

/** After a backup is restored, no id is used twice, and readers of lost events get 410. */

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskStorage } from '../../server/files/disk-storage.ts';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { markIn, skipAfterRestore } from '../../server/worker/restores.ts';
import { copiedDatabase, type FreshDatabase, freshDatabase } from '../support/database.ts';
import { inFull } from '../support/form.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';

let folder: string;
let original: FreshDatabase;
let restored: FreshDatabase | undefined;
let running: TestService | undefined;
const masterKey = randomBytes(32);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-marks-'));
  original = await freshDatabase();
});
afterEach(async () => {
  await running?.stop();
  await restored?.drop();
  await original.drop();
  await rm(folder, { recursive: true, force: true });
  running = undefined;
});

/** On this database, with the current files. */
async function started({ url }: FreshDatabase, hasMarks = true): Promise<TestService> {
  running = await testService({ databaseUrl: url, masterKey, ...(hasMarks && { marks: markIn(diskStorage(folder)) }) });
  return running;
}

async function stopped(): Promise<void> {
  await running?.stop();
  running = undefined;
}

async function made(service: TestService, client: TestClient, count: number) {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const reply = await client.call('POST', '/svc-api/taxonomies', { body: { name: `Number ${index}` } });
    expect(reply.status, reply.text).toBe(201);
    ids.push(Number(reply.body.id));
  }
  await service.publisher.publishAll();
  const { body } = await client.call('GET', '/svc-api/events?limit=1000');
  const events: number[] = body.items.map(({ id }: { id: string }) => Number(id));
  return { ids, events };
}

/** Three before the backup and five after it, which are lost with the original. */
async function lostWork(hasMarks: boolean) {
  let service = await started(original, hasMarks);
  const account: Account = await service.openAccount('acme');
  const client = await service.client(account);
  const before = await made(service, client, 3);
  await stopped();
  restored = await copiedDatabase(original);
  service = await started(original, hasMarks);
  const later = await service.renewed(client);
  const after = await made(service, later, 5);
  const newcomer = await service.openAccount('initech');
  const lost = await made(service, await service.client(newcomer), 2);
  await stopped();
  return { client, before, after, lost, restored };
}

const position = (client: TestClient, id: number | undefined) =>
  client.call('GET', '/svc-api/events?wait=1', { headers: { 'last-event-id': String(id) } });

test('a start on a restored database notices it and goes on behind every id that was given out', async () => {
  const { client: former, before, after, lost, restored: database } = await lostWork(true);
  const service = await started(database);
  expect(service.logLines.join()).toContain('a backup was restored');
  const client = await service.renewed(former);
  const now = await made(service, client, 2);
  const given = new Set([...before.ids, ...after.ids, ...lost.ids]);
  expect(now.ids.filter((id) => given.has(id))).toEqual([]);
  const fresh = now.events.filter((id) => !before.events.includes(id));
  expect(fresh).toHaveLength(2);
  expect(Math.min(...fresh)).toBeGreaterThan(Math.max(...after.events));
  // Readers within the backup continue; readers beyond it get 410.
  const going = await position(client, before.events.at(-1));
  expect(going.body.items.map(({ id }: { id: string }) => Number(id))).toEqual(fresh);
  expect((await position(client, after.events.at(-1))).status).toBe(410);
  expect((await position(client, fresh.at(-1))).status).toBe(200);
  // An account that is created again with the same name does not repeat its events either.
  const again = await made(service, await service.client(await service.openAccount('initech')), 1);
  expect(again.events.filter((id) => lost.events.includes(id))).toEqual([]);
  expect(again.ids.filter((id) => given.has(id))).toEqual([]);
});

test('an ordinary start skips nothing', async () => {
  let service = await started(original);
  const client = await service.client(await service.openAccount('acme'));
  const { events, ids } = await made(service, client, 2);
  await stopped();
  service = await started(original);
  const later = await made(service, await service.renewed(client), 1);
  expect(later.events).toEqual([...events, (events.at(-1) ?? 0) + 1]);
  expect(later.ids).toEqual([(ids.at(-1) ?? 0) + 1]);
  expect(service.logLines.join()).not.toContain('restored');
});

inFull('an operator says that a backup was restored where nothing could be noticed', async () => {
  const { client: former, before, after, restored: database } = await lostWork(false);
  const service = await started(database, false);
  await skipAfterRestore(service.database);
  const client = await service.renewed(former);
  const now = await made(service, client, 1);
  expect(now.ids.filter((id) => after.ids.includes(id))).toEqual([]);
  const [fresh] = now.events.filter((id) => !before.events.includes(id));
  expect(after.events).not.toContain(fresh);
  expect((await position(client, after.events.at(-1))).status).toBe(410);
});

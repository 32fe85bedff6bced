/**
 * The encryption key is exchanged while two nodes serve requests: no request fails, every encrypted value is encrypted
 * again, and the former key opens nothing afterwards.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepCopyKey } from '../../../server/admin/sandboxes/copies-of-person.ts';
import { diskStorage } from '../../../server/files/disk-storage.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import {
  type DerivedKeys,
  derivedKeys,
  installationKey,
  storedKeys,
} from '../../../server/identity/auth/installation-key.ts';
import { keyRing } from '../../../server/identity/auth/key-ring.ts';
import { sealedSecret } from '../../../server/identity/sign-in/account-provider.ts';
import { begin } from '../../../server/identity/sign-in/pending.ts';
import { beginTotp } from '../../../server/identity/sign-in/totp.ts';
import { encryptedPlaces } from '../../../server/keys/places.ts';
import { recordedKeys } from '../../../server/keys/recorded-keys.ts';
import { activateKey } from '../../../server/keys/rotation.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { call } from '../../support/calls.ts';
import { keyExamples } from '../../support/commands/story-examples.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { filesOpenedBy, valuesOpenedBy } from '../../support/encrypted-values.ts';
import { createExample, newcomer, pathOf, type Row, unique } from '../../support/examples.ts';
import { download, linkOf, uploaded } from '../../support/files/files.ts';
import { runMuster } from '../../support/muster-line.ts';
import { confidential, hired, personalRecord, recordsPath } from '../../support/people/personal-records.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let database: FreshDatabase;
let folder: string;
let firstKey: Buffer;
let nodes: TestService[];
let account: Account;
let client: TestClient;
const started = new Set<TestService>();
/** The key of the last rotation. */
let keyText = '';

const stop = async (service: TestService) => {
  started.delete(service);
  await service.stop();
};
const filesDir = () => join(folder, 'files');
const node = async (keys: { masterKey: Buffer; previousKey?: Buffer; isFollowing?: boolean; publicUrl?: string }) => {
  const { isFollowing = false, ...options } = keys;
  const service = await testService({
    databaseUrl: database.url,
    storage: diskStorage(filesDir()),
    ...(isFollowing && { readKeys: () => storedKeys(folder) }),
    ...options,
  });
  started.add(service);
  return service;
};
const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  DATABASE_URL: database.url,
  MUSTER_DATA_DIR: folder,
  MUSTER_PUBLIC_URL: nodes[0]?.url ?? '',
  ...more,
});

const ran = new Set<string>();
/** Runs an example of a help text; `keyId` replaces the id that it names. */
function muster(example: (typeof keyExamples)[number], env = environment(), keyId: string | null = null) {
  ran.add(example);
  const words = example.split(' ').slice(1);
  return runMuster(keyId === null ? words : [...words.slice(0, -1), keyId], env);
}

beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'muster-keys-'));
  firstKey = await installationKey(null, folder);
  const first = await node({ masterKey: firstKey, isFollowing: true });
  nodes = [first, await node({ masterKey: firstKey, isFollowing: true, publicUrl: first.url })];
  ({ account, client } = await newcomer(first));
});
afterAll(async () => {
  for (const service of started) await stop(service);
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const openedBy = (keys: DerivedKeys) => valuesOpenedBy((nodes[0] as TestService).database, keys);

/** Empty most of the time: events and mails on their way. */
const seldom = ['outbox', 'administrator_invitations.mail_sealed_token'];
const placesExcept = (...without: string[]) =>
  encryptedPlaces.map(({ name }) => name).filter((name) => !without.includes(name));

interface Filled {
  readonly record: Row;
  readonly file: Row;
  /** To the file, from before the rotation. */
  readonly link: string;
  readonly headers: { readonly 'idempotency-key': string };
  readonly body: object;
}

/** A value in every place. */
async function fillEveryPlace(): Promise<Filled> {
  const [service] = nodes as [TestService];
  const person = await service.person(account);
  const administrator = { id: person.id, email: person.email, credentialsStamp: null };
  const record = await personalRecord(client, await hired(client), confidential);
  await client.call('PATCH', `${recordsPath}/${record.id}`, { body: { phoneNumber: '+33687654321' } });
  const deleted = await personalRecord(client, await hired(client), confidential);
  expect((await client.call('DELETE', `${recordsPath}/${deleted.id}`)).status).toBe(204);
  const file = await uploaded(client);
  const { applicableEmployment } = await hired(client);
  const employment = pathOf(employments, (applicableEmployment as Row).id);
  await client.call('PATCH', employment, { body: { document: { id: file.id } } });
  const link = new URL(await linkOf(client, employment, 'document'));
  const headers = { 'idempotency-key': unique() };
  const body = { employee: { id: (await hired(client)).id }, ...confidential };
  expect((await client.call('POST', recordsPath, { body, headers })).status).toBe(201);
  await createExample(client, webhookEndpoints);
  const session = service.database.session(account.id);
  await beginTotp(session, administrator, { name: 'phone', account: account.name });
  // A stored sign-in needs no other part of the sign-in than these two.
  await begin({ database: service.database, now: service.now } as never, 'passkey', administrator, { challenge: 'x' });
  await keepCopyKey(service.database, account.id, 'secret', new Map([[employees.type, { count: 1n, step: 1n }]]));
  await session.run(
    statement(`
insert into identity_providers (account_id, name, issuer, client_id, sealed_secret, is_required,
  are_addresses_trusted, representation, created_at, last_updated_at)
values ($1, 'Id', 'https://id.example', 'muster', $2, false, false, '{}', now(), now())`),
    [sealedSecret(session, 'secret')],
  );
  await service.publisher.publishAll();
  return { record, file, link: link.pathname + link.search, headers, body };
}

const pdf = { accept: 'application/pdf' };

/** Requests that read and write encrypted values on both nodes, until they have to stop. Returns what failed. */
function load({ record, headers, body, link }: Filled): { end(): Promise<{ count: number; failed: string[] }> } {
  let isEnding = false;
  let count = 0;
  const failed: string[] = [];
  const send = async (url: string, method: string, path: string, status: number, more = {}, expected = '') => {
    const answer = await call(url, client.token, method, path, more);
    count += 1;
    if (answer.status !== status || !answer.text.includes(expected) || answer.text.includes('"unreadable"'))
      failed.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
  };
  const work = async (url: string) => {
    for (let turn = 0; !isEnding; turn += 1) {
      await send(url, 'GET', `${recordsPath}/${record.id}`, 200, {}, confidential.birthDate);
      await send(url, 'GET', `${recordsPath}?legalGender=female`, 200, {}, record.id);
      await send(url, 'PATCH', `${recordsPath}/${record.id}`, 200, { body: { email: `turn${turn}@example.com` } });
      await send(url, 'POST', recordsPath, 201, { body, headers });
      const { status, bytes } = await download(client, url + link, pdf);
      if (status !== 200 || !bytes.includes('%PDF')) failed.push(`GET ${link}: ${status}`);
      await send(url, 'GET', '/svc-api/events?limit=100', 200);
      // As many requests as a busy machine answers without delay.
      await pause(50);
    }
  };
  const working = Promise.all(nodes.map(({ url }) => work(url)));
  return {
    async end() {
      isEnding = true;
      await working;
      return { count, failed };
    },
  };
}

test('a rotation under load fails no request, and the former key opens nothing afterwards', async () => {
  const filled = await fillEveryPlace();
  const former = derivedKeys(firstKey);
  const before = await openedBy(former);
  // Keys that last are stored by the first rotation.
  for (const place of placesExcept(...seldom, 'installation')) expect([place, before[place]]).not.toEqual([place, 0]);
  expect(await filesOpenedBy(filesDir(), account.id, former)).toEqual([filled.file.id]);

  const running = load(filled);
  const rotated = await muster('muster keys rotate');
  const { count, failed } = await running.end();
  expect([rotated.status, rotated.stderr]).toEqual([0, expect.stringContaining('Key 1 retires: pass')]);
  expect(rotated.stdout).toContain('Everything is encrypted with key 2. The former key opens nothing any more.');
  expect(failed).toEqual([]);
  expect(count).toBeGreaterThan(10);

  await nodes[0]?.publisher.publishAll();
  expect(Object.entries(await openedBy(former)).filter(([, opened]) => opened > 0)).toEqual([]);
  expect(await filesOpenedBy(filesDir(), account.id, former)).toEqual([]);
  const [secondKey, ...rest] = await storedKeys(folder);
  expect(rest).toEqual([]);
  const now = await openedBy(derivedKeys(secondKey as Buffer));
  for (const place of placesExcept(...seldom)) expect([place, now[place]]).not.toEqual([place, 0]);
  const { bytes } = await download(client, `${nodes[1]?.url}${filled.link}`, pdf);
  expect(bytes.toString()).toContain('%PDF');

  const listed = JSON.parse((await muster('muster keys list --json')).stdout);
  expect(listed.encryptionKeys).toMatchObject([
    { number: 1, state: 'retired' },
    { number: 2, state: 'active' },
  ]);
  expect((await muster('muster keys list')).stdout).toMatch(/^2 .* active /m);
  await expect(node({ masterKey: firstKey })).rejects.toThrow('is not the one that this database was set up with');
});

test('keys from settings: nothing changes while a process does not have the new key, and it goes on', async () => {
  const [secondKey] = (await storedKeys(folder)) as [Buffer];
  const thirdKey = randomBytes(32);
  keyText = thirdKey.toString('hex');
  const [current, previous] = [thirdKey, secondKey].map((key) => key.toString('hex')) as [string, string];
  const env = environment({ MUSTER_ENCRYPTION_KEY: current, MUSTER_ENCRYPTION_KEY_PREVIOUS: previous });
  const [first, second] = nodes as [TestService, TestService];
  await stop(second);
  const third = await node({ masterKey: thirdKey, previousKey: secondKey, publicUrl: first.url });
  const refused = await muster('muster keys rotate', env);
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('Not every process has the new key')]);
  const path = `${recordsPath}?legalGender=female`;
  for (const { url } of [first, third]) expect((await call(url, client.token, 'GET', path)).text).toContain('female');

  await stop(first);
  // A key service prints the key, and the one before it.
  const command = environment({ MUSTER_ENCRYPTION_KEY_COMMAND: `echo ${current}; echo ${previous}` });
  expect((await runMuster(['doctor'], command)).stdout).toContain('The encryption key is the one of this database.');
  const rotated = await muster('muster keys rotate --json', command);
  expect([rotated.status, JSON.parse(rotated.stdout)]).toMatchObject([0, { active: 3, unreadable: 0 }]);
  const last = await node({ masterKey: thirdKey, publicUrl: first.url });
  nodes = [third, last];
  expect(await openedBy(derivedKeys(secondKey))).toMatchObject({
    employee_personal_records: 0,
    versions: 0,
    events: 0,
  });
  const found = await call(last.url, client.token, 'GET', path);
  expect([found.status, found.text]).toEqual([200, expect.stringContaining('female')]);
});

test('workers finish what an interrupted command began, also where its process has died in a pass', async () => {
  const [former, formerly] = nodes as [TestService, TestService];
  const previousKey = Buffer.from(keyText, 'hex');
  const masterKey = randomBytes(32);
  keyText = masterKey.toString('hex');
  await stop(formerly);
  await stop(former);
  const worker = await node({ masterKey, previousKey, publicUrl: former.url });
  nodes = [worker];
  const { query } = worker.database;
  const ring = keyRing([masterKey, previousKey]);
  await expect.poll(async () => (await recordedKeys(query)).at(-1)?.state).toBe('announced');
  await activateKey(worker.database, ring);
  // The process that died had a lease, and had finished a place.
  await query(`update encryption_keys set pass = 1, leased_by = gen_random_uuid(), leased_until = now() + interval '1 second'
    where state = 'retiring'`);
  await query(`insert into encryption_progress (place, is_done) values ('employee_personal_records', true)`);
  await expect
    .poll(async () => (await recordedKeys(query)).map(({ state }) => state), { timeout: 30_000 })
    .toEqual(['retired', 'retired', 'retired', 'active']);
  expect(Object.entries(await openedBy(derivedKeys(previousKey))).filter(([, opened]) => opened > 0)).toEqual([]);
  expect(await openedBy(derivedKeys(masterKey))).not.toMatchObject({ employee_personal_records: 0 });
});

test('a signing key is replaced at once, and a withdrawn one is refused at once; every example about keys ran', async () => {
  const [service] = nodes as [TestService];
  const env = environment({ MUSTER_ENCRYPTION_KEY: keyText });
  const fresh = () => service.renewed(client);
  const keyIn = ({ token }: TestClient) =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid as string;
  const statusOf = async ({ token }: TestClient) =>
    (await call(service.url, token, 'GET', '/svc-api/employees')).status;
  const former = await fresh();
  const { stdout } = await muster('muster keys rotate-signing-key', env);
  const [, keyId] = /^The key (\S+) signs/.exec(stdout) ?? [];
  // Every node loads the keys again after some seconds.
  service.advance(6000);
  const next = await fresh();
  expect([keyIn(next), keyIn(former) === keyId]).toEqual([keyId, false]);
  expect([await statusOf(former), await statusOf(next)]).toEqual([200, 200]);
  const withdraw = (id: string) =>
    muster('muster keys withdraw-signing-key 7c9e6679-7425-40de-944b-e07fc1f90ae7', env, id);
  expect(await withdraw(keyIn(former))).toMatchObject({ status: 0 });
  service.advance(6000);
  await expect.poll(() => statusOf(former)).toBe(401);
  expect(await statusOf(next)).toBe(200);
  expect((await withdraw('x')).stderr).toContain('There is no signing key x.');
  expect((await muster('muster keys generate')).stdout).toMatch(/^[\w+/=-]{40,}\s*$/);
  expect([...ran].sort()).toEqual([...keyExamples].sort());
});

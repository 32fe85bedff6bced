/** An import while it runs: whose rights it has, how it is cancelled, and what happens when its node is killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { scopes as everyScope } from '@muster/contract/scopes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startArguments, startEnvironment } from '../../../bench/start-flags.ts';
import { diskStorage } from '../../../server/files/disk-storage.ts';
import { countListed } from '../../support/commands/bulk.ts';
import { freshDatabase } from '../../support/database.ts';
import type { Body, Row } from '../../support/examples.ts';
import { inForm, inFull } from '../../support/form.ts';
import { ended, errorsOf, imported, importsPath, ndjson, sendFile } from '../../support/imports/imports.ts';
import { establishment } from '../../support/organization/organization.ts';
import { at, hired, hiring, newCompany } from '../../support/people/people.ts';
import { type TestService, testService } from '../../support/service.ts';
import { root } from '../../support/started-service.ts';

let service: TestService;
let databaseUrl: string;
let masterKey: Buffer;
let folder: string;
let drop: () => Promise<void>;
let worker: ChildProcess;
const workers: ChildProcess[] = [];

/** The service only takes requests; imports run on nodes of their own. */
beforeAll(async () => {
  const fresh = await freshDatabase();
  ({ url: databaseUrl, drop } = fresh);
  masterKey = randomBytes(32);
  folder = await mkdtemp(join(tmpdir(), 'muster-imports-'));
  service = await testService({ databaseUrl, masterKey, role: 'api', storage: diskStorage(join(folder, 'files')) });
  worker = startWorker();
});
afterAll(async () => {
  for (const one of workers) one.kill('SIGKILL');
  await service.stop();
  await drop();
  await rm(folder, { recursive: true, force: true });
});

function startWorker(): ChildProcess {
  const started = spawn(process.execPath, [...startArguments, '--role', 'worker'], {
    cwd: root,
    env: {
      ...startEnvironment,
      PATH: process.env.PATH ?? '',
      DATABASE_URL: databaseUrl,
      MUSTER_DATA_DIR: folder,
      MUSTER_ENCRYPTION_KEY: masterKey.toString('base64'),
      MUSTER_PUBLIC_URL: service.url,
    },
    stdio: 'ignore',
  });
  workers.push(started);
  return started;
}

const people = (company: Awaited<ReturnType<typeof newCompany>>, count: number): Body[] =>
  Array.from({ length: count }, (_, index) => hiring(company, { employeeNumber: String(index) }));

const statusOf = async ({ client }: Awaited<ReturnType<typeof newCompany>>, { id }: Row): Promise<Row & Body> =>
  (await client.call('GET', `${importsPath}/${id}`)).body;

const createdIn = ({ counts }: Body): number => (counts as { created: number }).created;

/** Enough to be killed in the middle. */
const right = inForm({ short: 1500, full: 3000 });

test('a killed node is replaced by another: nobody is lost, nobody is hired twice', async () => {
  const company = await newCompany(service);
  const { client } = company;
  const lines = [...people(company, right), hiring(company, { email: 'nobody' }), { givenName: 'Only' }];
  const sent = await sendFile(client, 'collection=employees', ndjson(lines));
  expect(sent.status, sent.text).toBe(201);
  while (createdIn(await statusOf(company, sent.body)) === 0) await pause(20);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  const before = await statusOf(company, sent.body);
  expect(before.status).toBe('running');
  // As after the time of a lease.
  await service.database.query('update import_queue set leased_until = now()');
  worker = startWorker();
  const done = await ended(client, sent.body);
  expect(done).toMatchObject({ status: 'done', counts: { lines: right + 2, created: right, failed: 2 } });
  expect(createdIn(before)).toBeLessThan(right);
  expect(await countListed(client, '/svc-api/employees')).toBe(right);
  expect(Object.keys(await errorsOf(client, done))).toEqual([`${right + 1}`, `${right + 2}`]);
}, 120_000);

inFull(
  'a cancelled import ends, and what has gone in stays',
  async () => {
    const company = await newCompany(service);
    const { client } = company;
    const { body } = await sendFile(client, 'collection=employees', ndjson(people(company, 4000)));
    while (createdIn(await statusOf(company, body)) === 0) await pause(20);
    const path = `${importsPath}/${body.id}`;
    expect(await client.call('PATCH', path, { body: { status: 'done' } })).toMatchObject({
      status: 400,
      body: { errors: { status: ['Can only be changed to cancelled.'] } },
    });
    const cancelled = await client.call('PATCH', path, { body: { status: 'cancelled' } });
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', endedAt: expect.any(String) } });
    await pause(1000);
    const after = await statusOf(company, body);
    expect(after.counts).toEqual(cancelled.body.counts);
    expect(createdIn(after)).toBeLessThan(4000);
    expect(await countListed(client, '/svc-api/employees')).toBe(createdIn(after));
    const again = await client.call('PATCH', path, { body: { isDryRun: false, status: 'cancelled' } });
    expect(again.status).toBe(200);
    const isQueued = async () =>
      (await service.database.query('select 1 from import_queue where import_id = $1', [body.id])).length > 0;
    while (await isQueued()) await pause(50);
  },
  60_000,
);

test('a client application that loses its right, or is disabled, ends its import', async () => {
  const company = await newCompany(service);
  const { account } = company;
  const client = await service.client(account, { scopes: ['imports.readwrite', 'departments.readwrite'] });
  const lines = Array.from({ length: right }, (_, index) => ({ name: `Department ${index}` }));
  const begun = async () => {
    const { body } = await sendFile(client, 'collection=departments', ndjson(lines));
    while (createdIn(await statusOf({ ...company, client }, body)) === 0) await pause(20);
    return body;
  };
  const withdrawn = await begun();
  const change = `update client_applications set scopes = '{imports.readwrite}' where client_id = $1`;
  await service.database.query(change, [client.credentials.clientId]);
  expect(await ended(client, withdrawn)).toMatchObject({
    status: 'failed',
    failureReason: expect.stringContaining('departments.readwrite'),
  });
}, 60_000);

inFull(
  'one import of an account runs at a time, and another account does not wait for it',
  async () => {
    const [busy, other] = [await newCompany(service), await newCompany(service)];
    const { body: long } = await sendFile(busy.client, 'collection=employees', ndjson(people(busy, 4000)));
    const { body: next } = await sendFile(busy.client, 'collection=departments', 'name\nNext\n');
    while (createdIn(await statusOf(busy, long)) === 0) await pause(20);
    expect(await imported(other.client, 'collection=departments', 'name\nOther\n')).toMatchObject({ status: 'done' });
    expect((await statusOf(busy, long)).status).toBe('running');
    expect((await statusOf(busy, next)).status).toBe('waiting');
    await busy.client.call('PATCH', `${importsPath}/${long.id}`, { body: { status: 'cancelled' } });
    expect(await ended(busy.client, next)).toMatchObject({ counts: { created: 1 } });
  },
  60_000,
);

test('lines outside the establishments of a limited application fail like single requests', async () => {
  const company = await newCompany(service);
  const { account, owner, place } = company;
  const elsewhere = await establishment(company.client, owner);
  const known = await hired(company.client, { ...company, place: elsewhere }, { remoteId: 'FAR' });
  const client = await service.client(account, { scopes: everyScope, establishments: [place.id] });
  const lines = [
    hiring(company, { remoteId: 'NEAR' }),
    hiring({ ...company, place: elsewhere }, {}),
    { remoteId: 'FAR', familyName: 'Taken' },
    { id: known.id, familyName: 'Taken' },
    hiring(company, {}, {}, { businessEstablishment: { name: elsewhere.name } }),
  ];
  const done = await imported(client, 'collection=employees', ndjson(lines));
  expect(done).toMatchObject({ counts: { created: 1, updated: 0, failed: 4 } });
  const errors = await errorsOf(client, done);
  const single = await client.call('POST', '/svc-api/employees', { body: lines[1] });
  expect(errors[2]).toEqual(single.body.errors);
  expect(errors[4]).toEqual({ id: ['There is no employee with this id.'] });
  expect((await company.client.call('GET', `/svc-api/employees/${known.id}`)).body.familyName).toBe(known.familyName);
  const leave = { employee: at(known), leaveAccount: { id: '1' }, startsOn: '2024-03-04', endsOn: '2024-03-04' };
  const [refused] = Object.values(await errorsOf(client, await imported(client, 'collection=leaves', ndjson([leave]))));
  expect(refused).toHaveProperty(['employee.id']);
}, 60_000);

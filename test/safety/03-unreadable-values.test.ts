/** A value that cannot be decrypted, after a forgotten key or an error, affects only itself. */
import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byService } from '@muster/contract/author.ts';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { derivedKeys } from '../../server/identity/auth/installation-key.ts';
import { vaultOf } from '../../server/identity/auth/vault.ts';
import { type Database, openDatabase } from '../../server/platform/database/database.ts';
import { update } from '../../server/platform/store/write.ts';
import { type BulkService, bulkService, parsedLines } from '../support/commands/bulk.ts';
import { openStream } from '../support/event-stream.ts';
import { newcomer, pathOf, type Row } from '../support/examples.ts';
import { confidential, hired, personalRecord, recordsPath } from '../support/people/personal-records.ts';
import type { TestClient } from '../support/service.ts';
import { answer, type Receiver, startReceiver } from '../support/webhooks/receiver.ts';
import {
  attemptsOf,
  createEndpoint,
  deliver,
  deliveriesOf,
  endpointOf,
  standardVerifies,
} from '../support/webhooks/webhooks.ts';

let service: BulkService;
let receiver: Receiver;
let account: Account;
let client: TestClient;
/** What a node with another key would have written, before such nodes were refused. */
let poisoner: Database;

beforeAll(async () => {
  service = await bulkService();
  receiver = await startReceiver();
  ({ account, client } = await newcomer(service));
  poisoner = openDatabase({
    url: service.databaseUrl,
    connectionsMax: 1,
    statementMs: 5000,
    now: service.now,
    vault: vaultOf(derivedKeys(randomBytes(32))),
    author: byService(),
    onError: () => undefined,
  });
});
afterAll(async () => {
  await poisoner.close();
  await service.stop();
  await receiver.close();
});

const spoilt = { birthDate: '1990-01-02', email: 'nobody@mail.example.com', legalGender: 'male' };
const shown = { birthDate: null, email: null, legalGender: 'unknown' };
const names = Object.keys(spoilt);

async function poisoned(): Promise<Row> {
  const record = await personalRecord(client, await hired(client), confidential);
  const { headers } = await client.call('GET', pathOf(employeePersonalRecords, record.id));
  const revision = /(\d+)/.exec(headers.get('etag') ?? '')?.[1] ?? '';
  await update(poisoner.session(account.id), employeePersonalRecords, { id: record.id, revision }, spoilt);
  return record;
}

test('a record with such members is shown with a mark, alone and in lists and exports', async () => {
  const record = await poisoned();
  const one = await client.call('GET', pathOf(employeePersonalRecords, record.id));
  expect(one.status).toBe(200);
  expect(one.body).toMatchObject({ ...confidential, ...shown });
  expect(one.body.unreadable.toSorted()).toEqual(names.toSorted());
  const list = await client.call('GET', `${recordsPath}?limit=1000&include=embedded,totalCount`);
  expect(list.status, list.text).toBe(200);
  expect(list.body.items.find(({ id }: Row) => id === record.id)).toEqual(one.body);
  const exported = await service.muster('export', employeePersonalRecords.path, '--account', account.name);
  expect(exported.status, exported.stderr).toBe(0);
  expect(parsedLines(exported.stdout).find(({ id }) => id === record.id)).toEqual(one.body);
  const csv = await service.muster(
    'export',
    employeePersonalRecords.path,
    '--account',
    account.name,
    '--format',
    'csv',
  );
  expect([csv.status, csv.stdout.includes('unreadable')]).toEqual([0, true]);
  const about = `${account.id}/${employeePersonalRecords.type}/${record.id}/birthDate`;
  const lines = service.logLines.filter((line) => line.includes(about));
  expect(lines.length).toBe(1);
  expect(lines[0]).toMatch(/cannot be decrypted/);
});

test('its events go on to lists, streams and receivers, with the mark', async () => {
  receiver.behave(answer(202));
  receiver.received.length = 0;
  // Those of earlier tests are not for this endpoint.
  await service.publisher.publishAll();
  const endpoint = await createEndpoint(client, receiver.url, { topics: ['employee-personal-record.updated'] });
  const record = await poisoned();
  const other = await personalRecord(client, await hired(client), confidential);
  await client.call('PATCH', pathOf(employeePersonalRecords, other.id), { body: { email: null } });
  await deliver(service);
  const bodies = receiver.received.map((received) => {
    expect(standardVerifies(received, endpoint.secret)).toBe(true);
    return JSON.parse(String(received.body));
  });
  expect(bodies.map(({ data }) => data.id)).toEqual([record.id, other.id]);
  expect(bodies[0]).toMatchObject({
    data: shown,
    previousAttributes: { birthDate: confidential.birthDate, email: confidential.email },
    unreadable: expect.arrayContaining(['data.birthDate', 'data.email']),
  });
  expect(bodies[1].unreadable).toBeUndefined();
  expect(await endpointOf(client, endpoint.id)).toMatchObject({ status: 'active' });
  const path = '/svc-api/events?topic=employee-personal-record.updated';
  const listed = await client.call('GET', `${path}&limit=1000`);
  expect(listed.status).toBe(200);
  const stream = await openStream(service.url, client, `${path}&id.between=1--..`);
  const streamed = (await stream.take(listed.body.items.length)).map(({ data }) => data);
  stream.close();
  expect(streamed).toEqual(listed.body.items);
});

test('it can be overwritten, member by member, with null too, and deleted', async () => {
  const record = await poisoned();
  const path = pathOf(employeePersonalRecords, record.id);
  const [birthDay] = await service.database.session(account.id).run<{ day: unknown }>(
    {
      name: 'birth-day',
      text: 'select birth_day as day from employees where account_id = $1 and id = $2',
    },
    [(record.employee as Row).id],
  );
  const other = await client.call('PATCH', path, { body: { phoneNumber: null } });
  expect([other.status, other.body.unreadable?.length], other.text).toEqual([200, 3]);
  const [still] = await service.database.session(account.id).run<{ day: unknown }>(
    {
      name: 'birth-day',
      text: 'select birth_day as day from employees where account_id = $1 and id = $2',
    },
    [(record.employee as Row).id],
  );
  expect(still).toEqual(birthDay);
  // Sending back what was read overwrites nothing.
  const { links: _, embedded: __, ...read } = other.body;
  const back = await client.call('PATCH', path, { body: read });
  expect([back.status, back.body.unreadable?.length, back.headers.get('etag')]).toEqual([
    200,
    3,
    other.headers.get('etag'),
  ]);
  const cleared = await client.call('PATCH', path, { body: { birthDate: null } });
  expect(cleared.body).toMatchObject({ birthDate: null });
  expect(cleared.body.unreadable.toSorted()).toEqual(['email', 'legalGender']);
  const written = await client.call('PATCH', path, { body: { email: 'new@mail.example.com', legalGender: 'unknown' } });
  expect(written.body).toMatchObject({ email: 'new@mail.example.com', legalGender: 'unknown' });
  expect(written.body.unreadable).toBeUndefined();
  const another = await poisoned();
  expect((await client.call('DELETE', pathOf(employeePersonalRecords, another.id))).status).toBe(204);
  await service.publisher.publishAll();
  const events = await client.call('GET', `/svc-api/events?data.id=${another.id}&data.type=employee-personal-record`);
  expect(events.body.items.at(-1)).toMatchObject({ topic: 'employee-personal-record.deleted', data: shown });
});

test('a secret of an endpoint stops that endpoint alone, until another one is added', async () => {
  receiver.behave(answer(202));
  receiver.received.length = 0;
  const [one, two] = [
    await createEndpoint(client, `${receiver.url}/one`, { topics: ['taxonomy.created'] }),
    await createEndpoint(client, `${receiver.url}/two`, { topics: ['taxonomy.created'] }),
  ];
  const spoil = {
    name: 'spoil',
    text: 'update webhook_endpoint_secrets set sealed_secret = $3 where account_id = $1 and webhook_endpoint_id = $2',
  };
  await service.database.session(account.id).run(spoil, [one.id, 'AQ']);
  await client.call('POST', '/svc-api/taxonomies', { body: { name: 'Skills' } });
  await deliver(service);
  const ours = receiver.received.filter(({ path }) => path !== '/');
  expect(ours.map(({ path }) => path)).toEqual(['/two']);
  expect(ours[0] && standardVerifies(ours[0], two.secret)).toBe(true);
  const [delivery] = await deliveriesOf(client, one.id);
  expect(await attemptsOf(client, delivery.id)).toMatchObject([{ isSuccessful: false, failureReason: 'secret' }]);
  for (const path of ['webhook-endpoints', `webhook-endpoints/${one.id}/secrets`, 'webhook-deliveries']) {
    expect((await client.call('GET', `/svc-api/${path}`)).status).toBe(200);
  }
  const added = await client.call('POST', `/svc-api/webhook-endpoints/${one.id}/secrets`, { body: {} });
  expect(added.status, added.text).toBe(201);
  const again = await client.call('POST', '/svc-api/webhook-deliveries', {
    body: { webhookEndpoint: { id: one.id }, event: delivery.event },
  });
  expect(again.status, again.text).toBe(201);
  await deliver(service);
  const late = receiver.received.find(({ path }) => path === '/one');
  expect(late && standardVerifies(late, added.body.secret)).toBe(true);
});

test('keys that sign tokens and do not open are replaced, and their tokens still hold', async () => {
  await service.database.query(`update signing_keys set private_key = '\\x0102'`);
  // The next check of the keys.
  service.advance(31_000);
  const fresh = await service.client(account);
  expect((await fresh.call('GET', recordsPath)).status).toBe(200);
  expect((await client.call('GET', recordsPath)).status).toBe(200);
});

test('bytes that cannot be decrypted affect only their file, which returns an error', async () => {
  const form = new FormData();
  form.set('form', new Blob(['A contract.'], { type: 'text/plain' }), 'contract.txt');
  const uploaded = await fetch(`${service.url}/svc-api/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'api-version': '2024-11-01' },
    body: form,
  });
  expect(uploaded.status).toBe(201);
  const { id } = (await uploaded.json()) as Row;
  const person = await hired(client);
  const employments = await client.call('GET', `/svc-api/employments?employee.id=${person.id}`);
  const path = `/svc-api/employments/${employments.body.items[0].id}`;
  expect((await client.call('PATCH', path, { body: { document: { id } } })).status).toBe(200);
  const files = await readdir(service.filesDir, { recursive: true });
  const name = files.find((file) => file.endsWith(id)) ?? '';
  await writeFile(join(service.filesDir, name), randomBytes(300));
  const { links } = (await client.call('GET', `${path}?include=links`)).body;
  const href = links.document.href.slice(service.url.length);
  const bytes = await client.call('GET', `${href}&disposition=attachment`);
  expect(bytes.status).toBe(500);
  expect(bytes.body.detail).toMatch(/cannot be decrypted/);
  expect((await client.call('GET', href)).body).toMatchObject({ id, fileName: 'contract.txt' });
  expect((await client.call('GET', '/svc-api/employments?include=links')).status).toBe(200);
});

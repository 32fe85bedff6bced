/** A file is uploaded, referred to by a resource, and read through the link of that resource. */
import { readFile } from 'node:fs/promises';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newcomer, pathOf, type Row } from '../../support/examples.ts';
import { download, filesIn, linkOf, somePdf, upload, uploaded } from '../../support/files/files.ts';
import { establishment } from '../../support/organization/organization.ts';
import { employmentsOf, hired, hiring, newCompany } from '../../support/people/people.ts';
import { eventsOf } from '../../support/recorded.ts';
import { type TestService, testService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());

test('an upload returns the file, and its bytes are read through the link of a resource that refers to it', async () => {
  const { client, ...where } = await newCompany(service);
  const bytes = Buffer.concat([somePdf, Buffer.alloc(300_000, 'contract ')]);
  const { status, body, headers } = await upload(client, { bytes, fileName: 'contract-2025.pdf' });
  expect([status, headers.get('location')]).toEqual([201, body.url]);
  expect(headers.get('etag')).toMatch(/^W\/"\d+"$/);
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    type: 'file',
    url: `${service.url}/svc-api/files/${body.id}`,
    fileName: 'contract-2025.pdf',
    contentType: 'application/pdf',
    createdAt: expect.any(String),
    links: null,
    embedded: null,
  });
  const employee = await hired(client, where);
  const [employment] = await employmentsOf(client, employee);
  const path = pathOf(employments, employment?.id);
  const named = await client.call('PATCH', path, { body: { document: { id: body.id } } });
  expect(named.body.document).toEqual({ id: body.id, type: 'file', url: body.url });
  const href = await linkOf(client, path, 'document');
  expect(href.split('?')[0]).toBe(body.url);
  const read = await client.call('GET', href);
  expect([read.status, read.body]).toEqual([200, body]);
  const answer = await download(client, `${href}&disposition=attachment`);
  expect([answer.status, answer.bytes.equals(bytes)]).toEqual([200, true]);
});

test('a hiring names documents at both levels, and each gives a link of its own to the same file', async () => {
  const { client, ...where } = await newCompany(service);
  const document = { id: (await uploaded(client)).id };
  const { applicableEmployment, applicableJobPosition } = await hired(client, where, {}, { document }, { document });
  const links = [
    await linkOf(client, pathOf(employments, (applicableEmployment as Row).id), 'document'),
    await linkOf(client, pathOf(jobPositions, (applicableJobPosition as Row).id), 'document'),
  ];
  expect(new Set(links).size).toBe(2);
  for (const href of links) expect((await download(client, `${href}&disposition=inline`)).bytes).toEqual(somePdf);
});

test('stored bytes are encrypted', async () => {
  const { client } = await newcomer(service);
  const secret = 'the salary of Ada is confidential';
  const bytes = Buffer.from(`${secret}\n`.repeat(10_000));
  const { id } = await uploaded(client, { bytes, fileName: 'salary.txt', contentType: 'text/plain' });
  const kept = (await filesIn(service.filesDir)).filter((path) => path.endsWith(id));
  expect(kept.length).toBe(1);
  for (const path of kept) {
    const stored = await readFile(path);
    expect(stored.length).toBeGreaterThan(bytes.length);
    expect([stored.includes(secret), stored.includes('salary')]).toEqual([false, false]);
  }
});

test('an upload and its removal are events, which show the representation and belong to no establishment', async () => {
  const { client } = await newcomer(service);
  const events = await eventsOf(service, client, () => uploaded(client));
  const [created] = events;
  const file = created?.data as Row;
  expect(events).toMatchObject([
    { topic: 'file.created', data: { id: file.id, fileName: 'contract.pdf' }, businessEstablishment: null },
  ]);
  expect(JSON.stringify(created)).not.toContain('token');
});

test('a file has no list, is never changed and is not deleted by a client', async () => {
  const { client } = await newcomer(service);
  const { url } = await uploaded(client);
  const statuses = [
    await client.call('GET', '/svc-api/files'),
    await client.call('PATCH', url as string, { body: {} }),
    await client.call('DELETE', url as string),
    await client.call('PUT', url as string),
  ].map(({ status }) => status);
  expect(statuses).toEqual([405, 405, 405, 405]);
});

describe('under an Idempotency-Key', () => {
  const bytes = Buffer.from('%PDF-1.4 the same');

  test('the same file is uploaded once, whatever the boundary, and its bytes are kept once', async () => {
    const { client } = await newcomer(service);
    const headers = { 'idempotency-key': 'upload-1' };
    const before = (await filesIn(service.filesDir)).length;
    const first = await upload(client, { bytes, headers });
    const again = await upload(client, { bytes, headers });
    expect([again.status, again.body, again.headers.get('location')]).toEqual([201, first.body, first.body.url]);
    expect((await filesIn(service.filesDir)).length).toBe(before + 1);
  });

  test('another name, type or content under the same key is 400 and leaves nothing behind', async () => {
    const { client } = await newcomer(service);
    const headers = { 'idempotency-key': 'upload-2' };
    await upload(client, { bytes, headers });
    const before = (await filesIn(service.filesDir)).length;
    for (const other of [
      { bytes: Buffer.from('%PDF-1.4 another') },
      { bytes, fileName: 'other.pdf' },
      { bytes, contentType: 'application/x-pdf' },
    ]) {
      const { status, body } = await upload(client, { ...other, headers });
      expect([status, Object.keys(body.errors)]).toEqual([400, ['Idempotency-Key']]);
    }
    expect((await filesIn(service.filesDir)).length).toBe(before);
  });

  test('uploads at the same moment make one file', async () => {
    const { client, account } = await newcomer(service);
    const headers = { 'idempotency-key': 'upload-3' };
    const replies = await Promise.all(Array.from({ length: 8 }, () => upload(client, { bytes, headers })));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await filesIn(`${service.filesDir}/${account.id}`)).length).toBe(1);
  });
});

describe('who may refer to a file', () => {
  test('the client application that uploaded it, and no other of the account until it can read the name', async () => {
    const { client, account, ...where } = await newCompany(service);
    const colleague = await service.client(account);
    const blind = await service.client(account, { scopes: ['employees.readwrite', 'files.readonly'] });
    const document = { id: (await uploaded(client)).id };
    const body = hiring(where, {}, { document });
    const path = pathOf(employees);
    const before = await colleague.call('POST', path, { body });
    expect([before.status, Object.keys(before.body.errors)]).toEqual([400, ['firstEmployment.document.id']]);
    expect((await client.call('POST', path, { body })).status).toBe(201);
    // Now an employment refers to it, which the colleague can read and the other one cannot.
    expect((await colleague.call('POST', path, { body })).status).toBe(201);
    expect((await blind.call('POST', path, { body })).status).toBe(400);
  });

  test('a limited client refers only to files of people in its establishments', async () => {
    const { client, account, ...where } = await newCompany(service);
    const elsewhere = { ...where, place: await establishment(client, where.owner) };
    const near = { id: (await uploaded(client)).id };
    const far = { id: (await uploaded(client, { fileName: 'far.pdf' })).id };
    await hired(client, where, {}, { document: near });
    await hired(client, elsewhere, {}, { document: far });
    const limited = await service.client(account, { establishments: [where.place.id] });
    const reply = (document: { id: string }) =>
      limited.call('POST', pathOf(employees), { body: hiring(where, {}, { document }) });
    expect((await reply(near)).status).toBe(201);
    const refused = await reply(far);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['firstEmployment.document.id']]);
  });

  test('not a client of another account', async () => {
    const { client } = await newcomer(service);
    const { client: stranger, ...where } = await newCompany(service);
    const document = { id: (await uploaded(client)).id };
    const reply = await stranger.call('POST', pathOf(employees), { body: hiring(where, {}, { document }) });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['firstEmployment.document.id']]);
  });
});

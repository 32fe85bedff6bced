/**
 * Files in attribute values: read through the link of the value, kept while a value refers to them, and removed after.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../support/examples.ts';
import { download, linkOf, somePdf, uploaded } from '../../support/files/files.ts';
import { hired, newCompany } from '../../support/people/people.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

const hourMs = 3_600_000;

let service: TestService;
let where: Awaited<ReturnType<typeof newCompany>>;
let client: TestClient;
let employee: Row;

beforeAll(async () => {
  service = await testService();
  where = await newCompany(service);
  ({ client } = where);
  employee = await hired(client, where);
});
afterAll(() => service.stop());

async function made(path: string, body: object): Promise<Row> {
  const reply = await client.call('POST', path, { body });
  if (reply.status !== 201) throw new Error(`POST ${path} answers ${reply.status}: ${reply.text}`);
  return reply.body;
}

const fileSchema = { $ref: '/svc-api/schemas/file-reference' };

const definition = (id: string, schema: object, more: object = {}) =>
  made('/svc-api/employee-attribute-definitions', { id, name: id, schema, ...more });

const newValue = (id: string, value: unknown) =>
  made('/svc-api/employee-attributes', { definition: { id }, employee: { id: employee.id }, value });

const isThere = async (id: string) => (await client.call('GET', `/svc-api/files/${id}?token=x`)).status === 403;

async function later(hours: number): Promise<void> {
  service.advance(hours * hourMs);
  client = await service.renewed(client);
  await service.fileSweep.removeUnreferenced();
}

test('a value that is a file gives a link to it, and one inside an object gives a link under its path', async () => {
  await definition('e_badge', fileSchema);
  const schema = { type: 'object', properties: { proof: fileSchema } };
  await definition('e_training', schema, { propertyDescriptions: { proof: { name: 'Proof', sortOrder: 0 } } });
  const [one, other] = [await uploaded(client), await uploaded(client, { fileName: 'proof.pdf' })];
  const single = await newValue('e_badge', { id: one.id });
  const inside = await newValue('e_training', { proof: { id: other.id } });
  for (const [value, key] of [
    [single, 'value'],
    [inside, 'value.proof'],
  ] as const) {
    const href = await linkOf(client, `/svc-api/employee-attributes/${value.id}`, key);
    expect((await download(client, href, { accept: 'application/pdf' })).bytes).toEqual(somePdf);
  }
});

test('a file stays while a value names it, and goes a day after the last one is taken back', async () => {
  await definition('e_diploma', fileSchema);
  const [first, second] = [await uploaded(client), await uploaded(client)];
  const value = await newValue('e_diploma', { id: first.id });
  const path = `/svc-api/employee-attributes/${value.id}`;
  await later(48);
  expect([await isThere(first.id), await isThere(second.id)]).toEqual([true, false]);
  const third = await uploaded(client);
  const changed = await client.call('PATCH', path, { body: { value: { id: third.id } } });
  expect(changed.status).toBe(200);
  await later(23);
  expect([await isThere(first.id), await isThere(third.id)]).toEqual([true, true]);
  await later(1);
  expect([await isThere(first.id), await isThere(third.id)]).toEqual([false, true]);
  expect((await client.call('DELETE', path)).status).toBe(204);
  await later(24);
  expect(await isThere(third.id)).toBe(false);
});

test('a value names a file that its caller may name, and no other', async () => {
  await definition('e_licence', fileSchema);
  const colleague = await service.client(where.account);
  const { id } = await uploaded(client);
  const body = { definition: { id: 'e_licence' }, employee: { id: employee.id }, value: { id } };
  const refused = await colleague.call('POST', '/svc-api/employee-attributes', { body });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['value.id']]);
  const value = await newValue('e_licence', { id });
  const other = await hired(client, where);
  const again = { ...body, employee: { id: other.id } };
  // The colleague can read the value, and with it the name.
  expect((await colleague.call('POST', '/svc-api/employee-attributes', { body: again })).status).toBe(201);
  expect((await client.call('DELETE', `/svc-api/employee-attributes/${value.id}`)).status).toBe(204);
});

/**
 * A copy of an account reveals nobody: recognizable values are written into every member that can hold one, the account
 * is copied, and none of them is found in any row of the copy, nor through the API.
 */

import { baseSchemaNames } from '@muster/contract/base-schemas.ts';
import type { Field } from '@muster/contract/kit/field.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { permuted } from '../../server/admin/sandboxes/renumbering.ts';
import { copiedTables } from '../../server/admin/sandboxes/sandbox-tables.ts';
import { hiddenTreatments, type Treatment, treatments } from '../../server/admin/sandboxes/treatments.ts';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { tablesOfAccounts } from '../../server/platform/store/account-tables.ts';
import { answering, createExample, everyResource, newcomer, pathOf, type Row } from '../support/examples.ts';
import { newPicture } from '../support/files/file-examples.ts';
import { uploaded } from '../support/files/files.ts';
import { inFull } from '../support/form.ts';
import { at, type Company, company, hired } from '../support/people/people.ts';
import { confidential, personalRecord } from '../support/people/personal-records.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';
import { attemptAt } from '../support/webhooks/webhook-examples.ts';

let service: TestService;
let account: Account;
let client: TestClient;
let firm: Company;
let sandbox: Account;
/** Ids of people and of what belongs to them, by type. */
const ids = new Map<string, Set<string>>();

const canary = 'Kanarienvogel';
const canaryNumber = 7_654_321;
const canaryDate = '1987-06-05';
const canaryPhone = '+33698765432';
/** Every representation of a value contains one of these. */
const canaries = [canary, canary.toLowerCase(), String(canaryNumber), canaryDate, canaryPhone, '"day":5,"month":6'];

const declared = treatments as Readonly<Record<string, Readonly<Record<string, Treatment>>>>;
const keyOf = ({ type }: Resource): string =>
  Object.entries<Resource>(resources).find(([, one]) => one.type === type)?.[0] ?? '';

/** A unique value of the member; undefined if its format has no room for one. */
function canaryFor({ write, target, column }: Field, name: string): unknown {
  const [type] = [write.type].flat();
  if (target !== undefined || column === 'once' || write.enum !== undefined || name === 'id') return undefined;
  if (type === 'string' && write.format === 'email') return `${canary.toLowerCase()}@example.org`;
  if (type === 'string' && write.format === 'date') return undefined;
  if (type === 'string' && write.format === undefined && write.pattern === undefined) return `${canary} ${name}`;
  return undefined;
}

const isOfPeople = (resource: Resource): boolean => declared[keyOf(resource)]?.id === 'renumbered';

beforeAll(async () => {
  service = await testService();
  ({ account, client } = await newcomer(service));
  firm = await company(client);
  await fillPeople();
  for (const resource of answering('create').filter(isOfPeople)) await fill(resource);
  await fillValues();
  await fillRest();
  for (const resource of answering('list').filter(isOfPeople)) {
    const { body } = await client.call('GET', `${pathOf(resource)}?limit=1000`);
    ids.set(resource.type, new Set(body.items.map(({ id }: Row) => id)));
  }
  sandbox = await copied();
}, 120_000);
afterAll(() => service.stop());

/** A person with all members set. */
async function fillPeople(): Promise<void> {
  const portrait = await newPicture(client);
  const document = { id: (await uploaded(client, { fileName: `${canary}.txt`, bytes: Buffer.from(canary) })).id };
  const person = await hired(
    client,
    firm,
    { givenName: canary, familyName: `${canary} family`, phoneNumber: canaryPhone, remoteId: canary, portrait },
    { remoteId: `${canary} employment`, document },
    { remoteId: `${canary} position`, jobTitle: `${canary} title`, notes: `${canary} notes`, document },
  );
  await personalRecord(client, person, {
    ...confidential,
    birthDate: canaryDate,
    insuranceNumber: { format: 'other', value: canary },
    bankAccount: {
      format: 'iban',
      bankName: canary,
      accountIdentifier: confidential.bankAccount.accountIdentifier,
      bankIdentifier: null,
    },
    phoneNumber: canaryPhone,
    email: `${canary.toLowerCase()}@example.org`,
  });
}

/** One row with a canary in every member that accepts one. */
async function fill(resource: Resource): Promise<void> {
  const members = Object.fromEntries(
    Object.entries(resource.fields)
      .filter(([, { create }]) => create !== 'absent')
      .map(([name, field]) => [name, canaryFor(field, name)] as const)
      .filter(([, value]) => value !== undefined),
  );
  // Only a denial has a comment.
  const denial = resource.type === 'leave-request-decision' ? { type: 'leave-request-denial-decision' } : {};
  await createExample(client, resource, { ...members, ...denial });
}

const canaryValues: Readonly<Record<string, unknown>> = {
  'short-text': canary,
  'long-text': `${canary} at length`,
  boolean: true,
  int32: canaryNumber,
  decimal: canaryNumber + 0.25,
  'legacy-date': canaryDate,
  'phone-number': canaryPhone,
  email: `${canary.toLowerCase()}@example.org`,
  url: `https://example.org/${canary.toLowerCase()}`,
};

/** A value of every base schema, alone and inside an object. */
async function fillValues(): Promise<void> {
  const person = await hired(client, firm);
  const file = { id: (await uploaded(client, { fileName: `${canary}.txt`, bytes: Buffer.from(canary) })).id };
  const label = { id: (await createExample(client, resources.taxonomyLabels)).id };
  const canaryOf = (base: string): unknown =>
    ({ 'file-reference': file, 'employee-reference': at(person), 'taxonomy-label-reference': label })[base] ??
    canaryValues[base];
  const base = (name: string) => ({ $ref: `/svc-api/schemas/${name}` });
  const define = (schema: object, members: object = {}) =>
    createExample(client, resources.employeeAttributeDefinitions, { schema, taxonomy: null, ...members });
  const give = async (definition: Row, value: unknown) => {
    const body = { definition: { id: definition.id }, employee: at(person), value };
    const made = await client.call('POST', pathOf(resources.employeeAttributes), { body });
    expect(made.status, made.text).toBe(201);
  };
  for (const name of baseSchemaNames) await give(await define(base(name)), canaryOf(name));
  const properties = Object.fromEntries(baseSchemaNames.map((name) => [name.replaceAll('-', '_'), base(name)]));
  const whole = Object.fromEntries(baseSchemaNames.map((name) => [name.replaceAll('-', '_'), canaryOf(name)]));
  const described = Object.keys(properties).map((name, sortOrder) => [name, { name, sortOrder, taxonomy: null }]);
  const propertyDescriptions = Object.fromEntries(described);
  await give(await define({ type: 'object', properties }, { propertyDescriptions }), whole);
}

/** Events and data of integrations: none of it is copied. */
async function fillRest(): Promise<void> {
  const delivery = await createExample(client, resources.webhookDeliveries);
  await attemptAt(service, client, delivery, { error_response_body: canary });
  const headers = { 'idempotency-key': canary };
  await client.call('POST', '/svc-api/departments', { body: { name: 'Once' }, headers });
  await service.publisher.publishAll();
}

async function copied(): Promise<Account> {
  const owner = await service.person(account);
  const made = await owner.call('POST', '/admin-api/sandboxes', { body: {} });
  await vi.waitFor(
    async () => {
      const { body } = await owner.call('GET', `/admin-api/sandboxes/${made.body.id}`);
      expect(body.state).toBe('ready');
    },
    { timeout: 30_000, interval: 100 },
  );
  return { ...account, id: made.body.id, environment: 'sandbox', sandbox: made.body.name };
}

const rowsOf = async (accountId: string, table: string): Promise<string[]> =>
  (
    await service.database
      .session(accountId)
      .run<{ row: string }>({ text: `select row_to_json(row)::text as row from ${table} as row where account_id = $1` })
  ).map(({ row }) => row);

const foundIn = (text: string): string[] => canaries.filter((one) => text.includes(one));

test('the account itself is full of them', async () => {
  const tables = copiedTables.map(({ from }) => (typeof from === 'string' ? from : from.path.replaceAll('-', '_')));
  const ofPeople = ['employees', 'employments', 'job_positions', 'employee_attributes', 'attribute_keys'];
  for (const table of tables.filter((one) => ofPeople.includes(one))) {
    expect([table, foundIn((await rowsOf(account.id, table)).join('\n')).length > 0]).toEqual([table, true]);
  }
});

test('no row of the copy holds one, in any table', async () => {
  const found: string[] = [];
  for (const { name } of await tablesOfAccounts(service.database)) {
    for (const row of await rowsOf(sandbox.id, name)) found.push(...foundIn(row).map((one) => `${name}: ${one}`));
  }
  expect(found).toEqual([]);
});

test('no answer of the copy holds one, and everything of people is there', async () => {
  const there = await service.client(sandbox);
  for (const resource of everyResource.filter(({ operations }) => operations.includes('list'))) {
    const { status, text, body } = await there.call('GET', `${pathOf(resource)}?limit=1000&include=links,embedded`);
    expect([resource.path, status, foundIn(text)]).toEqual([resource.path, 200, []]);
    // A value that is only a file has nothing left.
    const dropped = resource.type === 'employee-attribute' ? 1 : 0;
    if (isOfPeople(resource)) expect(body.items).toHaveLength((ids.get(resource.type)?.size ?? 0) - dropped);
  }
  const search = await there.call('GET', `/svc-api/employees?search=${canary}`);
  expect(search.body.items).toEqual([]);
});

test('ids of people and of what belongs to them are drawn again, and lead to each other', async () => {
  const there = await service.client(sandbox);
  const pairs = async (by: TestClient) =>
    (await by.call('GET', `${pathOf(resources.jobPositions)}?limit=1000`)).body.items.map(
      (one: { id: string; employee: { id: string } }) => `${one.id} of ${one.employee.id}`,
    ) as string[];
  const [before, after] = [await pairs(client), await pairs(there)];
  expect(after).toHaveLength(before.length);
  expect(after.filter((pair) => before.includes(pair)).length).toBeLessThan(before.length / 2);
  for (const { id, applicableEmployment } of (await there.call('GET', '/svc-api/employees?limit=1000')).body.items) {
    const employment = await there.call('GET', pathOf(resources.employments, applicableEmployment.id));
    expect(employment.body.employee.id).toBe(id);
  }
});

test('later rows get new ids, and people can be changed', async () => {
  const there = await service.client(sandbox);
  const known = new Set((await there.call('GET', '/svc-api/employees?limit=1000')).body.items.map(({ id }: Row) => id));
  const newcomerThere = await hired(there, await company(there));
  expect(known.has(newcomerThere.id)).toBe(false);
  const [somebody] = known;
  const changed = await there.call('PATCH', `/svc-api/employees/${somebody}`, { body: { givenName: 'Ada' } });
  expect(changed.status, changed.text).toBe(200);
});

inFull('two copies of an account differ', async () => {
  const other = await copied();
  const values = async (of: Account) => (await rowsOf(of.id, 'attribute_keys')).map((row) => JSON.parse(row).text_key);
  expect(await values(other)).not.toEqual(await values(sandbox));
});

test('every hidden column has a treatment', () => {
  for (const resource of everyResource.filter(isOfPeople)) {
    const known = Object.keys(hiddenTreatments[resource.type] ?? {}).toSorted();
    expect([resource.type, known]).toEqual([resource.type, Object.keys(resource.hidden).toSorted()]);
  }
});

test('every column of other tables has a treatment', async () => {
  const columns = await service.database.query<{ name: string }>(`
select table_name || '.' || column_name as name from information_schema.columns
where table_name in ('leave_periods', 'leave_half_days', 'attribute_keys') and column_name <> 'account_id'`);
  expect(columns.map(({ name }) => name).toSorted()).toEqual(decided);
});

/** Renumbered, cleared, invented, reduced to the day, or kept: see `server/admin/sandboxes/changed-rows.ts`. */
const decided = [
  ...['applies_from', 'applies_to', 'attribute_id', 'definition_id', 'employee_id', 'number_key', 'ordering_key'].map(
    (name) => `attribute_keys.${name}`,
  ),
  ...['property', 'target_type', 'text_key'].map((name) => `attribute_keys.${name}`),
  ...['cancelled_at', 'confirmed_at', 'created_at', 'day', 'employee_id', 'is_afternoon', 'leave_account_id'].map(
    (name) => `leave_half_days.${name}`,
  ),
  ...['leave_period_id', 'minutes', 'thousandths'].map((name) => `leave_half_days.${name}`),
  ...['cancelled_at', 'cancelled_by_id', 'changed_at', 'comment', 'confirmed_at', 'created_at', 'deleted_at'].map(
    (name) => `leave_periods.${name}`,
  ),
  ...['employee_id', 'ends_on', 'id', 'is_active', 'is_end_morning', 'is_start_morning', 'leave_account_id'].map(
    (name) => `leave_periods.${name}`,
  ),
  ...['logs', 'starts_on', 'status'].map((name) => `leave_periods.${name}`),
];

test.each([1, 2, 3, 7, 16, 17, 1000])('of %i ids each gets another place, and no two the same', (count) => {
  const places = Array.from({ length: count }, (_, at) => permuted(BigInt(at), BigInt(count), 'secret'));
  expect(new Set(places).size).toBe(count);
  expect(places.every((place) => place >= 0n && place < BigInt(count))).toBe(true);
});

/** An erasure meets other features: invitations, names that administrators gave themselves, short and quoted names. */
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { type Body, createExample, unique } from '../../support/examples.ts';
import { inFull } from '../../support/form.ts';
import type { TestPerson } from '../../support/people/person.ts';
import { erasedOf, planned } from '../../support/privacy/erasing.ts';
import { wordsInTables } from '../../support/privacy/whole-database.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let database: FreshDatabase;
let service: TestService;
let account: Account;
let client: TestClient;
let owner: TestPerson;

beforeAll(async () => {
  database = await freshDatabase();
  service = await testService({ databaseUrl: database.url });
  account = await service.openAccount('acme');
  client = await service.client(account);
  owner = await service.person(account);
  await owner.call('PATCH', '/admin-api/account-settings/current', { body: { erasuresNeedApproval: false } });
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

const somebody = async (members: Body = {}): Promise<string> => (await createExample(client, employees, members)).id;

async function written(path: string, body: Body, by: Pick<TestPerson, 'call'> = owner) {
  const reply = await by.call('POST', path, { body });
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
}

/** The words that any table still holds, after the erasure. */
async function left(id: string, words: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const before = await wordsInTables(database.url, words);
  expect([...before.keys()].toSorted()).toEqual([...words].toSorted());
  expect(await erasedOf(owner, await planned(owner, id))).toMatchObject({ status: 'done' });
  await Promise.all([service.activity.flush(), service.reads.flush()]);
  await service.publisher.publishAll();
  return wordsInTables(database.url, words);
}

inFull(
  'an invitation to the address of the person is withdrawn, and one by the person does not name them',
  async () => {
    const email = 'invited.qv1@example.com';
    const id = await somebody({ email });
    await written('/admin-api/administrator-invitations', { email: 'Invited.QV1@example.com', role: 'auditor' });
    const former = await service.person(account, 'owner');
    const leaver = await somebody({ email: former.email });
    await written('/admin-api/administrator-invitations', { email: 'other.qv1@example.com', role: 'auditor' }, former);
    expect((await owner.call('DELETE', `/admin-api/administrators/${former.id}`)).status).toBe(204);
    expect(await left(id, [email])).toEqual(new Map());
    expect(await left(leaver, [former.email])).toEqual(new Map());
    const { body } = await owner.call('GET', '/admin-api/administrator-invitations');
    expect(body.items).toMatchObject([{ email: 'other.qv1@example.com', invitedBy: 'erased person' }]);
  },
);

inFull('an administrator is erased under the name that they gave themselves', async () => {
  const former = await service.person(account, 'administrator');
  const named = await owner.call('PATCH', `/admin-api/administrators/${former.id}`, { body: { name: 'Nick Qzname' } });
  expect(named.status, named.text).toBe(200);
  const body = { email: former.email, givenName: 'Nicholas', familyName: 'Quite Other' };
  const id = await somebody(body);
  await written('/svc-api/departments', { name: 'By the administrator' }, former);
  await written('/admin-api/saved-views', { list: 'employees', isShared: true, name: 'All' }, former);
  await written('/admin-api/legal-holds', { employee: { id: await somebody() }, reason: 'Case 9' }, former);
  await service.publisher.publishAll();
  await owner.call('DELETE', `/admin-api/administrators/${former.id}`);
  expect(await left(id, ['qzname', former.email])).toEqual(new Map());
  const { body: history } = await owner.call(
    'GET',
    '/admin-api/history-entries?author.type=administrator&action=department.created',
  );
  expect(history.items).toMatchObject([{ author: { type: 'administrator', id: former.id, name: 'erased person' } }]);
});

inFull('an administrator who never did anything is not named by the entries about them', async () => {
  const idle = await service.person(account, 'auditor');
  await owner.call('PATCH', `/admin-api/administrators/${idle.id}`, { body: { name: 'Idle Qjname' } });
  const id = await somebody({ email: idle.email.toUpperCase() });
  await owner.call('DELETE', `/admin-api/administrators/${idle.id}`);
  expect(await left(id, ['qjname'])).toEqual(new Map());
});

test('short names, names with quotes, and numbers with signs are found in logs', async () => {
  const short = await somebody({ givenName: 'Xq', familyName: 'Wu' });
  const quoted = await somebody({ givenName: 'Ada "Qxqx"', familyName: 'Zw\\y' });
  const definition = await createExample(client, employeeAttributeDefinitions, {
    schema: { $ref: '/svc-api/schemas/short-text' },
    multipleValueHandling: null,
  });
  const at = { definition: { id: definition.id }, applicability: null };
  await createExample(client, employeeAttributes, { ...at, employee: { id: short }, value: 'QX-9-ZZ-7' });
  await createExample(client, employeeAttributes, { ...at, employee: { id: quoted }, value: 'home@quxmail.example' });
  const view = { list: 'employees' };
  for (const search of ['Xq Wu', 'Ada "Qxqx" Zw\\y', 'QX-9-ZZ-7', 'home@quxmail.example']) {
    await written('/admin-api/saved-views', { ...view, name: `Kept ${unique()}`, query: { search } });
  }
  const both = [left(short, ['xq wu', 'qx-9-zz-7']), left(quoted, ['qxqx', 'quxmail'])];
  expect(await Promise.all(both)).toEqual([new Map(), new Map()]);
});

inFull('a short name is not taken for the beginning of a longer one', async () => {
  const short = await somebody({ givenName: 'Bq', familyName: 'L.' });
  await somebody({ givenName: 'Bq', familyName: 'L.indgren' });
  for (const search of ['Bq L.', 'bq l. (2)', 'Bq L.indgren', 'Bq Lxx']) {
    await written('/admin-api/saved-views', { list: 'employees', name: search, query: { search } });
  }
  expect(await erasedOf(owner, await planned(owner, short))).toMatchObject({ status: 'done' });
  const { body } = await owner.call('GET', '/admin-api/saved-views?limit=1000');
  const names = body.items.map(({ name }: { name: string }) => name).filter((name: string) => /^bq/i.test(name));
  expect(names.toSorted()).toEqual(['Bq L.indgren', 'Bq Lxx']);
});

inFull('what is written of the person in a sandbox goes too', async () => {
  const id = await somebody({ givenName: 'Sandqx', familyName: 'Boxwv' });
  const sandbox = await written('/admin-api/sandboxes', {});
  await vi.waitFor(
    async () => expect((await owner.call('GET', `/admin-api/sandboxes/${sandbox.id}`)).body.state).toBe('ready'),
    { timeout: 60_000, interval: 100 },
  );
  const there = { ...account, id: sandbox.id, environment: 'sandbox' as const, sandbox: sandbox.name };
  const person = await service.person(there);
  await written('/admin-api/saved-views', { list: 'employees', name: 'Sandqx Boxwv', query: {} }, person);
  expect(await left(id, ['sandqx boxwv'])).toEqual(new Map());
});

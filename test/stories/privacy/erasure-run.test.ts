/** An erasure runs: the person is absent at once, references become null, and nothing about them is left. */
import { employees } from '@muster/contract/resources/employees.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { createExample } from '../../support/examples.ts';
import { inFull } from '../../support/form.ts';
import type { TestPerson } from '../../support/people/person.ts';
import { erasedOf, planned } from '../../support/privacy/erasing.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;
let owner: TestPerson;

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
  client = await service.client(account);
  owner = await service.person(account);
  await owner.call('PATCH', '/admin-api/account-settings/current', { body: { erasuresNeedApproval: false } });
});
afterAll(() => service.stop());

const somebody = async (): Promise<string> => (await createExample(client, employees)).id;
const listOf = async (path: string) => (await client.call('GET', `/svc-api/${path}`)).body.items;

test.concurrent('the person is absent, with everything that belonged to them, and events name ids alone', async () => {
  const id = await somebody();
  const [position] = await listOf(`job-positions?employment.employee.id=${id}`);
  const done = await erasedOf(owner, await planned(owner, id));
  expect(done).toMatchObject({ status: 'done', startedAt: expect.any(String), endedAt: expect.any(String) });
  for (const path of [`employees/${id}`, `employees/${id}/versions`, `job-positions/${position.id}`]) {
    expect([path, (await client.call('GET', `/svc-api/${path}`)).status]).toEqual([path, 404]);
  }
  await service.publisher.publishAll();
  const about = await listOf('events?limit=1000');
  const own = about.filter(
    ({ data }: { data: { id: string; type: string } }) => data.id === id && data.type === 'employee',
  );
  expect(own.map(({ topic }: { topic: string }) => topic)).toContain('employee.deleted');
  const url = `${service.url}/svc-api/employees/${id}`;
  for (const { data, previousAttributes } of own) {
    expect([data, previousAttributes ?? null]).toEqual([{ id, type: 'employee', url }, null]);
  }
  const { body: entries } = await owner.call(
    'GET',
    `/admin-api/audit-entries?subjectType=erasure&subjectId=${done.id}`,
  );
  expect(
    entries.items.map(({ action, actorKind }: { action: string; actorKind: string }) => [action, actorKind]),
  ).toEqual([
    ['erasure.created', 'person'],
    ['erasure.started', 'service'],
    ['erasure.done', 'service'],
  ]);
});

test.concurrent('references of others become null, each with its event', async () => {
  const id = await somebody();
  const [theirs] = await listOf(`job-positions?employment.employee.id=${await somebody()}`);
  await client.call('PATCH', `/svc-api/job-positions/${theirs.id}`, { body: { manager: { id } } });
  const { body: department } = await client.call('PATCH', `/svc-api/departments/${theirs.department.id}`, {
    body: { manager: { id } },
  });
  expect(department.manager.id).toBe(id);
  await erasedOf(owner, await planned(owner, id));
  expect((await client.call('GET', `/svc-api/job-positions/${theirs.id}`)).body.manager).toBe(null);
  expect((await client.call('GET', `/svc-api/departments/${department.id}`)).body.manager).toBe(null);
  await service.publisher.publishAll();
  const updates = (await listOf('events?topic=department.updated&sort=-id')) as {
    author: object;
    data: { manager: null };
  }[];
  expect(updates[0]).toMatchObject({ author: { type: 'service', id: 'erasures' }, data: { manager: null } });
});

inFull('somebody who administered the account is named nowhere, and no saved view looks for them', async () => {
  const former = await service.person(account, 'administrator');
  const { email } = former;
  const other = await somebody();
  const id = await somebody();
  await client.call('PATCH', `/svc-api/employees/${id}`, { body: { email } });
  const view = { list: 'employees', isShared: true };
  await former.call('POST', '/admin-api/saved-views', { body: { ...view, name: 'Of everybody' } });
  await owner.call('POST', '/admin-api/saved-views', { body: { ...view, name: 'One', query: { search: email } } });
  const { body: held } = await former.call('POST', '/admin-api/legal-holds', {
    body: { employee: { id: other }, reason: 'Case 13' },
  });
  await former.call('PATCH', `/admin-api/legal-holds/${held.id}`, { body: { status: 'lifted' } });
  await erasedOf(owner, await planned(former, await somebody()));
  await owner.call('DELETE', `/admin-api/administrators/${former.id}`);
  await erasedOf(owner, await planned(owner, id));
  for (const path of ['legal-holds', 'erasures', 'saved-views', 'audit-entries', 'history-entries']) {
    const { status, text } = await owner.call('GET', `/admin-api/${path}?limit=1000`);
    expect([path, status, text.includes(email)]).toEqual([path, 200, false]);
  }
  const { body: views } = await owner.call('GET', '/admin-api/saved-views');
  expect(views.items).toMatchObject([{ name: 'Of everybody', ownerName: 'erased person' }]);
  const { body: hold } = await owner.call('GET', `/admin-api/legal-holds/${held.id}`);
  expect([hold.setBy.name, hold.liftedBy.name]).toEqual(['erased person', 'erased person']);
});

test('a hold that comes after the approval stops the erasure', async () => {
  const id = await somebody();
  const held = owner.call('POST', '/admin-api/legal-holds', { body: { employee: { id }, reason: 'Case 12' } });
  const { body } = await owner.call('POST', '/admin-api/erasures', { body: { employee: { id }, reason: 'File 7' } });
  const { status } = await held;
  if (body.id === undefined) return expect(status).toBe(201);
  const ended = await erasedOf(owner, body.id);
  expect(['refused', 'done']).toContain(ended.status);
  expect((await client.call('GET', `/svc-api/employees/${id}`)).status).toBe(ended.status === 'refused' ? 200 : 404);
});

inFull(
  'an erasure whose worker does not know that it leased it is run when the lease has ended',
  async () => {
    const run = (sql: string) => service.database.query(sql);
    await run('create table noted_nodes (id uuid)');
    await run(`create function note_node() returns trigger language plpgsql as
    $$ begin insert into noted_nodes values (new.leased_by); return new; end $$`);
    await run(`create trigger note_node before update on erasure_queue for each row when (new.leased_by is not null)
    execute function note_node()`);
    await erasedOf(owner, await planned(owner, await somebody()));
    // As after a lost answer: the row names the node that runs here, which works on nothing.
    await run(`create function lease_unknown() returns trigger language plpgsql as $$ begin
    select id, now() + interval '6 seconds' into new.leased_by, new.leased_until from noted_nodes limit 1;
    return new; end $$`);
    await run(`create trigger lease_unknown before insert on erasure_queue for each row
    execute function lease_unknown()`);
    expect(await erasedOf(owner, await planned(owner, await somebody()))).toMatchObject({ status: 'done' });
  },
  90_000,
);

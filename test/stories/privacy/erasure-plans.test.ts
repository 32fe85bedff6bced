/** Erasures are planned, counted, approved by somebody else, and stopped by legal holds. */
import { employees } from '@muster/contract/resources/employees.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { createExample } from '../../support/examples.ts';
import type { TestPerson } from '../../support/people/person.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;
let owner: TestPerson;
let second: TestPerson;

beforeAll(async () => {
  service = await testService({ role: 'api' });
  account = await service.openAccount('acme');
  client = await service.client(account);
  owner = await service.person(account);
  second = await service.person(account, 'administrator');
});
afterAll(() => service.stop());

const somebody = async (): Promise<string> => (await createExample(client, employees)).id;
const plan = (id: string, by = owner, query = '') =>
  by.call('POST', `/admin-api/erasures${query}`, { body: { employee: { id }, reason: 'File 118' } });
const decide = (id: string, by: TestPerson, decision = 'approve') =>
  by.call('POST', '/admin-api/erasure-decisions', { body: { erasure: { id }, decision } });
const hold = (id: string) =>
  owner.call('POST', '/admin-api/legal-holds', { body: { employee: { id }, reason: 'Case 12' } });
const needApproval = (erasuresNeedApproval: boolean) =>
  owner.call('PATCH', '/admin-api/account-settings/current', { body: { erasuresNeedApproval } });

test('a dry run counts by family and stores nothing', async () => {
  const id = await somebody();
  const { body: position } = await client.call('GET', `/svc-api/job-positions?employment.employee.id=${id}`);
  const subordinate = await somebody();
  const { body: theirs } = await client.call('GET', `/svc-api/job-positions?employment.employee.id=${subordinate}`);
  await client.call('PATCH', `/svc-api/job-positions/${theirs.items[0].id}`, { body: { manager: { id } } });
  expect(position.items).toHaveLength(1);
  const tried = await plan(id, owner, '?dryRun=true');
  expect([tried.status, tried.body]).toMatchObject([
    200,
    {
      type: 'erasure',
      counts: { employees: 1, employments: 1, 'job-positions': 1 },
      namedElsewhere: { references: { 'job-positions.manager': 1 } },
    },
  ]);
  expect((await owner.call('GET', `/admin-api/erasures?employee.id=${id}`)).body.items).toEqual([]);
});

test('it is planned by one administrator and approved by another', async () => {
  const id = await somebody();
  const { status, body } = await plan(id);
  expect([status, body]).toMatchObject([
    201,
    { status: 'planned', employee: { id }, plannedBy: { type: 'administrator' }, counts: { employees: 1 } },
  ]);
  expect((await plan(id)).status).toBe(409);
  expect((await decide(body.id, owner)).status).toBe(403);
  const approved = await decide(body.id, second);
  expect([approved.status, approved.body]).toMatchObject([201, { decision: 'approve', erasure: { id: body.id } }]);
  expect((await decide(body.id, second)).status).toBe(409);
  expect((await owner.call('GET', approved.body.erasure.url.replace(service.url, ''))).body.status).toBe('approved');
  const { body: kept } = await owner.call('GET', '/admin-api/audit-entries?subjectType=erasure');
  expect(kept.items.map(({ action }: { action: string }) => action)).toContain('erasure.created');
});

test('it can be refused, also by the one who planned it, and is planned again', async () => {
  const id = await somebody();
  const { body } = await plan(id);
  expect((await decide(body.id, owner, 'refuse')).status).toBe(201);
  expect((await owner.call('GET', `/admin-api/erasures/${body.id}`)).body).toMatchObject({
    status: 'refused',
    refusalReason: 'decision',
  });
  expect((await plan(id)).status).toBe(201);
});

test('an account with a single administrator can do without the approval of a second', async () => {
  expect((await needApproval(false)).body.erasuresNeedApproval).toBe(false);
  expect((await plan(await somebody())).body.status).toBe('approved');
  await needApproval(true);
  const { body } = await owner.call('GET', '/admin-api/audit-entries?action=account-setting.updated&sort=-id');
  expect(body.items[0]).toMatchObject({
    before: { erasuresNeedApproval: false },
    after: { erasuresNeedApproval: true },
  });
});

test('a person on hold is not planned, not tried and not approved until the hold is lifted', async () => {
  const id = await somebody();
  const { body: planned } = await plan(id);
  const { body: held, status } = await hold(id);
  expect([status, held]).toMatchObject([201, { status: 'active', setBy: { type: 'administrator' }, liftedAt: null }]);
  expect((await decide(planned.id, second)).status).toBe(409);
  await decide(planned.id, owner, 'refuse');
  expect((await plan(id)).status).toBe(409);
  expect((await plan(id, owner, '?dryRun=true')).status).toBe(409);
  const lifted = await second.call('PATCH', `/admin-api/legal-holds/${held.id}`, { body: { status: 'lifted' } });
  expect([lifted.status, lifted.body.status, lifted.body.liftedAt, lifted.body.liftedBy.type]).toEqual([
    200,
    'lifted',
    expect.any(String),
    'administrator',
  ]);
  const again = await owner.call('PATCH', `/admin-api/legal-holds/${held.id}`, { body: { status: 'active' } });
  expect([again.status, Object.keys(again.body.errors)]).toEqual([400, ['status']]);
  expect((await plan(id)).status).toBe(201);
  const { body: list } = await owner.call('GET', `/admin-api/legal-holds?employee.id=${id}&status=lifted`);
  expect(list.items).toHaveLength(1);
  const { body: entries } = await owner.call(
    'GET',
    `/admin-api/audit-entries?subjectType=legal-hold&subjectId=${held.id}`,
  );
  expect(entries.items).toHaveLength(2);
});

test('a person who administers the account is not erased before the administrator is removed', async () => {
  const id = await somebody();
  const { body } = await owner.call('GET', '/admin-api/administrators?role=administrator');
  await client.call('PATCH', `/svc-api/employees/${id}`, { body: { email: body.items[0].email } });
  const refused = await plan(id);
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('administrator')]);
});

test('a person who does not exist is refused by name', async () => {
  for (const reply of [await plan('999999'), await hold('999999'), await plan('x')]) {
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ['employee.id']]);
  }
});

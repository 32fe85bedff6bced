/** Retention by the clock of a sandbox, and next to legal holds, settings, erasures and archives. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { archived } from '../../support/administration-examples.ts';
import { filesIn } from '../../support/files/files.ts';
import { inFull } from '../../support/form.ts';
import { company, hired, newCompany } from '../../support/people/people.ts';
import type { TestPerson } from '../../support/people/person.ts';
import { personalRecord } from '../../support/people/personal-records.ts';
import { type TestService, testService } from '../../support/service.ts';

const dayMs = 86_400_000;
let service: TestService;
let account: Account;
let owner: TestPerson;
let firm: Awaited<ReturnType<typeof newCompany>>;

beforeAll(async () => {
  service = await testService();
  firm = await newCompany(service);
  account = firm.account;
  owner = await service.person(account);
});
afterAll(() => service.stop());

test('the night of a sandbox begins by its clock', async () => {
  const made = await owner.call('POST', '/admin-api/sandboxes', { body: {} });
  const path = `/admin-api/sandboxes/${made.body.id}`;
  const isReady = async () => expect((await owner.call('GET', path)).body.state).toBe('ready');
  await vi.waitFor(isReady, { timeout: 30_000, interval: 100 });
  const sandbox: Account = { ...account, id: made.body.id, environment: 'sandbox', sandbox: made.body.name };
  const client = await service.client(sandbox);
  const tester = await service.person(sandbox);
  const today = service.now().toISOString().slice(0, 10);
  const person = await hired(
    client,
    await company(client),
    {},
    { start: { date: '2020-01-01' }, end: { date: today } },
  );
  const record = await personalRecord(client, person, { birthDate: '1991-03-06' });
  const rules = '/admin-api/retention-rules';
  const rule = await tester.call('POST', rules, { body: { family: 'personal-records', months: 1 } });
  expect(rule.status).toBe(201);
  await service.retention.applyDue();
  const status = async () => (await client.call('GET', `/svc-api/employee-personal-records/${record.id}`)).status;
  expect(await status()).toBe(200);
  const moved = await owner.call('PATCH', path, { body: { clock: new Date(Date.now() + 40 * dayMs).toISOString() } });
  expect(moved.status).toBe(200);
  // Each answer of the sandbox knows its clock.
  const preview = await tester.call('GET', `${rules}/${rule.body.id}/preview`);
  expect(preview.body.people).toMatchObject([{ id: person.id }]);
  await service.retention.applyDue();
  expect(await status()).toBe(404);
});

test('entries about somebody on hold stay, whatever the setting says; the others go', async () => {
  const people = [await hired(firm.client, firm), await hired(firm.client, firm)];
  for (const person of people) await personalRecord(firm.client, person, { birthDate: '1991-03-06' });
  await service.reads.flush();
  const [kept] = people;
  const hold = await owner.call('POST', '/admin-api/legal-holds', {
    body: { employee: { id: kept?.id }, reason: 'Case 12' },
  });
  expect(hold.status).toBe(201);
  const about = async (id: string | undefined) =>
    (await owner.call('GET', `/admin-api/read-entries?employees.id=${id}`)).body.items.length;
  service.advance(800 * dayMs);
  owner = await service.person(account);
  await service.housekeeping.clean();
  expect([await about(kept?.id), await about(people[1]?.id)]).toEqual([1, 0]);
  await owner.call('PATCH', `/admin-api/legal-holds/${hold.body.id}`, { body: { status: 'lifted' } });
  expect(await about(kept?.id)).toBe(0);
});

inFull('the archive of a person is removed with the person', async () => {
  firm = { ...firm, client: await service.renewed(firm.client) };
  const person = await hired(firm.client, firm);
  const body = { employee: { id: person.id } };
  const made = await owner.call('POST', '/admin-api/subject-exports', { body });
  await archived(owner, made.body.id);
  const stored = () => filesIn(`${service.filesDir}/${account.id}`);
  expect(await stored()).toHaveLength(1);
  const settings = '/admin-api/account-settings/current';
  expect((await owner.call('PATCH', settings, { body: { erasuresNeedApproval: false } })).status).toBe(200);
  const erasure = await owner.call('POST', '/admin-api/erasures', { body: { ...body, reason: 'Asked for' } });
  expect(erasure.status).toBe(201);
  const isDone = async () =>
    expect((await owner.call('GET', `/admin-api/erasures/${erasure.body.id}`)).body.status).toBe('done');
  await vi.waitFor(isDone, { timeout: 30_000, interval: 100 });
  expect((await owner.call('GET', `/admin-api/subject-exports/${made.body.id}`)).status).toBe(404);
  expect(await stored()).toEqual([]);
});

/** A sandbox copy of an account: what is copied, what is invented, and what is left out. */
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { copiedTables, leftOut } from '../../../server/admin/sandboxes/sandbox-tables.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { tablesOfAccounts } from '../../../server/platform/store/account-tables.ts';
import { tableOf } from '../../../server/platform/store/columns.ts';
import { createExample } from '../../support/examples.ts';
import { inFull } from '../../support/form.ts';
import { at, type Company, company, hiring } from '../../support/people/people.ts';
import { browser, type TestPerson } from '../../support/people/person.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
let owner: TestPerson;
let client: TestClient;
let firm: Company;

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
  owner = await service.person(account);
  client = await service.client(account);
  firm = await company(client);
});
afterAll(() => service.stop());

async function readySandbox(): Promise<Account & { link: string }> {
  const made = await owner.call('POST', '/admin-api/sandboxes', { body: {} });
  expect(made.status, made.text).toBe(201);
  const { id, name, link } = made.body;
  await vi.waitFor(
    async () =>
      expect((await owner.call('GET', `/admin-api/sandboxes/${id}`)).body).toMatchObject({
        state: 'ready',
        progressPercent: 100,
      }),
    { timeout: 30_000, interval: 100 },
  );
  return { ...account, id, environment: 'sandbox', sandbox: name, link };
}

const drop = async (id: string) => {
  expect((await owner.call('DELETE', `/admin-api/sandboxes/${id}`)).status).toBe(204);
  await vi.waitFor(async () => expect((await owner.call('GET', `/admin-api/sandboxes/${id}`)).status).toBe(404), {
    timeout: 30_000,
    interval: 100,
  });
};

const peopleIn = async (of: Account): Promise<number> =>
  (await (await service.client(of)).call('GET', '/svc-api/employees?include=totalCount&limit=0')).body.totalCount;

const real = { givenName: 'Augusta', familyName: 'Byron', email: 'augusta@acme.example', phoneNumber: '+331445566778' };

async function hire(members: object) {
  const reply = await client.call('POST', '/svc-api/employees', { body: hiring(firm, { ...members }) });
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
}

describe('a sandbox', () => {
  test('has the people of its account under other ids and invented names', async () => {
    const person = await hire({ ...real, employeeNumber: '4711', remoteId: 'augusta.byron' });
    const manager = await hire({ givenName: 'Mary', familyName: 'Somerville' });
    const position = person.applicableJobPosition;
    await client.call('PATCH', `/svc-api/job-positions/${position.id}`, {
      body: { manager: at(manager), jobTitle: 'Analyst', notes: 'Returns from a long illness.' },
    });
    const sandbox = await readySandbox();
    const there = await service.client(sandbox);
    const positions = (await there.call('GET', '/svc-api/job-positions')).body.items;
    const [positionThere] = positions.filter((one: { manager: unknown }) => one.manager !== null);
    expect(positionThere).toMatchObject({ jobTitle: expect.stringMatching(/^Role \w+$/), notes: null });
    const copy = await there.call('GET', `/svc-api/employees/${positionThere.employee.id}`);
    expect(copy.body).toMatchObject({ status: 'active', applicableJobPosition: { id: positionThere.id } });
    expect((await there.call('GET', `/svc-api/employees/${positionThere.manager.id}`)).status).toBe(200);
    for (const word of [...Object.values(real), '4711', 'augusta.byron']) expect(copy.text).not.toContain(word);
    expect(copy.body.email).toMatch(new RegExp(`\\.${copy.body.id}@example\\.com$`));
    const found = await there.call('GET', `/svc-api/employees?search=${copy.body.familyName}`);
    expect(found.body.items.map(({ id }: { id: string }) => id)).toContain(copy.body.id);
    expect((await there.call('GET', '/svc-api/employees?search=Byron')).body.items).toEqual([]);
    expect((await there.call('GET', '/svc-api/departments')).body.items).toHaveLength(
      (await client.call('GET', '/svc-api/departments')).body.items.length,
    );
    expect((await there.call('GET', '/svc-api/events')).body.items).toEqual([]);
    await drop(sandbox.id);
  });

  inFull('has other values of the same form, by which people are found', async () => {
    const person = await hire({});
    const valued = async (schema: object, value: unknown) => {
      const definition = await createExample(client, employeeAttributeDefinitions, {
        schema,
        taxonomy: null,
        multipleValueHandling: null,
      });
      const made = await client.call('POST', '/svc-api/employee-attributes', {
        body: { definition: { id: definition.id }, employee: at(person), value },
      });
      expect(made.status, made.text).toBe(201);
      return definition.id;
    };
    const base = (name: string) => ({ $ref: `/svc-api/schemas/${name}` });
    const number = await valued(base('int32'), 20_000_042);
    const words = await valued(base('short-text'), 'Allergic to penicillin');
    const sandbox = await readySandbox();
    const there = await service.client(sandbox);
    const valueThere = async (definitionId: string) =>
      (await there.call('GET', `/svc-api/employee-attributes?definition.id=${definitionId}`)).body.items[0];
    const copied = await valueThere(number);
    expect(copied.value).toBeLessThan(10_000);
    expect((await valueThere(words)).value).toMatch(/^Text \w+$/);
    const found = await there.call('GET', `/svc-api/employees?attributes.${number}=${copied.value}`);
    expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([copied.employee.id]);
    await drop(sandbox.id);
  });

  test('belongs to its creator, by a link that is shown once', async () => {
    const sandbox = await readySandbox();
    expect((await owner.call('GET', `/admin-api/sandboxes/${sandbox.id}`)).text).not.toContain('#mst_pi_');
    const page = browser(service.url);
    const token = sandbox.link.split('#')[1];
    const accepted = await page.call('POST', '/admin-api/invitation/acceptance', {
      body: { token, name: 'Owner', password: 'correct horse battery' },
    });
    expect(accepted.body).toMatchObject({
      state: 'signed-in',
      person: { email: owner.email, role: 'owner' },
      account: { environment: 'sandbox', sandbox: sandbox.sandbox },
    });
    // A sandbox does not affect its original account.
    expect((await page.call('GET', '/admin-api/sandboxes')).body.items).toEqual([]);
    expect((await page.call('POST', '/admin-api/sandboxes', { body: {} })).status).toBe(400);
    const kept = await owner.call('GET', '/admin-api/audit-entries?action=sandbox.created');
    expect(kept.body.items.map(({ subjectId }: { subjectId: string }) => subjectId)).toContain(sandbox.id);
    expect(kept.text).not.toContain('mst_pi_');
    await drop(sandbox.id);
    expect((await page.call('GET', '/admin-api/session')).status).toBe(401);
  });

  test('is gone with everything when it is dropped, and its account is as it was', async () => {
    const sandbox = await readySandbox();
    const there = await service.client(sandbox);
    expect((await there.call('GET', '/svc-api/employees')).status).toBe(200);
    const before = (await client.call('GET', '/svc-api/employees?include=totalCount')).body.totalCount;
    await drop(sandbox.id);
    await vi.waitFor(async () => expect((await there.call('GET', '/svc-api/employees')).status).toBe(401), 5000);
    // Requests are logged in the background, and removed with their week.
    const tables = (await tablesOfAccounts(service.database)).filter(({ name }) => name !== 'request_log');
    for (const { name } of tables) {
      const [left] = await service.database
        .session(sandbox.id)
        .run<{ count: string }>({ text: `select count(*) from ${name} where account_id = $1` });
      expect(left?.count, name).toBe('0');
    }
    expect((await client.call('GET', '/svc-api/employees?include=totalCount')).body.totalCount).toBe(before);
  });

  test('is copied again by another worker after a crash', async () => {
    await hire({});
    const sandbox = await readySandbox();
    const before = await peopleIn(sandbox);
    // The state after a process ends between the last row and the last step; its claim expires.
    await service.database.query(
      `update accounts set state = 'copying', progress_percent = 40, worked_until = $2 where id = $1`,
      [sandbox.id, new Date(service.now().getTime() + 2000)],
    );
    const path = `/admin-api/sandboxes/${sandbox.id}`;
    expect((await owner.call('GET', path)).body).toMatchObject({ state: 'copying', progressPercent: 40 });
    expect((await owner.call('DELETE', path)).status).toBe(400);
    await vi.waitFor(async () => expect((await owner.call('GET', path)).body.state).toBe('ready'), {
      timeout: 30_000,
      interval: 100,
    });
    expect(await peopleIn(sandbox)).toBe(before);
    await drop(sandbox.id);
  });

  test('says of every table whether it is copied', async () => {
    const copied = copiedTables.map(({ from }) => (typeof from === 'string' ? from : tableOf(from)));
    const known = [...copied, ...leftOut].toSorted();
    expect((await tablesOfAccounts(service.database)).map(({ name }) => name).toSorted()).toEqual(known);
  });
});

describe('operators', () => {
  test('open accounts, see all of them with their addresses, and copy any into a sandbox', async () => {
    const operator = await service.person(account, 'auditor', true);
    const made = await operator.call('POST', '/admin-api/accounts', { body: { name: 'Initech', environment: 'test' } });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({
      state: 'copying',
      sandbox: null,
      address: service.url,
      link: expect.any(String),
    });
    const path = `/admin-api/accounts/${made.body.id}`;
    const isReady = async () => expect((await operator.call('GET', path)).body.state).toBe('ready');
    await vi.waitFor(isReady, { timeout: 30_000, interval: 100 });
    const there = await service.client({ ...account, id: made.body.id });
    expect((await there.call('GET', '/svc-api/employee-attribute-definitions')).body.items.length).toBeGreaterThan(0);
    const limited = await operator.call('PATCH', path, { body: { requestsPerMinute: 77 } });
    expect(limited.body).toMatchObject({ requestsPerMinute: 77, eventDays: null });
    const again = await operator.call('POST', '/admin-api/accounts', {
      body: { name: 'initech', environment: 'test' },
    });
    expect(again.body.errors).toHaveProperty('name');
    expect((await operator.call('DELETE', path)).status).toBe(400);
    expect(
      (await operator.call('PATCH', path, { body: { clock: '2030-01-01T00:00:00Z' } })).body.errors,
    ).toHaveProperty('clock');
    const listed = await operator.call('GET', '/admin-api/accounts?environment=test&sort=name');
    expect(listed.body.items.map(({ name }: { name: string }) => name)).toEqual(['Initech']);
  });

  test('alone can see accounts', async () => {
    expect((await owner.call('GET', '/admin-api/accounts')).status).toBe(403);
    const administrator = await service.person(account, 'administrator');
    expect((await administrator.call('GET', '/admin-api/sandboxes')).status).toBe(200);
    expect((await administrator.call('POST', '/admin-api/sandboxes', { body: {} })).status).toBe(403);
  });
});

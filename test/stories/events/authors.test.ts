/** Every change has an author: who asked for it, or the service itself. */
import { userInfo } from 'node:os';
import type { Author } from '@muster/contract/author.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { changeClient } from '../../../cli/client-applications.ts';
import { type BulkService, bodies, bulkService, importing, ndjson } from '../../support/commands/bulk.ts';
import { createExample, newcomer, pathOf, type Row } from '../../support/examples.ts';
import { establishment, eventsSeen } from '../../support/organization/organization.ts';
import { employmentsOf, hired, moved, newCompany } from '../../support/people/people.ts';
import type { TestClient } from '../../support/service.ts';

let service: BulkService;

beforeAll(async () => {
  service = await bulkService();
});
afterAll(() => service.stop());

const seen = (client: TestClient, query = '') => eventsSeen(service, client, query);

const applicationOf = ({ credentials: { clientId } }: TestClient, name: string): Author => ({
  type: 'client-application',
  id: clientId,
  name,
});

const nameOf = async (client: TestClient): Promise<string> => {
  const [row] = await service.database.query<{ name: string }>(
    'select name from client_applications where client_id = $1',
    [client.credentials.clientId],
  );
  return row?.name ?? '';
};

test('a client application is the author of what it changes, by its name at the moment of the change', async () => {
  const { client } = await newcomer(service);
  const name = await nameOf(client);
  const { id } = await createExample(client, departments);
  await changeClient(service, client.credentials.clientId, { name: 'Payroll' });
  await vi.waitFor(async () => {
    await client.call('PATCH', pathOf(departments, id), { body: { name: `Sales ${Math.random()}` } });
    expect((await seen(client)).at(-1)?.author).toEqual(applicationOf(client, 'Payroll'));
  }, 20_000);
  await client.call('DELETE', pathOf(departments, id));
  const events = await seen(client);
  expect(events[0]?.author).toEqual(applicationOf(client, name));
  expect(events.at(-1)).toMatchObject({ topic: 'department.deleted', author: applicationOf(client, 'Payroll') });
});

test('a signed-in person is the author also where the console uses the API of client applications', async () => {
  const { account, client } = await newcomer(service);
  const person = await service.person(account);
  const made = await person.call('POST', pathOf(departments), { body: { name: 'Sales' } });
  expect(made.status, made.text).toBe(201);
  const author = { type: 'administrator', id: person.id, name: person.email };
  expect((await seen(client)).map((event) => event.author)).toEqual([author]);
  const named = await person.call('PATCH', `/admin-api/administrators/${person.id}`, { body: { name: 'Ada Owner' } });
  expect(named.status, named.text).toBe(200);
  await vi.waitFor(async () => {
    await person.call('PATCH', pathOf(departments, made.body.id), { body: { name: `Sales ${Math.random()}` } });
    expect((await seen(client)).at(-1)?.author).toEqual({ ...author, name: 'Ada Owner' });
  }, 20_000);
});

test('an idempotent creation has the author of the request that made it', async () => {
  const { client } = await newcomer(service);
  const headers = { 'idempotency-key': 'once' };
  for (const _ of [1, 2]) await client.call('POST', pathOf(departments), { body: { name: 'Once' }, headers });
  expect((await seen(client)).map(({ author }) => author.type)).toEqual(['client-application']);
});

test('the operator is the author of what the command line changes, and an import names its run', async () => {
  const { company, client, ...imports } = await importing(service);
  const operator = { type: 'operator', id: userInfo().username, name: userInfo().username };
  await service.musterJson('calendars', 'create', '--account', company.account.name, '--name', 'France');
  expect((await seen(client)).at(-1)).toMatchObject({ topic: 'public-holidays-calendar.created', author: operator });
  const file = await service.file('people.ndjson', ndjson(bodies(company, 2, () => ({}))));
  await imports.importJson(file);
  const imported = (await seen(client, '&author.type=operator')).filter(({ topic }) => topic === 'employee.created');
  expect(imported.map(({ author }) => author)).toEqual(
    [1, 2].map(() => ({ ...operator, run: expect.stringMatching(/^[0-9a-f]{32}$/) })),
  );
  expect(new Set(imported.map(({ author }) => author.run)).size).toBe(1);
});

test('the command line shows the history of a resource, also of one that was deleted', async () => {
  const { account, client } = await newcomer(service);
  const { id } = await createExample(client, departments);
  await client.call('PATCH', pathOf(departments, id), { body: { name: 'Sales' } });
  await client.call('DELETE', pathOf(departments, id));
  const { versions } = await service.musterJson('history', 'departments', id, '--account', account.name);
  const listed = await client.call('GET', `${pathOf(departments, id)}/versions`);
  expect(versions.map((one: Row) => one.id)).toEqual(listed.body.items.map((one: Row) => one.id));
  const { stdout } = await service.muster('history', 'departments', id, '--account', account.name, '--limit', '2');
  expect(stdout).toMatch(/client-application +deleted[\s\S]*client-application +updated +name/);
  expect(stdout).not.toContain('created');
  const unknown = await service.muster('history', 'departments', '999999999', '--account', account.name);
  expect([unknown.status, unknown.stdout]).toEqual([1, '']);
});

test('the service is the author of a day that begins, also where a request of somebody else comes first', async () => {
  const { client: first, ...company } = await newCompany(service);
  const tomorrow = new Date(service.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  const ada = await hired(first, company, {}, { start: { date: tomorrow } });
  service.advance(2 * 86_400_000);
  const client = await service.renewed(first);
  await client.call('PATCH', pathOf(employees, ada.id), { body: { givenName: 'Augusta' } });
  const changes = await seen(client, `&data.type=employee&data.id=${ada.id}&topic=employee.updated`);
  expect(changes.map(({ author }) => [author.type, author.id])).toEqual([
    ['service', 'day-rollover'],
    ['client-application', client.credentials.clientId],
  ]);
});

test('events are filtered by the type and the id of their author', async () => {
  const { account, client } = await newcomer(service);
  const other = await service.client(account);
  const person = await service.person(account);
  for (const by of [client, other, person]) await by.call('POST', pathOf(departments), { body: { name: 'Sales' } });
  const by = async (query: string) => (await seen(client, `&${query}`)).map(({ author }) => author.id);
  const [one, two] = [client.credentials.clientId, other.credentials.clientId];
  expect(await by(`author.id=${two}`)).toEqual([two]);
  expect(await by(`author.id=${one},${two}`)).toEqual([one, two]);
  expect(await by(`-author.id=${one}`)).toEqual([two, person.id]);
  expect(await by('author.type=administrator')).toEqual([person.id]);
  expect(await by('author.type=client-application')).toEqual([one, two]);
  expect(await by('author.type=null')).toEqual([]);
  const unknown = await client.call('GET', '/svc-api/events?author.type=robot');
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([400, ['author.type']]);
});

test('a reader of other establishments learns the author of a change, and nothing of the resource', async () => {
  const { account, client, ...company } = await newCompany(service);
  const away = await establishment(client, company.owner);
  const limited = await service.client(account, { establishments: [company.place.id] });
  const ada = await hired(client, company);
  const [employment] = await employmentsOf(client, ada);
  const today = service.now().toISOString().slice(0, 10);
  await moved(client, company, employment as Row, today, { businessEstablishment: { id: away.id } });
  const reduced = (await seen(limited, `&data.id=${ada.id}&data.type=employee`)).at(-1);
  expect(Object.keys(reduced?.data ?? {})).toEqual(['id', 'type', 'url']);
  expect(reduced?.author).toEqual((await seen(client, `&id=${reduced?.id}`))[0]?.author);
});

// On Citus each server plans its own part.
test.skipIf(process.env.MUSTER_TEST_DATABASE_URL)('lists by author use an index in the order of events', async () => {
  const connection = new pg.Client({ connectionString: service.databaseUrl, options: '-c muster.account_id=1' });
  await connection.connect();
  // There are few rows here.
  await connection.query('set enable_seqscan = off; set enable_sort = off');
  for (const [column, index] of [
    ['author_id', 'author_id_id_idx'],
    ['author_type', 'author_type_id_idx'],
  ]) {
    const { rows } = await connection.query<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off)
      select id from events where account_id = $1 and ${column} = $2 order by id limit 100`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan using events_\\S*${index}`));
    expect(plan).not.toMatch(/Seq Scan|-> +Sort/);
  }
  await connection.end();
});

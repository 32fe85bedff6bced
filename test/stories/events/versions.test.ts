/** Versions of resources: what existed before, what is confidential, what follows from days, and who sees it. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { resources } from '@muster/contract/resources.ts';
import { isRecorded } from '@muster/contract/versions.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { musterClient } from '../../../client/client.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { type Body, createExample, newcomer, pathOf, type Row } from '../../support/examples.ts';
import { establishment, eventsSeen } from '../../support/organization/organization.ts';
import { employmentsOf, hired, moved, newCompany, positionsOf } from '../../support/people/people.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());

interface Version extends Row {
  readonly recordedAt: string;
  readonly supersededAt: string | null;
  readonly author: Body;
  readonly verb: string;
  readonly changedAttributes: readonly string[];
  readonly data: Row;
}

const asked = (client: TestClient, resource: Resource, id: string) =>
  client.call('GET', `${pathOf(resource, id)}/versions`);

async function versions(client: TestClient, resource: Resource, id: string): Promise<Version[]> {
  const { status, body, text } = await asked(client, resource, id);
  expect(status, text).toBe(200);
  return body.items;
}

const today = () => service.now().toISOString().slice(0, 10);

test('what existed before versions were recorded has the state found then as its first version', async () => {
  const { account, client } = await newcomer(service);
  const made = await createExample(client, departments);
  const { links: _, embedded: __, ...data } = made;
  // As if the row were older than the table.
  const forgotten = statement('delete from versions where account_id = $1');
  await service.database.session(account.id).run(forgotten);
  const first = { author: { type: 'service', id: 'first-version' }, verb: 'created', changedAttributes: [] };
  const [only, ...more] = await versions(client, departments, made.id);
  expect(more).toEqual([]);
  expect(only).toMatchObject({ ...first, data, supersededAt: null });
  await client.call('PATCH', pathOf(departments, made.id), { body: { name: 'Afterwards' } });
  const [second, found] = await versions(client, departments, made.id);
  expect(second).toMatchObject({ verb: 'updated', changedAttributes: ['name'], data: { name: 'Afterwards' } });
  expect(found).toMatchObject({ ...first, id: only?.id, data, supersededAt: second?.recordedAt });
  await client.call('DELETE', pathOf(departments, made.id));
  expect((await versions(client, departments, made.id)).map(({ verb }) => verb)).toEqual([
    'deleted',
    'updated',
    'created',
  ]);
});

test('rows that every account has from the beginning have a first version too', async () => {
  const { client } = await newcomer(service);
  const { body } = await client.call('GET', `${pathOf(employeeAttributeDefinitions)}?limit=1`);
  const [system] = body.items;
  expect((await versions(client, employeeAttributeDefinitions, system.id)).map(({ author }) => author.type)).toEqual([
    'service',
  ]);
});

test('an id that is used again goes on with the versions of the former resource', async () => {
  const { client } = await newcomer(service);
  const made = await createExample(client, employeeAttributeDefinitions);
  const path = pathOf(employeeAttributeDefinitions, made.id);
  const { status } = await client.call('DELETE', path);
  expect(status).toBe(204);
  await createExample(client, employeeAttributeDefinitions, { id: made.id });
  const all = await versions(client, employeeAttributeDefinitions, made.id);
  expect(all.map(({ verb }) => verb)).toEqual(['created', 'deleted', 'created']);
  expect(all[1]?.supersededAt).toBe(all[0]?.recordedAt);
});

test('confidential members are encrypted in versions, and shown to readers of the resource', async () => {
  const { account, client, ...company } = await newCompany(service);
  const ada = await hired(client, company);
  const record = await createExample(client, employeePersonalRecords, { employee: { id: ada.id } }, true);
  const path = pathOf(employeePersonalRecords, record.id);
  const { body: before } = await client.call('GET', path);
  await client.call('PATCH', path, { body: { birthDate: '1815-12-10' } });
  await client.call('PATCH', path, { body: { birthDate: '1990-01-02' } });
  const [last, middle, first] = await versions(client, employeePersonalRecords, record.id);
  expect([last, middle].map((one) => one?.data.birthDate)).toEqual(['1990-01-02', '1815-12-10']);
  expect(middle?.changedAttributes).toEqual(['birthDate']);
  expect(first?.data).toEqual(
    Object.fromEntries(Object.entries(before).filter(([name]) => name in (first?.data ?? {}))),
  );
  const rows = await service.database
    .session(account.id)
    .run<{ text: string }>(statement('select versions::text as text from versions where account_id = $1'));
  expect(rows.filter(({ text }) => String(text).includes('1815-12-10'))).toEqual([]);
});

test('reading versions of confidential data leaves an entry in the log of reads', async () => {
  const { account, client, ...company } = await newCompany(service);
  const ada = await hired(client, company);
  const record = await createExample(client, employeePersonalRecords, { employee: { id: ada.id } }, true);
  await versions(client, employeePersonalRecords, record.id);
  const owner = await service.person(account);
  await vi.waitFor(async () => {
    const { body } = await owner.call('GET', `/admin-api/read-entries?employees.id=${ada.id}`);
    const operations = (body.items as Row[]).map(({ operation }) => operation);
    expect(operations).toContain('GET /svc-api/employee-personal-records/{ownerId}/versions');
  });
});

test('a day that begins leaves versions by the service, with the time of their recording', async () => {
  const { client: first, ...company } = await newCompany(service);
  const tomorrow = new Date(service.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  const ada = await hired(first, company, {}, { start: { date: tomorrow } });
  service.advance(3 * 86_400_000);
  const client = await service.renewed(first);
  const begun = service.now().getTime();
  const [begins, made] = await versions(client, employees, ada.id);
  expect(begins).toMatchObject({ verb: 'updated', author: { type: 'service', id: 'day-rollover' } });
  expect(begins?.changedAttributes).toContain('status');
  expect([made?.data.status, begins?.data.status]).toEqual(['upcoming', 'active']);
  expect(Date.parse(begins?.recordedAt ?? '')).toBeGreaterThanOrEqual(begun - 60_000);
});

test('the establishments that a caller has today decide about all versions, also of what is deleted', async () => {
  const { account, client, ...company } = await newCompany(service);
  const away = await establishment(client, company.owner);
  const here = await service.client(account, { establishments: [company.place.id] });
  const there = await service.client(account, { establishments: [away.id] });
  const ada = await hired(client, company);
  const statuses = async (resource: Resource, id: string) =>
    Promise.all([here, there].map(async (by) => (await asked(by, resource, id)).status));
  expect(await statuses(employees, ada.id)).toEqual([200, 404]);
  const [employment] = await employmentsOf(client, ada);
  const position = await moved(client, company, employment as Row, today(), { businessEstablishment: { id: away.id } });
  expect(await statuses(employees, ada.id)).toEqual([404, 200]);
  expect((await versions(there, employees, ada.id)).length).toBeGreaterThan(1);
  expect((await client.call('DELETE', pathOf(jobPositions, position.id))).status).toBe(204);
  // By the establishment of the person today.
  expect(await statuses(employees, ada.id)).toEqual([200, 404]);
  expect(await statuses(jobPositions, position.id)).toEqual([200, 404]);
  const emptied = await establishment(client, company.owner);
  const former = await service.client(account, { establishments: [emptied.id] });
  expect((await client.call('DELETE', pathOf(resources.businessEstablishments, emptied.id))).status).toBe(400);
  expect((await asked(former, resources.businessEstablishments, emptied.id)).status).toBe(200);
});

test('every version names the author and the state of its event, and the last one is the row', async () => {
  const { client, ...company } = await newCompany(service);
  const ada = await hired(client, company);
  await client.call('PATCH', pathOf(employees, ada.id), { body: { givenName: 'Augusta', email: 'ada@example.com' } });
  const [position] = await positionsOf(client, ada);
  await client.call('PATCH', pathOf(jobPositions, position?.id ?? ''), { body: { jobTitle: 'Engineer' } });
  const events = await eventsSeen(service, client);
  const subjects = Map.groupBy(events, ({ data }) => `${data.type} ${data.id}`);
  for (const [subject, own] of subjects) {
    const [type = '', id = ''] = subject.split(' ');
    const resource = Object.values<Resource>(resources).find((one) => one.type === type) as Resource;
    const shown = (await versions(client, resource, id)).toReversed();
    expect(shown.map(({ verb, author, data }) => [`${type}.${verb}`, author, data])).toEqual(
      own.map(({ topic, author, data }) => [topic, author, data]),
    );
    const { links: _, embedded: __, ...row } = (await client.call('GET', pathOf(resource, id))).body;
    expect(shown.at(-1)?.data).toEqual(row);
  }
});

test('the client lists versions with their types', async () => {
  const { client } = await newcomer(service);
  const { id } = await createExample(client, departments);
  const muster = musterClient({ baseUrl: service.url, token: async () => client.token });
  const found = [];
  for await (const version of muster.departments.versions(id)) found.push(version);
  const names: string[] = found.map(({ data, author, verb }) => `${author.type} ${verb} ${data.name}`);
  expect(names).toEqual([`client-application created ${found[0]?.data.name}`]);
  const offered = Object.entries(muster).filter(([, methods]) => 'versions' in methods);
  const recorded = Object.entries<Resource>(resources).filter(([, resource]) => isRecorded(resource));
  expect(offered.map(([key]) => key).toSorted()).toEqual(recorded.map(([key]) => key).toSorted());
});

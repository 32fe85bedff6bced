/**
 * Every operation whose response can show a confidential member leaves an entry in the log of reads: who, about whom,
 * which members, through what. The operations come from the declarations, and must be those that OpenAPI describes with
 * `Muster-Purpose`.
 */
import { confidentialMembers, contentMember } from '@muster/contract/kit/confidential.ts';
import type { Operation, Resource } from '@muster/contract/kit/resource.ts';
import { openApi } from '@muster/contract/openapi.ts';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { events } from '@muster/contract/resources/events.ts';
import { webhookDeliveries } from '@muster/contract/resources/webhook-deliveries.ts';
import { webhookDeliveryAttempts } from '@muster/contract/resources/webhook-delivery-attempts.ts';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { resourceOf, resources } from '@muster/contract/resources.ts';
import { apiVersion } from '@muster/contract/version.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { openStream } from '../support/event-stream.ts';
import { changeOf, createExample, exampleBody, newcomer, pathOf, type Row } from '../support/examples.ts';
import type { TestPerson } from '../support/people/person.ts';
import { type Reply, type SharedService, sharedService, type TestClient } from '../support/service.ts';
import { snapshotOf } from '../support/snapshots.ts';
import { attemptAt } from '../support/webhooks/webhook-examples.ts';

let service: SharedService;
let account: Account;
let client: TestClient;
let owner: TestPerson;

beforeAll(async () => {
  service = await sharedService();
  ({ account, client } = await newcomer(service));
  owner = await service.person(account);
});

const traceOf = ({ headers }: { readonly headers: Headers }): string => headers.get('traceparent')?.split('-')[1] ?? '';

async function entriesOf(reply: { readonly headers: Headers }) {
  await service.reads.flush();
  return (await owner.call('GET', `/admin-api/read-entries?traceId=${traceOf(reply)}&limit=1000`)).body.items;
}

async function entryOf(reply: { readonly headers: Headers }) {
  const entries = await entriesOf(reply);
  expect(entries).toHaveLength(1);
  return entries[0];
}

/** Facts of the declarations, written again: no function of the service decides what this suite calls. */
const all = Object.values<Resource>(resources);
const sealedIn = ({ fields }: Resource) =>
  Object.entries(fields).flatMap(([name, { column }]) => (column === 'sealed' ? [name] : []));
const isHolding = (resource: Resource): boolean =>
  sealedIn(resource).length > 0 ||
  resource.content !== undefined ||
  resource.isFeed ||
  resource.type === employeeAttributes.type;
const embeds = (resource: Resource): boolean =>
  Object.keys(resource.embedded).some((type) => isHolding(resourceOf(type) as Resource));
const shows = (resource: Resource, operation: Operation): boolean =>
  operation !== 'remove' &&
  (embeds(resource) || (isHolding(resource) && (resource.content === undefined || operation === 'read')));

const showing = all.flatMap((resource) =>
  resource.operations.filter((operation) => shows(resource, operation)).map((operation) => ({ resource, operation })),
);
const nameOf = ({ resource, operation }: (typeof showing)[number]): string => `${resource.path} ${operation}`;

test('OpenAPI describes Muster-Purpose for exactly these operations', () => {
  const { paths } = openApi({ baseUrl: 'http://localhost', authUrl: 'http://localhost' });
  const verbs = { get: ['list', 'read'], post: ['create'], patch: ['update'], delete: ['remove'] } as const;
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(verbs).flatMap(([method, [first, second]]) => {
      const operation = (item as Record<string, { parameters?: { $ref?: string }[] }>)[method];
      if (!operation?.parameters?.some(({ $ref }) => $ref === '#/components/parameters/Muster-Purpose')) return [];
      const collection = path.replace('/svc-api/', '').replace('/{id}', '');
      return [`${collection} ${path.endsWith('/{id}') && second ? second : first}`];
    }),
  );
  expect(documented.toSorted()).toEqual(showing.map(nameOf).toSorted());
});

describe.each(all.filter((resource) => sealedIn(resource).length > 0))('$path', (resource) => {
  const members = { [resource.path]: sealedIn(resource) };
  const personOf = ({ id, employee }: Row): string => (resource.type === employees.type ? id : (employee as Row).id);
  let row: Row;
  beforeAll(async () => {
    row = await createExample(client, resource, { employee: { id: (await createExample(client, employees)).id } });
  });

  test('a read, with who, whom, what and why', async () => {
    const headers = { 'muster-purpose': 'payroll of May' };
    const reply = await client.call('GET', pathOf(resource, row.id), { headers });
    expect(await entryOf(reply)).toMatchObject({
      type: 'read-entry',
      reader: { type: 'client-application', name: expect.stringMatching(/^Client \d+$/) },
      employees: [{ id: personOf(row) }],
      families: [resource.path],
      members,
      operation: `GET ${pathOf(resource)}/{id}`,
      purpose: 'payroll of May',
      traceId: traceOf(reply),
    });
  });

  test('a list is one entry for everybody on it', async () => {
    await createExample(client, resource, { employee: { id: (await createExample(client, employees)).id } });
    const reply = await client.call('GET', `${pathOf(resource)}?limit=1000`);
    const ids = reply.body.items.map(personOf).toSorted();
    const entry = await entryOf(reply);
    expect(entry.employees.map(({ id }: Row) => id).toSorted()).toEqual(ids);
    expect(entry).toMatchObject({ members, operation: `GET ${pathOf(resource)}` });
  });

  test.each(['application/x-ndjson', 'text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'])(
    'a whole collection as %s',
    async (type) => {
      const snapshot = await snapshotOf(service, client, `${pathOf(resource)}?id=${row.id}`, type);
      expect(await entryOf(snapshot)).toMatchObject({ members, employees: [{ id: personOf(row) }] });
    },
  );

  test('a creation and a change, whose responses show the whole row', async () => {
    const employee = { id: (await createExample(client, employees)).id };
    const body = { ...(await exampleBody(client, resource)), employee };
    const headers = { 'idempotency-key': `reads-${resource.type}` };
    const created = await client.call('POST', pathOf(resource), { body, headers });
    expect(await entryOf(created)).toMatchObject({
      members,
      employees: [employee],
      operation: `POST ${pathOf(resource)}`,
    });
    const again = await client.call('POST', pathOf(resource), { body, headers });
    expect(again.body).toEqual(created.body);
    expect(await entryOf(again)).toMatchObject({ members, employees: [employee] });
    const changed = await client.call('PATCH', pathOf(resource, created.body.id), { body: changeOf(resource) });
    expect(await entryOf(changed)).toMatchObject({ members, employees: [employee] });
  });

  test('a person in the console', async () => {
    const reply = await owner.call('GET', pathOf(resource, row.id));
    const reader = { type: 'administrator', id: owner.id };
    expect(await entryOf(reply)).toMatchObject({ members, reader });
  });

  test('what shows nothing leaves no entry', async () => {
    const { headers } = await client.call('GET', pathOf(resource, row.id));
    const silent: Reply[] = [
      await client.call('GET', pathOf(resource, row.id), { headers: { 'if-none-match': headers.get('etag') ?? '' } }),
      await client.call('HEAD', pathOf(resource, row.id)),
      await client.call('GET', pathOf(resource, '999999999')),
      await client.call('GET', `${pathOf(resource)}?nonsense=1`),
      await client.call('GET', `${pathOf(resource)}?limit=0&include=totalCount`),
    ];
    expect(silent.map(({ status }) => status)).toEqual([304, 200, 404, 400, 200]);
    for (const reply of silent) expect(await entriesOf(reply)).toEqual([]);
  });

  test('a filter by an encrypted member leaves an entry, also if it finds nobody', async () => {
    const [digested] = Object.entries(resource.fields).filter(([, { isDigested }]) => isDigested);
    if (!digested) return;
    const [name, { read }] = digested;
    const [value] = (read.enum ?? ['FRA']) as string[];
    const reply = await client.call('GET', `${pathOf(resource)}?${name}=${value}&limit=0&include=totalCount`);
    expect(await entryOf(reply)).toMatchObject({ members: { [resource.path]: [name] }, employees: [] });
  });

  test('events about it: listed, read, waited for, streamed, as a whole, and embedded in deliveries', async () => {
    const endpoint = await client.call('POST', pathOf(webhookEndpoints), {
      body: {
        name: `All ${resource.type}`,
        webhookUrl: 'https://hooks.example.net/all',
        apiVersion,
        topics: [`${resource.type}.*`],
      },
    });
    expect(endpoint.text).toContain('"active"');
    const subject = await createExample(client, resource, {
      employee: { id: (await createExample(client, employees)).id },
    });
    await service.publisher.publishAll();
    const people = [{ id: personOf(subject) }];
    const about = `${pathOf(events)}?data.type=${resource.type}&data.id=${subject.id}`;
    const listed = await client.call('GET', about);
    const [event] = listed.body.items;
    const deliveries = `${pathOf(webhookDeliveries)}?event.id=${event.id}&include=embedded`;
    const delivered = await client.call('GET', deliveries);
    const [delivery] = delivered.body.items;
    await attemptAt(service, client, delivery);
    const attempts = `${pathOf(webhookDeliveryAttempts)}?webhookDelivery.id=${delivery.id}&include=embedded`;
    const attempted = await client.call('GET', attempts);
    const again = { event: { id: event.id }, webhookEndpoint: { id: delivery.webhookEndpoint.id } };
    const replies: { readonly headers: Headers }[] = [
      listed,
      await client.call('GET', `${about}&wait=1`),
      await client.call('GET', pathOf(events, event.id)),
      await snapshotOf(service, client, about),
      delivered,
      await client.call('GET', `${pathOf(webhookDeliveries, delivery.id)}?include=embedded`),
      await client.call('POST', `${pathOf(webhookDeliveries)}?include=embedded`, { body: again }),
      await snapshotOf(service, client, deliveries),
      attempted,
      await client.call('GET', `${pathOf(webhookDeliveryAttempts, attempted.body.items[0].id)}?include=embedded`),
    ];
    for (const reply of replies) expect(await entryOf(reply)).toMatchObject({ members, employees: people });
    const stream = await openStream(service.url, client, about);
    await stream.take(1);
    expect(await entryOf(stream)).toMatchObject({ members, employees: people });
    stream.close();
  });
});

describe('values of confidential definitions', () => {
  const path = pathOf(employeeAttributes);
  const schema = { $ref: '/svc-api/schemas/short-text' };
  let employee: Row;
  const define = async (isConfidential: boolean): Promise<string> => {
    const body = await exampleBody(client, employeeAttributeDefinitions);
    const reply = await client.call('POST', pathOf(employeeAttributeDefinitions), {
      body: { ...body, schema, isConfidential },
    });
    expect([reply.status, reply.body.isConfidential]).toEqual([201, isConfidential]);
    return reply.body.id;
  };
  const give = (definition: string) =>
    client.call('POST', path, { body: { definition: { id: definition }, employee: { id: employee.id }, value: 'x' } });
  beforeAll(async () => {
    employee = await createExample(client, employees);
  });

  test('are recorded by the id of their definition, others are not', async () => {
    const [open, secret] = [await define(false), await define(true)];
    const plain = await give(open);
    expect(await entriesOf(plain)).toEqual([]);
    const expected = {
      members: { [employeeAttributes.path]: [secret] },
      families: [employeeAttributes.path],
      employees: [{ id: employee.id }],
    };
    const created = await give(secret);
    expect(await entryOf(created)).toMatchObject(expected);
    const replies = [
      await client.call('GET', `${path}?employee.id=${employee.id}`),
      await client.call('GET', pathOf(employeeAttributes, created.body.id)),
      await client.call('PATCH', pathOf(employeeAttributes, created.body.id), { body: { value: 'y' } }),
      await snapshotOf(service, client, `${path}?employee.id=${employee.id}`, 'text/csv'),
    ];
    for (const reply of replies) expect(await entryOf(reply)).toMatchObject(expected);
    await service.publisher.publishAll();
    const events = await client.call('GET', `/svc-api/events?data.id=${created.body.id}&data.type=employee-attribute`);
    expect(await entryOf(events)).toMatchObject(expected);
  });

  test('are recorded from the moment on at which the definition is marked', async () => {
    const definition = await define(false);
    const { body } = await give(definition);
    const value = pathOf(employeeAttributes, body.id);
    expect(await entriesOf(await client.call('GET', value))).toEqual([]);
    await client.call('PATCH', pathOf(employeeAttributeDefinitions, definition), { body: { isConfidential: true } });
    expect(await entriesOf(await client.call('GET', value))).toHaveLength(1);
  });
});

describe.each(all.filter(({ content }) => content !== undefined))('bytes of $path', (resource) => {
  test('in their original size are recorded; a reduced image and the facts about a file are not', async () => {
    const row = await createExample(client, resource);
    const path = pathOf(resource, row.id);
    const bytes = await client.call('GET', path, { headers: { accept: '*/*' } });
    const original =
      resource.content === 'kept' ? await client.call('GET', `${path}&disposition=attachment`) : await picture(path);
    expect(confidentialMembers(resource)).toEqual([contentMember]);
    const entry = await entryOf(original);
    expect(entry).toMatchObject({ members: { [resource.path]: [contentMember] }, families: [resource.path] });
    expect(entry.employees).toHaveLength(1);
    expect(bytes.status).toBe(200);
    const facts = await client.call('GET', path, { headers: { accept: 'application/json' } });
    expect(await entriesOf(facts)).toEqual([]);
    if (resource.content !== 'shown') return;
    expect(await entriesOf(await picture(`${path}?size=16`))).toEqual([]);
  });

  const picture = (path: string) => client.call('GET', path, { headers: { accept: 'image/*' } });
});

test('every operation that can show confidential data is called above', () => {
  const called = [...all.filter((resource) => sealedIn(resource).length > 0), employeeAttributes].flatMap(({ path }) =>
    ['list', 'read', 'create', 'update'].map((operation) => `${path} ${operation}`),
  );
  const others = ['events list', 'events read', 'files read', 'portraits read'];
  const embedding = [webhookDeliveries, webhookDeliveryAttempts].flatMap(({ path, operations }) =>
    operations.map((operation) => `${path} ${operation}`),
  );
  expect([...called, ...others, ...embedding].toSorted()).toEqual(showing.map(nameOf).toSorted());
});

/** Every resource that records its changes can be read as it was known at a moment, and some as of a day. */
import { filtersOf } from '@muster/contract/kit/list.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { momentsOf } from '@muster/contract/moments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import {
  answering,
  type Body,
  changeOf,
  createExample,
  everyResource,
  newcomer,
  pathOf,
  type Row,
} from '../support/examples.ts';
import { oneIn } from '../support/form.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  ({ account, client } = await newcomer(service));
});
afterAll(() => service.stop());

/** A moment between the changes before and after it. */
function moment(): string {
  service.advance(1000);
  const at = service.now().toISOString();
  service.advance(1000);
  return at;
}

const day = (): string => service.now().toISOString().slice(0, 10);

const at = (path: string, query: string): string => `${path}?${query}`;
const listOf = ({ path }: Resource, query: string): string => `/svc-api/${path}?limit=1000&${query}`;

async function rows(resource: Resource, query: string, by = client): Promise<Row[]> {
  const reply = await by.call('GET', listOf(resource, query));
  expect(reply.status, reply.text).toBe(200);
  return reply.body.items;
}

async function found(resource: Resource, id: string, query: string, by = client): Promise<Body | null> {
  const one = (await rows(resource, query, by)).find((row) => row.id === id);
  const reply = await by.call('GET', at(pathOf(resource, id), query));
  expect(reply.status, reply.text).toBe(one ? 200 : 404);
  if (one) expect(reply.body).toEqual(one);
  return one ?? null;
}

const takes = (resource: Resource, name: 'asOf' | 'knownAt') => momentsOf(resource).includes(name);
const changing = answering('create', 'update', 'remove', 'list', 'read').filter((one) => takes(one, 'knownAt'));
const listed = answering('list', 'read').filter((one) => takes(one, 'knownAt'));

describe.each(oneIn(8, changing, 1))('$path', (resource: Resource) => {
  test('shows what was known at each moment, also of what was deleted since', async () => {
    const before = moment();
    const made = await createExample(client, resource, {}, true);
    const afterCreation = moment();
    const { body: changed } = await client.call('PATCH', pathOf(resource, made.id), { body: changeOf(resource) });
    const afterChange = moment();
    expect(await found(resource, made.id, `knownAt=${before}`)).toBeNull();
    expect(await found(resource, made.id, `knownAt=${afterCreation}`)).toEqual(made);
    expect(await found(resource, made.id, `knownAt=${afterChange}`)).toEqual(changed);
    const tag = (await client.call('GET', at(pathOf(resource, made.id), `knownAt=${afterCreation}`))).headers.get(
      'etag',
    );
    expect((await client.call('DELETE', pathOf(resource, made.id))).status).toBe(204);
    const afterDeletion = moment();
    expect(await found(resource, made.id, `knownAt=${before}`)).toBeNull();
    expect(await found(resource, made.id, `knownAt=${afterCreation}`)).toEqual(made);
    expect(await found(resource, made.id, `knownAt=${afterChange}`)).toEqual(changed);
    expect(await found(resource, made.id, `knownAt=${afterDeletion}`)).toBeNull();
    const again = await client.call('GET', at(pathOf(resource, made.id), `knownAt=${afterCreation}`), {
      headers: { 'if-none-match': tag ?? '' },
    });
    expect(again.status).toBe(304);
    const other = await newcomer(service);
    service.advance(1000);
    const unseen = await other.client.call(
      'GET',
      at(pathOf(resource, made.id), `knownAt=${service.now().toISOString()}`),
    );
    expect(unseen.status).toBe(404);
  });
});

describe.each(oneIn(8, listed, 1))('$path', (resource: Resource) => {
  test('answers for now as without, in every order and on every page', async () => {
    if (resource.operations.includes('create')) {
      for (let count = 0; count < 3; count += 1) await createExample(client, resource);
    }
    const now = moment();
    const plain = await rows(resource, '');
    expect(await rows(resource, `knownAt=${now}`)).toEqual(plain);
    for (const key of resource.sortable.slice(0, 1)) {
      expect(await rows(resource, `knownAt=${now}&sort=-${key}`)).toEqual(await rows(resource, `sort=-${key}`));
    }
    const counted = await client.call('GET', listOf(resource, `knownAt=${now}&include=totalCount,embedded,links`));
    const without = await client.call('GET', listOf(resource, 'include=totalCount,embedded,links'));
    expect(counted.body.totalCount).toBe(without.body.totalCount);
    expect(counted.body.embedded).toEqual(without.body.embedded);
    const seen: Row[] = [];
    let next: string | null = `/svc-api/${resource.path}?knownAt=${now}&limit=2&include=links`;
    while (next) {
      const { body, status, text } = await client.call('GET', next);
      expect(status, text).toBe(200);
      seen.push(...body.items);
      next = body.links.next ? new URL(body.links.next.href).pathname + new URL(body.links.next.href).search : null;
      if (next) expect(next).toContain('knownAt=');
      if (seen.length > 20) break;
    }
    expect(seen.map(({ id }) => id)).toEqual(plain.slice(0, seen.length).map(({ id }) => id));
  });

  test('filters by what was known', async () => {
    const [row] = await rows(resource, '');
    const now = moment();
    if (!row) return;
    for (const [name, { forms, kind, presenceOf }] of Object.entries(filtersOf(resource))) {
      if (!forms.includes('equal') || kind === 'decimal') continue;
      const value = presenceOf === undefined ? valueAt(row, name) : valueAt(row, presenceOf) !== null;
      if (typeof value !== 'string' && typeof value !== 'boolean') continue;
      const query = `${name}=${encodeURIComponent(String(value))}`;
      expect(await rows(resource, `knownAt=${now}&${query}`), query).toEqual(await rows(resource, query));
      expect(await rows(resource, `knownAt=${now}&-${query}`), `-${query}`).toEqual(await rows(resource, `-${query}`));
    }
  });

  test('refuses what is no moment, is not known, or is still to come', async () => {
    const later = new Date(service.now().getTime() + 60_000).toISOString();
    const wrong = ['2024-01-01', 'now', '', '2020-01-01T00:00:00Z', later, `${day()}T00:00:00`];
    for (const value of wrong) {
      for (const path of [`/svc-api/${resource.path}`, pathOf(resource, '1')]) {
        const reply = await client.call('GET', at(path, `knownAt=${encodeURIComponent(value)}`));
        expect(reply.status, `${path} ${value}`).toBe(400);
        expect(Object.keys(reply.body.errors)).toEqual(['knownAt']);
      }
    }
    const early = await client.call('GET', at(`/svc-api/${resource.path}`, 'knownAt=2020-01-01T00:00:00Z'));
    const [, earliest] = /before (\S+Z):/.exec(early.body.errors.knownAt[0]) ?? [];
    expect((await client.call('GET', at(`/svc-api/${resource.path}`, `knownAt=${earliest}`))).status).toBe(200);
  });

  test('a cursor belongs to its day and moment', async () => {
    const now = moment();
    const query = `knownAt=${now}&limit=1&include=links`;
    const { body } = await client.call('GET', at(`/svc-api/${resource.path}`, query));
    const href = body.links.next?.href;
    if (!href) return;
    const page = encodeURIComponent(new URL(href).searchParams.get('page') ?? '');
    const alone = await client.call('GET', at(`/svc-api/${resource.path}`, `page=${page}`));
    expect(alone.status).toBe(200);
    const other = await client.call('GET', at(`/svc-api/${resource.path}`, `knownAt=${moment()}&page=${page}`));
    expect(other.status).toBe(400);
    expect(Object.keys(other.body.errors)).toEqual(['page']);
  });
});

describe.each(
  oneIn(
    8,
    listed.filter((one) => takes(one, 'asOf')),
    4,
  ),
)('$path', (resource: Resource) => {
  test('answers for today as without', async () => {
    await createExample(client, resource);
    // Values hold on their days: without a day, the list shows them all.
    const plain = await rows(resource, 'applicability' in resource.fields ? `applicability.asOf=${day()}` : '');
    expect(await rows(resource, `asOf=${day()}`)).toEqual(plain);
    const [row] = plain;
    expect(await found(resource, row?.id ?? '', `asOf=${day()}`)).toEqual(row);
    expect(await rows(resource, `asOf=${day()}&knownAt=${moment()}`)).toEqual(plain);
    for (const value of ['2024-02-30', 'today', '', '2024-01-01,2024-01-02']) {
      const reply = await client.call('GET', at(`/svc-api/${resource.path}`, `asOf=${value}`));
      expect(reply.status, value).toBe(400);
      expect(Object.keys(reply.body.errors)).toEqual(['asOf']);
    }
  });
});

const sealedIn = ({ fields }: Resource): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.column === 'sealed');

describe.each(listed.filter((one) => sealedIn(one).length > 0))('$path', (resource: Resource) => {
  test('a read, a list and a filter of an earlier time leave their entries in the log of reads', async () => {
    const owner = await service.person(account);
    const made = await createExample(client, resource, {
      employee: { id: (await createExample(client, employees)).id },
    });
    const before = moment();
    expect((await client.call('DELETE', pathOf(resource, made.id))).status).toBe(204);
    const entryOf = async (path: string) => {
      const { status, text, headers } = await client.call('GET', path);
      expect(status, text).toBe(200);
      await service.reads.flush();
      const trace = headers.get('traceparent')?.split('-')[1];
      return (await owner.call('GET', `/admin-api/read-entries?traceId=${trace}`)).body.items;
    };
    const shown = { employees: [{ id: (made.employee as Row).id }], members: { [resource.path]: sealedIn(resource) } };
    expect(await entryOf(at(pathOf(resource, made.id), `knownAt=${before}`))).toMatchObject([shown]);
    expect(await entryOf(listOf(resource, `id=${made.id}&knownAt=${before}`))).toMatchObject([shown]);
    const [name = ''] = sealedIn(resource).filter((member) => resource.fields[member]?.isDigested);
    const filtered = await entryOf(
      at(pathOf(resource), `${name}=unknown&limit=0&include=totalCount&knownAt=${before}`),
    );
    expect(filtered).toMatchObject([{ employees: [], members: { [resource.path]: [name] } }]);
  });
});

test('no other operation takes a day or a moment', async () => {
  const now = moment();
  for (const resource of everyResource) {
    for (const [name, value] of [
      ['asOf', day()],
      ['knownAt', now],
    ] as const) {
      const isTaken = takes(resource, name);
      if (resource.operations.includes('list') && !isTaken) {
        const reply = await client.call('GET', at(`/svc-api/${resource.path}`, `${name}=${value}`));
        expect(reply.status, resource.path).toBe(400);
        expect(Object.keys(reply.body.errors)).toEqual([name]);
      }
      if (resource.operations.includes('update')) {
        const reply = await client.call('PATCH', at(pathOf(resource, '1'), `${name}=${value}`), { body: {} });
        expect(reply.status, resource.path).toBe(400);
      }
      if (resource.operations.includes('remove')) {
        const reply = await client.call('DELETE', at(pathOf(resource, '1'), `${name}=${value}`));
        expect(reply.status, resource.path).toBe(400);
      }
    }
  }
});

test('the rights of today decide what is seen of an earlier time', async () => {
  const resource = changing.find(({ type }) => type === 'department') as Resource;
  const made = await createExample(client, resource);
  const then = moment();
  await client.call('DELETE', pathOf(resource, made.id));
  const reading = await service.client(account, { scopes: ['employees.readonly'] });
  expect((await reading.call('GET', listOf(resource, `knownAt=${then}`))).status).toBe(403);
});

/** `template.id` → the id of the template. */
const valueAt = (row: Body, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Body | null | undefined)?.[name], row);

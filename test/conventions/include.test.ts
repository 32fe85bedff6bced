import { type Resource, rowTypesOf, scopesFor } from '@muster/contract/kit/resource.ts';
import { scopes as everyScope, scopesIn } from '@muster/contract/scopes.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { withQuery } from '../support/example-row.ts';
import {
  answering,
  everyRow,
  newcomer,
  pathOf,
  populate,
  type Row,
  readable,
  someRow,
  validRequest,
} from '../support/examples.ts';
import { facetsOf, thirdOf } from '../support/facets.ts';
import { oneIn } from '../support/form.ts';
import { type Reply, type SharedService, sharedService, type TestClient } from '../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  ({ account, client } = await newcomer(service));
});

/** Every operation whose response is one representation. */
const single = readable().flatMap((resource) =>
  resource.operations
    .filter((operation) => ['read', 'create', 'update'].includes(operation))
    .map((operation) => ({ path: resource.path, resource, operation })),
);

describe.each(oneIn(8, single, 0))('$operation of $path', (subject) => {
  const { resource, operation } = subject;
  const facet = facetsOf(single, subject);
  /** One for all tests: reading leaves it as it is, and each update changes it. */
  let row: Promise<Row> | undefined;
  const ask = async (query: string, caller = client): Promise<Reply> => {
    row ??= someRow(service, client, resource);
    const { id } = await row;
    const { method, path, options } = await validRequest(client, resource, operation, id);
    return caller.call(method, withQuery(path, query.slice(1)), options);
  };
  const linkKeys = Object.keys(resource.links);

  facet('links and embedded are null unless asked for', async () => {
    for (const query of ['', '?include=totalCount']) {
      const { body } = await ask(query);
      expect(body).toMatchObject({ links: null, embedded: null });
      expect(rowTypesOf(resource)).toContain(body.type);
      expect(body).not.toHaveProperty('totalCount');
    }
  });

  facet('links have every declared key and no other', async () => {
    const { body } = await ask('?include=links');
    expect(Object.keys(body.links)).toEqual(linkKeys);
    expect(body.embedded).toBeNull();
  });

  facet('embedded is an object when asked for, and links stay null', async () => {
    expect((await ask('?include=embedded')).body).toMatchObject({ links: null, embedded: expect.any(Object) });
  });

  facet.each([
    '?include=embedded,links',
    '?include=links&include=embedded',
    '?include=links%2CtotalCount,embedded',
    '?include=links,links,embedded',
  ])('both come with %s', async (query) => {
    expect((await ask(query)).body).toMatchObject({ links: expect.any(Object), embedded: expect.any(Object) });
  });

  facet.each(['everything', 'links,everything', '', 'links,', 'Links', 'link', '__proto__', 'links embedded'])(
    'include=%s is refused by name',
    async (include) => {
      const { status, body } = await ask(`?include=${encodeURIComponent(include)}`);
      expect([status, Object.keys(body.errors)]).toEqual([400, ['include']]);
    },
  );

  facet('members are in the order of the declaration, links and embedded last', async () => {
    for (const query of ['', '?include=links,embedded']) {
      const { body } = await ask(query);
      const declared = Object.entries(resource.fields)
        .filter(([name, field]) => !['id', 'type'].includes(name) && !(field.isOmittedWhenNull && !(name in body)))
        .map(([name]) => name);
      expect(Object.keys(body)).toEqual(['id', 'type', 'url', ...declared, 'links', 'embedded']);
    }
  });

  facet.runIf(linkKeys.length > 0)(
    'a link is an absolute address, and null without the scope that it needs',
    async () => {
      for (const [key, link] of Object.entries(resource.links)) {
        const open = await ask('?include=links');
        // If a link depends on the row, a story of the resource tests it.
        if (!('href' in link)) {
          expect(open.body.links).toHaveProperty(key);
          continue;
        }
        const { href } = link;
        const needs: readonly string[] = link.needs;
        const address = service.url + href.replaceAll('{id}', open.body.id);
        expect(open.body.links[key]).toEqual({ href: address });
        // The scopes of the resource itself cannot be missing.
        if (scopesIn(scopesFor(resource, operation)).every((scope) => needs.includes(scope))) continue;
        const having = (scopes: string[]) =>
          resource.isOwned ? service.narrowed(client, scopes) : service.client(account, { scopes });
        const limited = await having(everyScope.filter((scope) => !needs.includes(scope)));
        expect((await ask('?include=links', limited)).body.links).toHaveProperty(key, null);
        for (const scope of needs) {
          const granted = await having(everyScope.filter((one) => one === scope || !needs.includes(one)));
          expect((await ask('?include=links', granted)).body.links[key].href).toContain(service.url);
        }
      }
    },
  );
});

describe.each(thirdOf(answering('create')))('$path', (resource: Resource) => {
  test('a creation that asks for something unknown creates nothing', async () => {
    const { method, path, options } = await validRequest(client, resource, 'create', '');
    const before = await everyRow(client, resource);
    expect((await client.call(method, `${path}?include=nothing`, options)).status).toBe(400);
    expect(await everyRow(client, resource)).toEqual(before);
  });
});

const listed = answering('list');

describe.each(oneIn(8, listed, 0))('list of $path', (resource: Resource) => {
  const facet = facetsOf(listed, resource);
  const path = pathOf(resource);
  const linkKeys = Object.keys(resource.links);
  /** A member whose files depend on the row. */
  const isOfFile = (key: string) => resource.filesIn !== undefined && key.split('.')[0] === resource.filesIn;
  const items = (body: { items: Row[] }) => body.items as (Row & { links: object | null; embedded: object | null })[];

  beforeAll(() => populate(service, client, resource, 3));

  facet('the envelope contains the requested members only, in order', async () => {
    const keys = async (query: string) => Object.keys((await client.call('GET', path + query)).body);
    expect(await keys('')).toEqual(['type', 'url', 'items']);
    expect(await keys('?include=totalCount')).toEqual(['type', 'url', 'items', 'totalCount']);
    expect(await keys('?include=links')).toEqual(['type', 'url', 'items', 'links']);
    expect(await keys('?include=embedded')).toEqual(['type', 'url', 'items', 'embedded']);
    expect(await keys('?include=embedded,totalCount,links')).toEqual([
      'type',
      'url',
      'items',
      'totalCount',
      'links',
      'embedded',
    ]);
  });

  facet('each item has its links on request, and embedded appears once, in the envelope', async () => {
    const bare = (await client.call('GET', path)).body;
    expect(items(bare).length).toBeGreaterThan(0);
    for (const item of items(bare)) expect(item).toMatchObject({ links: null, embedded: null });
    const { body } = await client.call('GET', `${path}?include=links,embedded`);
    expect(Object.keys(body.links)).toEqual(['prev', 'next']);
    expect(body.embedded).toEqual(expect.any(Object));
    for (const item of items(body)) {
      expect(Object.keys(item.links ?? {}).filter((key) => !isOfFile(key))).toEqual(linkKeys);
      expect(item.links).not.toBeNull();
      expect(item.embedded).toBeNull();
    }
  });

  facet('items are the representations that are read one by one', async () => {
    if (!readable().includes(resource)) return;
    const { body } = await client.call('GET', `${path}?limit=3&include=links`);
    for (const item of items(body)) {
      const one = await client.call('GET', `${pathOf(resource, item.id)}?include=links`);
      expect(JSON.stringify(item)).toBe(one.text);
    }
  });

  facet('totalCount counts every row that the filters leave', async () => {
    const { client } = await newcomer(service);
    await populate(service, client, resource, 3);
    const rows = await everyRow(client, resource);
    const { body } = await client.call('GET', `${path}?limit=1&include=totalCount`);
    expect(body).toMatchObject({ totalCount: rows.length, items: [expect.anything()] });
    const narrowed = await client.call('GET', `${path}?limit=0&include=totalCount&-id=${rows[0]?.id}`);
    expect(narrowed.body.totalCount).toBe(rows.length - 1);
    expect((await client.call('GET', `${path}?id=0&include=totalCount`)).body).toMatchObject({
      items: [],
      totalCount: 0,
    });
  });

  facet.each(['everything', '', 'totalCount,', 'TotalCount'])('include=%s is refused by name', async (include) => {
    const { status, body } = await client.call('GET', `${path}?include=${include}`);
    expect([status, Object.keys(body.errors)]).toEqual([400, ['include']]);
  });
});

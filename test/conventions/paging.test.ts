import { randomBytes } from 'node:crypto';
import { sortKeysOf } from '@muster/contract/kit/list.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { answering, everyRow, newcomer, pathOf, populate, type Row } from '../support/examples.ts';
import { facetsOf, thirdOf } from '../support/facets.ts';
import { oneIn } from '../support/form.ts';
import { idsOf, pagesFrom } from '../support/list-model.ts';
import { type Reply, type SharedService, sharedService, type TestClient } from '../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

/** More than a few pages, and more than the default page size, if clients can create so many. */
const rowCount = 23;
const manyRows = 103;

/** A filter that matches every row: ids begin at 1, and no text id is so short. */
const keepsAll = '-id=0';

/** The address of another page, from the Link header. */
const linked = ({ headers }: Reply, relation: 'prev' | 'next'): string | undefined =>
  new RegExp(`<([^>]+)>; rel="${relation}"`).exec(headers.get('link') ?? '')?.[1];

/** A page size that divides no collection evenly, so that last pages are partial. */
const size = 8;

const listed = answering('list');

describe.each(oneIn(8, listed, 4))('$path', (resource: Resource) => {
  const facet = facetsOf(listed, resource);
  const path = pathOf(resource);
  let client: TestClient;
  let stranger: TestClient;
  let rows: Row[];
  let cursor: string;
  const get = (query: string, caller = client) => caller.call('GET', `${path}?${query}`);

  beforeAll(async () => {
    [{ client }, { client: stranger }] = await Promise.all([newcomer(service), newcomer(service)]);
    await populate(service, client, resource, rowCount);
    rows = await everyRow(client, resource);
    const { body } = await get(`limit=2&include=links&${keepsAll}`);
    cursor = new URL(body.links.next.href).searchParams.get('page') ?? '';
    expect(cursor).toMatch(/^!/);
  });

  facet.each(['-1', '1001', '99999999999999999999', 'abc', '1.5', '1e2', '', '%2B5', '5,6'])(
    'limit=%s is refused by name',
    async (limit) => {
      const { status, body } = await get(`limit=${limit}`);
      expect([status, Object.keys(body.errors)]).toEqual([400, ['limit']]);
    },
  );

  facet('a limit given twice is refused', async () => {
    expect(await get('limit=5&limit=5')).toMatchObject({
      status: 400,
      body: { errors: { limit: [expect.any(String)] } },
    });
  });

  facet('a page holds as many rows as its limit, from 1 to 1000', async () => {
    expect((await get('limit=1')).body.items).toHaveLength(1);
    expect(idsOf((await get('limit=1000')).body.items)).toEqual(idsOf(rows));
  });

  facet('limit 0 counts and shows nothing', async () => {
    const { body } = await get('limit=0&include=totalCount,links');
    expect(body).toMatchObject({ items: [], totalCount: rows.length, links: { prev: null, next: null } });
  });

  facet('a page number counts from 1', async () => {
    expect(idsOf((await get('page=1&limit=3')).body.items)).toEqual(idsOf(rows.slice(0, 3)));
    expect(idsOf((await get('page=3&limit=3')).body.items)).toEqual(idsOf(rows.slice(6, 9)));
  });

  facet('a page number past the end is an empty page, whose previous page is the last one', async () => {
    const { status, body } = await get('page=10000&limit=3&include=links');
    expect([status, body.items, body.links.next]).toEqual([200, [], null]);
    const previous = await client.call('GET', body.links.prev.href);
    expect(idsOf(previous.body.items)).toEqual(idsOf(rows.slice(-3)));
    expect(previous.body.links.next).toBeNull();
  });

  facet.each(['0', '00', '-1', '1.5', 'next', '', '1&page=2'])('page=%s is refused by name', async (page) => {
    const { status, body } = await get(`page=${page}`);
    expect([status, Object.keys(body.errors)]).toEqual([400, ['page']]);
  });

  facet('neighbours of a numbered page are given by cursor', async () => {
    const { body } = await get('page=2&limit=3&include=links');
    for (const [direction, expected] of [
      ['prev', rows.slice(0, 3)],
      ['next', rows.slice(6, 9)],
    ] as const) {
      const { href } = body.links[direction];
      expect(new URL(href).searchParams.get('page')).toMatch(/^!/);
      expect(idsOf((await client.call('GET', href)).body.items)).toEqual(idsOf(expected));
    }
  });

  facet('links lead through every row exactly once, forwards and backwards', async () => {
    const forwards = await pagesFrom(client, `${path}?limit=${size}&include=links`, 'next');
    expect(idsOf(forwards.flatMap(({ items }) => items))).toEqual(idsOf(rows));
    expect(forwards[0]?.links.prev).toBeNull();
    expect(forwards.at(-1)?.links.next).toBeNull();
    expect(forwards).toHaveLength(Math.ceil(rows.length / size));
    const last = forwards.at(-2)?.links.next?.href as string;
    const backwards = await pagesFrom(client, last, 'prev');
    expect(idsOf(backwards.toReversed().flatMap(({ items }) => items))).toEqual(idsOf(rows));
    expect(backwards.at(-1)?.links.prev).toBeNull();
    expect(backwards.at(-1)?.links.next).not.toBeNull();
  });

  facet('a last page that is full has no next page', async () => {
    const { body } = await get(`limit=${Math.min(rows.length, 1000)}&include=links`);
    expect(body.links).toEqual({ prev: null, next: null });
  });

  facet('the Link header leads through all pages, with and without include', async () => {
    for (const include of ['', '&include=embedded,totalCount']) {
      const ids: string[] = [];
      let page = await get(`limit=${size}&${keepsAll}${include}`);
      for (let next = linked(page, 'next'); ; next = linked(page, 'next')) {
        ids.push(...idsOf(page.body.items));
        expect(page.body).not.toHaveProperty('links');
        expect(page.body.totalCount).toBe(include === '' ? undefined : rows.length);
        if (next === undefined) break;
        page = await client.call('GET', next);
      }
      expect(ids).toEqual(idsOf(rows));
    }
  });

  facet('the Link header and links of the body lead to the same pages', async () => {
    for (const query of ['limit=2', `page=${cursor}`, 'limit=1000', 'page=2&limit=2', 'page=999999', 'limit=0']) {
      const page = await get(`${query}&include=links`);
      const { prev, next } = page.body.links;
      const hrefs = [prev, next].map((link) => link?.href.replaceAll(',', '%2C'));
      expect([query, linked(page, 'prev'), linked(page, 'next')]).toEqual([query, ...hrefs]);
    }
  });

  facet('a cursor works alone', async () => {
    const { status, body } = await get(`page=${cursor}`);
    expect(status).toBe(200);
    expect(idsOf(body.items)).toEqual(idsOf(rows.slice(2, 4)));
    expect(body.links.prev.href).toContain(keepsAll);
  });

  facet('the filters and the sort of a cursor may be repeated next to it', async () => {
    const sorted = await get(`limit=2&include=links&sort=-id&${keepsAll}`);
    const held = new URL(sorted.body.links.next.href).searchParams.get('page');
    const expected = idsOf(rows.toReversed().slice(2, 4));
    for (const query of ['', '&sort=-id', `&${keepsAll}`, `&sort=-id&${keepsAll}`]) {
      expect(idsOf((await get(`page=${held}${query}`)).body.items)).toEqual(expected);
    }
  });

  facet('the values of a filter next to a cursor may have another order', async () => {
    const ids = idsOf(rows.slice(0, 3));
    const filters = [`id=${ids.join()}`, '-id=0,-1'];
    const first = await get(`limit=2&include=links&${filters.join('&')}`);
    const held = new URL(first.body.links.next.href).searchParams.get('page');
    const turned = [`id=${ids.toReversed().join()}`, `id=${[...ids, ids[0]].join()}`];
    for (const query of [...turned.map((one) => `${one}&-id=-1,0`), `-id=0,-1&${turned[0]}`]) {
      expect(idsOf((await get(`page=${held}&${query}`)).body.items)).toEqual(ids.slice(2));
    }
    expect((await get(`page=${held}&id=${ids.slice(0, 2).join()}&-id=0,-1`)).status).toBe(400);
  });

  facet('links repeat filters, sort, limit and include', async () => {
    const { body } = await get(`sort=-id&${keepsAll}&include=totalCount,links&limit=2`);
    const repeated = new URL(body.links.next.href);
    expect(repeated.origin + repeated.pathname).toBe(service.url + path);
    expect(Object.fromEntries(repeated.searchParams)).toEqual({
      '-id': '0',
      sort: '-id',
      limit: '2',
      include: 'links,totalCount',
      page: expect.stringMatching(/^!/),
    });
  });

  // Filters may be as long as headers allow, so links must not repeat them next to the cursor.
  facet('a link can be followed whenever the page that shows it could be asked for', async () => {
    // Random, so that a cursor cannot pack them into a few characters.
    const values = Array.from({ length: 100 }, () => randomBytes(34).toString('base64url').slice(0, 45));
    const { status, body, headers } = await get(`-id=${values.join(',')}&limit=2&include=links`);
    expect(status).toBe(200);
    expect((headers.get('link') ?? '').length).toBeLessThanOrEqual(3000);
    expect((await client.call('GET', body.links.next.href)).status).toBe(200);
  });

  facet('another limit or include next to a cursor replaces the one it holds', async () => {
    const wider = await get(`page=${cursor}&limit=3`);
    expect(idsOf(wider.body.items)).toEqual(idsOf(rows.slice(2, 5)));
    expect(wider.body.links.next.href).toContain('limit=3');
    const counted = await get(`page=${cursor}&include=totalCount`);
    expect(counted.body).toMatchObject({ totalCount: rows.length });
    expect(counted.body).not.toHaveProperty('links');
    expect(counted.body.items[0].links).toBeNull();
    expect((await get(`page=${cursor}&limit=1001`)).body.errors).toHaveProperty('limit');
  });

  facet('a sort next to a cursor may be written otherwise if the order is the same', async () => {
    const expected = idsOf(rows.slice(2, 4));
    const longer = sortKeysOf(resource).filter((key) => key !== 'id');
    for (const sort of ['id', '%2Bid', '+id', ['id', ...longer].join()]) {
      const { status, body } = await get(`page=${cursor}&sort=${sort}`);
      expect([sort, status, idsOf(body.items ?? [])]).toEqual([sort, 200, expected]);
    }
    const sorted = await get(`limit=2&include=links&sort=-id`);
    const held = new URL(sorted.body.links.next.href).searchParams.get('page');
    expect((await get(`page=${held}&sort=id`)).body.errors).toHaveProperty('page');
    for (const sort of ['', 'id,nothing', 'id,id']) {
      expect(Object.keys((await get(`page=${cursor}&sort=${sort}`)).body.errors)).toEqual(['sort']);
    }
  });

  facet.each(['-id=1', 'sort=-id', 'id=0', `${keepsAll}&id=1`, `${keepsAll}&sort=-id`])(
    'a cursor with %s next to it, which it was not made for, is refused',
    async (query) => {
      const { status, body } = await get(`page=${cursor}&${query}`);
      expect([status, Object.keys(body.errors)]).toEqual([400, ['page']]);
    },
  );

  facet('a cursor that is cut, prolonged, changed or made up is refused', async () => {
    const middle = Math.floor(cursor.length / 2);
    const forged = [
      cursor.slice(0, -1),
      cursor.slice(0, 10),
      `${cursor}AAAA`,
      `${cursor.slice(0, 3)}${cursor[3] === 'A' ? 'B' : 'A'}${cursor.slice(4)}`,
      `${cursor.slice(0, middle)}${cursor[middle] === 'A' ? 'B' : 'A'}${cursor.slice(middle + 1)}`,
      cursor.slice(1),
      '!',
      '!!',
      `!${Buffer.from(JSON.stringify([[], '', 100, '', false, null])).toString('base64url')}`,
    ];
    for (const page of forged) {
      const { status, body } = await get(`page=${page}`);
      expect([page, status, Object.keys(body.errors ?? {})]).toEqual([page, 400, ['page']]);
    }
  });

  facet('a cursor of another account is refused', async () => {
    expect((await get(`page=${cursor}`, stranger)).body.errors).toHaveProperty('page');
  });

  facet('a cursor of another collection is refused', async () => {
    const others = answering('list').filter(({ type }) => type !== resource.type);
    for (const other of others) {
      const { status, body } = await client.call('GET', `${pathOf(other)}?page=${cursor}`);
      expect([other.type, status, Object.keys(body.errors ?? {})]).toEqual([other.type, 400, ['page']]);
    }
  });

  facet('the envelope names the type of its items and the address asked, query included', async () => {
    for (const query of ['', '?', '?limit=1&include=links', `?${keepsAll}&page=1`, '?include=totalCount%2Clinks']) {
      const { body } = await client.call('GET', path + query);
      // fetch drops a question mark without a query.
      expect(body).toMatchObject({ type: resource.type, url: service.url + path + query });
    }
  });
});

describe.each(thirdOf(thirdOf(listed)))('many rows of $path', (resource: Resource) => {
  test('a page without a limit holds 100 rows', async () => {
    const { client } = await newcomer(service);
    await populate(service, client, resource, manyRows);
    const rows = await everyRow(client, resource);
    expect((await client.call('GET', pathOf(resource))).body.items).toHaveLength(Math.min(rows.length, 100));
    const { body } = await client.call('GET', `${pathOf(resource)}?page=2&include=links`);
    expect(new URL(body.links.prev.href).searchParams.get('limit')).toBe('100');
  });
});

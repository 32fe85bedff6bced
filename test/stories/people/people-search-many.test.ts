/** A search that very many people match reads along the order of the list, and finds the same as one that few match. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillPeople } from '../../../bench/people-rows.ts';
import { superuserUrl } from '../../support/broken-place.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { idsOf, type Page, pagesFrom } from '../../support/list-model.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

/** More than are looked up by their ids. */
const many = 5200;
const others = 100;
/** The last of the many have a name that is met late in one direction. */
const late = 1500;

let fresh: FreshDatabase;
let service: TestService;
let client: TestClient;
/** Sees one establishment. */
let limited: TestClient;
/** The first of the many; the others come before. */
let firstId: number;
let lateId: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  service = await testService({ databaseUrl: fresh.url, masterKey: randomBytes(32) });
  const account = await service.openAccount('acme');
  client = await service.client(account);
  const superuser = new pg.Client({ connectionString: superuserUrl(fresh.url) });
  await superuser.connect();
  const company = await fillPeople([superuser], account.id, many + others);
  limited = await service.client(account, { establishments: [String(company.establishmentId)] });
  firstId = company.employeeId + others;
  lateId = firstId + many - late;
  await superuser.query(
    `update employees set given_name = 'Jean-Élise', email = null where account_id = $1 and id >= $2`,
    [account.id, firstId],
  );
  await superuser.query(`update employees set given_name = given_name || ' Zoé' where account_id = $1 and id >= $2`, [
    account.id,
    lateId,
  ]);
  await superuser.end();
}, 60_000);
afterAll(async () => {
  await service.stop();
  await fresh.drop();
});

/** The ids of the first pages. */
async function found(query: string, pages: number): Promise<number[]> {
  const ids: number[] = [];
  let search = `?limit=50&include=links&${query}`;
  for (let page = 0; page < pages; page += 1) {
    const { body, status, text } = await client.call('GET', `/svc-api/employees${search}`);
    expect(status, text).toBe(200);
    ids.push(...body.items.map(({ id }: { id: string }) => Number(id)));
    search = new URL(body.links.next.href).search;
  }
  return ids;
}

test.each(['sort=id', 'sort=-id', 'sort=familyName'])('many matches come in the order asked for: %s', async (sort) => {
  const expected = (await found(sort, 7)).filter((id) => id >= firstId);
  expect(await found(`${sort}&search=elis`, 4)).toEqual(expected.slice(0, 200));
});

const pathOf = (query: string, limit = 190) => `/svc-api/employees?limit=${limit}&include=links&${query}`;

const idsIn = (pages: readonly Page[]): number[] => idsOf(pages.flatMap(({ items }) => items)).map(Number);

/** Of the late ones, from a list that is not searched. */
async function lateIds(caller: TestClient, query: string): Promise<number[]> {
  return idsIn(await pagesFrom(caller, pathOf(query, 1000), 'next')).filter((id) => id >= lateId);
}

/** By `next` to the end and by `prev` back to the start: each person once, in the same order. */
async function everyPage(caller: TestClient, query: string): Promise<number[]> {
  const pages = await pagesFrom(caller, pathOf(query), 'next');
  const backwards = await pagesFrom(caller, pages.at(-2)?.links.next?.href ?? pathOf(query), 'prev');
  expect(idsIn(backwards.toReversed())).toEqual(idsIn(pages));
  return idsIn(pages);
}

test.each(['id', '-id', 'familyName', '-email'])('all matches at one end of a list are found: %s', async (sort) => {
  for (const caller of [client, limited]) {
    const expected = await lateIds(caller, `sort=${sort}`);
    const query = `sort=${sort}&search=zoe`;
    expect(await everyPage(caller, query)).toEqual(expected);
    const { body } = await caller.call('GET', pathOf(`${query}&page=2`));
    expect(idsIn([body])).toEqual(expected.slice(190, 380));
  }
});

test('a search next to another filter finds those that meet both', async () => {
  const deactivated = 'sort=-id&status=deactivated';
  const expected = await lateIds(client, deactivated);
  expect(expected.length).toBeGreaterThan(100);
  expect(await everyPage(client, `${deactivated}&search=zoe`)).toEqual(expected);
  expect(await everyPage(client, `${deactivated}&search=zoe&contains=lise`)).toEqual(expected);
});

test.each([
  ['elis', many],
  ['jean elis', many],
  ['zoe', late],
  ['lis', 0],
  ['person', others],
  ['n', many + others],
  ['elis quill', 50 * (many / (many + others))],
])('the search for "%s" counts everybody once', async (text, count) => {
  const path = `/svc-api/employees?limit=0&include=totalCount&search=${encodeURIComponent(text)}`;
  expect((await client.call('GET', path)).body.totalCount).toBeCloseTo(count, -1);
});

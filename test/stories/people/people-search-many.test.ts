/** A search that very many people match reads along the order of the list, and finds the same as one that few match. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillPeople } from '../../../bench/people-rows.ts';
import { superuserUrl } from '../../support/broken-place.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

/** More than are looked up by their ids. */
const many = 5200;
const others = 100;

let fresh: FreshDatabase;
let service: TestService;
let client: TestClient;
/** The first of the many; the others come before. */
let firstId: number;

beforeAll(async () => {
  fresh = await freshDatabase();
  service = await testService({ databaseUrl: fresh.url, masterKey: randomBytes(32) });
  const account = await service.openAccount('acme');
  client = await service.client(account);
  const superuser = new pg.Client({ connectionString: superuserUrl(fresh.url) });
  await superuser.connect();
  firstId = (await fillPeople([superuser], account.id, many + others)).employeeId + others;
  await superuser.query(
    `update employees set given_name = 'Jean-Élise', email = null where account_id = $1 and id >= $2`,
    [account.id, firstId],
  );
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

test.each([
  ['elis', many],
  ['jean elis', many],
  ['lis', 0],
  ['person', others],
  ['n', many + others],
  ['elis quill', 50 * (many / (many + others))],
])('the search for "%s" counts everybody once', async (text, count) => {
  const path = `/svc-api/employees?limit=0&include=totalCount&search=${encodeURIComponent(text)}`;
  expect((await client.call('GET', path)).body.totalCount).toBeCloseTo(count, -1);
});

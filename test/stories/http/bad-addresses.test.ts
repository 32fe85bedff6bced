/** Invalid addresses, queries and cursors. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { exchange, replies } from '../../support/raw-http.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let client: TestClient;
let stranger: TestClient;

const taxonomies = '/svc-api/taxonomies';

beforeAll(async () => {
  service = await testService();
  client = await service.client(await service.openAccount('acme'));
  stranger = await service.client(await service.openAccount('stranger'));
  for (const caller of [client, stranger]) {
    for (const name of ['a', 'b', 'c']) await caller.call('POST', taxonomies, { body: { name } });
  }
});
afterAll(() => service.stop());
afterEach(() => {
  expect(service.logLines.filter((line) => /"status":5|"level":[56]0/.test(line))).toEqual([]);
});

/** Sent as it is: `fetch` would normalize the address. */
async function raw(path: string, method = 'GET'): Promise<{ status: number; detail: string; errors: string[] }> {
  const text = await exchange(
    service.url,
    [
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nApi-Version: 2024-11-01\r\nAuthorization: Bearer ${client.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
    ],
    { quietMs: 2000 },
  );
  const [answer] = replies(text);
  return {
    status: answer?.status ?? 0,
    detail: answer?.body?.detail ?? '',
    errors: Object.keys(answer?.body?.errors ?? {}),
  };
}

const oddIds = [
  '0',
  '-1',
  '01',
  '1.0',
  '1e3',
  '+1',
  '0x1',
  '1%20',
  '%201',
  '9223372036854775807',
  '9223372036854775808',
  '9'.repeat(300),
  '9'.repeat(2000),
  'null',
  'undefined',
  'true',
  'x',
  '*',
  "'",
  '%22',
  '1%3B',
  "1'--",
  '1%20or%201=1',
  '..',
  '%2e%2e',
  '.',
  '%2F',
  '1%2F2',
  '%5C',
  '%',
  '%z',
  '%zz',
  '%ff',
  '%c3%28',
  '%ed%a0%80',
  '%00',
  '1%00',
  '%0a',
  '%0d%0a',
  '%7f',
  '%F0%9F%A6%8A',
  '%E2%80%AE1',
  '%D9%A1',
  '%EF%BC%91',
  '__proto__',
  'constructor',
  '[object%20Object]',
  '{id}',
  ':id',
  '$1',
  '&',
  '=',
  '1;x=y',
  ',',
];

describe('an id of any shape that names nothing is 404', () => {
  const collections = ['taxonomies', 'taxonomy-labels', 'employee-attribute-definitions', 'events', 'schemas'];

  test.each(collections)('in %s', async (collection) => {
    const answers = await Promise.all(
      oddIds.map(async (id) => [id, (await raw(`/svc-api/${collection}/${id}`)).status]),
    );
    expect(answers).toEqual(oddIds.map((id) => [id, 404]));
  });

  test.each(['PATCH', 'DELETE'])('for %s too', async (method) => {
    const path = '/svc-api/employee-attribute-definitions';
    const answers = await Promise.all(oddIds.map(async (id) => [id, (await raw(`${path}/${id}`, method)).status]));
    expect(answers).toEqual(oddIds.map((id) => [id, 404]));
  });

  test('and is named in the refusal only as text', async () => {
    const answer = await client.call('GET', `${taxonomies}/%3Cscript%3E`);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.status).toBe(404);
  });
});

describe('a query that is garbage is 400', () => {
  test.each([
    ['%=1', '%'],
    ['%zz=1', '%zz'],
    ['limit=%', 'limit'],
    ['limit=%zz', 'limit'],
    ['search=%ff', 'search'],
    ['id=%c3%28', 'id'],
    ['search=%00', 'search'],
    ['id=%00', 'id'],
    ['%00=1', '\0'],
    ['id=%ed%a0%80', 'id'],
    ['=1', ''],
    ['=', ''],
    ['?limit=1', '?limit'],
    ['limit[]=1', 'limit[]'],
    ['limit[$gt]=1', 'limit[$gt]'],
    ['limit', 'limit'],
    ['limit=', 'limit'],
    ['limit=1;drop', 'limit'],
    ['a%20b=1', 'a b'],
    ['createdAt.between=a--b', 'createdAt.between'],
    ['createdAt.between=--', 'createdAt.between'],
    ['createdAt.between=0000-01-01T00:00:00Z--..', 'createdAt.between'],
    ['createdAt.between=9999-13-01T00:00:00Z--..', 'createdAt.between'],
    ['createdAt.between=+12024-01-01T00:00:00Z--..', 'createdAt.between'],
    ['sort=%00', 'sort'],
    ['include=%00', 'include'],
    ['page=%00', 'page'],
  ])('%s, under its name', async (query, key) => {
    const answer = await raw(`${taxonomies}?${query}`);
    expect([answer.status, answer.errors]).toEqual([400, [key]]);
    const one = await raw(`/svc-api/schemas/int32?${query}`);
    expect(one.status).toBe(400);
  });

  test.each(['', '&', '&&&', 'limit=5&', '&limit=5'])('%j is none', async (query) => {
    expect((await raw(`${taxonomies}?${query}`)).status).toBe(200);
  });

  test('hundreds of parameters are refused with an answer that somebody can read', async () => {
    const query = Array.from({ length: 600 }, (_, index) => `${index}=`).join('&');
    const answer = await client.call('GET', `${taxonomies}?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.text.length).toBeLessThan(100_000);
  });
});

describe('a cursor that is not of this account and collection is 400', () => {
  async function cursorOf(caller: TestClient, path = taxonomies): Promise<string> {
    const { body } = await caller.call('GET', `${path}?limit=1&include=links`);
    return new URL(body.links.next.href).searchParams.get('page') ?? '';
  }

  const refused = async (page: string, path = taxonomies) => {
    const answer = await client.call('GET', `${path}?page=${encodeURIComponent(page)}`);
    expect([page, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([page, 400, ['page']]);
  };

  test('when it is of another account, or of another collection', async () => {
    expect((await client.call('GET', `${taxonomies}?page=${await cursorOf(client)}`)).status).toBe(200);
    await refused(await cursorOf(stranger));
    await refused(await cursorOf(client), '/svc-api/taxonomy-labels');
    await refused(await cursorOf(client, '/svc-api/schemas'));
  });

  test('when it is cut at any place, prolonged or changed at any place', async () => {
    const cursor = await cursorOf(client);
    for (let length = 1; length < cursor.length - 1; length += 7) await refused(cursor.slice(0, length));
    await refused(`${cursor}AAAA`);
    await refused(`!${cursor}`);
    for (let at = 1; at < cursor.length - 2; at += 9) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      await refused(cursor.slice(0, at) + other + cursor.slice(at + 1));
    }
  });

  test.each(['!', '!!', '!AAAA', `!${'A'.repeat(22)}`, `!${'A'.repeat(2000)}`, '!{}', '!é', '!null', '! ', '!%'])(
    'when it is made up: %s',
    async (cursor) => refused(cursor),
  );

  test('when it is rewritten without the key', async () => {
    const bytes = Buffer.from((await cursorOf(client)).slice(1), 'base64url');
    const content = JSON.stringify([[['id', ['1']]], '', 1000, '', false, null]);
    await refused(`!${Buffer.concat([bytes.subarray(0, 16), Buffer.from(content)]).toString('base64url')}`);
  });
});

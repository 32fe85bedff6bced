/** The base schemas over HTTP: readable with every token, immutable, and the same everywhere. */
import { baseSchemaNames, baseSchemas } from '@muster/contract/base-schemas.ts';
import { beforeAll, expect, test } from 'vitest';
import { baseSchema, definitionsPath, objectValue, singleValue } from '../../support/attributes/definitions.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
/** Has an unrelated scope. */
let stranger: TestClient;

const path = '/svc-api/schemas';

beforeAll(async () => {
  service = await sharedService();
  const account = await service.openAccount('acme');
  client = await service.client(account);
  stranger = await service.client(account, { scopes: ['departments.readonly'] });
});

test('the list shows each schema with its name, address, title and document', async () => {
  const { status, body } = await stranger.call('GET', `${path}?include=embedded,totalCount`);
  expect([status, body.type, body.totalCount, body.embedded]).toEqual([200, 'schema', 12, {}]);
  expect(body.items).toEqual(
    [...baseSchemaNames].sort().map((name) => ({
      id: name,
      type: 'schema',
      url: `${service.url}${path}/${name}`,
      title: name,
      schema: baseSchemas[name],
      links: null,
      embedded: null,
    })),
  );
});

test('the list is sorted and narrowed by id, and knows nothing else', async () => {
  const ids = async (query: string) =>
    (await stranger.call('GET', `${path}?${query}`)).body.items.map(({ id }: { id: string }) => id);
  expect(await ids('id=url,email,none&sort=-id')).toEqual(['url', 'email']);
  expect(await ids('limit=2&page=2')).toEqual(['email', 'employee-reference']);
  for (const query of ['title=url', 'sort=title', 'search=url', 'createdAt.between=..--2024-01-01T00:00:00Z']) {
    expect((await stranger.call('GET', `${path}?${query}`)).status).toBe(400);
  }
});

test.each(baseSchemaNames)('%s is answered as the bare document, to be kept for a day', async (name) => {
  const answer = await stranger.call('GET', `${path}/${name}`);
  expect(answer.status).toBe(200);
  expect(answer.text).toBe(JSON.stringify(baseSchemas[name]));
  expect(answer.body).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${path}/${name}`,
    title: name,
  });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('private, max-age=86400');
  expect(answer.headers.get('etag')).toMatch(/^W\/".+"$/);
});

test.each([
  ['application/schema+json', 'application/schema+json; charset=utf-8'],
  ['application/schema+json, text/html', 'application/schema+json; charset=utf-8'],
  ['application/json', 'application/json; charset=utf-8'],
  ['application/*', 'application/json; charset=utf-8'],
  ['*/*', 'application/json; charset=utf-8'],
])('a document asked for as %s comes as %s', async (accept, type) => {
  const answer = await stranger.call('GET', `${path}/email`, { headers: { accept } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  expect(JSON.parse(answer.text)).toEqual(baseSchemas.email);
});

test('a document is offered as nothing else, and a list not as a schema', async () => {
  expect((await stranger.call('GET', `${path}/email`, { headers: { accept: 'text/html' } })).status).toBe(406);
  expect((await stranger.call('GET', path, { headers: { accept: 'application/schema+json' } })).status).toBe(406);
});

test('a client that has the version gets 304, and may cache it as long', async () => {
  const held = (await stranger.call('GET', `${path}/email`)).headers.get('etag') ?? '';
  const answer = await stranger.call('GET', `${path}/email`, { headers: { 'if-none-match': held } });
  expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', held]);
  expect(answer.headers.get('cache-control')).toBe('private, max-age=86400');
  const other = await stranger.call('GET', `${path}/url`, { headers: { 'if-none-match': held } });
  expect(other.status).toBe(200);
});

test('a token is needed, a scope is not', async () => {
  for (const address of [path, `${path}/email`]) {
    expect((await fetch(service.url + address, { headers: { 'api-version': '2024-11-01' } })).status).toBe(401);
    expect((await stranger.call('GET', address)).status).toBe(200);
  }
});

test.each(['none', 'Email', 'email/', '__proto__', 'constructor', 'email.json', '%20email'])(
  '%s names nothing',
  async (name) => {
    expect((await stranger.call('GET', `${path}/${name}`)).status).toBe(404);
  },
);

test('schemas cannot be written, and record no events', async () => {
  for (const [method, address] of [
    ['POST', path],
    ['PATCH', `${path}/email`],
    ['DELETE', `${path}/email`],
    ['PUT', `${path}/email`],
  ] as const) {
    const answer = await client.call(method, address, { body: {} });
    expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, OPTIONS']);
  }
  await service.publisher.publishAll();
  expect((await client.call('GET', '/svc-api/events?data.type=schema')).body.items).toEqual([]);
});

test('everything under one $id is the same text, in definitions and in the documents', async () => {
  const all = Object.fromEntries(baseSchemaNames.map((name) => [name.replaceAll('-', '_'), name]));
  const made: string[] = [];
  for (const name of baseSchemaNames) {
    made.push(
      (await client.call('POST', definitionsPath, { body: singleValue({ schema: baseSchema(name) }) })).body.id,
    );
  }
  for (let count = 0; count < 2; count += 1) {
    made.push((await client.call('POST', definitionsPath, { body: objectValue(all) })).body.id);
  }
  const texts = new Map<string, Set<string>>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $id } = value as { $id?: unknown };
    if (typeof $id === 'string') texts.set($id, (texts.get($id) ?? new Set()).add(JSON.stringify(value)));
    else Object.values(value).forEach(collect);
  };
  // Parsing and serializing keeps the order of members, so equal texts are equal bytes.
  for (const id of made) collect((await client.call('GET', `${definitionsPath}/${id}`)).body.schema);
  collect((await client.call('GET', `${definitionsPath}?limit=1000`)).body.items);
  collect((await client.call('GET', path)).body.items);
  for (const name of baseSchemaNames) {
    const { text } = await client.call('GET', `${path}/${name}`);
    expect([...(texts.get(`${path}/${name}`) ?? [])]).toEqual([text]);
  }
  expect(texts.size).toBe(baseSchemaNames.length);
});

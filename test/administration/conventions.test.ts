/**
 * The conventions of the API hold in the administration area too: responses match the document, lists have pages and
 * filters, versions are compared, and errors name members.
 */
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import { filtersOf, sortKeysOf } from '@muster/contract/kit/list.ts';
import { administrationOpenApi } from '@muster/contract/openapi.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { filterReaders } from '../../server/http/query/filters.ts';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { changes, creations, everyAdministration, made, ofInstallation } from '../support/administration-examples.ts';
import { type Conformance, conformance } from '../support/conformance.ts';
import { oneIn } from '../support/form.ts';
import type { TestPerson } from '../support/people/person.ts';
import { type CallOptions, type Reply, type SharedService, sharedService } from '../support/service.ts';

let service: SharedService;
let account: Account;
let owner: TestPerson;
let violationsOf: Conformance;

beforeAll(async () => {
  service = await sharedService();
  account = await service.openAccount('acme');
  owner = await service.person(account, 'owner', true);
  violationsOf = conformance(service.url, administrationOpenApi(service.url));
});

/** Sends a request and compares the response with the document. */
async function asked(method: string, path: string, options?: CallOptions): Promise<Reply> {
  const reply = await owner.call(method, path, options);
  // There is no challenge for a cookie.
  const violations = violationsOf(method, path, reply).filter(
    (violation) => violation !== 'WWW-Authenticate is missing',
  );
  expect([method, path, reply.status, violations]).toEqual([method, path, reply.status, []]);
  return reply;
}

/** It needs a provider that responds, and there is at most one: stories cover it. */
const apart = ['identity-provider', ...ofInstallation];
const looped = everyAdministration.filter(({ type }) => !apart.includes(type));
const listed = looped.filter(({ operations }) => operations.includes('list'));

/** The address of a collection with a row. */
async function collectionOf(resource: (typeof looped)[number]): Promise<{ collection: string; path: string }> {
  const { path, id } = await made(service, account, owner, resource);
  return { collection: path.slice(0, -id.length - 1), path };
}

describe.each(oneIn(5, listed, 3))('a list of $path', (resource) => {
  test('matches the document, with and without include', async () => {
    const { collection, path } = await collectionOf(resource);
    expect((await asked('GET', collection)).status).toBe(200);
    const page = await asked('GET', `${collection}?include=links,totalCount&limit=1`);
    expect(page.body.totalCount).toBeGreaterThan(0);
    expect((await asked('GET', path)).status).toBe(200);
    expect((await asked('HEAD', collection)).status).toBe(200);
  });

  test('is walked page by page, each row once, in either direction', async () => {
    const { collection } = await collectionOf(resource);
    for (let more = 0; more < 3; more += 1) if (!resource.within) await made(service, account, owner, resource);
    const walk = async (start: string): Promise<string[]> => {
      const ids: string[] = [];
      let next: string | undefined = start;
      while (next !== undefined) {
        const { body }: Reply = await owner.call('GET', next.replace(service.url, ''));
        ids.push(...body.items.map(({ id }: { id: string }) => id));
        next = body.links.next?.href;
      }
      return ids;
    };
    // Each request is logged, so the request log grows while it is read.
    await service.activity.flush();
    const now = service.now().toISOString();
    const until = resource.type === 'logged-request' ? `&occurredAt.between=..--${now}` : '';
    const up = await walk(`${collection}?limit=2&sort=id&include=links${until}`);
    const down = await walk(`${collection}?limit=2&sort=-id&include=links${until}`);
    expect(up.length).toBeGreaterThan(0);
    expect(new Set(up).size).toBe(up.length);
    expect(down).toEqual(up.toReversed());
  });

  test('takes every filter and every order that it declares, and refuses all others by name', async () => {
    const { collection } = await collectionOf(resource);
    for (const [name, filter] of Object.entries(filtersOf(resource))) {
      const some = { boolean: 'true', instant: '2020-01-01T00:00:00Z--..', integer: '1', number: '1' }[
        filter.kind as 'boolean'
      ];
      const value = filter.values?.[0] ?? some ?? 'x'.repeat(filter.lengths?.[0] ?? 1);
      const query = `${name}=${encodeURIComponent(value)}&include=totalCount`;
      const { status, text, body } = await owner.call('GET', `${collection}?${query}`);
      expect([name, status, status === 200 ? '' : text]).toEqual([name, 200, '']);
      // Logs grow meanwhile.
      expect([name, body.totalCount]).toEqual([name, expect.any(Number)]);
    }
    for (const key of sortKeysOf(resource)) {
      expect([key, (await owner.call('GET', `${collection}?sort=-${key}`)).status]).toEqual([key, 200]);
    }
    if (filterReaders(resource).has('search')) {
      expect((await owner.call('GET', `${collection}?search=a`)).status).toBe(200);
    }
    for (const name of ['color', 'limit', 'page', 'sort', 'include']) {
      const refused = await asked('GET', `${collection}?${name}=red`);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [name]]);
    }
  });

  test('is not sent again to a client that has it', async () => {
    const { collection } = await collectionOf(resource);
    const query = resource.type === 'logged-request' ? '?limit=1&sort=id' : '?limit=1';
    const { headers } = await owner.call('GET', collection + query);
    const again = await asked('GET', collection + query, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe.each(
  oneIn(
    3,
    looped.filter(({ type }) => type in changes),
    1,
  ),
)('a change of $path', (resource) => {
  test('succeeds with the current version and is refused with another', async () => {
    const { path } = await made(service, account, owner, resource);
    const { headers } = await asked('GET', path);
    const match = { 'if-match': headers.get('etag') ?? '' };
    const body = () => changes[resource.type]?.() ?? {};
    expect((await asked('PATCH', path, { body: body(), headers: match })).status).toBe(200);
    expect((await asked('PATCH', path, { body: body(), headers: match })).status).toBe(412);
    expect((await asked('PATCH', path, { body: body() })).status).toBe(200);
  });

  test('names each member that it does not know, and changes nothing', async () => {
    const { path } = await made(service, account, owner, resource);
    const before = (await owner.call('GET', path)).body;
    const refused = await asked('PATCH', path, { body: { ...changes[resource.type]?.(), color: 'red', id: 'other' } });
    expect([refused.status, Object.keys(refused.body.errors).toSorted()]).toEqual([400, ['color', 'id']]);
    expect((await owner.call('GET', path)).body).toEqual(before);
    expect((await asked('PATCH', path, { body: '[', headers: { 'content-type': 'application/json' } })).status).toBe(
      400,
    );
    expect((await asked('PATCH', path, { body: '{}', headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  });
});

describe.each(
  oneIn(
    3,
    looped.filter(({ type }) => type in creations),
    2,
  ),
)('a creation in $path', (resource) => {
  test('matches the document, has its address, and shows secrets once', async () => {
    const { path, reply } = await made(service, account, owner, resource);
    const { collection } = await collectionOf(resource);
    expect(violationsOf('POST', collection, reply as Reply)).toEqual([]);
    expect(reply?.headers.get('location')).toBe(service.url + path);
    const once = Object.entries(resource.fields).flatMap(([name, { column }]) => (column === 'once' ? [name] : []));
    const { body } = await asked('GET', path);
    for (const name of once) expect([name, name in body]).toEqual([name, false]);
    expect({ ...reply?.body, ...Object.fromEntries(once.map((name) => [name, undefined])) }).toEqual(
      expect.objectContaining(body),
    );
  });

  test('is refused with each error by its name', async () => {
    const { collection } = await collectionOf(resource);
    const refused = await asked('POST', collection, { body: { ...creations[resource.type]?.(), color: 'red' } });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['color']]);
    expect(
      (await asked('POST', collection, { body: '[]', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(400);
  });

  test.runIf(resource.operations.includes('remove'))('can be undone, and is gone then', async () => {
    const { path } = await made(service, account, owner, resource);
    expect((await asked('DELETE', path, { headers: { 'if-match': 'W/"0"' } })).status).toBe(412);
    expect((await asked('DELETE', path)).status).toBe(204);
    expect((await asked('GET', path)).status).toBe(404);
    expect((await asked('DELETE', path)).status).toBe(404);
  });
});

test('a version of the API must be named, a method be offered, and an address exist', async () => {
  const path = collectionPath(everyAdministration[0] as (typeof looped)[number]);
  expect((await owner.call('GET', path, { headers: { 'api-version': undefined } })).status).toBe(400);
  expect((await owner.call('PUT', path)).status).toBe(405);
  expect((await owner.call('GET', '/admin-api/nothing')).status).toBe(404);
});

/** Which scopes allow an operation, and which error comes first if there are several. */
import { type Operation, type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { scopes as everyScope, scopesIn } from '@muster/contract/scopes.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import {
  answering,
  everyResource,
  newcomer,
  pathOf,
  type Row,
  scopesOpening,
  someRow,
  validRequest,
} from '../support/examples.ts';
import { isFull, oneIn } from '../support/form.ts';
import { call, type SharedService, sharedService, type TestClient } from '../support/service.ts';

let service: SharedService;
let account: Account;
/** Has every scope. */
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  ({ account, client } = await newcomer(service));
});

const isRead = (operation: Operation): boolean => operation === 'list' || operation === 'read';
const success: Record<Operation, number> = { list: 200, read: 200, create: 201, update: 200, remove: 204 };

const cases = everyResource
  .flatMap((resource) => resource.operations.map((operation) => ({ path: resource.path, resource, operation })))
  .map((one, place) => ({ ...one, place }));

const clients = new Map<string, Promise<TestClient>>();

/**
 * A client with exactly these scopes; tests with the same scopes share it. Rows and files of one client application need
 * the same application with fewer scopes.
 */
function clientWith(scopes: readonly string[], { isOwned, content }: Resource): Promise<TestClient> {
  const isOwn = isOwned === true || content === 'kept';
  const key = [isOwn, ...scopes].join(' ');
  const found = clients.get(key) ?? (isOwn ? service.narrowed(client, scopes) : service.client(account, { scopes }));
  clients.set(key, found);
  return found;
}

const without = (unwanted: readonly string[]): string[] => everyScope.filter((scope) => !unwanted.includes(scope));

/** Every scope except those of the resource. */
const strangerTo = (resource: Resource) => clientWith(without(scopesOpening(resource)), resource);

describe.each(cases)('$operation of $path', ({ resource, operation, place }) => {
  let row: Row;

  beforeAll(async () => {
    row = await someRow(service, client, resource);
  });

  /** The request of an operation; each deletion gets a new row. */
  const attempt = async (caller: Pick<TestClient, 'call'>, headers: Record<string, string | undefined> = {}) => {
    const { id } = operation === 'remove' ? await someRow(service, client, resource) : row;
    const { method, path, options } = await validRequest(client, resource, operation, id);
    return caller.call(method, path, { ...options, headers });
  };
  const withToken = (authorization: string | undefined) => attempt(client, { authorization });

  test('without a token it is 401 and asks for one', async () => {
    const worthless = [undefined, 'Basic eDp5', 'Bearer', 'Bearer ', 'ApiKey x', client.token];
    for (const authorization of oneIn(6, worthless, place)) {
      const answer = await withToken(authorization);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(answer.body).toMatchObject({ status: 401, title: 'Unauthorized' });
    }
  });

  test.runIf(isFull || place % 2 === 0)('with a token that is none it is 401 and calls it invalid', async () => {
    const [head, body, signature] = client.token.split('.');
    const forged = Buffer.from('{"alg":"none"}').toString('base64url');
    const invalid = ['garbage', 'a.b.c', `${head}.${body}.`, `${forged}.${body}.${signature}`, `${forged}.${body}.`];
    for (const token of oneIn(5, invalid, place)) {
      const answer = await withToken(`Bearer ${token}`);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
    }
  });

  test.runIf(resource.scopes !== 'any-token')(
    'without the scope it is 403 and names the scopes that would do',
    async () => {
      const answer = await attempt(await strangerTo(resource));
      expect(answer).toMatchObject({ status: 403, body: { title: 'Forbidden' } });
      for (const scope of scopesIn(scopesFor(resource, operation))) expect(answer.body.detail).toContain(scope);
    },
  );

  test.runIf(isFull || place % 4 === 2)('a readonly scope reads and does not write', async () => {
    for (const family of resource.scopes === 'any-token' ? [] : [...resource.scopes, ...resource.readableWith]) {
      const reader = await clientWith([`${family}.readonly`, ...(await visibilityOf(resource))], resource);
      expect((await attempt(reader)).status).toBe(isRead(operation) ? 200 : 403);
    }
  });

  test.runIf(isFull || place % 5 === 0)('each scope that opens it does so alone', async () => {
    for (const scope of scopesIn(scopesFor(resource, operation)).filter((one) => everyScope.includes(one))) {
      const answer = await attempt(await clientWith([scope, ...(await visibilityOf(resource))], resource));
      expect([scope, answer.status]).toEqual([scope, success[operation]]);
    }
  });

  test.runIf(resource.scopes === 'any-token')('any token will do', async () => {
    for (const scope of everyScope.slice(0, 2)) {
      expect((await attempt(await clientWith([scope], resource))).status).toBe(success[operation]);
    }
  });
});

/**
 * An event needs the scope of the changed resource, and a file the scope of the resource that refers to it, here an
 * employment; an import needs the scope of what it imports; other resources need only their own scopes.
 */
async function visibilityOf(resource: Resource): Promise<string[]> {
  // The file of the example holds departments.
  if (resource.fileBody) return ['departments.readwrite'];
  if (resource.content === 'kept') return scopesIn(scopesFor(employments, 'read')).slice(0, 1);
  const data = (await someRow(service, client, resource)).data as { type?: string } | undefined;
  const subject = everyResource.find(({ type }) => type === data?.type);
  return subject ? scopesIn(scopesFor(subject, 'read')).slice(0, 1) : [];
}

const readable = answering('read').filter(({ scopes }) => scopes !== 'any-token');

describe.each(oneIn(3, readable, 1))('$path', (resource: Resource) => {
  test('without the scope a row that does not exist is 403 like one that does', async () => {
    const stranger = await strangerTo(resource);
    const { id } = await someRow(service, client, resource);
    const there = await stranger.call('GET', pathOf(resource, id));
    const absent = await stranger.call('GET', pathOf(resource, '999999999'));
    expect([there.status, absent.status, there.body.detail === absent.body.detail]).toEqual([403, 403, true]);
  });
});

describe.each(oneIn(4, answering('create', 'read', 'update', 'remove'), 3))(
  'the first refusal of $path',
  (resource: Resource) => {
    const broken = { body: '{', headers: { 'content-type': 'text/plain' } };
    const absent = pathOf(resource, '999999999');
    let stranger: TestClient;
    let row: string;

    beforeAll(async () => {
      stranger = await strangerTo(resource);
      row = pathOf(resource, (await someRow(service, client, resource)).id);
    });

    const bare = (method: string, path: string, headers: Record<string, string | undefined> = {}) =>
      call(service.url, null, method, path, { ...broken, headers: { ...broken.headers, ...headers } });

    test('is the address, whatever else is wrong', async () => {
      for (const path of ['/svc-api/no-such-things', `${row}/further`, '/svc-api', `${pathOf(resource)}s`]) {
        expect((await bare('PUT', `${path}?nothing=1`, { 'api-version': undefined })).status).toBe(404);
      }
    });

    test('is the method before the token', async () => {
      expect((await bare('PUT', `${row}?nothing=1`, { 'api-version': undefined })).status).toBe(405);
      expect((await bare('POST', absent)).status).toBe(405);
    });

    test('is the token before the version', async () => {
      expect((await bare('PATCH', `${absent}?nothing=1`, { 'api-version': '2000-01-01' })).status).toBe(401);
    });

    test('is the version before the scope', async () => {
      for (const version of [undefined, '2000-01-01', 'latest', '']) {
        const headers = { ...broken.headers, 'api-version': version };
        const answer = await stranger.call('PATCH', `${absent}?nothing=1`, { ...broken, headers });
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['Api-Version']]);
      }
    });

    test('is the scope before the query', async () => {
      expect((await stranger.call('PATCH', `${absent}?nothing=1`, broken)).status).toBe(403);
      expect((await stranger.call('GET', `${pathOf(resource)}?limit=x`)).status).toBe(403);
      expect((await stranger.call('POST', `${pathOf(resource)}?nothing=1`, broken)).status).toBe(403);
    });

    test('is the query before Accept, and Accept before the resource', async () => {
      const headers = { ...broken.headers, accept: 'text/html', 'if-match': '"other"' };
      const query = await client.call('PATCH', `${absent}?nothing=1`, { ...broken, headers });
      expect([query.status, Object.keys(query.body.errors)]).toEqual([400, ['nothing']]);
      expect((await client.call('PATCH', absent, { ...broken, headers })).status).toBe(406);
      expect((await client.call('GET', absent, { headers: { accept: 'text/html' } })).status).toBe(406);
    });

    test('is the resource before the precondition', async () => {
      const headers = { ...broken.headers, 'if-match': '"other"' };
      expect((await client.call('PATCH', absent, { ...broken, headers })).status).toBe(404);
      expect((await client.call('DELETE', absent, { headers: { 'if-match': '"other"' } })).status).toBe(404);
    });

    test('is the precondition before the body', async () => {
      const headers = { ...broken.headers, 'if-match': '"other"' };
      expect((await client.call('PATCH', row, { ...broken, headers })).status).toBe(412);
      const body = { body: { nothing: 1 }, headers: { 'if-match': '"other"' } };
      expect((await client.call('PATCH', row, body)).status).toBe(412);
    });

    test('is the content type before the content', async () => {
      expect((await client.call('PATCH', row, broken)).status).toBe(415);
      expect((await client.call('POST', pathOf(resource), broken)).status).toBe(415);
      const json = { body: '{', headers: { 'content-type': 'application/json' } };
      expect((await client.call('PATCH', row, json)).status).toBe(400);
    });
  },
);

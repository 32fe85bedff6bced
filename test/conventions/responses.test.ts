import type { Operation, Resource } from '@muster/contract/kit/resource.ts';
import { languages } from '@muster/contract/languages.ts';
import { scopes as everyScope } from '@muster/contract/scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { type Conformance, conformance } from '../support/conformance.ts';
import { withQuery } from '../support/example-row.ts';
import {
  answering,
  changeOf,
  createExample,
  everyResource,
  methods,
  newcomer,
  pathOf,
  type Row,
  scopesOpening,
  someRow,
  validRequest,
} from '../support/examples.ts';
import { facetsOf } from '../support/facets.ts';
import { formOf } from '../support/files/files.ts';
import { oneIn } from '../support/form.ts';
import { call, limits, type Reply, type TestClient, type TestService, testService } from '../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;
let violationsOf: Conformance;

beforeAll(async () => {
  service = await testService({ limits: { ...limits, bodyBytes: 50_000 } });
  ({ account, client } = await newcomer(service));
  violationsOf = conformance(service.url);
});
afterAll(() => service.stop());

const traceId = '5c1f0a9be4d24b7f8e6a30d2c97b1184';
const isRead = (operation: Operation) => operation === 'list' || operation === 'read';

/** The headers of every response, for every caller. */
function expectCommonHeaders({ headers, text }: Reply): void {
  expect(headers.get('api-version')).toBe('2024-11-01');
  expect(headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(headers.get('cache-control')).toMatch(/^(no-store|private, no-cache|private, max-age=\d+)$/);
  if (text !== '') expect(headers.get('content-type')).toMatch(/; charset=utf-8$/);
}

describe.each(oneIn(8, everyResource, 1))('answers of $path', (resource: Resource) => {
  const facet = facetsOf(everyResource, resource);
  let row: Row;
  let stranger: TestClient;

  beforeAll(async () => {
    row = await someRow(service, client, resource);
    const own = scopesOpening(resource);
    stranger = await service.client(account, { scopes: everyScope.filter((scope) => !own.includes(scope)) });
  });

  /** An address with a readable response. */
  const asked = () => (resource.operations.includes('list') ? pathOf(resource) : pathOf(resource, row.id));

  /** Sends a request and compares the response with the document. */
  const ask = async (method: string, path: string, options = {}, caller: Pick<TestClient, 'call'> = client) => {
    const reply = await caller.call(method, path, options);
    expect([method, path, reply.status, violationsOf(method, path, reply)]).toEqual([method, path, reply.status, []]);
    expectCommonHeaders(reply);
    return reply;
  };

  facet.each(resource.operations)('%s succeeds as the document says', async (operation) => {
    const { id } = operation === 'remove' ? await someRow(service, client, resource) : row;
    for (const query of operation === 'remove' ? [''] : ['', 'include=links,embedded,totalCount']) {
      const { method, path, options } = await validRequest(client, resource, operation, id);
      const reply = await ask(method, withQuery(path, query), options);
      expect(reply.status).toBeLessThan(300);
      const created = reply.headers.get('location');
      expect(created).toBe(operation === 'create' ? reply.body.url : null);
    }
  });

  facet('a full representation is as the document says, read and listed', async () => {
    if (!resource.operations.includes('create')) return;
    const { id } = await createExample(client, resource, {}, true);
    await ask('GET', pathOf(resource, id));
    if (resource.operations.includes('list')) await ask('GET', `${pathOf(resource)}?limit=1000`);
  });

  facet.each(resource.operations)('%s is refused as the document says', async (operation) => {
    const { method, path, options } = await validRequest(client, resource, operation, row.id);
    const nobody = {
      call: (...[asked, at, more]: Parameters<TestClient['call']>) => call(service.url, null, asked, at, more),
    };
    const statuses = [
      await ask(method, path, options, nobody),
      await ask(method, withQuery(path, 'nothing=1'), options),
      ...(operation === 'remove' ? [] : [await ask(method, path, { ...options, headers: { accept: 'text/html' } })]),
      ...(resource.scopes !== 'any-token' ? [await ask(method, path, options, stranger)] : []),
    ].map(({ status }) => status);
    expect(statuses).toEqual([
      401,
      400,
      ...(operation === 'remove' ? [] : [406]),
      ...(resource.scopes !== 'any-token' ? [403] : []),
    ]);
    if (path !== pathOf(resource)) expect((await ask(method, pathOf(resource, '0'), options)).status).toBe(404);
    const conditional = { ...options, headers: { [isRead(operation) ? 'if-none-match' : 'if-match']: '"x", "y"' } };
    if (operation === 'update' || operation === 'remove')
      expect((await ask(method, path, conditional)).status).toBe(412);
    if (isRead(operation)) {
      expect((await ask(method, path, { headers: { 'if-none-match': '*' } })).status).toBe(304);
    }
    if (operation === 'create' || operation === 'update') {
      expect((await ask(method, path, { body: 'x', headers: { 'content-type': 'text/plain' } })).status).toBe(415);
      const isForm = resource.content || (resource.fileBody && operation === 'create');
      const wrong = (nothing: string) => (isForm ? formOf({ contentType: nothing }) : { nothing });
      expect((await ask(method, path, { body: wrong('x') })).status).toBe(400);
      expect((await ask(method, path, { body: wrong('x'.repeat(60_000)) })).status).toBe(413);
    }
  });

  facet('operations that everybody is refused are 403, whatever is sent', async () => {
    for (const operation of Object.keys(resource.refused) as Operation[]) {
      const path = pathOf(resource, operation === 'create' ? undefined : row.id);
      for (const options of [
        {},
        { body: {} },
        { body: '{' },
        { body: 'x', headers: { 'content-type': 'text/plain' } },
      ]) {
        expect((await ask(methods[operation], path, options)).status).toBe(403);
      }
      expect((await client.call(methods[operation], path, { headers: { authorization: undefined } })).status).toBe(401);
    }
  });

  facet('HEAD answers the headers of GET without a body', async () => {
    // The compressed length is only known after compression.
    const headers = { 'accept-encoding': 'identity' };
    const ofTheConnection = ['date', 'traceparent', 'ratelimit', 'connection', 'keep-alive'];
    const comparable = (reply: Reply) =>
      Object.fromEntries([...reply.headers].filter(([name]) => !ofTheConnection.includes(name)));
    for (const path of [pathOf(resource), pathOf(resource, row.id), `${pathOf(resource)}?limit=x`]) {
      const [head, get] = [await client.call('HEAD', path, { headers }), await client.call('GET', path, { headers })];
      expect([head.status, head.text, comparable(head)]).toEqual([
        get.status,
        '',
        { ...comparable(get), 'content-length': head.headers.get('content-length') },
      ]);
      if (get.status === 200) expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(get.text));
      expectCommonHeaders(head);
    }
  });

  facet('reads may be kept if they are asked again; nothing else may be kept', async () => {
    const read = await client.call('GET', asked());
    expect(read.headers.get('cache-control')).toBe('private, no-cache');
    const vary = (reply: Reply) =>
      [...new Set((reply.headers.get('vary') ?? '').toLowerCase().split(/, */))].toSorted();
    const expected = ['accept', 'accept-encoding', 'api-version', 'authorization'];
    expect(vary(read)).toEqual(expected);
    expect(vary(await client.call('GET', asked(), { headers: { 'if-none-match': '*' } }))).toEqual(expected);
    expect((await client.call('GET', withQuery(asked(), 'x=1'))).headers.get('cache-control')).toBe('no-store');
    if (!resource.operations.includes('update')) return;
    const written = await client.call('PATCH', pathOf(resource, row.id), { body: changeOf(resource) });
    expect(written.headers.get('cache-control')).toBe('no-store');
  });

  facet('every answer to a known client tells how many requests are left', async () => {
    const left = ({ headers }: Reply) => {
      expect(headers.get('ratelimit-policy')).toBe(`"client";q=${limits.requestsPerMinute};w=60`);
      return Number(/^"client";r=(\d+);t=([1-9]|[1-5]\d|60)$/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    const first = left(await client.call('GET', asked()));
    const next = left(await client.call('GET', pathOf(resource, '0')));
    const later = left(await client.call('GET', withQuery(asked(), 'x=1')));
    expect([next, later]).toEqual([first - 1, first - 2]);
  });

  facet('a known client that asks for another version still sees its remaining quota', async () => {
    const reply = await client.call('GET', asked(), { headers: { 'api-version': '2000-01-01' } });
    expect([reply.status, violationsOf('GET', asked(), reply)]).toEqual([400, []]);
  });

  facet('OPTIONS and every other method tell what an address offers', async () => {
    const offered = [...resource.operations, ...(Object.keys(resource.refused) as Operation[])];
    const allowedOn = (operations: Operation[]) => {
      const names = offered
        .filter((operation) => operations.includes(operation))
        .map((operation) => methods[operation]);
      return [...new Set([...names, ...(names.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].toSorted();
    };
    const addresses = [
      [pathOf(resource), allowedOn(['list', 'create'])],
      [pathOf(resource, row.id), allowedOn(['read', 'update', 'remove'])],
    ] as const;
    // Without an operation there is no address.
    for (const [path, allowed] of addresses.filter(([, some]) => some.length > 1)) {
      for (const method of ['OPTIONS', 'GET', 'POST', 'PATCH', 'DELETE', 'PUT']) {
        if (method !== 'OPTIONS' && allowed.includes(method)) continue;
        const reply = await call(service.url, null, method, path);
        expect([method, path, reply.status]).toEqual([method, path, method === 'OPTIONS' ? 204 : 405]);
        expect((reply.headers.get('allow') ?? '').split(', ').toSorted()).toEqual(allowed);
        expectCommonHeaders(reply);
      }
    }
  });

  facet('the trace of the caller is taken over, into the answer, the problem and the log', async () => {
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
    const reply = await client.call('GET', withQuery(asked(), 'nothing=1'), { headers });
    expect(reply.headers.get('traceparent')).toMatch(new RegExp(`^00-${traceId}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`));
    expect(reply.body.extensions).toEqual({ traceId });
    for (const given of [
      undefined,
      'nonsense',
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      `00-${traceId.toUpperCase()}-b7ad6b7169203331-01`,
    ]) {
      const own = await client.call('GET', `${pathOf(resource, '0')}`, { headers: { traceparent: given } });
      const { traceId: made } = own.body.extensions;
      expect(made).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
      expect(made).not.toBe(traceId);
      expect(own.headers.get('traceparent')).toContain(made);
      const lines = service.logLines.map((line) => JSON.parse(line)).filter((line) => line.traceId === made);
      expect(lines).toMatchObject([{ status: 404, method: 'GET', path: `${pathOf(resource)}/0` }]);
    }
  });

  facet('a problem explains itself in ten languages and at its own address', async () => {
    const path = withQuery(pathOf(resource, 'x%20y'), 'include=links');
    const { status, headers, body } = await client.call('GET', path);
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(Object.keys(body)).toEqual(['type', 'title', 'status', 'detail', 'instance', 't9n', 'extensions']);
    expect([status, body.status, body.instance]).toEqual([
      404,
      404,
      `${service.url}${pathOf(resource)}/x%20y?include=links`,
    ]);
    expect(Object.keys(body.t9n.detail).toSorted()).toEqual([...languages].toSorted());
    expect(body.t9n.detail['en-US']).toBe(body.detail);
    expect(body.t9n.detail['de-DE']).not.toBe(body.detail);
    const page = await fetch(body.type);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const invalid = (await client.call('GET', withQuery(asked(), 'nothing=1'))).body;
    expect(Object.keys(invalid)).toEqual([
      'type',
      'title',
      'status',
      'detail',
      'instance',
      'errors',
      't9n',
      'extensions',
    ]);
  });
});

test('a client beyond its quota gets 429 with the time to retry', async () => {
  const strict = await testService({ limits: { ...limits, requestsPerMinute: 3 } });
  try {
    const { client: eager, account: own } = await newcomer(strict);
    const colleague = await strict.client(own);
    const path = pathOf(answering('list')[0] as Resource);
    for (const left of [2, 1, 0]) {
      expect((await eager.call('GET', path)).headers.get('ratelimit')).toContain(`r=${left};`);
    }
    const refused = await eager.call('GET', path);
    expect([refused.status, conformance(strict.url)('GET', path, refused)]).toEqual([429, []]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await eager.call('GET', `${path}?nothing=1`)).status).toBe(429);
    expect((await eager.call('GET', path, { headers: { 'api-version': undefined } })).status).toBe(400);
    expect((await colleague.call('GET', path)).status).toBe(200);
    strict.advance(60_000);
    expect((await eager.call('GET', path)).status).toBe(200);
  } finally {
    await strict.stop();
  }
});

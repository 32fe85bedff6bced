/** Random bodies, queries and headers against every operation: whatever comes, the answer is never a fault of ours. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { answering, type Body, everyResource, exampleBody, newcomer, pathOf, someRow } from '../support/examples.ts';
import { hostile, hostileTexts } from '../support/hostile-values.ts';
import { type Reply, type TestClient, type TestService, testService } from '../support/service.ts';

let service: TestService;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  ({ client } = await newcomer(service));
});
afterAll(() => service.stop());
afterEach(() => {
  expect(service.logLines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});

/** A refusal says what is wrong; a success is a success. */
function isClear({ status, body, headers }: Reply): void {
  expect(status).toBeLessThan(500);
  if (status < 400) return;
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(body).toMatchObject({ status, detail: expect.stringMatching(/./), title: expect.stringMatching(/./) });
  if (status === 400) expect(Object.keys(body.errors).length).toBeGreaterThan(0);
}

/** A body with one member, at any depth, replaced, added or removed. */
const spoilt = (body: Body): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.constantFrom(...pathsIn(body)), fc.string({ maxLength: 8 }), hostile, fc.nat(9))
    .map(([path, name, value, how]) => {
      const copy = structuredClone(body);
      const last = path.at(-1) ?? '';
      // biome-ignore lint/suspicious/noExplicitAny: walks a structure that it knows nothing about
      const parent = path.slice(0, -1).reduce((inner: any, key) => inner[key], copy);
      if (how === 0) delete parent[last];
      else if (how === 1) parent[name] = value;
      else parent[last] = value;
      return copy;
    });

function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, member]) => pathsIn(member, [...path, key]));
  return path.length > 0 ? [path, ...inner] : inner;
}

/** JSON text with a few of its characters replaced, removed or doubled. */
const garbled = (body: Body): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom('', '"', '\\', '{', '}', '[', ']', ',', ':', '0', '-', '\0', '\n', 'é', 'null'),
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((changes) =>
      changes.reduce((text, [at, piece]) => {
        const place = at % Math.max(1, text.length);
        return text.slice(0, place) + piece + text.slice(place + (at % 3));
      }, JSON.stringify(body)),
    );

const runs = { numRuns: 60, seed: 20_241_101 };

describe.each(answering('create'))('bodies for $path', (resource: Resource) => {
  test('never fail the service, as a creation and as a change', async () => {
    const body = await exampleBody(client, resource, true);
    const row = await someRow(service, client, resource);
    const bodies = fc.oneof(spoilt(body), spoilt(row), garbled(body), hostile);
    await fc.assert(
      fc.asyncProperty(bodies, fc.boolean(), async (sent, isCreation) => {
        const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
        const canChange = resource.operations.includes('update');
        const [method, path] =
          isCreation || !canChange ? ['POST', pathOf(resource)] : ['PATCH', pathOf(resource, row.id)];
        isClear(await client.call(method as string, path as string, { body: text }));
      }),
      { ...runs, numRuns: 150 },
    );
  });
});

const names = (resource: Resource) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        'limit',
        'page',
        'sort',
        'include',
        'search',
        'id',
        'id.between',
        'createdAt.between',
        'lastUpdatedAt',
      ),
    },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        ...[...resource.filterable, ...Object.keys(resource.filters)].flatMap((name) => [
          name,
          `-${name}`,
          `${name}.between`,
        ]),
        'id',
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 10 }) },
  );

describe.each(everyResource)('queries of $path', (resource: Resource) => {
  test('never fail the service, on the list and on one', async () => {
    const row = await someRow(service, client, resource);
    const pairs = fc.array(fc.tuple(names(resource), hostileTexts), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(pairs, fc.boolean(), async (parameters, isEncoded) => {
        const written = (text: string) =>
          isEncoded ? encodeURIComponent(text.toWellFormed()) : encodeURI(text.toWellFormed()).replace(/%25|%20/g, '%');
        const query = parameters.map(([name, value]) => `${written(name)}=${written(value)}`).join('&');
        isClear(await client.call('GET', `${pathOf(resource)}?${query}`));
        isClear(await client.call('GET', `${pathOf(resource, row.id)}?${query}`));
      }),
      runs,
    );
  });
});

describe.each(answering('create', 'read'))('headers and ids of $path', (resource: Resource) => {
  const header = fc.constantFrom(
    'if-match',
    'if-none-match',
    'idempotency-key',
    'accept',
    'accept-encoding',
    'content-type',
    'api-version',
    'traceparent',
    'authorization',
    'range',
    'if-modified-since',
    'content-encoding',
    'x-forwarded-host',
    'x-forwarded-for',
    'x-http-method-override',
    'accept-language',
    'origin',
    'cookie',
  );
  const headerValue = fc.oneof(
    fc.constantFrom(
      '',
      '*',
      'W/""',
      '"',
      ',',
      'W/"1", "2"',
      ';',
      'q=',
      '*/*;q=NaN',
      'application/json;q=-1',
      'gzip;q=0',
      'identity;q=0',
      '*;q=0',
      'br, gzip',
      'x'.repeat(300),
      '00-0-0-0',
      'bytes=0-1',
    ),
    fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 30 }),
  );

  test('never fail the service', async () => {
    const row = await someRow(service, client, resource);
    const body = await exampleBody(client, resource);
    const ids = fc.oneof(
      fc.constant(row.id),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map((id) => encodeURIComponent(id.toWellFormed())),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'PATCH', 'POST', 'HEAD', 'OPTIONS'),
        header,
        headerValue,
        ids,
        async (method, name, value, id) => {
          const path = method === 'POST' || id === '.' || id === '..' ? pathOf(resource) : pathOf(resource, id);
          const answer = await client.call(method, path, {
            headers: { [name]: value },
            ...(method === 'PATCH' || method === 'POST' ? { body } : {}),
          });
          if (method === 'HEAD') expect(answer.status).toBeLessThan(500);
          else isClear(answer);
        },
      ),
      runs,
    );
  });
});

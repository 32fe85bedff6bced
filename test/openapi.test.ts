/** Compares the OpenAPI document with the service that serves it. */

import { administration } from '@muster/contract/administration.ts';
import { examplesAt } from '@muster/contract/examples.ts';
import { administrationExamplesAt } from '@muster/contract/examples-administration.ts';
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import { createSchema, patchSchema, readSchema } from '@muster/contract/kit/bodies.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Schema } from '@muster/contract/kit/schema.ts';
import { administrationOpenApi, type OpenApiDocument, openApi } from '@muster/contract/openapi.ts';
import { resources } from '@muster/contract/resources.ts';
import { scopes, scopesIn } from '@muster/contract/scopes.ts';
import { signIn } from '@muster/contract/sign-in.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../server/http/api/routes.ts';
import { filterReaders } from '../server/http/query/filters.ts';
import { validatorOf } from '../server/platform/validation/validator.ts';
import type { FieldErrors } from '../server/problem.ts';
import { facetsOf } from './support/facets.ts';
import { type TestClient, type TestService, testService } from './support/service.ts';

type Json = Record<string, unknown>;
interface Operation extends Json {
  readonly operationId: string;
  readonly security: Record<string, string[]>[];
  readonly parameters: Json[];
  readonly responses: Record<string, Json>;
}

const baseUrl = 'https://acme.example.com';
const document = openApi({ baseUrl, authUrl: 'https://accounts.example.com' });

type Examples = Record<string, { readonly read: Json; readonly create?: Json; readonly update?: Json }>;
type Declared = Readonly<Record<string, Resource>>;

/** Both documents, each with its sources. */
const areas = [
  {
    area: undefined,
    document,
    declared: resources as Declared,
    examples: examplesAt(baseUrl) as Examples,
  },
  {
    area: 'administration',
    document: administrationOpenApi(baseUrl),
    declared: administration as Declared,
    examples: administrationExamplesAt(baseUrl) as Examples,
  },
] as const;

const methods = ['get', 'post', 'patch', 'delete'];

function operationsOf({ paths }: OpenApiDocument): { method: string; url: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => method in item)
      .map((method) => ({
        method: method.toUpperCase(),
        url: path.replace('{ownerId}', ':ownerId').replace('{id}', ':id'),
        operation: item[method] as Operation,
      })),
  );
}

test.each(areas)('every address and method that is served is documented, and nothing else: $area', (one) => {
  const described = operationsOf(one.document).map(({ method, url }) => `${method} ${url}`);
  const served = routes
    .filter(({ resource }) => resource.area === one.area)
    .map(({ method, url }) => `${method} ${url}`);
  const extra = one.area
    ? Object.values(signIn).map(({ method, path }) => `${method} ${path.replace('{id}', ':id')}`)
    : [];
  expect(described.sort()).toEqual([...served, ...extra].sort());
});

test('operations of people need a session', () => {
  const open = Object.values(signIn).filter(({ by }) => by === 'nobody' || by === 'begun');
  const isOpen = (method: string, url: string) =>
    open.some((one) => one.method === method && one.path.replace('{id}', ':id') === url);
  for (const { method, url, operation } of operationsOf(areas[1].document)) {
    expect([method, url, operation.security]).toEqual([method, url, isOpen(method, url) ? [] : [{ session: [] }]]);
  }
});

test('each operation names the scopes that open it, and whether it is beta', () => {
  for (const { method, url, operation } of operationsOf(document)) {
    const route = routes.find((one) => one.method === method && one.url === url);
    const alternatives = operation.security.flatMap(({ oauth2 = [] }) => oauth2);
    expect(alternatives, `${method} ${url}`).toEqual(route && scopesIn(route.scopes));
    expect(scopes).toEqual(expect.arrayContaining(alternatives));
    // Operations that are always refused will not change.
    if (!operation['x-always-refused']) expect(operation['x-beta'] ?? false).toBe(route?.resource.isBeta);
  }
});

test('operation ids follow method and resource', () => {
  const ids = operationsOf(document).map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(
    expect.arrayContaining([
      'get-employee-attribute-definitions',
      'get-employee-attribute-definition',
      'post-employee-attribute-definition',
      'patch-employee-attribute-definition',
      'delete-employee-attribute-definition',
      'get-events',
      'list-business-establishments',
      'post-webhook-endpoints',
      'get-event',
    ]),
  );
});

const all = areas.flatMap(({ document, declared, examples }) =>
  Object.entries(declared).map(([key, resource]) => ({
    path: resource.path,
    resource,
    document,
    example: examples[key],
  })),
);

function resolvedIn(document: OpenApiDocument, node: unknown): unknown {
  const resolved = (part: unknown) => resolvedIn(document, part);
  if (Array.isArray(node)) return node.map(resolved);
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...rest } = node as Json;
  if (typeof $ref !== 'string') {
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(value)]));
  }
  const target = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Json)[key], document);
  return { ...(resolved(target) as Json), ...(resolved(rest) as Json) };
}

/** Some are uploaded instead. */
const isCreatedByJson = ({ operations, content, fileBody }: Resource): boolean =>
  operations.some((operation) => operation === 'create') && content === undefined && fileBody === undefined;

describe.each(all)('$path', (subject) => {
  const { resource, document, example } = subject;
  const facet = facetsOf(all, subject);
  const resolved = (node: unknown) => resolvedIn(document, node);

  facet('the schemas are those that validate', () => {
    const { schemas } = document.components;
    const name = resource.schemaName ?? resource.type;
    expect(resolved(schemas[name])).toEqual(readSchema(resource));
    if (isCreatedByJson(resource)) {
      expect(resolved(schemas[`${name}-create`])).toEqual(createSchema(resource));
    }
    if (resource.operations.includes('update')) {
      expect(resolved(schemas[`${name}-patch`])).toEqual(patchSchema(resource));
    }
  });

  facet('the examples match the schemas', () => {
    const { read, create, update } = example ?? { read: {} };
    const shown = { type: resource.type, ...read, url: `${baseUrl}/x`, links: null, embedded: null };
    expect(errorsOf(readSchema(resource), shown)).toEqual({});
    expect(create !== undefined).toBe(isCreatedByJson(resource));
    expect(Object.keys(update ?? {}).length > 0).toBe(resource.operations.includes('update'));
    if (create) expect(errorsOf(createSchema(resource), create)).toEqual({});
    if (update) expect(errorsOf(patchSchema(resource), update)).toEqual({});
  });

  facet('every member is explained, except those that explain themselves', () => {
    const { id: _, type: __, url: ___, ...properties } = readSchema(resource).properties as Record<string, Schema>;
    const silent = Object.entries(properties).filter(([, schema]) => !schema.description);
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  facet.runIf(resource.operations.includes('list'))('every parameter of the list is documented, and no other', () => {
    const list = document.paths[collectionPath(resource)]?.get as Operation;
    const query = (resolved(list.parameters) as Json[]).filter((one) => one.in === 'query').map(({ name }) => name);
    const understood = [...filterReaders(resource).keys()];
    // A range in the plain parameter means the same as `.between`, which is documented.
    const alias = (name: string) => !query.includes(name) && understood.includes(`${name}.between`);
    // Definitions create parameter names; one parameter documents them all.
    const family = resource.attributeKeysIn ? ['attributes'] : [];
    const feed = resource.isFeed ? ['wait'] : [];
    const wanted = [
      'limit',
      'page',
      'sort',
      'include',
      ...feed,
      ...family,
      ...understood.filter((name) => !alias(name)),
    ];
    expect(query.sort()).toEqual(wanted.sort());
  });
});

function errorsOf(schema: Schema, value: unknown): FieldErrors {
  const errors: FieldErrors = {};
  validatorOf(schema)(value, '', errors);
  return errors;
}

describe('served', () => {
  let service: TestService;
  let client: TestClient;
  beforeAll(async () => {
    service = await testService();
    client = await service.client(await service.openAccount('acme'));
  });
  afterAll(() => service.stop());

  test('the document is public, complete and kept by its tag', async () => {
    const answer = await fetch(`${service.url}/svc-api/openapi.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual(openApi({ baseUrl: service.url, authUrl: service.url }));
    const other = await fetch(`${service.url}/admin-api/openapi.json`);
    expect(await other.json()).toEqual(administrationOpenApi(service.url));
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(`${service.url}/svc-api/openapi.json`, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('the examples of bodies are accepted', async () => {
    const { taxonomies, taxonomyLabels, employeeAttributeDefinitions } = examplesAt(service.url);
    const taxonomy = await client.call('POST', '/svc-api/taxonomies', { body: taxonomies.create });
    const placed = (body: unknown) => JSON.parse(JSON.stringify(body).replaceAll(/\b31"/g, `${taxonomy.body.id}"`));
    const label = await client.call('POST', '/svc-api/taxonomy-labels', { body: placed(taxonomyLabels.create) });
    const definition = await client.call('POST', '/svc-api/employee-attribute-definitions', {
      body: placed(employeeAttributeDefinitions.create),
    });
    expect([taxonomy.status, label.status, definition.status]).toEqual([201, 201, 201]);
    const { createdAt: _, lastUpdatedAt: __, ...expected } = placed(employeeAttributeDefinitions.read);
    expect(definition.body).toMatchObject(expected);
    for (const [url, body] of [
      [taxonomy.body.url, taxonomies.update],
      [label.body.url, taxonomyLabels.update],
      [definition.body.url, employeeAttributeDefinitions.update],
    ]) {
      expect((await client.call('PATCH', url, { body })).status).toBe(200);
    }
  });

  test('a document is answered under each of its types', async () => {
    for (const { path, document: shape } of Object.values<Resource>(resources)) {
      const [example] = shape ? (await client.call('GET', `/svc-api/${path}`)).body.items : [];
      for (const accept of shape?.types ?? []) {
        const answer = await client.call('GET', `/svc-api/${path}/${example.id}`, { headers: { accept } });
        expect(answer.headers.get('content-type')).toBe(`${accept}; charset=utf-8`);
        expect(answer.body).toEqual(example[shape?.member ?? '']);
      }
    }
  });

  test('an operation that is documented as refused is refused', async () => {
    const refused = operationsOf(document).filter(({ operation }) => operation['x-always-refused']);
    expect(refused.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /svc-api/events']);
    for (const { method, url, operation } of refused) {
      expect((await client.call(method, url, { body: {} })).status).toBe(403);
      expect(Object.keys(operation.responses).filter((status) => status < '400')).toEqual([]);
    }
  });

  test('answers carry the headers that are documented for them', async () => {
    const list = await client.call('GET', '/svc-api/taxonomies');
    const [described] = operationsOf(document).filter(({ operation }) => operation.operationId === 'get-taxonomies');
    const { headers = {} } = (described?.operation.responses[200] ?? {}) as { headers?: Json };
    const ofWhole = ['Muster-Event-Position', 'Muster-Total-Count'];
    const optional = ['Content-Encoding', 'Deprecation', 'Link', 'Sunset', ...ofWhole];
    const promised = Object.keys(headers).filter((one) => !optional.includes(one));
    expect(promised).toContain('ETag');
    expect(promised.filter((name) => !list.headers.has(name))).toEqual([]);
    const whole = await client.call('GET', '/svc-api/taxonomies?include=totalCount&id=0', {
      headers: { accept: 'application/x-ndjson' },
    });
    expect(ofWhole.filter((name) => !(name in headers) || !whole.headers.has(name))).toEqual([]);
  });
});

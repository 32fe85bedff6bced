/** Invalid attribute definitions are refused, each error under the name of its member. */
import { baseSchemas } from '@muster/contract/base-schemas.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { baseSchema, definitionsPath, objectValue, singleValue } from '../../support/attributes/definitions.ts';
import type { Body } from '../../support/examples.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
let taxonomyId: string;

beforeAll(async () => {
  service = await sharedService();
  client = await service.client(await service.openAccount('acme'));
  taxonomyId = (await client.call('POST', '/svc-api/taxonomies', { body: { name: 'Courses' } })).body.id;
});

const post = (body: Body, query = '') => client.call('POST', definitionsPath + query, { body });

async function created(body: Body) {
  const answer = await post(body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

async function refused(body: Body, ...keys: string[]) {
  const answer = await post(body);
  expect([answer.status, Object.keys(answer.body.errors ?? {}).sort()]).toEqual([400, keys.sort()]);
  expect((await client.call('GET', `${definitionsPath}/${body.id}`)).status).not.toBe(200);
}

describe('a creation is refused', () => {
  test.each([
    'x_a',
    'E_a',
    'e_',
    'e',
    '',
    '_e_a',
    'e-a',
    'e_a-b',
    'e_a b',
    'e_é',
    'e_a\n',
    'e_a/b',
    'e_a.b',
    `e_${'x'.repeat(254)}`,
    null,
    5,
    ['e_a'],
    { id: 'e_a' },
  ])('with the id %j', async (id) => {
    await refused(singleValue({ id }), 'id');
  });

  test('with an id of more than 255 characters, and not with one of 255 or 3', async () => {
    await created(singleValue({ id: `e_${'y'.repeat(253)}` }));
    await created(singleValue({ id: 'e_z' }));
    await refused(singleValue({ id: `e_${'y'.repeat(254)}` }), 'id');
  });

  test.each(['targetType', 'isArchived', 'category', 'lastArchivedAt', 'type', 'url', 'links', 'whatever'])(
    'with the member %s',
    async (member) => refused(singleValue({ [member]: 'employee' }), member),
  );

  test.each([
    '/svc-api/schemas/none',
    '/svc-api/schemas/',
    'short-text',
    '/svc-api/schemas/short-text/',
    '/svc-api/schemas/Short-text',
    '/svc-api/schemas/short-text#',
    'https://acme.example.com/svc-api/schemas/short-text',
    '/svc-api/schemas/__proto__',
    '',
  ])('with the reference %j, also inside a property', async ($ref) => {
    await refused(singleValue({ schema: { $ref } }), 'schema.$ref');
    const schema = { type: 'object', properties: { a: { $ref } } };
    await refused({ ...objectValue({ a: null }), schema }, 'schema.properties.a.$ref');
  });

  test.each<[string, unknown]>([
    ['nothing in it', {}],
    ['an extra keyword', { ...baseSchema('int32'), title: 'x' }],
    ['another keyword', { title: 'x' }],
    ['a full schema', { type: 'string', maxLength: 5 }],
    ['a schema as it is read', baseSchemas['short-text']],
    ['only the $id of a base schema', { $id: '/svc-api/schemas/short-text' }],
    ['an unknown $id', { $id: 5 }],
    ['no property', { type: 'object', properties: {} }],
    ['no properties', { type: 'object' }],
    ['another type', { type: 'array', properties: { a: baseSchema('int32') } }],
    [
      'a nested object',
      { type: 'object', properties: { a: { type: 'object', properties: { b: baseSchema('int32') } } } },
    ],
    ['a full property', { type: 'object', properties: { a: { type: 'string' } } }],
    ['an extra keyword in a property', { type: 'object', properties: { a: { ...baseSchema('int32'), title: 'x' } } }],
    ['a required list', { type: 'object', properties: { a: baseSchema('int32') }, required: ['a'] }],
    ['a closed object', { type: 'object', properties: { a: baseSchema('int32') }, additionalProperties: false }],
    ['an object as it is read', { type: 'object', additionalProperties: false, properties: { a: baseSchemas.int32 } }],
    ['both forms', { ...baseSchema('int32'), type: 'object', properties: { a: baseSchema('int32') } }],
    ['a property that is null', { type: 'object', properties: { a: null } }],
    [
      '51 properties',
      {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`p${i}`, baseSchema('int32')])),
      },
    ],
    ['a number', 5],
    ['null', null],
    ['an array', [baseSchema('int32')]],
  ])('with a schema of neither form: %s', async (_, schema) => {
    for (const propertyDescriptions of [undefined, { a: { name: 'a', sortOrder: 0 } }]) {
      const answer = await post(singleValue({ schema, propertyDescriptions }));
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toHaveProperty('schema');
    }
  });

  test.each(['', 'a-b', 'a.b', 'é', 'a b', 'x'.repeat(256), '__proto__', '$ref'])(
    'with the property name %j',
    async (name) => {
      const body = JSON.parse(JSON.stringify(objectValue({ a: null })).replaceAll('"a":', `${JSON.stringify(name)}:`));
      const answer = await post(body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toHaveProperty([`schema.properties.${name}`]);
    },
  );

  test('when descriptions and properties differ, each missing and foreign one named', async () => {
    const body = objectValue({ a: null, b: null });
    const described = { name: 'x', sortOrder: 0 };
    const at = (name: string) => `propertyDescriptions.${name}`;
    await refused({ ...body, propertyDescriptions: { a: described, c: described } }, at('b'), at('c'));
    await refused({ ...body, propertyDescriptions: {} }, at('a'), at('b'));
    await refused({ ...body, propertyDescriptions: null }, 'propertyDescriptions');
    const { propertyDescriptions, ...without } = body;
    expect(propertyDescriptions).toBeDefined();
    await refused(without, 'propertyDescriptions');
    await refused(singleValue({ propertyDescriptions: { a: described } }), 'propertyDescriptions');
  });

  test.each<[unknown, string]>([
    [{ sortOrder: 0 }, 'name'],
    [{ name: '', sortOrder: 0 }, 'name'],
    [{ name: null, sortOrder: 0 }, 'name'],
    [{ name: 'x' }, 'sortOrder'],
    [{ name: 'x', sortOrder: -1 }, 'sortOrder'],
    [{ name: 'x', sortOrder: 1.5 }, 'sortOrder'],
    [{ name: 'x', sortOrder: '1' }, 'sortOrder'],
    [{ name: 'x', sortOrder: null }, 'sortOrder'],
    [{ name: 'x', sortOrder: 0, schema: {} }, 'schema'],
    [{ name: 'x', sortOrder: 0, t9n: { sortOrder: {} } }, 't9n.sortOrder'],
    [{ name: 'x', sortOrder: 0, t9n: { name: { fr: 'y' } } }, 't9n.name.fr'],
  ])('with the property description %j', async (description, key) => {
    const body = { ...objectValue({ a: null }), propertyDescriptions: { a: description } };
    await refused(body, `propertyDescriptions.a.${key}`);
  });

  test.each<[unknown, string]>([
    [{ title: {} }, 't9n.title'],
    [{ name: { fr: 'x' } }, 't9n.name.fr'],
    [{ name: { 'en-us': 'x' } }, 't9n.name.en-us'],
    [{ name: { 'fr-FR': 5 } }, 't9n.name.fr-FR'],
    [{ name: { 'fr-FR': '' } }, 't9n.name.fr-FR'],
    [{ name: 'x' }, 't9n.name'],
    ['x', 't9n'],
  ])('with the translations %j', async (t9n, key) => refused(singleValue({ t9n }), key));

  test.each<[unknown, string]>([
    [{}, 'sorting'],
    [{ sorting: null }, 'sorting'],
    [{ sorting: 'Ascending' }, 'sorting'],
    [{ sorting: 'ascending', sortingProperty: 'a' }, 'sortingProperty'],
    [{ sorting: 'ascending', by: 'a' }, 'by'],
  ])('with the sorting %j of a single value', async (multipleValueHandling, key) =>
    refused(singleValue({ multipleValueHandling }), `multipleValueHandling.${key}`),
  );

  test.each([null, undefined, 'b', '', 5, '__proto__', 'length'])(
    'with the sorting property %j of an object',
    async (sortingProperty) => {
      const multipleValueHandling = { sorting: 'ascending', sortingProperty };
      await refused(objectValue({ a: null }, { multipleValueHandling }), 'multipleValueHandling.sortingProperty');
      await refused(objectValue({ null: null }, { multipleValueHandling }), 'multipleValueHandling.sortingProperty');
    },
  );

  test('with a taxonomy that does not exist, or that says more than its id', async () => {
    const schema = baseSchema('taxonomy-label-reference');
    for (const id of ['999999', '0', 'x', `${'9'.repeat(30)}`]) {
      await refused(singleValue({ schema, taxonomy: { id } }), 'taxonomy.id');
      const body = objectValue({ a: 'taxonomy-label-reference' });
      body.propertyDescriptions = { a: { name: 'a', sortOrder: 0, taxonomy: { id } } };
      await refused(body, 'propertyDescriptions.a.taxonomy.id');
    }
    for (const more of [{ type: 'taxonomy' }, { url: `${service.url}/svc-api/taxonomies/${taxonomyId}` }]) {
      const taxonomy = { id: taxonomyId, ...more };
      const [member] = Object.keys(more);
      await refused(singleValue({ schema, taxonomy }), `taxonomy.${member}`);
      const body = objectValue({ a: 'taxonomy-label-reference' });
      body.propertyDescriptions = { a: { name: 'a', sortOrder: 0, taxonomy } };
      await refused(body, `propertyDescriptions.a.taxonomy.${member}`);
    }
    await refused(singleValue({ schema, taxonomy: {} }), 'taxonomy.id');
    await refused(singleValue({ schema, taxonomy: { id: '' } }), 'taxonomy.id');
  });

  test('with a taxonomy where no label is the value', async () => {
    await refused(singleValue({ taxonomy: { id: taxonomyId } }), 'taxonomy');
    await refused(objectValue({ a: 'taxonomy-label-reference' }, { taxonomy: { id: taxonomyId } }), 'taxonomy');
    const body = objectValue({ a: null });
    body.propertyDescriptions = { a: { name: 'a', sortOrder: 0, taxonomy: { id: taxonomyId } } };
    await refused(body, 'propertyDescriptions.a.taxonomy');
  });
});

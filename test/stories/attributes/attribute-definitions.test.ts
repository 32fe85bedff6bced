/** Creation of attribute definitions, and their representation. */
import { baseSchemaNames, baseSchemas } from '@muster/contract/base-schemas.ts';
import { languages } from '@muster/contract/languages.ts';
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

describe('a creation', () => {
  test('answers the read representation, with its address and its version', async () => {
    const body = singleValue();
    const answer = await post(body);
    const url = `${service.url}${definitionsPath}/${body.id}`;
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: body.id,
      type: 'employee-attribute-definition',
      url,
      name: 'Shoe size',
      schema: baseSchemas['short-text'],
      propertyDescriptions: null,
      taxonomy: null,
      multipleValueHandling: null,
      isArchived: false,
      lastArchivedAt: null,
      t9n: { name: {} },
      targetType: 'employee',
      category: 'extension',
      isValueReadOnly: false,
      isConfidential: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?Z$/),
      lastUpdatedAt: answer.body.createdAt,
      links: null,
      embedded: null,
    });
    expect(answer.headers.get('location')).toBe(url);
    expect(answer.headers.get('api-version')).toBe('2024-11-01');
    expect(answer.headers.get('etag')).toBe(
      (await client.call('GET', `${definitionsPath}/${body.id}`)).headers.get('etag'),
    );
  });

  test('shows links and an empty embedded on request, and the link to values only to callers who may read them', async () => {
    const body = singleValue();
    const href = `${service.url}/svc-api/employee-attributes?definition.id=${body.id}`;
    expect((await post(body, '?include=links,embedded')).body).toMatchObject({
      links: { values: { href } },
      embedded: {},
    });
    const blind = await service.client(await service.openAccount('blind'), {
      scopes: ['employee-attribute-definitions.readwrite'],
    });
    const seen = await blind.call('POST', `${definitionsPath}?include=links`, { body });
    expect(seen.body.links).toEqual({ values: null });
  });

  test.each(baseSchemaNames)('of a single value embeds the base schema %s', async (name) => {
    expect((await created(singleValue({ schema: baseSchema(name) }))).schema).toEqual(baseSchemas[name]);
  });

  test('of an object embeds the base schema of each property and closes the object', async () => {
    const properties = Object.fromEntries(baseSchemaNames.map((name) => [name.replaceAll('-', '_'), name]));
    const { schema } = await created(objectValue(properties));
    expect(schema).toEqual({
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(baseSchemaNames.map((name) => [name.replaceAll('-', '_'), baseSchemas[name]])),
    });
  });

  test('takes 50 properties, and names of 255 characters', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `p${index}`.padEnd(255, '_'));
    const body = objectValue(Object.fromEntries(names.map((name) => [name, null])));
    expect(Object.keys((await created(body)).propertyDescriptions)).toEqual(names);
  });

  test.each([
    ['no propertyDescriptions', undefined],
    ['null', null],
    ['none at all', {}],
  ])('of a single value with %s shows null', async (_, propertyDescriptions) => {
    expect((await created(singleValue({ propertyDescriptions }))).propertyDescriptions).toBeNull();
  });

  test('treats a null taxonomy, t9n and multipleValueHandling as absent', async () => {
    const body = singleValue({ taxonomy: null, t9n: null, multipleValueHandling: null });
    expect(await created(body)).toMatchObject({ taxonomy: null, t9n: { name: {} }, multipleValueHandling: null });
  });

  test('shows every member of a property description and of the sorting, whatever was sent', async () => {
    const body = objectValue({ course: 'taxonomy-label-reference', grade: null });
    body.propertyDescriptions = {
      course: { name: 'Course', sortOrder: 3, taxonomy: { id: taxonomyId }, t9n: { name: { 'fr-FR': 'Cours' } } },
      grade: { name: 'Grade', sortOrder: 3, taxonomy: null, t9n: null },
    };
    body.multipleValueHandling = { sorting: 'descending', sortingProperty: 'grade' };
    const url = `${service.url}/svc-api/taxonomies/${taxonomyId}`;
    expect(await created(body)).toMatchObject({
      propertyDescriptions: {
        course: { taxonomy: { id: taxonomyId, type: 'taxonomy', url }, t9n: { name: { 'fr-FR': 'Cours' } } },
        grade: { name: 'Grade', sortOrder: 3, taxonomy: null, t9n: {} },
      },
      multipleValueHandling: { sorting: 'descending', sortingProperty: 'grade' },
    });
    const plain = await created(singleValue({ multipleValueHandling: { sorting: 'ascending' } }));
    expect(plain.multipleValueHandling).toEqual({ sorting: 'ascending', sortingProperty: null });
  });

  test('takes every language of the contract', async () => {
    const name = Object.fromEntries(languages.map((language) => [language, `in ${language}`]));
    expect((await created(singleValue({ t9n: { name } }))).t9n).toEqual({ name });
  });

  test('takes a taxonomy of labels, or none', async () => {
    const schema = baseSchema('taxonomy-label-reference');
    expect((await created(singleValue({ schema }))).taxonomy).toBeNull();
    const named = await created(singleValue({ schema, taxonomy: { id: taxonomyId } }));
    expect(named.taxonomy).toEqual({
      id: taxonomyId,
      type: 'taxonomy',
      url: `${service.url}/svc-api/taxonomies/${taxonomyId}`,
    });
  });
});

import { beforeAll, expect, test } from 'vitest';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  client = await service.client(await service.openAccount('acme'));
});

test('a taxonomy is created, read, changed, listed and deleted, and each change is an event', async () => {
  const created = await client.call('POST', '/svc-api/taxonomies', {
    body: { name: 'Safety courses', t9n: { name: { 'fr-FR': 'Formations' } } },
  });
  expect(created).toMatchObject({
    status: 201,
    body: { type: 'taxonomy', name: 'Safety courses', sortLabelsBy: 'id' },
  });
  const path = `/svc-api/taxonomies/${created.body.id}`;
  expect(created.headers.get('location')).toBe(service.url + path);
  expect((await client.call('GET', path)).body).toEqual(created.body);
  const changed = await client.call('PATCH', path, { body: { name: 'Courses' } });
  expect(changed).toMatchObject({ status: 200, body: { name: 'Courses', t9n: { name: { 'fr-FR': 'Formations' } } } });
  const list = await client.call('GET', '/svc-api/taxonomies?include=totalCount,links,embedded&search=cour');
  expect(list).toMatchObject({
    status: 200,
    body: { type: 'taxonomy', totalCount: 1, links: { prev: null, next: null }, embedded: {} },
  });
  expect((await client.call('DELETE', path)).status).toBe(204);
  await service.publisher.publishAll();
  const events = await client.call('GET', '/svc-api/events');
  expect(events.body.items.map((event: { topic: string }) => event.topic)).toEqual([
    'taxonomy.created',
    'taxonomy.updated',
    'taxonomy.deleted',
  ]);
  expect(events.body.items[1]).toMatchObject({
    previousAttributes: { name: 'Safety courses' },
    data: { name: 'Courses' },
  });
});

test('the object definition of the reference is created as specified', async () => {
  const taxonomy = await client.call('POST', '/svc-api/taxonomies', { body: { name: 'Safety courses' } });
  const body = {
    id: 'e_safety_training',
    name: 'Safety training',
    schema: {
      type: 'object',
      properties: {
        course: { $ref: '/svc-api/schemas/taxonomy-label-reference' },
        passedOn: { $ref: '/svc-api/schemas/legacy-date' },
      },
    },
    propertyDescriptions: {
      course: { name: 'Course', sortOrder: 0, taxonomy: { id: taxonomy.body.id } },
      passedOn: { name: 'Passed on', sortOrder: 1, t9n: { name: { 'fr-FR': 'Obtenue le' } } },
    },
    multipleValueHandling: { sorting: 'descending', sortingProperty: 'passedOn' },
    t9n: { name: { 'fr-FR': 'Formation sécurité' } },
  };
  const created = await client.call('POST', '/svc-api/employee-attribute-definitions?include=links', { body });
  expect(created.body).toMatchObject({
    id: 'e_safety_training',
    propertyDescriptions: {
      course: {
        name: 'Course',
        sortOrder: 0,
        taxonomy: { id: taxonomy.body.id, type: 'taxonomy', url: taxonomy.body.url },
        t9n: {},
      },
      passedOn: { taxonomy: null, t9n: { name: { 'fr-FR': 'Obtenue le' } } },
    },
    links: { values: { href: `${service.url}/svc-api/employee-attributes?definition.id=e_safety_training` } },
  });
  expect(Object.keys(created.body)).toEqual([
    'id',
    'type',
    'url',
    'name',
    'schema',
    'propertyDescriptions',
    'taxonomy',
    'multipleValueHandling',
    'isConfidential',
    'isArchived',
    'lastArchivedAt',
    't9n',
    'targetType',
    'category',
    'isValueReadOnly',
    'createdAt',
    'lastUpdatedAt',
    'links',
    'embedded',
  ]);
  const list = await client.call('GET', '/svc-api/employee-attribute-definitions?limit=1000&include=totalCount');
  expect(list.body.totalCount).toBe(27);
});

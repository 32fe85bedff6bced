/** Changes, archival and deletion of definitions, and how definitions are found. */
import { beforeAll, describe, expect, test } from 'vitest';
import { baseSchema, definitionsPath, objectValue, singleValue } from '../../support/attributes/definitions.ts';
import type { Body } from '../../support/examples.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
let taxonomy: { id: string; type: string; url: string };

beforeAll(async () => {
  service = await sharedService();
  client = await service.client(await service.openAccount('acme'));
  const { id, url } = (await client.call('POST', '/svc-api/taxonomies', { body: { name: 'Courses' } })).body;
  taxonomy = { id, type: 'taxonomy', url };
});

async function created(body: Body) {
  const answer = await client.call('POST', definitionsPath, { body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

const read = (id: string) => client.call('GET', `${definitionsPath}/${id}`);
const patch = (id: string, body: Body) => client.call('PATCH', `${definitionsPath}/${id}`, { body });

/** Only a new version would show that something was written. */
async function unchangedBy(id: string, body: Body) {
  const before = await read(id);
  const answer = await patch(id, body);
  expect([answer.status, answer.headers.get('etag')]).toEqual([200, before.headers.get('etag')]);
  expect(answer.body).toEqual(before.body);
}

async function refused(id: string, body: Body, ...keys: string[]) {
  const before = await read(id);
  const answer = await patch(id, body);
  expect([answer.status, Object.keys(answer.body.errors ?? {}).sort()]).toEqual([400, keys.sort()]);
  expect((await read(id)).body).toEqual(before.body);
}

const course = () =>
  objectValue(
    { course: 'taxonomy-label-reference', grade: null },
    {
      propertyDescriptions: {
        course: { name: 'Course', sortOrder: 0, taxonomy: { id: taxonomy.id } },
        grade: { name: 'Grade', sortOrder: 1, t9n: { name: { 'fr-FR': 'Note', 'de-DE': 'Note' } } },
      },
      multipleValueHandling: { sorting: 'ascending', sortingProperty: 'grade' },
    },
  );

describe('a change', () => {
  test('of name and translations is free', async () => {
    const { id } = await created(singleValue());
    const changed = await patch(id, { name: 'Other', t9n: { name: { 'fr-FR': 'Autre' } } });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Other', t9n: { name: { 'fr-FR': 'Autre' } } } });
  });

  test('of the text, order and translations of a property leaves the others', async () => {
    const { id } = await created(course());
    const grade = { name: 'Mark', sortOrder: 7, t9n: { name: { 'fr-FR': null } } };
    const changed = await patch(id, { propertyDescriptions: { grade } });
    expect(changed.body.propertyDescriptions).toEqual({
      course: { name: 'Course', sortOrder: 0, taxonomy, t9n: {} },
      grade: { name: 'Mark', sortOrder: 7, taxonomy: null, t9n: { name: { 'de-DE': 'Note' } } },
    });
  });

  test('of the set of properties, or of the taxonomy of one, is refused', async () => {
    const { id } = await created(course());
    const other = (await client.call('POST', '/svc-api/taxonomies', { body: { name: 'Other' } })).body;
    const described = { name: 'x', sortOrder: 0 };
    await refused(id, { propertyDescriptions: { more: described } }, 'propertyDescriptions.more');
    await refused(id, { propertyDescriptions: { constructor: described } }, 'propertyDescriptions.constructor');
    await refused(id, { propertyDescriptions: { grade: null } }, 'propertyDescriptions.grade');
    await refused(id, { propertyDescriptions: null }, 'propertyDescriptions');
    for (const changed of [null, { id: other.id }]) {
      const body = { propertyDescriptions: { course: { taxonomy: changed } } };
      await refused(id, body, 'propertyDescriptions.course.taxonomy');
    }
    const given = { propertyDescriptions: { grade: { taxonomy: { id: taxonomy.id } } } };
    const answer = await patch(id, given);
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      { 'propertyDescriptions.grade.taxonomy': expect.anything() },
    ]);
  });

  test('may send a property back as it is read, and must not say anything else of its taxonomy', async () => {
    const { id, propertyDescriptions } = await created(course());
    await unchangedBy(id, { propertyDescriptions });
    const wrong = (more: Body) => ({ propertyDescriptions: { course: { taxonomy: { id: taxonomy.id, ...more } } } });
    await refused(id, wrong({ type: 'label' }), 'propertyDescriptions.course.taxonomy.type');
    await refused(id, wrong({ url: 'https://x.example' }), 'propertyDescriptions.course.taxonomy.url');
    await refused(id, wrong({ name: 'x' }), 'propertyDescriptions.course.taxonomy.name');
  });

  test.each<[string, Body]>([
    ['sortOrder', { sortOrder: -1 }],
    ['sortOrder', { sortOrder: 0.5 }],
    ['name', { name: '' }],
    ['t9n.title', { t9n: { title: {} } }],
  ])('of a property is checked like its creation: %s in %j', async (key, grade) => {
    const { id } = await created(course());
    await refused(id, { propertyDescriptions: { grade } }, `propertyDescriptions.grade.${key}`);
  });

  test('of the sorting is possible at any time, between one value and several too', async () => {
    const { id } = await created(course());
    const sorted = async (handling: Body | null) =>
      (await patch(id, { multipleValueHandling: handling })).body.multipleValueHandling;
    expect(await sorted({ sorting: 'descending' })).toEqual({ sorting: 'descending', sortingProperty: 'grade' });
    expect(await sorted({ sortingProperty: 'course' })).toEqual({ sorting: 'descending', sortingProperty: 'course' });
    expect(await sorted(null)).toBeNull();
    await refused(id, { multipleValueHandling: { sorting: 'ascending' } }, 'multipleValueHandling.sortingProperty');
    const whole = { sorting: 'ascending', sortingProperty: 'grade' };
    expect(await sorted(whole)).toEqual(whole);
    for (const sortingProperty of [null, 'none']) {
      await refused(id, { multipleValueHandling: { sortingProperty } }, 'multipleValueHandling.sortingProperty');
    }
  });

  test('of the sorting of a single value cannot name a property', async () => {
    const { id } = await created(singleValue());
    await refused(id, { multipleValueHandling: { sortingProperty: null } }, 'multipleValueHandling.sorting');
    const wrong = { sorting: 'ascending', sortingProperty: 'a' };
    await refused(id, { multipleValueHandling: wrong }, 'multipleValueHandling.sortingProperty');
    const { body } = await patch(id, { multipleValueHandling: { sorting: 'ascending' } });
    expect(body.multipleValueHandling).toEqual({ sorting: 'ascending', sortingProperty: null });
  });

  test('of a fixed member is refused, and accepted with its current value', async () => {
    const shown = await created(
      singleValue({ schema: baseSchema('taxonomy-label-reference'), taxonomy: { id: taxonomy.id } }),
    );
    await unchangedBy(shown.id, shown);
    const other: Body = {
      id: 'e_other',
      type: 'taxonomy',
      url: 'https://x.example',
      schema: baseSchema('taxonomy-label-reference'),
      taxonomy: null,
      targetType: 'employment',
      category: 'system',
      isValueReadOnly: true,
      createdAt: '2020-01-01T00:00:00Z',
      lastUpdatedAt: '2020-01-01T00:00:00Z',
      lastArchivedAt: '2020-01-01T00:00:00Z',
    };
    for (const [member, value] of Object.entries(other)) await refused(shown.id, { [member]: value }, member);
    await refused(shown.id, other, ...Object.keys(other));
  });

  test('that changes nothing keeps the version and records nothing, however it is written', async () => {
    const single = await created(singleValue());
    const object = await created(course());
    for (const body of [
      {},
      { propertyDescriptions: {} },
      { propertyDescriptions: null },
      { t9n: null },
      { t9n: { name: { 'fr-FR': null } } },
    ]) {
      await unchangedBy(single.id, body);
    }
    for (const description of [
      {},
      { t9n: {} },
      { t9n: null },
      { t9n: { name: null } },
      { t9n: { name: { 'fr-FR': null } } },
    ]) {
      await unchangedBy(object.id, { propertyDescriptions: { course: description } });
    }
    await unchangedBy(object.id, { multipleValueHandling: { sorting: 'ascending' } });
    await service.publisher.publishAll();
    const { body } = await client.call('GET', `/svc-api/events?data.id=${single.id},${object.id}&include=totalCount`);
    expect(body.totalCount).toBe(2);
  });
});

describe('archival', () => {
  test('moves by isArchived, notes its moment and keeps it when it ends', async () => {
    const { id, lastUpdatedAt } = await created(singleValue());
    const archived = (await patch(id, { isArchived: true })).body;
    expect(archived).toMatchObject({ isArchived: true, lastArchivedAt: archived.lastUpdatedAt });
    expect(archived.lastUpdatedAt > lastUpdatedAt).toBe(true);
    const back = (await patch(id, { isArchived: false })).body;
    expect(back).toMatchObject({ isArchived: false, lastArchivedAt: archived.lastArchivedAt });
    expect(back.lastUpdatedAt > archived.lastUpdatedAt).toBe(true);
    await refused(id, { isArchived: null }, 'isArchived');
    await refused(id, { isArchived: 'true' }, 'isArchived');
  });

  test('of an archived one changes nothing', async () => {
    const { id } = await created(singleValue());
    await patch(id, { isArchived: true });
    await unchangedBy(id, { isArchived: true });
  });
});

describe('deletion', () => {
  test('frees the id and the names of the properties', async () => {
    const body = objectValue({ e_part: null });
    await created(body);
    const path = `${definitionsPath}/${body.id}`;
    expect((await client.call('DELETE', path)).status).toBe(204);
    expect((await client.call('GET', path)).status).toBe(404);
    expect((await client.call('DELETE', path)).status).toBe(404);
    await created(singleValue({ id: 'e_part' }));
    expect(await created(singleValue({ id: body.id }))).toMatchObject({ propertyDescriptions: null });
  });

  test('frees the taxonomies that it named', async () => {
    const { id } = (await client.call('POST', '/svc-api/taxonomies', { body: { name: 'Named' } })).body;
    const property = { name: 'a', sortOrder: 0, taxonomy: { id } };
    const ids = [
      await created(objectValue({ a: 'taxonomy-label-reference' }, { propertyDescriptions: { a: property } })),
      await created(singleValue({ schema: baseSchema('taxonomy-label-reference'), taxonomy: { id } })),
    ].map((definition) => definition.id);
    for (const definition of ids) {
      const refusal = await client.call('DELETE', `/svc-api/taxonomies/${id}`);
      expect([refusal.status, Object.keys(refusal.body.errors)]).toEqual([400, ['id']]);
      await client.call('DELETE', `${definitionsPath}/${definition}`);
    }
    expect((await client.call('DELETE', `/svc-api/taxonomies/${id}`)).status).toBe(204);
  });
});

test('definitions are found by the title of their schema, by their sorting and by their archival', async () => {
  const finder = await service.client(await service.openAccount('finder'));
  const definitions = [
    singleValue({ id: 'e_text' }),
    singleValue({ id: 'e_date', schema: baseSchema('legacy-date'), multipleValueHandling: { sorting: 'ascending' } }),
    objectValue({ a: null }, { id: 'e_object' }),
  ];
  for (const body of definitions) expect((await finder.call('POST', definitionsPath, { body })).status).toBe(201);
  await finder.call('PATCH', `${definitionsPath}/e_text`, { body: { isArchived: true } });
  const found = async (query: string) => {
    const { body } = await finder.call('GET', `${definitionsPath}?limit=1000&${query}`);
    return body.items.map(({ id }: { id: string }) => id);
  };
  expect(await found('schema.title=short-text,legacy-date')).toEqual(['e_date', 'e_text']);
  expect(await found('schema.title=employee.given-name')).toEqual(['employee_givenName']);
  expect(await found('schema.title=null')).toEqual(['e_object']);
  expect(await found('schema.title=null,short-text')).toEqual(['e_object', 'e_text']);
  expect(await found('schema.title=nothing')).toEqual([]);
  expect(await found('-schema.title=null,short-text&category=extension')).toEqual(['e_date']);
  expect(await found('-multipleValueHandling=null')).toEqual(['e_date']);
  expect(await found('multipleValueHandling=null&category=extension')).toEqual(['e_object', 'e_text']);
  expect((await finder.call('GET', `${definitionsPath}?multipleValueHandling=ascending`)).body.errors).toHaveProperty(
    'multipleValueHandling',
  );
  expect(await found('isArchived=true')).toEqual(['e_text']);
  expect(await found('isArchived=false&category=extension')).toEqual(['e_date', 'e_object']);
  expect(await found('search=shoe si')).toEqual(['e_date', 'e_text']);
});

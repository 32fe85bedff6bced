/** Definitions that every account has from the start and nobody can change. */
import { languages } from '@muster/contract/languages.ts';
import { beforeAll, expect, test } from 'vitest';
import { definitionsPath } from '../../support/attributes/definitions.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let one: TestClient;
let other: TestClient;

beforeAll(async () => {
  service = await sharedService();
  one = await service.client(await service.openAccount('one'));
  other = await service.client(await service.openAccount('other'));
});

interface Definition {
  readonly id: string;
  readonly name: string;
  readonly targetType: string;
  readonly schema: Record<string, unknown>;
  readonly propertyDescriptions: Record<string, unknown>;
  readonly t9n: { readonly name: Record<string, string> };
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
}

const listed = async (client: TestClient): Promise<Definition[]> =>
  (await client.call('GET', `${definitionsPath}?category=system&limit=1000`)).body.items;

const properties = {
  employee: 'remoteId givenName familyName employeeNumber email phoneNumber birthDay portrait',
  employment: 'remoteId legalEntity start end document template',
  jobPosition:
    'remoteId startsOn endsOn businessEstablishment jobTitle jobQualification manager occupationCategory ' +
    'workingTimeArrangement department document notes',
};

test('the list is complete and the same in every account', async () => {
  const expected = Object.entries(properties).flatMap(([target, names]) =>
    names.split(' ').map((name) => `${target}_${name}`),
  );
  const definitions = await listed(one);
  expect(definitions.map(({ id }) => id)).toEqual(expected.sort());
  expect(await listed(other)).toEqual(definitions);
});

test('each has what they have in common, and a name in all ten languages', async () => {
  for (const definition of await listed(one)) {
    expect(definition).toMatchObject({
      type: 'employee-attribute-definition',
      category: 'system',
      isValueReadOnly: true,
      taxonomy: null,
      multipleValueHandling: null,
      isArchived: false,
      lastArchivedAt: null,
    });
    const { createdAt, lastUpdatedAt } = definition;
    expect([createdAt, lastUpdatedAt].map((moment) => new Date(moment).toISOString())).toEqual(
      Array(2).fill('2000-01-01T00:00:00.000Z'),
    );
    expect(Object.keys(definition.t9n.name).sort()).toEqual([...languages].sort());
    expect(Object.values(definition.t9n.name).every((text) => text.length > 0)).toBe(true);
    expect(definition.t9n.name['en-GB']).toBe(definition.name);
  }
});

test('each schema is written in full under a title of its own, without an $id', async () => {
  for (const { id, targetType, schema } of await listed(one)) {
    const property = (id.split('_')[1] ?? '').replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: `${targetType}.${property}`,
    });
    expect(JSON.stringify(schema)).not.toContain('"$id"');
  }
});

test('only objects of properties describe them; a reference counts as a single value', async () => {
  const described = (await listed(one)).filter(
    ({ propertyDescriptions }) => Object.keys(propertyDescriptions).length > 0,
  );
  expect(
    Object.fromEntries(described.map(({ id, propertyDescriptions }) => [id, Object.keys(propertyDescriptions)])),
  ).toEqual({ employee_birthDay: ['day', 'month'], employment_end: ['date'], employment_start: ['date'] });
  const portrait = (await one.call('GET', `${definitionsPath}/employee_portrait`)).body;
  expect(portrait.schema).toMatchObject({ type: ['object', 'null'], additionalProperties: false, required: ['id'] });
  expect(portrait.schema.properties.type.const).toBe('portrait');
});

test('the given name is as the reference shows it', async () => {
  const { body } = await one.call('GET', `${definitionsPath}/employee_givenName`);
  expect(body).toMatchObject({
    url: `${service.url}${definitionsPath}/employee_givenName`,
    name: 'Given name',
    schema: { title: 'employee.given-name', type: 'string', minLength: 1, maxLength: 255 },
    propertyDescriptions: {},
    t9n: { name: { 'de-DE': 'Vorname', 'fr-CH': 'Prénom', 'nl-BE': 'Voornaam', 'pt-PT': 'Nome próprio' } },
    targetType: 'employee',
  });
});

test('cannot be changed or deleted, whatever the body and the version', async () => {
  const before = await listed(one);
  for (const { id } of before) {
    const path = `${definitionsPath}/${id}`;
    for (const body of [{ name: 'Mine' }, { isArchived: true }, {}, '{', '']) {
      const answer = await one.call('PATCH', path, { body, headers: { 'if-match': 'W/"0"' } });
      expect([answer.status, answer.body.detail]).toEqual([403, 'A system definition cannot be changed or deleted.']);
    }
    expect((await one.call('DELETE', path)).status).toBe(403);
  }
  expect(await listed(one)).toEqual(before);
  const creation = { id: 'employee_givenName', name: 'Mine', schema: { $ref: '/svc-api/schemas/int32' } };
  expect((await one.call('POST', definitionsPath, { body: creation })).body.errors).toHaveProperty('id');
});

test('opening an account records no event', async () => {
  await service.publisher.publishAll();
  expect((await one.call('GET', '/svc-api/events')).body.items).toEqual([]);
});

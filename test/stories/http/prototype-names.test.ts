/** Names with a meaning in JavaScript are ordinary names here: members, parameters and properties. */
import { beforeAll, expect, test } from 'vitest';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
let taxonomyId: string;

const taxonomies = '/svc-api/taxonomies';
const definitions = '/svc-api/employee-attribute-definitions';

beforeAll(async () => {
  service = await sharedService();
  client = await service.client(await service.openAccount('acme'));
  taxonomyId = (await client.call('POST', taxonomies, { body: { name: 'Kept' } })).body.id;
});

async function refused(body: string, key: string) {
  const answers = [
    await client.call('POST', taxonomies, { body }),
    await client.call('PATCH', `${taxonomies}/${taxonomyId}`, { body }),
  ];
  for (const answer of answers) expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [key]]);
}

const names = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', '__defineGetter__', 'valueOf'];

test.each(names)('%s is an unknown member like any other', async (name) => {
  const key = JSON.stringify(name);
  await refused(`{${key}:{"name":"x"},"name":"y","sortLabelsBy":"id"}`, name);
  await refused(`{"name":"y","t9n":{${key}:{"fr-FR":"x"}}}`, `t9n.${name}`);
  await refused(`{"name":"y","t9n":{"name":{${key}:"x"}}}`, `t9n.name.${name}`);
  expect(({} as Record<string, unknown>).name).toBeUndefined();
});

test.each(names)('%s as a parameter is refused by name', async (name) => {
  for (const query of [`${name}=1`, `${encodeURIComponent(name)}[x]=1`, `-${name}=1`, `${name}.between=1--2`]) {
    const answer = await client.call('GET', `${taxonomies}?${query}`);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [query.slice(0, query.indexOf('='))]]);
  }
  expect((await client.call('GET', `${taxonomies}?sort=${name}`)).status).toBe(400);
  expect((await client.call('GET', `${taxonomies}?include=${name}`)).status).toBe(400);
});

test.each(names.filter((name) => name !== '__proto__'))('%s is a property name like any other', async (name) => {
  const key = JSON.stringify(name);
  const body = `{"id":"e_names","name":"x","schema":{"type":"object","properties":{${key}:{"$ref":"/svc-api/schemas/int32"}}},
      "propertyDescriptions":{${key}:{"name":"a","sortOrder":0}},"multipleValueHandling":{"sorting":"ascending","sortingProperty":${key}}}`;
  const made = await client.call('POST', definitions, { body });
  expect(made.status).toBe(201);
  expect(Object.keys(made.body.schema.properties)).toEqual([name]);
  expect((await client.call('GET', `${definitions}/e_names`)).body).toEqual(made.body);
  const changed = await client.call('PATCH', `${definitions}/e_names`, {
    body: `{"propertyDescriptions":{${key}:{"name":"b"}}}`,
  });
  expect(changed.body.propertyDescriptions[name].name).toBe('b');
  await client.call('DELETE', `${definitions}/e_names`);
});

test('__proto__ is not a property name', async () => {
  const body = `{"id":"e_names","name":"x","schema":{"type":"object","properties":{"__proto__":{"$ref":"/svc-api/schemas/int32"}}},
      "propertyDescriptions":{"__proto__":{"name":"a","sortOrder":0}}}`;
  const answer = await client.call('POST', definitions, { body });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['schema.properties.__proto__']]);
});

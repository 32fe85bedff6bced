/** Structures inside a resource are closed, and are read with every member: missing members are null. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Schema } from '@muster/contract/kit/schema.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { answering, createExample, newcomer, pathOf, validValue } from '../support/examples.ts';
import { type SharedService, sharedService, type TestClient } from '../support/service.ts';

let service: SharedService;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  ({ client } = await newcomer(service));
});

/** Translations are a dictionary of languages; other dictionaries have no fixed members. */
const structures = answering('create', 'update').flatMap((resource) =>
  Object.entries(resource.fields)
    .filter(([name, { column, update, write }]) => {
      return name !== 't9n' && column === 'json' && update === 'optional' && write.additionalProperties === false;
    })
    .map(([member, field]) => ({ resource, member, field, name: `${resource.type}.${member}` })),
);

const membersOf = (schema: Schema): string[] => Object.keys(schema.properties as object);

test('there are structures with members that may be left out', () => {
  const optional = structures.filter(
    ({ field: { write } }) => membersOf(write).length > (write.required as string[]).length,
  );
  expect(optional.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['business-establishment.address', 'employee-attribute-definition.multipleValueHandling']),
  );
});

/** Required members, and at least one: an empty structure may be null. */
function partOf(schema: Schema, member: string): object {
  const required = validValue(schema, member) as object;
  const [first = ''] = membersOf(schema);
  const one = (schema.properties as Record<string, Schema>)[first] as Schema;
  return Object.keys(required).length > 0 ? required : { [first]: validValue(one, first) };
}

describe.each(structures)('$name', ({ resource, member, field }) => {
  const partial = partOf(field.write, member);
  const whole = Object.fromEntries(
    membersOf(field.write).map((key) => [key, (partial as Record<string, unknown>)[key] ?? null]),
  );
  const shown = async (by: Resource, id: string) => (await client.call('GET', pathOf(by, id))).body[member];

  test('is read with every member, in the order of the declaration', async () => {
    const made = await createExample(client, resource, { [member]: partial });
    const later = await createExample(client, resource);
    const changed = await client.call('PATCH', pathOf(resource, later.id), { body: { [member]: partial } });
    for (const value of [made[member], changed.body[member], await shown(resource, made.id)]) {
      expect(JSON.stringify(value)).toBe(JSON.stringify(whole));
    }
  });

  test('is unchanged by null for what was left out', async () => {
    const { id } = await createExample(client, resource, { [member]: partial });
    const path = pathOf(resource, id);
    const before = await client.call('GET', path);
    for (const same of [partial, whole]) {
      const after = await client.call('PATCH', path, { body: { [member]: same } });
      expect([after.status, after.headers.get('etag')]).toEqual([200, before.headers.get('etag')]);
    }
  });

  test('knows no other member', async () => {
    const { id } = await createExample(client, resource);
    const { status, body } = await client.call('PATCH', pathOf(resource, id), {
      body: { [member]: { ...partial, another: 1 } },
    });
    expect([status, Object.keys(body.errors)]).toEqual([400, [`${member}.another`]]);
  });
});

import { createSchema } from '@muster/contract/kit/bodies.ts';
import type { Field } from '@muster/contract/kit/field.ts';
import { collectionOf, type Resource } from '@muster/contract/kit/resource.ts';
import { beforeAll, describe, expect } from 'vitest';
import {
  answering,
  type Body,
  createExample,
  everyRow,
  exampleBody,
  isParticular,
  newcomer,
  pathOf,
  validValue,
} from '../support/examples.ts';
import { facetsOf } from '../support/facets.ts';
import { oneIn } from '../support/form.ts';
import { invalidValuesOf, takesAnything, wrongTyped } from '../support/invalid-values.ts';
import { type Reply, type SharedService, sharedService, type TestClient } from '../support/service.ts';

let service: SharedService;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  client = (await newcomer(service)).client;
});

const refused = ({ status, body }: Reply) => [status, Object.keys(body.errors ?? {}).toSorted()];

/** Without the members of nested creations that may be left out. */
const ownErrors = ({ status, body }: Reply) => [
  status,
  Object.keys(body.errors ?? {})
    .filter((key) => !key.startsWith('firstEmployment.'))
    .toSorted(),
];

const fieldsOf = (resource: Resource, presence: Field['create'][]): [string, Field][] =>
  Object.entries(resource.fields).filter(([, field]) => presence.includes(field.create));

/** Whether the member is allowed only with certain values of other members. */
const isLeftOut = (full: Body, resource: Resource, name: string): boolean =>
  isParticular(resource, name) && !(name in full);

const isOpenText = ({ write }: Field): boolean =>
  [write.type].flat().includes('string') && !write.pattern && !write.enum && !write.format;

const creatable = answering('create');

describe.each(oneIn(8, creatable, 1))('a body that creates one of $path', (resource: Resource) => {
  const facet = facetsOf(creatable, resource);
  const path = pathOf(resource);
  let example: Body;
  const post = (body: unknown, headers = {}) => client.call('POST', path, { body, headers });

  beforeAll(async () => {
    example = await exampleBody(client, resource);
  });

  const invalidValues = fieldsOf(resource, ['required', 'optional']).flatMap(([name, field]) =>
    invalidValuesOf(name, field).map((invalid) => ({ ...invalid, name })),
  );

  facet.each(invalidValues)('is refused with $name $what', async ({ name, value, key }) => {
    const answer = await post({ ...example, [name]: value });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toContain(key);
    for (const at of Object.keys(answer.body.errors)) expect(`${at}.`.startsWith(`${name}.`)).toBe(true);
    for (const [message] of Object.values<string[]>(answer.body.errors)) expect(message).toMatch(/\w.*\.$/);
  });

  facet('is refused without any of its required members, each named', async () => {
    const required = createSchema(resource).required as string[];
    expect(ownErrors(await post({}))).toEqual([400, required.toSorted()]);
    for (const name of required) {
      const { [name]: _left, ...rest } = example;
      expect(refused(await post(rest))).toEqual([400, [name]]);
    }
  });

  facet('is refused with a member that only the service or a later change sets', async () => {
    const absent = fieldsOf(resource, ['absent'])
      .filter(([name]) => name !== 'id')
      .map(([name, field]) => [name, validValue(field.read, name)]);
    for (const [name, value] of [
      ...absent,
      ['type', resource.type],
      ['url', service.url],
      ['links', null],
      ['embedded', null],
    ]) {
      expect(refused(await post({ ...example, [name as string]: value }))).toEqual([400, [name]]);
    }
  });

  facet.runIf(resource.fields.id?.create === 'absent')('succeeds with the id of another, and ignores it', async () => {
    const body = await exampleBody(client, resource);
    expect(refused(await post({ ...body, id: 999999999 }))).toEqual([400, ['id']]);
    const { status, body: made } = await post({ id: '999999999', ...body });
    expect([status, made.id]).toEqual([201, expect.not.stringContaining('999999999')]);
  });

  facet('is refused with an unknown member, whatever its name', async () => {
    for (const name of ['nothing', 'Name', 'constructor', 'toString', 'hasOwnProperty', '__proto__', '', '$', 'a.b']) {
      const body = `{${JSON.stringify(name)}:1,${JSON.stringify(example).slice(1)}`;
      expect([name, ...refused(await post(body))]).toEqual([name, 400, [name]]);
    }
  });

  facet('is refused with all of its errors at once', async () => {
    const members = fieldsOf(resource, ['required', 'optional']).filter(([, { write }]) => !takesAnything(write));
    const missing = members.find(([, { create }]) => create === 'required');
    const sent = members.filter((member) => member !== missing);
    const wrong = Object.fromEntries(sent.map(([name, { write }]) => [name, wrongTyped(write)]));
    const along = (createSchema(resource).required as string[]).filter((name) => name in resource.seeds);
    const keys = [...members.map(([name]) => name), ...along, 'nothing', 'type'];
    const open = fieldsOf(resource, ['required', 'optional']).filter(([, { write }]) => takesAnything(write));
    const filled = Object.fromEntries(open.map(([name]) => [name, null]));
    expect(ownErrors(await post({ ...filled, ...wrong, nothing: 1, type: 'x' }))).toEqual([
      400,
      [...new Set(keys)].toSorted(),
    ]);
  });

  facet('is accepted with every text as long and as short as it may be', async () => {
    const full = await exampleBody(client, resource, true);
    for (const [name, field] of fieldsOf(resource, ['required', 'optional']).filter(([, one]) => isOpenText(one))) {
      if (isLeftOut(full, resource, name)) continue;
      for (const text of ['🙂'.repeat(Number(field.write.maxLength)), '.', '"\\\b\u2028\u0001</script>', ' ']) {
        if (field.isTrimmed && text.trim() !== text) continue;
        const answer = await post({ ...(await exampleBody(client, resource)), [name]: text });
        expect([answer.status, answer.body[name]]).toEqual([201, text]);
        expect((await client.call('GET', pathOf(resource, answer.body.id))).body[name]).toBe(text);
      }
    }
  });

  facet(
    'takes the default of each optional member that it leaves out, and null where a member may be cleared',
    async () => {
      const full = await exampleBody(client, resource, true);
      const nulls = fieldsOf(resource, ['optional'])
        .filter(([, { write }]) => [write.type].flat().includes('null'))
        .filter(([name]) => !isLeftOut(full, resource, name));
      const cleared = Object.fromEntries(nulls.map(([name]) => [name, null]));
      const bare = await createExample(client, resource);
      const explicit = await createExample(client, resource, cleared);
      for (const [name, field] of fieldsOf(resource, ['optional', 'absent'])) {
        if (field.create !== 'optional' || isParticular(resource, name)) continue;
        expect([name, bare[name]]).toEqual([name, field.fallback ?? null]);
      }
      for (const [name] of nulls) expect([name, explicit[name]]).toEqual([name, bare[name]]);
    },
  );

  facet('is kept as it was sent', async () => {
    const body = await exampleBody(client, resource, true);
    const { body: created } = await post(body);
    for (const [name, value] of Object.entries(body)) {
      const field = resource.fields[name];
      if (!field) continue;
      if (field.read === field.write || name === 't9n') expect(created[name]).toEqual(value);
      if (field.target) expect(created[name]).toMatchObject(value as object);
    }
  });

  facet('may name the type and address of a reference when they fit, and must not when they do not', async () => {
    for (const [name, field] of fieldsOf(resource, ['required', 'optional'])) {
      if (field.target === undefined || field.column === 'references') continue;
      const example = await exampleBody(client, resource, true);
      const { id } = (example[name] ?? {}) as Body;
      if (id === undefined) continue;
      const url = `${service.url}/svc-api/${field.targetPath ?? collectionOf(field.target)}/${id}`;
      const whole = { id, type: field.target, url };
      const body = { ...example, [name]: whole };
      const isIdAlone = !('type' in ((field.write.properties ?? {}) as object));
      for (const [member, value] of [
        ['type', 'other'],
        ['url', `${whole.url}0`],
        ['nothing', 1],
      ] as const) {
        const strange = { ...body, [name]: { id: whole.id, [member]: value } };
        expect(refused(await post(strange))).toEqual([400, [`${name}.${member}`]]);
      }
      if (isIdAlone) expect(refused(await post(body))).toEqual([400, [`${name}.type`, `${name}.url`]]);
      else expect((await post(body)).status).toBe(201);
    }
  });

  facet('creates nothing when it is refused', async () => {
    const before = await everyRow(client, resource);
    await post({ ...example, nothing: 1 });
    await post({});
    expect(await everyRow(client, resource)).toEqual(before);
  });

  facet.each([
    '[]',
    '"text"',
    'null',
    '5',
    'true',
    '',
    ' ',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{} {}',
    'undefined',
    '\ufeff[]',
    `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`,
  ])('is refused as a whole when it is %s', async (text) => {
    expect(refused(await post(text, { 'content-type': 'application/json' }))).toEqual([400, ['$']]);
  });

  facet('is refused when it is not UTF-8', async () => {
    expect(refused(await post(new Uint8Array([0x7b, 0xff, 0x7d])))).toEqual([400, ['$']]);
  });

  facet('is refused with a member given twice', async () => {
    const [name, value] = Object.entries(example)[0] as [string, unknown];
    const twice = `{${JSON.stringify(name)}:${JSON.stringify(value)},${JSON.stringify(example).slice(1)}`;
    expect(refused(await post(twice))).toEqual([400, [name]]);
  });

  facet.each([
    'text/plain',
    'application/xml',
    'application/jsonx',
    'application/merge-patch+json',
    'multipart/form-data',
    'application/json; charset=iso-8859-1',
    'application/json;charset="utf-16"',
    '',
  ])('of type "%s" is 415', async (type) => {
    const answer = await post(JSON.stringify(example), { 'content-type': type });
    expect(answer).toMatchObject({ status: 415, body: { title: 'Unsupported Media Type' } });
  });

  facet.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; odata=none',
  ])('of type %s is read', async (type) => {
    const body = JSON.stringify(await exampleBody(client, resource));
    expect((await post(body, { 'content-type': type })).status).toBe(201);
  });

  facet('without a type is 415, whether there is something in it or not', async () => {
    const headers = { 'content-type': undefined };
    const bytes = new TextEncoder().encode(JSON.stringify(example));
    expect((await client.call('POST', path, { body: bytes, headers })).status).toBe(415);
    expect((await client.call('POST', path)).status).toBe(415);
  });
});

/** The schemas of definitions as a client uses them, in an independent validator. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SharedService, sharedService, type TestClient } from '../support/service.ts';

type JsonSchema = Record<string, unknown>;

interface Definition {
  readonly id: string;
  readonly category: 'system' | 'extension';
  readonly schema: JsonSchema;
}

/** For each base schema: values that it accepts, and values that it refuses. */
const samples: Record<string, { accepts: unknown[]; refuses: unknown[] }> = {
  'short-text': { accepts: ['', 'Paris', null], refuses: ['x'.repeat(256), 5] },
  'long-text': { accepts: ['x'.repeat(65_535), null], refuses: ['x'.repeat(65_536), true] },
  boolean: { accepts: [true, false, null], refuses: ['true', 0] },
  int32: { accepts: [-2_147_483_648, 2_147_483_647, null], refuses: [2_147_483_648, 1.5, '1'] },
  decimal: { accepts: [1.25, -3, null], refuses: ['1.25'] },
  'legacy-date': { accepts: ['2024-02-29', null], refuses: ['2023-02-29', '29/02/2024', 20_240_229] },
  'phone-number': { accepts: ['+33144556677', null], refuses: ['call me'] },
  email: { accepts: ['nora@acme.example.com', null], refuses: ['nora', 'a@'] },
  url: { accepts: ['https://acme.example.com/a?b=c', null], refuses: ['ftp://acme.example.com', 'acme'] },
  'file-reference': { accepts: [{ id: 'a' }, null], refuses: [{}, { id: '' }, { id: 'a', size: 1 }] },
  'employee-reference': {
    accepts: [{ id: '1042', type: 'employee' }, null],
    refuses: [{ id: 1042 }, { id: '1', type: 'file' }],
  },
  'taxonomy-label-reference': { accepts: [{ id: '205' }, null], refuses: ['205', { id: '205', name: 'Fire' }] },
};

let service: SharedService;
let client: TestClient;
let definitions: readonly Definition[];

beforeAll(async () => {
  service = await sharedService();
  client = await service.client(await service.openAccount('acme'));
  const names = Object.keys(samples);
  for (const name of names) {
    const body = { id: `e_${name.replaceAll('-', '_')}`, name, schema: { $ref: `/svc-api/schemas/${name}` } };
    const { status, text } = await client.call('POST', '/svc-api/employee-attribute-definitions', { body });
    expect(status, text).toBe(201);
  }
  const properties = Object.fromEntries(
    names.map((name, index) => [`p${index}`, { $ref: `/svc-api/schemas/${name}` }]),
  );
  const propertyDescriptions = Object.fromEntries(
    names.map((name, index) => [`p${index}`, { name, sortOrder: index }]),
  );
  const body = { id: 'e_everything', name: 'Everything', schema: { type: 'object', properties }, propertyDescriptions };
  const { status, text } = await client.call('POST', '/svc-api/employee-attribute-definitions', { body });
  expect(status, text).toBe(201);
  definitions = (await client.call('GET', '/svc-api/employee-attribute-definitions?limit=1000')).body.items;
});

/** Registers each `$id` once, as the reference recommends, and then refers to it. */
function registering(): (schema: JsonSchema) => ValidateFunction {
  // Validators do not know the format `decimal`; like every unknown format, it is only informative.
  const ajv = new Ajv2020({ strict: false, formats: { decimal: true } });
  formats.default(ajv);
  const register = (schema: JsonSchema): JsonSchema => {
    if (typeof schema.$id === 'string') {
      if (!ajv.getSchema(schema.$id)) ajv.addSchema(schema);
      return { $ref: schema.$id };
    }
    const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
    return { ...schema, properties: Object.fromEntries(properties.map(([name, one]) => [name, register(one)])) };
  };
  return (schema) => ajv.compile(register(schema));
}

test('every base schema of the service has samples here', async () => {
  const { body } = await client.call('GET', '/svc-api/schemas');
  expect(body.items.map(({ id }: { id: string }) => id).sort()).toEqual(Object.keys(samples).sort());
});

describe.each(Object.entries(samples))('%s', (name, { accepts, refuses }) => {
  test('accepts and refuses as a single value, and as a property of an object', () => {
    const compile = registering();
    const single = definitions.find(({ id }) => id === `e_${name.replaceAll('-', '_')}`);
    const everything = definitions.find(({ id }) => id === 'e_everything');
    const validate = compile(single?.schema ?? {});
    const validateObject = compile(everything?.schema ?? {});
    const key = `p${Object.keys(samples).indexOf(name)}`;
    const judged = (value: unknown) => [validate(value), validateObject({ [key]: value })];
    for (const value of accepts) expect(judged(value), JSON.stringify(value)).toEqual([true, true]);
    for (const value of refuses) expect(judged(value), JSON.stringify(value)).toEqual([false, false]);
  });
});

test('equal ids are equal schemas, in every definition and at the address of the schema', async () => {
  const found = new Map<string, string>();
  const context = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { $id } = schema as JsonSchema;
    if (typeof $id === 'string') {
      const text = JSON.stringify(schema);
      expect(found.get($id) ?? text).toBe(text);
      found.set($id, text);
    }
    Object.values(schema).forEach(context);
  };
  for (const { schema } of definitions) context(schema);
  for (const name of Object.keys(samples)) {
    const { text } = await client.call('GET', `/svc-api/schemas/${name}`);
    expect(text).toBe(found.get(`/svc-api/schemas/${name}`));
  }
});

/** Values of the system definitions that are not references. */
const systemSamples: Record<string, { accepts: unknown[]; refuses: unknown[] }> = {
  employee_remoteId: { accepts: ['HR-1042', null], refuses: ['', 'x'.repeat(101)] },
  employee_givenName: { accepts: ['Nora'], refuses: ['', null] },
  employee_familyName: { accepts: ['Lindqvist'], refuses: ['', null] },
  employee_employeeNumber: { accepts: ['00731', null], refuses: [731] },
  employee_email: { accepts: ['nora@acme.example.com', null], refuses: ['nora'] },
  employee_phoneNumber: { accepts: ['+33144556677', null], refuses: ['33'] },
  employee_birthDay: { accepts: [{ day: 6, month: 3 }, null], refuses: [{ day: 6 }, { day: 32, month: 3 }, '6 March'] },
  employment_remoteId: { accepts: ['CT-2210', null], refuses: [2210] },
  employment_start: { accepts: [{ date: '2023-09-04' }], refuses: [null, {}, { date: '4/9/2023' }] },
  employment_end: { accepts: [{ date: '2023-09-04' }, null], refuses: ['2023-09-04'] },
  jobPosition_remoteId: { accepts: ['JP001', null], refuses: [''] },
  jobPosition_startsOn: { accepts: ['2024-01-01'], refuses: [null, '2024-13-01'] },
  jobPosition_endsOn: { accepts: ['2024-01-01', null], refuses: ['soon'] },
  jobPosition_jobTitle: { accepts: ['Engineer', null], refuses: [''] },
  jobPosition_notes: { accepts: ['', null], refuses: ['x'.repeat(501)] },
};

const referenceSamples = { accepts: [{ id: '4' }, null], refuses: [{}, { id: '' }, { id: '4', name: 'Paris' }, '4'] };

test('one validator takes the schemas of all definitions, and those of the system accept and refuse', () => {
  const compile = registering();
  const system = definitions.filter(({ category }) => category === 'system');
  expect(definitions.map(({ id, schema }) => [id, compile(schema)([])])).toEqual(
    definitions.map(({ id }) => [id, false]),
  );
  const samplesOf = ({ id, schema }: Definition) =>
    systemSamples[id] ?? ((schema.required as string[] | undefined)?.join() === 'id' ? referenceSamples : undefined);
  expect(system.filter((definition) => !samplesOf(definition)).map(({ id }) => id)).toEqual([]);
  for (const definition of system) {
    const validate = compile(definition.schema);
    const { accepts = [], refuses = [] } = samplesOf(definition) ?? {};
    for (const value of accepts) expect(validate(value), `${definition.id} ${JSON.stringify(value)}`).toBe(true);
    for (const value of refuses) expect(validate(value), `${definition.id} ${JSON.stringify(value)}`).toBe(false);
  }
});

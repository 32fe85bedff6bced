/**
 * Values and the definitions that the API returns, in two independent validators: both accept every stored value, and
 * refuse what the API refuses, as far as a schema can express it. Other rules are marked in the samples: existence,
 * archival, the taxonomy of labels, and the length of numbers.
 */

import { oneIn } from '../support/form.ts';
import '@hyperjump/json-schema/formats';
import {
  registerSchema,
  setShouldValidateFormat,
  unregisterSchema,
  validate,
} from '@hyperjump/json-schema/draft-2020-12';
import { type BaseSchemaName, baseSchemaNames, jsonSchemaDialect } from '@muster/contract/base-schemas.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  defined,
  givenValue,
  postValue,
  severalBy,
  severalValues,
  valuesPath,
} from '../support/attributes/attribute-values.ts';
import {
  definitionOn,
  definitionOnAll,
  type Nameable,
  nameable,
  propertyOf,
  type Samples,
  samplesOf,
} from '../support/attributes/base-schema-samples.ts';
import type { Row } from '../support/examples.ts';
import { hired, newCompany } from '../support/people/people.ts';
import { propertyMs, runs } from '../support/properties.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';

/** Numbers are among them: by one of them the values of the object differ. */
const bases = oneIn(3, baseSchemaNames);

type JsonSchema = Record<string, unknown>;
type Judge = (value: unknown) => boolean;

interface Definition extends Row {
  readonly schema: JsonSchema;
}

let service: TestService;
let client: TestClient;
let holder: Row;
let samples: Readonly<Record<BaseSchemaName, Samples>>;
const single = new Map<BaseSchemaName, Row>();
let everything: Row;
/** Both validators by the id of the definition. */
let judges: { readonly name: string; readonly of: ReadonlyMap<string, Judge> }[];

beforeAll(async () => {
  service = await testService();
  const company = await newCompany(service);
  client = company.client;
  holder = await hired(client, company);
  const names = await nameable(client, await hired(client, company));
  samples = samplesOf(names);
  await define(names);
  await store();
  const { body } = await client.call('GET', '/svc-api/employee-attribute-definitions?limit=1000');
  judges = [
    { name: 'Ajv', of: judgesOfAjv(body.items) },
    { name: 'Hyperjump', of: await judgesOfHyperjump(body.items) },
  ];
}, 60_000);
afterAll(async () => {
  for (const uri of registered) unregisterSchema(uri);
  await service.stop();
});

async function define(names: Nameable): Promise<void> {
  for (const base of bases) single.set(base, await defined(client, definitionOn(base, names, severalValues)));
  everything = await defined(client, definitionOnAll(bases, names, severalBy(propertyOf('int32'))));
}

async function store(): Promise<void> {
  for (const base of bases) {
    for (const value of samples[base].accepts) {
      await givenValue(client, holder, single.get(base) as Row, value);
      await givenValue(client, holder, everything, { [propertyOf(base)]: value });
    }
  }
}

/** A client registers each `$id` once and then refers to it. */
function judgesOfAjv(definitions: readonly Definition[]): Map<string, Judge> {
  const ajv = new Ajv2020({ strict: false, formats: { decimal: true, int32: true } });
  formats.default(ajv);
  const known = new Set<unknown>();
  const register = (schema: JsonSchema): JsonSchema => {
    if (typeof schema.$id === 'string') {
      if (!known.has(schema.$id)) ajv.addSchema(schema);
      known.add(schema.$id);
      return { $ref: schema.$id };
    }
    const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
    return { ...schema, properties: Object.fromEntries(properties.map(([name, one]) => [name, register(one)])) };
  };
  return new Map(definitions.map(({ id, schema }) => [id, ajv.compile(register(schema)) as Judge]));
}

const registered = new Set<string>();

/** The schemas with embedded base schemas, under their own addresses. */
async function judgesOfHyperjump(definitions: readonly Definition[]): Promise<Map<string, Judge>> {
  setShouldValidateFormat(true);
  const of = new Map<string, Judge>();
  for (const { id, url, schema } of definitions) {
    const uri = typeof schema.$id === 'string' ? new URL(schema.$id, service.url).href : String(url);
    // The validator itself checks whether these are valid schemas.
    if (!registered.has(uri)) registerSchema(schema as never, uri, jsonSchemaDialect);
    registered.add(uri);
    const judge = await validate(uri);
    // Likewise, any value may occur.
    of.set(id, (value) => judge(value as never).valid);
  }
  return of;
}

const judged = ({ id }: Row, value: unknown): Record<string, boolean | undefined> =>
  Object.fromEntries(judges.map(({ name, of }) => [name, of.get(id)?.(value)]));

const unanimous = (verdict: boolean) => ({ Ajv: verdict, Hyperjump: verdict });

test('accepts every stored value: values of clients and members of people', async () => {
  const { body } = await client.call('GET', `${valuesPath}?limit=1000`);
  const kinds = new Set<string>();
  for (const { definition, value } of body.items) {
    expect([definition.id, value, judged(definition, value)]).toEqual([definition.id, value, unanimous(true)]);
    kinds.add(definition.id);
  }
  // Complete: every base schema, the object, and every definition of the system.
  expect(kinds.size).toBe(judges[0]?.of.size);
});

describe.each(bases)('%s', (base) => {
  const key = propertyOf(base);

  test('is accepted in the form that is written, by itself and as a property', () => {
    for (const value of samples[base].accepts) {
      expect([value, judged(single.get(base) as Row, value)]).toEqual([value, unanimous(true)]);
      expect([value, judged(everything, { [key]: value })]).toEqual([value, unanimous(true)]);
    }
  });

  test('refuses what the API refuses, as far as a schema can express it', async () => {
    const refusals = samples[base].refuses;
    expect(refusals.some(({ beyondSchema }) => beyondSchema === undefined)).toBe(true);
    for (const { value, beyondSchema } of refusals) {
      const answer = await postValue(client, holder, single.get(base) as Row, value);
      expect([value, answer.status]).toEqual([value, 400]);
      if (beyondSchema !== undefined) continue;
      expect([value, judged(single.get(base) as Row, value)]).toEqual([value, unanimous(false)]);
      expect([value, judged(everything, { [key]: value })]).toEqual([value, unanimous(false)]);
    }
  });
});

test('an object is refused with a property that the definition does not know, or in another form', () => {
  for (const value of [{ nothing: 1 }, null, 'x', 5, [], true]) {
    expect([value, judged(everything, value)]).toEqual([value, unanimous(false)]);
  }
});

/** Random values, and some that resemble valid ones. */
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.date({ noInvalidDate: true, min: new Date('0001-01-01') }).map((day) => day.toISOString().slice(0, 10)),
  fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
  fc.emailAddress(),
  fc.webUrl(),
  fc.stringMatching(/^\+?\d{8,14}$/),
  fc.integer(),
  fc.record({ id: fc.string() }),
);

/**
 * Values that the API refuses for other reasons: a year zero, long numbers, and text that the database cannot store.
 */
const isBeyond = (base: BaseSchemaName, value: unknown): boolean =>
  base.endsWith('-reference') ||
  JSON.stringify(value).startsWith('"0000') ||
  (typeof value === 'number' && Number(value.toPrecision(15)) !== value) ||
  /\\u0000|\\ud[89a-f]/.test(JSON.stringify(value));

test(
  'values drawn at random are judged alike by the API and by both validators',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...bases), anyValue, async (base, value) => {
        if (isBeyond(base, value)) return;
        const definition = single.get(base) as Row;
        const answer = await postValue(client, holder, definition, value);
        expect([200, 201, 400]).toContain(answer.status);
        if (answer.status === 201) await client.call('DELETE', `${valuesPath}/${answer.body.id}`);
        expect([base, value, judged(definition, value)]).toEqual([base, value, unanimous(answer.status === 201)]);
      }),
      runs(300),
    );
  },
  propertyMs,
);

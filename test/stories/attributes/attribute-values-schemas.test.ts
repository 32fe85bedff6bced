/**
 * Every base schema through the API, as a single value and as a property: accepted and refused values at its bounds.
 */
import { type BaseSchemaName, baseSchemaNames } from '@muster/contract/base-schemas.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  defined,
  fieldErrorsIn,
  givenValue,
  patchValue,
  postValue,
  severalBy,
  severalValues,
  valueNow,
  valuesHeld,
  valuesPath,
} from '../../support/attributes/attribute-values.ts';
import {
  definitionOn,
  definitionOnAll,
  type Nameable,
  nameable,
  propertyOf,
  type Samples,
  samplesOf,
  shownAs,
} from '../../support/attributes/base-schema-samples.ts';
import type { Row } from '../../support/examples.ts';
import { oneIn } from '../../support/form.ts';
import { hired, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
let holder: Row;
let names: Nameable;
let samples: Readonly<Record<BaseSchemaName, Samples>>;
let everything: Row;

beforeAll(async () => {
  service = await sharedService();
  const company = await newCompany(service);
  client = company.client;
  holder = await hired(client, company);
  names = await nameable(client, await hired(client, company));
  samples = samplesOf(names);
  everything = await defined(client, definitionOnAll(baseSchemaNames, names, severalBy(propertyOf('int32'))));
});

const emptyObject = () => Object.fromEntries(baseSchemaNames.map((base) => [propertyOf(base), null]));

/** A base schema as a single value, and as a property next to others. */
interface Form {
  readonly form: string;
  readonly definition: (base: BaseSchemaName) => Row | Promise<Row>;
  readonly written: (base: BaseSchemaName, value: unknown) => unknown;
  readonly read: (base: BaseSchemaName, value: unknown) => unknown;
  readonly path: (base: BaseSchemaName) => string;
}

const forms: readonly Form[] = [
  {
    form: 'a single value',
    definition: (base) => defined(client, definitionOn(base, names, severalValues)),
    written: (_, value) => value,
    read: (_, value) => value,
    path: () => 'value',
  },
  {
    form: 'a property',
    definition: () => everything,
    written: (base, value) => ({ [propertyOf(base)]: value }),
    read: (base, value) => ({ ...emptyObject(), [propertyOf(base)]: value }),
    path: (base) => `value.${propertyOf(base)}`,
  },
];

const cases = baseSchemaNames.flatMap((base) => forms.map((form) => ({ base, ...form })));

describe.each(oneIn(4, cases, 1))('$base as $form', ({ base, definition, written, read, path }) => {
  let defining: Row;

  beforeAll(async () => {
    defining = await definition(base);
  });

  test('is read as it was written, by a creation and by a change', async () => {
    for (const value of samples[base].accepts) {
      const expected = read(base, shownAs(value, names));
      const created = await givenValue(client, holder, defining, written(base, value));
      expect((await valueNow(client, created)).value).toEqual(expected);
      const other = await givenValue(client, holder, defining, written(base, null));
      expect(await patchValue(client, other, { value: written(base, value) })).toMatchObject({
        status: 200,
        body: { value: expected },
      });
      for (const { id } of [created, other]) await client.call('DELETE', `${valuesPath}/${id}`);
    }
  });

  test('is refused by its path, and nothing is changed', async () => {
    const kept = await givenValue(client, holder, defining, written(base, null));
    for (const { value, at } of samples[base].refuses) {
      const said = JSON.stringify(value)?.slice(0, 80);
      const creation = await postValue(client, holder, defining, written(base, value));
      expect([said, fieldErrorsIn(creation)]).toEqual([said, [path(base) + at]]);
      const change = await patchValue(client, kept, { value: written(base, value) });
      expect([said, fieldErrorsIn(change)]).toEqual([said, [path(base) + at]]);
    }
    expect(await valuesHeld(client, holder, defining)).toEqual([kept]);
    await client.call('DELETE', `${valuesPath}/${kept.id}`);
  });
});

test.each(['1.0000000000000000001', '123456789012345.6', '9007199254740993', '9007199254741001', '1e-400'])(
  'a decimal written as %s, which would be rounded, is refused by its path',
  async (number) => {
    const decimal = await defined(client, definitionOn('decimal', names));
    const sent = (value: string, { id }: Row) =>
      `{"employee":{"id":"${holder.id}"},"definition":{"id":"${id}"},"value":${value}}`;
    const single = await client.call('POST', valuesPath, { body: sent(number, decimal) });
    expect(fieldErrorsIn(single)).toEqual(['value']);
    const inside = await client.call('POST', valuesPath, { body: sent(`{"decimal":${number}}`, everything) });
    expect(fieldErrorsIn(inside)).toEqual(['value.decimal']);
  },
);

test.each(['1e400', '-1e400'])('a decimal written as %s is out of range', async (number) => {
  const decimal = await defined(client, definitionOn('decimal', names));
  const body = `{"employee":{"id":"${holder.id}"},"definition":{"id":"${decimal.id}"},"value":${number}}`;
  expect(fieldErrorsIn(await client.call('POST', valuesPath, { body }))).toEqual(['value']);
});

test.each(['100', '1e2', '1.00', '0.1e3', '-0', '0.000', '123456789012345000000', '1.234567890123450000'])(
  'a decimal written as %s is kept, whatever its writing',
  async (number) => {
    const decimal = await defined(client, definitionOn('decimal', names));
    const body = `{"employee":{"id":"${holder.id}"},"definition":{"id":"${decimal.id}"},"value":${number}}`;
    const answer = await client.call('POST', valuesPath, { body });
    expect([answer.status, answer.body.value]).toEqual([201, Number(number) + 0]);
  },
);

test('all errors of an object are reported together', async () => {
  const answer = await postValue(client, holder, everything, {
    short_text: 5,
    boolean: 'yes',
    employee_reference: { id: 5, name: 'x' },
    legacy_date: '2023-02-29',
    nothing: 1,
    constructor: 1,
  });
  expect(fieldErrorsIn(answer).toSorted()).toEqual([
    'value.boolean',
    'value.constructor',
    'value.employee_reference.id',
    'value.employee_reference.name',
    'value.legacy_date',
    'value.nothing',
    'value.short_text',
  ]);
});

test('everything that an object names is looked up at once', async () => {
  const answer = await postValue(client, holder, everything, {
    employee_reference: { id: '999999' },
    file_reference: { id: 'x' },
    taxonomy_label_reference: { id: names.foreignLabel.id },
  });
  expect(fieldErrorsIn(answer).toSorted()).toEqual([
    'value.employee_reference.id',
    'value.file_reference.id',
    'value.taxonomy_label_reference.id',
  ]);
});

test.each([null, 'x', 5, true, []])('an object cannot be %j', async (value) => {
  expect(fieldErrorsIn(await postValue(client, holder, everything, value))).toEqual(['value']);
  const kept = await givenValue(client, holder, everything, {});
  expect(fieldErrorsIn(await patchValue(client, kept, { value }))).toEqual(['value']);
  expect(await valueNow(client, kept)).toEqual(kept);
});

test('properties that are left out are read as null', async () => {
  const { value } = await givenValue(client, holder, everything, {});
  expect(value).toEqual(emptyObject());
  expect(Object.keys(value as object)).toEqual(baseSchemaNames.map(propertyOf));
});

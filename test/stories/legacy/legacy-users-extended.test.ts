/** Attribute values of legacy users: `extendedData`. */
import { type BaseSchemaName, baseSchemaNames } from '@muster/contract/base-schemas.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setSettings } from '../../support/account-settings.ts';
import { defined, givenValue, severalValues } from '../../support/attributes/attribute-values.ts';
import {
  definitionOn,
  definitionOnAll,
  type Nameable,
  nameable,
  propertyOf,
  type Samples,
  samplesOf,
} from '../../support/attributes/base-schema-samples.ts';
import { singleValue } from '../../support/attributes/definitions.ts';
import type { Body, Row } from '../../support/examples.ts';
import { oneIn } from '../../support/form.ts';
import { type LegacyClient, legacyClient } from '../../support/legacy/legacy.ts';
import { type Company, hired, newCompany } from '../../support/people/people.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let company: Company & { client: TestClient; account: Parameters<typeof legacyClient>[1] };
let client: TestClient;
let legacy: LegacyClient;
let names: Nameable;
let samples: Readonly<Record<BaseSchemaName, Samples>>;

beforeAll(async () => {
  service = await testService();
  company = await newCompany(service);
  client = company.client;
  legacy = await legacyClient(service, company.account);
  names = await nameable(client, await hired(client, company));
  samples = samplesOf(names);
});
afterAll(() => service.stop());

async function extendedData({ id }: Row, keys = ''): Promise<Body> {
  const { status, body, text } = await legacy.call(`/api/v3/users/${id}?fields=extendedData${keys}`);
  if (status !== 200) throw new Error(`extendedData${keys} answers ${status}: ${text}`);
  return body.data.extendedData;
}

/** Dates at midnight, references as ids; everything else unchanged. */
function inOldForm(base: BaseSchemaName, value: unknown): unknown {
  if (value === null) return null;
  if (base === 'legacy-date') return `${value}T00:00:00`;
  if (!base.endsWith('-reference')) return value;
  const { id } = value as { id: string };
  return base === 'file-reference' ? id : Number(id);
}

/** A property that every object has besides the tested one; it has no value. */
const labels = 'taxonomy-label-reference';

describe.each(oneIn(3, baseSchemaNames))('%s', (base) => {
  test('is shown as one value, as several, and as a property', async () => {
    const holder = await hired(client, company);
    const single = await defined(client, definitionOn(base, names));
    const several = await defined(client, definitionOn(base, names, severalValues));
    const whole = await defined(client, definitionOnAll([...new Set<BaseSchemaName>([base, labels])], names));
    const [first] = samples[base].accepts;
    const one = await givenValue(client, holder, single, first);
    const object = await givenValue(client, holder, whole, { [propertyOf(base)]: first });
    const list: Body[] = [];
    for (const value of samples[base].accepts) {
      const { id } = await givenValue(client, holder, several, value);
      list.push({ id: Number(id), value: inOldForm(base, value) });
    }
    expect(await extendedData(holder)).toEqual({
      [single.id]: { id: Number(one.id), value: inOldForm(base, first) },
      [several.id]: list,
      [whole.id]: {
        id: Number(object.id),
        value: {
          [`${whole.id}_${propertyOf(labels)}`]: { value: null },
          [`${whole.id}_${propertyOf(base)}`]: { value: inOldForm(base, first) },
        },
      },
    });
  });
});

test('it is shown only when it is asked for', async () => {
  const holder = await hired(client, company);
  await givenValue(client, holder, await defined(client, singleValue()), 'Blue');
  const { body } = await legacy.call(`/api/v3/users/${holder.id}`);
  expect(Object.keys(body.data)).not.toContain('extendedData');
  const { body: list } = await legacy.call(`/api/v3/users?id=${holder.id}`);
  expect(Object.keys(list.data.items[0])).not.toContain('extendedData');
});

test('in a list, each user has its own values', async () => {
  const colour = await defined(client, singleValue());
  const [ada, none, eve] = [
    await hired(client, company, { familyName: '","extendedData":null,"birthDate":"1 abc' }),
    await hired(client, company),
    await hired(client, company),
  ];
  const blue = await givenValue(client, ada, colour, 'Blue');
  const quoted = await givenValue(client, eve, colour, '"extendedData":null');
  const ids = [ada, none, eve].map(({ id }) => id).join(',');
  const { body } = await legacy.call(`/api/v3/users?id=${ids}&fields=lastName&fields=extendedData&orderBy=id,desc`);
  expect(body.data.items).toEqual([
    {
      lastName: eve.familyName,
      extendedData: { [colour.id]: { id: Number(quoted.id), value: '"extendedData":null' } },
    },
    { lastName: none.familyName, extendedData: {} },
    { lastName: ada.familyName, extendedData: { [colour.id]: { id: Number(blue.id), value: 'Blue' } } },
  ]);
});

test('entries are asked for by key, without regard to case, and an unknown key is refused', async () => {
  const holder = await hired(client, company);
  const [first, second, third] = [
    await defined(client, singleValue()),
    await defined(client, singleValue()),
    await defined(client, singleValue()),
  ];
  for (const definition of [first, second, third]) await givenValue(client, holder, definition, definition.id);
  expect(Object.keys(await extendedData(holder))).toEqual([first.id, second.id, third.id].toSorted());
  expect(Object.keys(await extendedData(holder, `.${first.id}`))).toEqual([first.id]);
  expect(Object.keys(await extendedData(holder, `.${second.id.toUpperCase()}`))).toEqual([second.id]);
  const both = Object.keys(await extendedData(holder, `[${third.id},${first.id}]`));
  expect(both).toEqual([first.id, third.id].toSorted());
  const { status, body } = await legacy.call(`/api/v3/users?fields=id,extendedData.e_nothing`);
  expect([status, Object.keys(body.errors)]).toEqual([400, ['fields']]);
  expect(body.detail).toBe("'extendedData.e_nothing' is not a property of a user.");
  expect(body.errors.fields.join(' ')).toContain(`extendedData.${first.id}`);
  const filter = await legacy.call(`/api/v3/users?extendedData.${first.id}=x`);
  expect(filter.status).toBe(400);
});

test('a value is shown from its first day to its last, by the clocks of the account', async () => {
  const holder = await hired(client, company);
  const several = await defined(client, singleValue(severalValues));
  const applying = (start: string | null, end: string | null) => ({ applicability: { start, end } });
  const midnight = Date.parse('2030-06-15T00:00:00Z');
  for (const [value, days] of Object.entries({
    before: applying(null, '2030-06-14'),
    until: applying(null, '2030-06-15'),
    from: applying('2030-06-15', null),
    after: applying('2030-06-16', null),
    always: {},
  })) {
    await givenValue(client, holder, several, value, days);
  }
  const shown = async () =>
    ((await extendedData(holder))[several.id] as { value: string }[]).map(({ value }) => value).join(' ');
  service.advance(midnight + 12 * 3_600_000 - service.now().getTime());
  expect(await shown()).toBe('until from always');
  // It is already the 16th where clocks are thirteen hours ahead.
  await setSettings(service, company.account, { timezoneId: 'Pacific/Auckland' });
  expect(await shown()).toBe('from after always');
  await setSettings(service, company.account, { timezoneId: 'Pacific/Honolulu' });
  expect(await shown()).toBe('until from always');
  service.advance(-12 * 3_600_000);
  expect(await shown()).toBe('before until always');
});

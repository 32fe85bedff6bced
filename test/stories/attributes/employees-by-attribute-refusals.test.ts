/** Filters of employees by attributes: allowed callers, names and forms; everything else is refused by name. */
import { employees } from '@muster/contract/resources/employees.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { give, listed } from '../../support/attributes/attribute-lists.ts';
import { baseSchema, definitionsPath, objectValue, singleValue } from '../../support/attributes/definitions.ts';
import { type Body, pathOf, type Row, unique } from '../../support/examples.ts';
import { idsOf } from '../../support/list-model.ts';
import { at, type Company, company, hired, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
let account: Account;
let where: Company;
let people: [Row, Row];

async function define(body: Body): Promise<void> {
  const reply = await client.call('POST', definitionsPath, { body });
  if (reply.status !== 201) throw new Error(`A definition answers ${reply.status}: ${reply.text}`);
}

beforeAll(async () => {
  service = await sharedService();
  ({ account, client, ...where } = await newCompany(service));
  people = [await hired(client, where), await hired(client, where)];
  await define(singleValue({ id: 'e_flag', schema: baseSchema('boolean') }));
  await define(singleValue({ id: 'e_number', schema: baseSchema('int32') }));
  await define(singleValue({ id: 'e_mentor', schema: baseSchema('employee-reference') }));
  await define(
    objectValue({ email: 'email', boolean: 'boolean', day: 'legacy-date', between: 'int32' }, { id: 'e_object' }),
  );
  await give(client, { employee: people[0], definition: 'e_flag', value: true });
  await give(client, { employee: people[1], definition: 'e_number', value: 0 });
});

describe('a name', () => {
  const refusal = async (query: string): Promise<Record<string, string[]>> => {
    const { status, body, text } = await client.call('GET', `${pathOf(employees)}?${query}`);
    if (status !== 400) throw new Error(`?${query} answers ${status}: ${text}`);
    return body.errors;
  };

  test('without a definition is refused with what is allowed', async () => {
    expect(await refusal('attributes.e_none=1')).toEqual({
      'attributes.e_none': [expect.stringContaining("There is no definition 'e_none'")],
    });
    for (const name of ['attributes.', 'attributes.__proto__', '-attributes.e_none', 'attributes.e_none.between']) {
      expect(Object.keys(await refusal(`${name}=1`))).toEqual([name]);
    }
    expect(Object.keys(await refusal('attributes=1'))).toEqual(['attributes']);
    expect((await refusal('attributes=1')).attributes?.[0]).toContain('attributes.<definition>');
  });

  test('of an object needs one of its properties', async () => {
    expect((await refusal('attributes.e_object=1'))['attributes.e_object']?.[0]).toContain('attributes.e_object.email');
    expect((await refusal('attributes.e_object.nothing=1'))['attributes.e_object.nothing']?.[0]).toContain(
      'attributes.e_object.boolean',
    );
  });

  test('may end like an operator where a property is called so', async () => {
    await give(client, { employee: people[0], definition: 'e_object', value: { between: 7 } });
    expect(await listed(client, 'attributes.e_object.between=7')).toEqual([people[0].id]);
    expect(await listed(client, 'attributes.e_object.between.between=7--8')).toEqual([people[0].id]);
  });

  test('has the forms of its schema, and no others', async () => {
    const flag = 'attributes.e_flag';
    expect(await refusal(`${flag}=yes`)).toEqual({ [flag]: ['Must be true or false.'] });
    expect(await refusal(`${flag}=`)).toEqual({ [flag]: ['A value must not be empty.'] });
    expect((await refusal(`${flag}.between=false--true`))[`${flag}.between`]?.[0]).toContain(`Allowed: ${flag}`);
    const number = 'attributes.e_number';
    for (const value of ['x', '1.', '.5', '0x10', '1e999', 'NaN', '007']) {
      expect(await refusal(`${number}=${value}`)).toEqual({ [number]: ['Must be a number, such as 12 or -0.5.'] });
    }
    expect(Object.keys(await refusal(`${number}.between=3--1`))).toEqual([`${number}.between`]);
    expect(Object.keys(await refusal(`${number}.between=..--..`))).toEqual([`${number}.between`]);
    expect(await listed(client, `${number}=1e-999,0`)).toEqual(await listed(client, `${number}=0`));
    const day = 'attributes.e_object.day';
    expect(await refusal(`${day}=2024-02-30`)).toEqual({ [day]: ['Must be a date, YYYY-MM-DD.'] });
    const reference = 'attributes.e_mentor.id';
    const bare = reference.replace(/\.id$/, '');
    expect((await refusal(`${bare}=1`))[bare]?.[0]).toContain(`Allowed: ${reference}, -${reference}.`);
    expect(await listed(client, `${reference}=nobody`)).toEqual([]);
  });

  test('of a long text or of a member of its own is refused', async () => {
    await define(singleValue({ id: 'e_essay', schema: baseSchema('long-text') }));
    expect(await refusal('attributes.e_essay=null')).toEqual({
      'attributes.e_essay': ['Long texts cannot be filtered by.'],
    });
    expect((await refusal('attributes.employee_givenName=Ada'))['attributes.employee_givenName']?.[0]).toContain(
      'category extension',
    );
  });

  test('of an archived definition is understood', async () => {
    const id = `e_${unique()}`;
    await define(singleValue({ id }));
    const [person] = people;
    await give(client, { employee: person, definition: id, value: 'kept' });
    await client.call('PATCH', `${definitionsPath}/${id}`, { body: { isArchived: true } });
    expect(await listed(client, `attributes.${id}=kept`)).toEqual([person.id]);
  });

  test('is not a parameter of other lists', async () => {
    const { status, body } = await client.call('GET', '/svc-api/departments?attributes.e_badge=1');
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual(['attributes.e_badge']);
  });
});

test('a caller without a scope for values cannot filter by them', async () => {
  const reader = await service.client(account, { scopes: ['employees.readonly'] });
  for (const query of ['attributes.e_flag=true', 'attributes.e_none=1', 'sort=attributes.e_none']) {
    const { status, body } = await reader.call('GET', `${pathOf(employees)}?${query}`);
    expect(status).toBe(403);
    expect(body.detail).toContain('employee-attributes.readonly');
  }
  const both = await service.client(account, { scopes: ['employees.readonly', 'employee-attributes.readonly'] });
  expect(await listed(both, 'attributes.e_flag=true')).not.toEqual([]);
});

test('a limited caller finds the people of its establishments, and nobody by somebody it cannot see', async () => {
  const elsewhere = await company(client);
  const hidden = await hired(client, elsewhere);
  const [seen, other] = people;
  const id = `e_${unique()}`;
  await define(singleValue({ id, schema: baseSchema('employee-reference') }));
  await give(client, { employee: seen, definition: id, value: at(hidden) });
  await give(client, { employee: hidden, definition: id, value: at(other) });
  await give(client, { employee: other, definition: id, value: at(other) });
  const limited = await service.client(account, { establishments: [where.place.id] });
  expect(await listed(client, `attributes.${id}.id=${hidden.id},${other.id}`)).toEqual([seen.id, other.id, hidden.id]);
  expect(await listed(limited, `attributes.${id}.id=${hidden.id},${other.id}`)).toEqual([other.id]);
  expect(await listed(limited, `attributes.${id}.id=${hidden.id}`)).toEqual([]);
  expect(await listed(limited, `-attributes.${id}.id=${hidden.id}`)).toEqual(idsOf(people));
});

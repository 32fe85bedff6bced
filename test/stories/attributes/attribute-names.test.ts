/** Ids of definitions and names of their properties share one namespace, also with concurrent requests. */
import { beforeAll, describe, expect, test } from 'vitest';
import { baseSchema, definitionsPath, objectValue, singleValue } from '../../support/attributes/definitions.ts';
import { type Body, unique } from '../../support/examples.ts';
import { inForm } from '../../support/form.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  client = await service.client(await service.openAccount('acme'));
});

const post = (body: Body) => client.call('POST', definitionsPath, { body });
const fieldErrors = async (body: Body) => {
  const { status, body: answer } = await post(body);
  return status === 201 ? [] : Object.keys(answer.errors);
};

describe('one after the other', () => {
  test('an id that another definition has is refused', async () => {
    const body = singleValue();
    expect(await fieldErrors(body)).toEqual([]);
    expect(await fieldErrors({ ...objectValue({ a: null }), id: body.id })).toEqual(['id']);
  });

  test('an id that is the name of a property of another definition is refused', async () => {
    const name = `e_${unique()}`;
    expect(await fieldErrors(objectValue({ [name]: null }))).toEqual([]);
    expect(await fieldErrors(singleValue({ id: name }))).toEqual(['id']);
  });

  test('a property named like another definition is refused, a system definition included', async () => {
    const body = singleValue();
    await post(body);
    expect(await fieldErrors(objectValue({ [String(body.id)]: null, free: null }))).toEqual([
      `schema.properties.${body.id}`,
    ]);
    expect(await fieldErrors(objectValue({ employee_givenName: null, jobPosition_notes: null }))).toEqual([
      'schema.properties.employee_givenName',
      'schema.properties.jobPosition_notes',
    ]);
  });

  test('two objects may share the name of a property, one of a system definition too', async () => {
    expect(await fieldErrors(objectValue({ shared: null, day: null }))).toEqual([]);
    expect(await fieldErrors(objectValue({ shared: null, day: null }))).toEqual([]);
  });

  test('a property may be named like its own definition', async () => {
    const id = `e_${unique()}`;
    expect(await fieldErrors(objectValue({ [id]: null }, { id }))).toEqual([]);
  });

  test('names are compared with their case', async () => {
    const id = `e_${unique()}`;
    expect(await fieldErrors(singleValue({ id }))).toEqual([]);
    expect(await fieldErrors(singleValue({ id: id.replace('x', 'X') }))).toEqual([]);
  });
});

const rounds = inForm({ short: 8, full: 40 });

/** Sends the bodies concurrently, repeatedly with new names; returns how many of each round were created. */
async function created(bodiesOf: (one: string, other: string) => Body[]): Promise<number[]> {
  const counts: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const statuses = await Promise.all(
      bodiesOf(`e_${unique()}`, `e_${unique()}`).map(async (body) => (await post(body)).status),
    );
    expect(statuses.every((status) => status === 201 || status === 400)).toBe(true);
    counts.push(statuses.filter((status) => status === 201).length);
  }
  return counts;
}

const always = (count: number) => Array.from({ length: rounds }, () => count);

describe('at the same time', () => {
  test('of two definitions with one id, one is created', async () => {
    expect(await created((id) => [singleValue({ id }), objectValue({ a: null }, { id })])).toEqual(always(1));
  });

  test('of an id and a property of the same name, one is created', async () => {
    expect(await created((id) => [singleValue({ id }), objectValue({ [id]: null, other: null })])).toEqual(always(1));
  });

  test('of two definitions that each name the other as a property, one is created', async () => {
    const crossed = await created((one, other) => [
      objectValue({ [other]: null, z: null, a: null }, { id: one }),
      objectValue({ a: null, [one]: null, z: null }, { id: other }),
    ]);
    expect(crossed).toEqual(always(1));
  });

  test('definitions that share the name of a property are all created', async () => {
    const sharing = await created((name) => Array.from({ length: 4 }, () => objectValue({ [name]: null, b: null })));
    expect(sharing).toEqual(always(4));
  });

  test('of many properties and one id of the same name, either the id or all the properties are created', async () => {
    const counts = await created((id) => [
      ...Array.from({ length: 3 }, () => objectValue({ [id]: null })),
      singleValue({ id }),
    ]);
    expect([...new Set(counts)].every((count) => count === 1 || count === 3)).toBe(true);
  });

  test('a name is free exactly when its deletion is done', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const name = `e_${unique()}`;
      const holder = objectValue({ [name]: null });
      await post(holder);
      const [deleted, made] = await Promise.all([
        client.call('DELETE', `${definitionsPath}/${holder.id}`),
        post(singleValue({ id: name })),
      ]);
      expect([deleted.status, [201, 400].includes(made.status)]).toEqual([204, true]);
      if (made.status === 400) expect((await post(singleValue({ id: name }))).status).toBe(201);
    }
  });
});

describe('a taxonomy deleted while a definition that names it is created', () => {
  const naming: Record<string, (id: string) => Body> = {
    'at its root': (id) => singleValue({ schema: baseSchema('taxonomy-label-reference'), taxonomy: { id } }),
    'in a property': (id) =>
      objectValue(
        { a: 'taxonomy-label-reference' },
        { propertyDescriptions: { a: { name: 'a', sortOrder: 0, taxonomy: { id } } } },
      ),
  };

  test.each(Object.keys(naming))('leaves no reference to nothing %s', async (where) => {
    const outcomes = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      const { id } = (await client.call('POST', '/svc-api/taxonomies', { body: { name: 'T' } })).body;
      const body = naming[where]?.(id) as Body;
      const requests = [() => client.call('DELETE', `/svc-api/taxonomies/${id}`), () => post(body)];
      // The first request usually wins, so each goes first in turn.
      const [one, other] = await Promise.all((round % 2 ? requests : requests.toReversed()).map((send) => send()));
      const [deleted, made] = round % 2 ? [one, other] : [other, one];
      outcomes.add(`${deleted?.status} ${made?.status}`);
      const isThere = (await client.call('GET', `/svc-api/taxonomies/${id}`)).status === 200;
      const isNamed = (await client.call('GET', `${definitionsPath}/${body.id}`)).status === 200;
      expect([isThere, isNamed]).toEqual([made?.status === 201, made?.status === 201]);
    }
    expect([...outcomes].every((outcome) => ['204 400', '400 201'].includes(outcome))).toBe(true);
  });
});

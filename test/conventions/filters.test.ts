import { filtersOf } from '@muster/contract/kit/list.ts';
import type { Filter, Resource } from '@muster/contract/kit/resource.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { answering, type Body, createExample, newcomer, pathOf, type Row, varietyOf } from '../support/examples.ts';
import { facetsOf, thirdOf } from '../support/facets.ts';
import { oneIn } from '../support/form.ts';
import { idsOf, valueAt } from '../support/list-model.ts';
import { type Reply, type SharedService, sharedService, type TestClient } from '../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

const listed = new Map<Resource, Awaited<ReturnType<typeof varietyOf>>>();

async function rowsOf(resource: Resource) {
  const known = listed.get(resource) ?? (await varietyOf(service, resource));
  listed.set(resource, known);
  return known;
}

/** The values of a member as filters use them: one value, or one for each element of a list. */
function textsAt(row: Row, name: string, filter: Filter): string[] {
  const [member = name, ...rest] = name.split('.');
  if (filter.isJsonList || typeof (row[member] as unknown[] | null)?.[0] === 'string') {
    if (Array.isArray(row[member])) return row[member];
  }
  const list = filter.isList ? (row[member] as Row[] | null) : null;
  const values = list
    ? list.map((element) => valueAt(element, rest.join('.')))
    : [valueAt(row, filter.isList ? member : name)];
  return values.map((value) => (value === null ? 'null' : String(value)));
}

/** The same text in upper or lower case. */
const inOtherLetters = (text: string): string =>
  text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();

const refused = ({ status, body }: Reply) => [status, Object.keys(body.errors ?? {})];

const cases = answering('list').flatMap((resource) =>
  Object.entries(filtersOf(resource)).map(([name, filter]) => ({ path: resource.path, resource, name, filter })),
);
// Filters that depend on more than the row and the caller have stories.
const equalities = cases.filter(({ filter }) => filter.forms.includes('equal') && !filter.isWorkedOut);

type Case = { resource: Resource; name: string; filter: Filter };

describe.each(oneIn(8, equalities, 6))('$path?$name=', (subject: Case) => {
  const { resource, name, filter } = subject;
  const facet = facetsOf(equalities, subject);
  let client: TestClient;
  let rows: Row[];
  /** Existing values, with `null` if it occurs. A structure can only be filtered by `null`. */
  let values: string[];
  const get = (query: string) => client.call('GET', `${pathOf(resource)}?limit=1000&${query}`);
  const found = async (query: string) => {
    const { status, body } = await get(`${query}&include=totalCount`);
    expect([query, status, body.totalCount]).toEqual([query, 200, body.items?.length]);
    return idsOf(body.items);
  };
  const isWanted = (row: Row, wanted: readonly string[]) => {
    const texts = textsAt(row, name, filter);
    const isEverything = filter.isNullEverything === true && texts[0] === 'null';
    return isEverything || texts.some((text) => wanted.includes(text));
  };
  const having = (wanted: readonly string[]) => idsOf(rows.filter((row) => isWanted(row, wanted)));
  const lacking = (unwanted: readonly string[]) => idsOf(rows.filter((row) => !isWanted(row, unwanted)));

  beforeAll(async () => {
    ({ client, rows } = await rowsOf(resource));
    const occurring = [...new Set(rows.flatMap((row) => textsAt(row, name, filter)))];
    values = filter.isNullOnly ? ['null'] : occurring;
  });

  facet('one value finds the rows that have it, and its negative the others', async () => {
    for (const value of [values[0], values.at(-1), values.find((one) => one === 'null')]) {
      if (value === undefined) continue;
      expect(await found(`${name}=${value}`)).toEqual(having([value]));
      expect(await found(`-${name}=${value}`)).toEqual(lacking([value]));
    }
  });

  facet('several values are alternatives, in a list or repeated', async () => {
    const some = [...new Set([...values.slice(0, 2), values.at(-1) as string])];
    const expected = having(some);
    expect(await found(`${name}=${some.join(',')}`)).toEqual(expected);
    expect(await found(`${name}=${some.join('%2C')}`)).toEqual(expected);
    expect(await found(some.map((value) => `${name}=${value}`).join('&'))).toEqual(expected);
    expect(await found(`${name}=${[...some, ...some].join(',')}`)).toEqual(expected);
    expect(await found(`-${name}=${some.join(',')}`)).toEqual(lacking(some));
    expect(await found(`-${name}=${some[0]}&-${name}=${some.at(-1)}`)).toEqual(
      lacking([some[0] as string, some.at(-1) as string]),
    );
  });

  facet('a filter and its negative must both hold', async () => {
    const [value = ''] = values;
    expect(await found(`${name}=${value}&-${name}=${value}`)).toEqual([]);
  });

  facet('the word null finds absence, where a value can be absent at all', async () => {
    if (!filter.isNullable) {
      expect(refused(await get(`${name}=null`))).toEqual([400, [name]]);
      expect(refused(await get(`-${name}=null`))).toEqual([400, [`-${name}`]]);
      return;
    }
    const isAbsent = (row: Row) => textsAt(row, name, filter)[0] === 'null';
    expect(await found(`${name}=null`)).toEqual(idsOf(rows.filter(isAbsent)));
    expect(await found(`-${name}=null`)).toEqual(idsOf(rows.filter((row) => !isAbsent(row))));
    const present = values.find((value) => value !== 'null');
    if (present === undefined) return;
    expect(await found(`${name}=null,${present}`)).toEqual(having(['null', present]));
    expect(await found(`-${name}=null,${present}`)).toEqual(lacking(['null', present]));
    // A row without a value also matches "not x".
    expect(await found(`-${name}=${present}`)).toEqual(lacking([present]));
  });

  facet('a value of the wrong form is refused by name', async () => {
    const wrong: Record<Filter['kind'], string[]> = {
      boolean: ['TRUE', 'True', '1', 'yes'],
      date: ['2024-13-01', '2023-02-29', '2024-01-01T00:00:00Z', 'today'],
      instant: ['2024-01-01', '2024-01-01T00:00:00', '2024-01-01T25:00:00Z', 'now'],
      number: [],
      uuid: [],
      integer: ['x', '-1', '1.5'],
      decimal: ['x', '1.', '.5', '1e999'],
      text:
        filter.values || filter.isTopics ? ['nonsense', ...(filter.values ?? []).slice(0, 3).map(inOtherLetters)] : [],
    };
    const values = filter.isNullOnly ? ['nonsense'] : wrong[filter.kind];
    for (const value of values) {
      for (const parameter of [name, `-${name}`]) {
        expect([value, ...refused(await get(`${parameter}=${value}`))]).toEqual([value, 400, [parameter]]);
      }
    }
  });

  facet('a value that no row has finds nothing, and its negative everything', async () => {
    if (filter.kind === 'boolean' || filter.isNullOnly || filter.values || filter.isTopics) return;
    const absents = { date: '1900-01-01', instant: '1900-01-01T00:00:00Z', integer: '2000000000' };
    const absent = absents[filter.kind as keyof typeof absents] ?? '999999999999999999';
    const strangers = filter.kind === 'number' ? [absent, 'x', '-1', '1.5', '0'.repeat(40), '９'] : [absent];
    for (const value of strangers) {
      expect(await found(`${name}=${value}`)).toEqual(having([value]));
      expect(await found(`-${name}=${value}`)).toEqual(lacking([value]));
    }
  });

  facet('an empty value is refused', async () => {
    for (const query of [`${name}=`, `${name}`, `${name}=${values[0]},`, `${name}=,${values[0]}`]) {
      expect([query, ...refused(await get(query))]).toEqual([query, 400, [name]]);
    }
  });

  facet('a filter takes 100 different values and refuses 101', async () => {
    if (filter.values || filter.isTopics || filter.isNullOnly || !['text', 'number', 'integer'].includes(filter.kind))
      return;
    const many = Array.from({ length: 101 }, (_, index) => String(10_000_000 + index));
    expect(refused(await get(`${name}=${many.join(',')}`))).toEqual([400, [name]]);
    expect(refused(await get(`-${name}=${many.join(',')}`))).toEqual([400, [`-${name}`]]);
    expect(await found(`${name}=${many.slice(1).join(',')}`)).toEqual(having(many));
    expect(await found(`${name}=${[...many.slice(1), many[1]].join(',')}`)).toEqual(having(many));
  });

  facet('the name of a filter is case-sensitive', async () => {
    const other = name.toUpperCase();
    expect(refused(await get(`${other}=${values[0]}`))).toEqual([400, [other]]);
  });
});

const writableTexts = equalities.filter(({ resource, name, filter }) => {
  const field = resource.fields[name];
  const isFree = field?.write.pattern === undefined && field?.write.enum === undefined;
  return (
    filter.kind === 'text' &&
    !filter.isNullOnly &&
    !filter.isList &&
    !filter.isJsonList &&
    isFree &&
    field?.create !== undefined &&
    field.create !== 'absent'
  );
});

describe.each(thirdOf(writableTexts))('$path?$name=, a text', ({ resource, name }: Case) => {
  test('a text is compared exactly; a comma and a backslash in it are escaped', async () => {
    const { client } = await newcomer(service);
    const ids: Record<string, string> = {};
    for (const text of ['A,B', 'A', 'B', 'a\\b', "O'Neil & %2C", 'École']) {
      ids[text] = (await createExample(client, resource, { [name]: text } satisfies Body)).id;
    }
    const find = async (value: string) =>
      idsOf((await client.call('GET', `${pathOf(resource)}?${name}=${encodeURIComponent(value)}`)).body.items);
    expect(await find('A\\,B')).toEqual([ids['A,B']]);
    expect(await find('A,B')).toEqual([ids.A, ids.B]);
    expect(await find('a\\\\b')).toEqual([ids['a\\b']]);
    expect(await find('a\\b')).toEqual([ids['a\\b']]);
    expect(await find("O'Neil & %2C")).toEqual([ids["O'Neil & %2C"]]);
    expect(await find('école')).toEqual([]);
    expect(await find('Ecole')).toEqual([]);
    expect(await find('A ')).toEqual([]);
  });

  test('links repeat an escaped value so that the next page answers the same question', async () => {
    const { client } = await newcomer(service);
    const texts = ['A,B', 'C\\D', 'E'];
    for (const text of texts) await createExample(client, resource, { [name]: text });
    const value = encodeURIComponent('A\\,B,C\\\\D,E');
    const first = await client.call('GET', `${pathOf(resource)}?${name}=${value}&limit=2&include=links`);
    const next = await client.call('GET', first.body.links.next.href);
    expect([...first.body.items, ...next.body.items].map((row) => row[name])).toEqual(texts);
  });
});

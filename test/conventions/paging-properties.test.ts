/** Paging under random data, orders and writes, compared with sorting in memory. */
import { isDeepStrictEqual } from 'node:util';
import type { Field } from '@muster/contract/kit/field.ts';
import { sortKeysOf } from '@muster/contract/kit/list.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  answering,
  type Body,
  changeableTexts,
  changeOf,
  createExample,
  everyRow,
  newcomer,
  pathOf,
  type Row,
  suited,
} from '../support/examples.ts';
import { idsOf, pagesFrom, sortedRows } from '../support/list-model.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());

/**
 * Few letters, so that texts are often equal but for case and accents; some beyond the basic plane, and some control
 * characters, which no separator between texts may be mistaken for.
 */
const texts = fc.string({
  unit: fc.constantFrom(
    ...'aAáÀbBzZ',
    'ß',
    'œ',
    'É',
    'e\u0301',
    'Ω',
    'я',
    '日',
    '𝒜',
    '🙂',
    '\u0001',
    '\u0002',
    '\u001f',
    '\u0301',
    ' ',
    '-',
    '9',
    '10',
  ),
  minLength: 1,
  maxLength: 4,
});

/** Random values for the members by which lists are ordered. */
function membersOf(resource: Resource): fc.Arbitrary<Body> {
  const ordered = resource.sortable.filter((name) => (resource.fields[name]?.create ?? 'absent') !== 'absent');
  const members = fc.record(
    Object.fromEntries(ordered.map((name) => [name, valuesOf(resource.fields[name] as Field)])),
  );
  return members.map((some) => suited(resource, some));
}

function valuesOf(field: Field): fc.Arbitrary<unknown> {
  if (Array.isArray(field.write.enum)) return fc.constantFrom(...field.write.enum);
  if (field.column === 'integer') return fc.integer({ min: 0, max: 3 });
  if (field.column === 'boolean') return fc.boolean();
  if (field.column === 'date') return fc.constantFrom('2024-01-01', '2024-02-29', '2022-12-31');
  return field.isTrimmed ? texts.filter((text) => text.trim() === text) : texts;
}

/** Some of the keys in some order, each in one of its directions. */
const sortsOf = (resource: Resource): fc.Arbitrary<string> =>
  fc
    .shuffledSubarray(sortKeysOf(resource))
    .chain((keys) => fc.tuple(...keys.map((key) => fc.constantFrom(key, `-${key}`))))
    .map((keys) => keys.join(','));

describe.each(answering('list', 'create'))('$path', (resource: Resource) => {
  const path = pathOf(resource);

  test('pages joined forwards and backwards are the rows sorted in memory', async () => {
    const questions = fc.array(fc.record({ sort: sortsOf(resource), limit: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 2,
      maxLength: 4,
    });
    const property = fc.asyncProperty(
      fc.array(membersOf(resource), { maxLength: 12 }),
      questions,
      async (data, asked) => {
        const { client } = await newcomer(service);
        for (const members of data) await createExample(client, resource, members);
        const rows = await everyRow(client, resource);
        for (const { sort, limit } of asked) {
          const first = `${path}?${sort && `sort=${sort}&`}limit=${limit}&include=links`;
          const expected = idsOf(sortedRows(resource, rows, sort));
          const forwards = await pagesFrom(client, first, 'next');
          expect(idsOf(forwards.flatMap(({ items }) => items))).toEqual(expected);
          const last = forwards.at(-2)?.links.next?.href ?? first;
          const backwards = await pagesFrom(client, last, 'prev');
          expect(idsOf(backwards.toReversed().flatMap(({ items }) => items))).toEqual(expected);
        }
      },
    );
    await fc.assert(property, { numRuns: 20 });
  });
});

type Write = { readonly kind: 'insert' | 'change' | 'remove'; readonly at: number; readonly members: Body };

describe.each(answering('list', 'create', 'update', 'remove'))('$path during writes', (resource: Resource) => {
  const writes = fc.record<Write>({
    kind: fc.constantFrom('insert', 'change', 'remove'),
    at: fc.nat({ max: 30 }),
    members: membersOf(resource),
  });

  test('anyone who follows links sees each row that stays in its place exactly once', async () => {
    const property = fc.asyncProperty(
      fc.array(membersOf(resource), { minLength: 6, maxLength: 12 }),
      fc.array(fc.array(writes, { maxLength: 3 }), { minLength: 2, maxLength: 12 }),
      sortsOf(resource),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom('next', 'prev'),
      async (data, batches, sort, limit, direction) => {
        const { client } = await newcomer(service);
        const own: string[] = [];
        for (const members of data) own.push((await createExample(client, resource, members)).id);
        const before = await everyRow(client, resource);
        const moved = new Set<string>();
        const seen: string[] = [];
        let at: string | undefined = await start(
          client,
          resource,
          `${sort && `sort=${sort}&`}limit=${limit}`,
          direction,
        );
        for (let turn = 0; at !== undefined; turn += 1) {
          expect(turn).toBeLessThan(200);
          const { body } = await client.call('GET', at);
          seen.push(...idsOf(body.items));
          at = body.links[direction]?.href;
          for (const write of batches[turn] ?? []) await apply(client, resource, own, write, moved);
        }
        // A write may move rows next to the one it names.
        const after = new Map((await everyRow(client, resource)).map((row) => [row.id, row]));
        for (const row of before) if (!isDeepStrictEqual(row, after.get(row.id))) moved.add(row.id);
        const staying = idsOf(before).filter((id) => !moved.has(id));
        expect(seen.filter((id) => staying.includes(id)).toSorted()).toEqual(staying.toSorted());
        expect(seen.filter((id) => !moved.has(id))).toHaveLength(new Set(seen.filter((id) => !moved.has(id))).size);
      },
    );
    await fc.assert(property, { numRuns: 20 });
  });

  test('a row that is changed between pages keeps its place in the order of id', async () => {
    const { client } = await newcomer(service);
    const rows: Row[] = [];
    for (let count = 0; count < 4; count += 1) rows.push(await createExample(client, resource));
    const all = await everyRow(client, resource);
    const seen: Row[] = [];
    for (let at: string | undefined = `${pathOf(resource)}?limit=2&include=links`; at !== undefined; ) {
      const { body } = await client.call('GET', at);
      seen.push(...body.items);
      for (const { id } of rows) await client.call('PATCH', pathOf(resource, id), { body: changeOf(resource) });
      at = body.links.next?.href;
    }
    expect(idsOf(seen)).toEqual(idsOf(all));
  });
});

/** The first address of a walk: the first page, or the last one when it goes backwards. */
async function start(
  client: TestClient,
  resource: Resource,
  query: string,
  direction: 'prev' | 'next',
): Promise<string | undefined> {
  const first = `${pathOf(resource)}?${query}&include=links`;
  if (direction === 'next') return first;
  const { body } = await client.call('GET', `${first}&page=10000`);
  return body.links.prev.href;
}

/** Notes the rows that leave their place: every sort key of a changed row may have changed. */
async function apply(
  client: TestClient,
  resource: Resource,
  own: string[],
  { kind, at, members }: Write,
  moved: Set<string>,
): Promise<void> {
  if (kind === 'insert') {
    await createExample(client, resource, members);
    return;
  }
  const [id] = own.splice(at % Math.max(1, own.length), 1);
  if (id === undefined) return;
  moved.add(id);
  const isText = (name: string) => changeableTexts(resource).includes(name);
  const body = Object.fromEntries(Object.entries(members).filter(([name]) => isText(name)));
  const answer =
    kind === 'remove'
      ? await client.call('DELETE', pathOf(resource, id))
      : await client.call('PATCH', pathOf(resource, id), { body });
  expect([200, 204]).toContain(answer.status);
}

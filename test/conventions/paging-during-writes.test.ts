/** Paging with concurrent writes, with random data, orders and writes. */
import { isDeepStrictEqual } from 'node:util';
import type { Resource } from '@muster/contract/kit/resource.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
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
} from '../support/examples.ts';
import { oneIn } from '../support/form.ts';
import { membersOf, sortsOf } from '../support/list-arbitraries.ts';
import { idsOf } from '../support/list-model.ts';
import { propertyMs, runsWithin } from '../support/properties.ts';
import { type SharedService, sharedService, type TestClient } from '../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

type Write = { readonly kind: 'insert' | 'change' | 'remove'; readonly at: number; readonly members: Body };

describe.each(oneIn(8, answering('list', 'create', 'update', 'remove'), 2))(
  '$path during writes',
  (resource: Resource) => {
    const writes = fc.record<Write>({
      kind: fc.constantFrom('insert', 'change', 'remove'),
      at: fc.nat({ max: 30 }),
      members: membersOf(resource),
    });

    test(
      'following links shows each unchanged row exactly once',
      async () => {
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
            const firstShown = new Map<string, Row>();
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
              for (const row of body.items)
                if (!firstShown.has(row.id)) firstShown.set(row.id, { ...row, links: null });
              at = body.links[direction]?.href;
              for (const write of batches[turn] ?? []) await apply(client, resource, own, write, moved);
            }
            // A write may also move rows next to its own.
            const after = new Map((await everyRow(client, resource)).map((row) => [row.id, row]));
            for (const row of [...before, ...firstShown.values()])
              if (!isDeepStrictEqual(row, after.get(row.id))) moved.add(row.id);
            const staying = idsOf(before).filter((id) => !moved.has(id));
            expect(seen.filter((id) => staying.includes(id)).toSorted()).toEqual(staying.toSorted());
            expect(seen.filter((id) => !moved.has(id))).toHaveLength(new Set(seen.filter((id) => !moved.has(id))).size);
          },
        );
        await fc.assert(property, runsWithin(125, 20));
      },
      propertyMs,
    );

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
  },
);

/** The first address of a walk: the first page, or the last page if it goes backwards. */
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

/** Records the rows that may move: every sort key of a changed row may have changed. */
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

/** Paging with random data and orders, compared with sorting in memory. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { answering, createExample, everyRow, newcomer, pathOf } from '../support/examples.ts';
import { oneIn } from '../support/form.ts';
import { membersOf, sortsOf } from '../support/list-arbitraries.ts';
import { idsOf, pagesFrom, sortedRows } from '../support/list-model.ts';
import { propertyMs, runsWithin } from '../support/properties.ts';
import { type SharedService, sharedService } from '../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

/** The key that orders all rows by itself, before one that has nothing to add. */
const idFirst = ({ sortable }: Resource) => ({ sort: ['id', ...sortable.slice(0, 1)].join(), limit: 2 });

describe.each(oneIn(8, answering('list', 'create'), 3))('$path', (resource: Resource) => {
  const path = pathOf(resource);

  test(
    'pages joined forwards and backwards are the rows sorted in memory',
    async () => {
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
          for (const { sort, limit } of [...asked, idFirst(resource)]) {
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
      await fc.assert(property, runsWithin(125, 20));
    },
    propertyMs,
  );
});

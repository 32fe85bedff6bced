import { filtersOf } from '@muster/contract/kit/list.ts';
import type { Filter, Resource } from '@muster/contract/kit/resource.ts';
import { beforeAll, describe, expect } from 'vitest';
import { answering, pathOf, type Row, varietyOf } from '../support/examples.ts';
import { facetsOf } from '../support/facets.ts';
import { oneIn } from '../support/form.ts';
import { idsOf, valueAt } from '../support/list-model.ts';
import { type Reply, type SharedService, sharedService, type TestClient } from '../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

const refused = ({ status, body }: Reply) => [status, Object.keys(body.errors ?? {})];

type Case = { resource: Resource; name: string; filter: Filter };

const ranges = answering('list').flatMap((resource) =>
  Object.entries(filtersOf(resource))
    // A row with a period has no single date to compare: stories cover those.
    .filter(([, filter]) => filter.forms.includes('range') && !filter.period)
    .map(([name, filter]) => ({ path: resource.path, resource, name, filter })),
);

describe.each(oneIn(8, ranges, 7))('$path, $name in a range', (subject: Case) => {
  const { resource, name, filter } = subject;
  const facet = facetsOf(ranges, subject);
  let client: TestClient;
  let rows: Row[];
  let from: string;
  let to: string;
  const parameter = `${name}.between`;
  const get = (query: string) => client.call('GET', `${pathOf(resource)}?limit=1000&${query}`);
  const order = (row: Row) =>
    filter.kind === 'number' ? Number(valueAt(row, name)) : Date.parse(String(valueAt(row, name)));
  const value = (bound: string) => (filter.kind === 'number' ? Number(bound) : Date.parse(bound));
  const within = (start: string | null, end: string | null) =>
    idsOf(
      rows.filter((row) => {
        const isBelow =
          end !== null && (filter.kind === 'instant' ? order(row) < value(end) : order(row) <= value(end));
        return (start === null || order(row) >= value(start)) && (end === null || isBelow);
      }),
    );

  beforeAll(async () => {
    ({ client, rows } = await varietyOf(service, resource));
    const present = rows.filter((row) => valueAt(row, name) !== null);
    const ordered = present.toSorted((one, other) => order(one) - order(other));
    const sorted = [...new Set(ordered.map((row) => String(valueAt(row, name))))];
    expect(sorted.length).toBeGreaterThan(3);
    from = sorted[1] as string;
    to = sorted.at(-2) as string;
  });

  const found = async (range: string, under = parameter) => {
    const { status, body } = await get(`${under}=${range}`);
    expect([range, status]).toEqual([range, 200]);
    return idsOf(body.items);
  };

  facet('a range holds its start, and its end unless it is a moment', async () => {
    expect(await found(`${from}--${to}`)).toEqual(within(from, to));
    expect(within(from, to).length).toBeGreaterThan(0);
    expect(within(from, to).length).toBeLessThan(rows.length);
    expect(await found(`${from}--${from}`)).toEqual(filter.kind === 'instant' ? [] : within(from, from));
  });

  facet('a side can be left open', async () => {
    expect(await found(`${from}--..`)).toEqual(within(from, null));
    expect(await found(`..--${to}`)).toEqual(within(null, to));
  });

  facet('anything else than two bounds in order is refused by name', async () => {
    const ranges = [
      '..--..',
      `${to}--${from}`,
      `${from}/${to}`,
      from,
      `${from}--`,
      `--${to}`,
      '',
      'a--b',
      'null',
      `${from}--${to}--${to}`,
      `${from}--${to},${from}--${to}`,
      `${from}--P1D`,
      'null--..',
    ];
    for (const range of ranges) {
      expect([range, ...refused(await get(`${parameter}=${range}`))]).toEqual([range, 400, [parameter]]);
    }
    expect(refused(await get(`${parameter}=${from}--${to}&${parameter}=${from}--${to}`))).toEqual([400, [parameter]]);
  });

  facet('a range has no negative', async () => {
    expect(refused(await get(`-${parameter}=${from}--${to}`))).toEqual([400, [`-${parameter}`]]);
  });

  facet.runIf(filter.kind === 'instant')('a moment needs its zone, and may be given in any', async () => {
    for (const bound of [
      '2024-01-01',
      '2024-01-01T00:00:00',
      '2024-02-30T00:00:00Z',
      '2024-01-01T00:00:00.12345678Z',
    ]) {
      expect([bound, ...refused(await get(`${parameter}=${bound}--..`))]).toEqual([bound, 400, [parameter]]);
    }
    const shifted = new Date(Date.parse(from) + 2 * 3_600_000).toISOString().replace('Z', '%2B02:00');
    expect(await found(`${shifted}--..`)).toEqual(within(from, null));
  });

  facet.runIf(filter.kind !== 'number')('a range under the bare name means the same', async () => {
    expect(await found(`${from}--${to}`, name)).toEqual(within(from, to));
    const { status, body } = await get(`${name}=..--..`);
    expect([status, Object.keys(body.errors)]).toEqual([400, [name]]);
  });
});

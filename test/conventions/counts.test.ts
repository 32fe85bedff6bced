/**
 * Every filter of every list is answered with a count: alone and negated, for a caller of one establishment, and at other times.
 * No rows are needed to see that a statement can be planned, on one PostgreSQL and on the workers of Citus.
 */
import { filtersOf } from '@muster/contract/kit/list.ts';
import type { Filter, Resource } from '@muster/contract/kit/resource.ts';
import { momentsOf } from '@muster/contract/moments.ts';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answering, createExample, newcomer, pathOf } from '../support/examples.ts';
import { oneIn } from '../support/form.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';

let service: TestService;
let client: TestClient;
let limited: TestClient;

beforeAll(async () => {
  service = await testService();
  const { account, client: everything } = await newcomer(service);
  client = everything;
  const { id } = await createExample(client, businessEstablishments);
  limited = await service.client(account, { establishments: [id] });
  service.advance(1000);
});
afterAll(() => service.stop());

const day = '2024-01-01';
const instant = `${day}T00:00:00Z`;

const someOf = ({ kind, values, isNullOnly, isTopics, lengths }: Filter): string => {
  if (isNullOnly) return 'null';
  if (isTopics) return 'employee.created';
  if (values?.[0] !== undefined) return values[0];
  const uuid = '00000000-0000-4000-8000-000000000000';
  const plain = { boolean: 'true', date: day, instant, integer: '1', decimal: '1', number: '1', uuid, text: 'x' };
  return kind === 'text' ? 'x'.repeat(lengths?.[0] ?? 1) : plain[kind];
};

const queriesOf = (name: string, filter: Filter): string[] => {
  const value = someOf(filter);
  const isOf = (form: Filter['forms'][number]) => filter.forms.includes(form);
  return [
    ...(isOf('equal') ? [`${name}=${value}`, `-${name}=${value}`] : []),
    ...(isOf('range') ? [`${name}.between=${value}--..`] : []),
    ...(isOf('day') ? [`${name}.asOf=${day}`] : []),
  ];
};

const timesOf = (resource: Resource): string[] =>
  momentsOf(resource).map(
    (name) => `&${name}=${(name === 'asOf' ? (at: string) => at.slice(0, 10) : String)(service.now().toISOString())}`,
  );

const counted = oneIn(8, answering('list'), 3).map((resource, place) => ({ path: resource.path, resource, place }));

test.each(counted)('lists of $path are counted with each filter', async ({ resource, place }) => {
  const queries = ['', ...Object.entries(filtersOf(resource)).flatMap(([name, filter]) => queriesOf(name, filter))];
  const asked = queries.flatMap((query) => [
    { query, by: client },
    { query, by: limited },
    ...timesOf(resource).map((time) => ({ query: query + time, by: client })),
  ]);
  for (const { query, by } of oneIn(5, asked, place)) {
    const { status, body, text } = await by.call('GET', `${pathOf(resource)}?limit=1&include=totalCount&${query}`);
    expect([query, status, status === 200 ? '' : text]).toEqual([query, 200, '']);
    expect([query, body.totalCount]).toEqual([query, expect.any(Number)]);
  }
});

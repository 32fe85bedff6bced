import { sortKeysOf } from '@muster/contract/kit/list.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { beforeAll, describe, expect } from 'vitest';
import { answering, createExample, everyRow, newcomer, pathOf, populate, type Row } from '../support/examples.ts';
import { facetsOf } from '../support/facets.ts';
import { oneIn } from '../support/form.ts';
import { idsOf, sortedRows } from '../support/list-model.ts';
import { type SharedService, sharedService, type TestClient } from '../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

/** Texts that differ in case, accents and script, so that sorting by code point would fail. */
const texts = ['banana', 'Éclair', 'eclair', 'Zebra', 'apple', 'zebra', 'äpfel', 'Banana'];

const isAddress = ({ fields }: Resource, name: string) => fields[name]?.write.format === 'email';
/** Local parts have neither accents nor other scripts. */
const addressOf = (text: string) => `${text.normalize('NFD').replaceAll(/[^a-z]/gi, '')}@example.com`;

const cases = answering('list').flatMap((resource) => sortKeysOf(resource).map((key) => ({ resource, key })));

const listed = answering('list');

describe.each(oneIn(8, listed, 3))('$path', (resource: Resource) => {
  const facet = facetsOf(listed, resource);
  const path = pathOf(resource);
  let client: TestClient;
  let rows: Row[];

  beforeAll(async () => {
    client = (await newcomer(service)).client;
    const ordered = resource.sortable.filter((name) => resource.fields[name]?.column === 'text');
    if (resource.operations.includes('create')) {
      // More than nine, so that sorting ids as text would fail; two of each text, so that there are ties.
      for (const text of [...texts, ...texts]) {
        const valued = ordered.map((name) => [name, isAddress(resource, name) ? addressOf(text) : text]);
        await createExample(client, resource, Object.fromEntries(valued));
      }
    } else await populate(service, client, resource, 12);
    rows = await everyRow(client, resource);
  });

  const order = async (sort: string) => idsOf((await client.call('GET', `${path}?limit=1000&sort=${sort}`)).body.items);

  facet.each(cases.filter((one) => one.resource === resource))('$key orders in both directions', async ({ key }) => {
    expect(await order(key)).toEqual(idsOf(sortedRows(resource, rows, key)));
    expect(await order(`-${key}`)).toEqual(idsOf(sortedRows(resource, rows, `-${key}`)));
  });

  facet('a list without sort is ordered by ascending id', async () => {
    expect(idsOf(rows)).toEqual(idsOf(sortedRows(resource, rows, 'id')));
  });

  facet('several keys order one after the other, in one parameter or repeated', async () => {
    const keys = sortKeysOf(resource).toReversed();
    const sort = keys.map((key, index) => (index % 2 === 0 ? `-${key}` : key)).join(',');
    expect(await order(sort)).toEqual(idsOf(sortedRows(resource, rows, sort)));
    expect(await order(sort.replaceAll(',', '&sort='))).toEqual(idsOf(sortedRows(resource, rows, sort)));
  });

  facet('one leading plus sign or blank means ascending', async () => {
    for (const key of sortKeysOf(resource)) {
      for (const prefix of ['+', '%2B', '%20']) expect(await order(prefix + key)).toEqual(await order(key));
    }
  });

  facet.each(['nothing', '-nothing', 'id,id', 'id,-id', '--id', '++id', 'ID', 'id,', '-', 'type', 'links', 'id;id'])(
    'sort=%s is refused by name',
    async (sort) => {
      const { status, body } = await client.call('GET', `${path}?sort=${sort}`);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['sort']]);
    },
  );

  facet('a member outside the closed list of keys is refused', async () => {
    const others = Object.keys(resource.fields).filter((name) => !sortKeysOf(resource).includes(name));
    for (const name of others) {
      expect((await client.call('GET', `${path}?sort=${name}`)).body.errors).toHaveProperty('sort');
    }
  });
});

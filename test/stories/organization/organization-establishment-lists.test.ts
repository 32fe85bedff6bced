/** Lists of establishments: embedded data, and search. */
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { scopes as everyScope } from '@muster/contract/scopes.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { newcomer, pathOf, type Row } from '../../support/examples.ts';
import { establishment, fieldErrors, found, legalEntity } from '../../support/organization/organization.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;
let owner: Row;

beforeAll(async () => {
  service = await sharedService();
  ({ account, client } = await newcomer(service));
  owner = await legalEntity(client);
});

const path = pathOf(businessEstablishments);

describe('embedded', () => {
  test('brings the owners of a page along once, by id, and of one establishment its own', async () => {
    const [one, other] = [await legalEntity(client), await legalEntity(client)];
    const [first] = [
      await establishment(client, one),
      await establishment(client, one),
      await establishment(client, other),
    ];
    const { body } = await client.call('GET', `${path}?legalEntity.id=${one.id},${other.id}&include=embedded`);
    expect(body.items).toHaveLength(3);
    expect(body.embedded).toEqual({ 'legal-entity': { [one.id]: one, [other.id]: other } });
    const single = await client.call('GET', `${path}/${first.id}?include=embedded`);
    expect(single.body.embedded).toEqual({ 'legal-entity': { [one.id]: one } });
    const written = await client.call('PATCH', `${path}/${first.id}?include=embedded`, { body: { name: 'Elsewhere' } });
    expect(written.body.embedded).toEqual({ 'legal-entity': { [one.id]: one } });
  });

  test('keeps the key and nothing behind it without the scope of legal entities', async () => {
    const scopes = everyScope.filter((scope) => !scope.startsWith('legal-entities'));
    const limited = await service.client(account, { scopes });
    const { id } = await establishment(client, owner);
    for (const at of [`${path}?id=${id}`, `${path}/${id}?`]) {
      expect((await limited.call('GET', `${at}&include=embedded`)).body.embedded).toEqual({ 'legal-entity': {} });
    }
  });
});

describe('search', () => {
  let names: Record<string, string>;
  let searcher: TestClient;
  beforeAll(async () => {
    ({ client: searcher } = await newcomer(service));
    const own = await legalEntity(searcher);
    names = {};
    for (const [name, remoteId] of [
      ['Zürich Sihlcity', 'ZRH-1'],
      ['ZURICH Airport', null],
      ['100% Lyon', 'lyo_1'],
      ['1000 Lyon', 'lyo-1'],
      ['Back\\slash, comma', null],
    ] as const) {
      names[(await establishment(searcher, own, { name, remoteId })).id] = name;
    }
  });
  test.each([
    ['zurich', ['Zürich Sihlcity', 'ZURICH Airport']],
    ['ÜRI', ['Zürich Sihlcity', 'ZURICH Airport']],
    ['zrh', ['Zürich Sihlcity']],
    ['h s', ['Zürich Sihlcity']],
    ['%', ['100% Lyon']],
    ['0% l', ['100% Lyon']],
    ['o_1', ['100% Lyon']],
    ['o-1', ['1000 Lyon']],
    ['\\', ['Back\\slash, comma']],
    ['h, c', ['Back\\slash, comma']],
    ['null', []],
    ['cityzrh', []],
    ['city ZRH', []],
  ])('for %s finds any part of name or remote id, and wildcards are text', async (search, expected) => {
    const ids = await found(searcher, businessEstablishments, `search=${encodeURIComponent(search)}`);
    expect(ids.map((id) => names[id])).toEqual(expected);
  });
  test('needs at least one character', async () => {
    expect(await fieldErrors(searcher, 'GET', `${path}?search=`)).toEqual(['search']);
  });
});

import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeClient } from '../../../cli/client-applications.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { createExample, newcomer, pathOf, type Row } from '../../support/examples.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  establishment,
  found,
  legalEntity,
  removalErrors,
  removalStatus,
} from '../../support/organization/organization.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;
let owner: Row;

beforeAll(async () => {
  service = await testService();
  ({ account, client } = await newcomer(service));
  owner = await legalEntity(client);
});
afterAll(() => service.stop());

const path = pathOf(businessEstablishments);
const valid = () => ({ name: 'Lyon', legalEntity: { id: owner.id } });

test('an establishment is read as it was created, every member present and in order', async () => {
  const given = {
    name: 'Lyon Part-Dieu',
    remoteId: 'EST-LYO',
    isHeadquarters: true,
    taxIdentificationNumber: { format: 'franceSIRET', value: '90451827100013' },
    industryCode: { format: 'franceAPE', value: '6201Z' },
    address: {
      addressLines: ['14 rue des Tisserands'],
      postalCode: '69003',
      locality: 'Lyon',
      administrativeArea: null,
      countryCode: 'FRA',
    },
    timezoneId: 'Europe/Paris',
  };
  const own = await legalEntity(client);
  const { body } = await client.call('POST', `${path}?include=links`, {
    body: { ...given, legalEntity: { id: own.id } },
  });
  expect(body).toEqual({
    id: expect.stringMatching(/^\d+$/),
    type: 'business-establishment',
    url: `${service.url}${path}/${body.id}`,
    ...given,
    legalEntity: { id: own.id, type: 'legal-entity', url: own.url },
    isArchived: false,
    lastArchivedAt: null,
    createdAt: expect.stringMatching(/Z$/),
    lastUpdatedAt: body.createdAt,
    links: {},
    embedded: null,
  });
});

describe('the legal entity', () => {
  test('must exist', async () => {
    for (const id of ['999999', 'none', '0', '-1', '1e3', `${owner.id}x`]) {
      const wrong = { ...valid(), legalEntity: { id } };
      expect(await creationErrors(client, businessEstablishments, wrong)).toEqual(['legalEntity']);
    }
    expect(await creationErrors(client, businessEstablishments, { name: 'Lyon' })).toEqual(['legalEntity']);
  });

  test('may be sent back as it is read, and an address or a type that does not fit is refused', async () => {
    const { legalEntity: reference } = await establishment(client, owner);
    expect(await establishment(client, owner, { legalEntity: reference })).toMatchObject({ legalEntity: reference });
    const wrong = { id: owner.id, url: 'https://elsewhere.example/svc-api/legal-entities/1' };
    expect(await creationErrors(client, businessEstablishments, { ...valid(), legalEntity: wrong })).toEqual([
      'legalEntity.url',
    ]);
    const other = { id: owner.id, type: 'department' };
    expect(await creationErrors(client, businessEstablishments, { ...valid(), legalEntity: other })).toEqual([
      'legalEntity.type',
    ]);
  });

  test('can change to another one that is not archived', async () => {
    const [made, other] = [await establishment(client, owner), await legalEntity(client)];
    const moved = await changed(client, businessEstablishments, made, { legalEntity: { id: other.id } });
    expect(moved).toMatchObject({ legalEntity: { id: other.id, url: other.url } });
    expect(await found(client, businessEstablishments, `legalEntity.id=${other.id}`)).toEqual([made.id]);
    expect(await changeErrors(client, businessEstablishments, made, { legalEntity: null })).toEqual(['legalEntity']);
  });

  test('that was archived later stays valid', async () => {
    const own = await legalEntity(client);
    const made = await establishment(client, own, { isArchived: true });
    await changed(client, legalEntities, own, { isArchived: true });
    const kept = await changed(client, businessEstablishments, made, { name: 'New', legalEntity: { id: own.id } });
    expect(kept).toMatchObject({ name: 'New', legalEntity: { id: own.id } });
  });
});

test('a legal entity has at most one headquarters, which is first taken from the other one', async () => {
  const [own, other] = [await legalEntity(client), await legalEntity(client)];
  const head = await establishment(client, own, { isHeadquarters: true });
  const branch = await establishment(client, own);
  expect(branch).toMatchObject({ isHeadquarters: false });
  const second = { name: 'Second', legalEntity: { id: own.id }, isHeadquarters: true };
  expect(await creationErrors(client, businessEstablishments, second)).toEqual(['isHeadquarters']);
  expect(await changeErrors(client, businessEstablishments, branch, { isHeadquarters: true })).toEqual([
    'isHeadquarters',
  ]);
  const foreign = await establishment(client, other, { isHeadquarters: true });
  const move = { legalEntity: { id: own.id } };
  expect(await changeErrors(client, businessEstablishments, foreign, move)).toEqual(['isHeadquarters']);
  await changed(client, businessEstablishments, head, { isHeadquarters: false });
  await changed(client, businessEstablishments, branch, { isHeadquarters: true });
});

test('an establishment nobody works in is archived and brought back', async () => {
  const made = await establishment(client, owner);
  service.advance(10);
  const archived = await changed(client, businessEstablishments, made, { isArchived: true });
  expect(archived).toMatchObject({ isArchived: true, lastArchivedAt: archived.lastUpdatedAt });
  const back = await changed(client, businessEstablishments, made, { isArchived: false });
  expect(back).toMatchObject({ isArchived: false, lastArchivedAt: archived.lastArchivedAt });
});

describe('a French tax number', () => {
  const siret = (value: string) => ({ taxIdentificationNumber: { format: 'franceSIRET', value } });
  const siren = (value: string) => ({ taxIdentificationNumber: { format: 'franceSIREN', value } });
  const error = 'taxIdentificationNumber.value';

  test('begins with that of the legal entity, blanks ignored', async () => {
    const own = await legalEntity(client, siren('904 518 271'));
    for (const value of ['90451827100013', '904 518 271 00013', '904518271'])
      await establishment(client, own, siret(value));
    for (const value of ['90451827200013', '9045182', '1904518271']) {
      const wrong = { name: 'Wrong', legalEntity: { id: own.id }, ...siret(value) };
      expect(await creationErrors(client, businessEstablishments, wrong)).toEqual([error]);
    }
    const made = await establishment(client, own);
    expect(await changeErrors(client, businessEstablishments, made, siret('123456789'))).toEqual([error]);
    await changed(client, businessEstablishments, made, siret('90451827100021'));
    const partial = { taxIdentificationNumber: { value: '1' } };
    expect(await changeErrors(client, businessEstablishments, made, partial)).toEqual([error]);
  });

  test('is looked at again when the establishment moves', async () => {
    const [own, other, none] = [
      await legalEntity(client, siren('111111111')),
      await legalEntity(client, siren('222222222')),
      await legalEntity(client),
    ];
    const made = await establishment(client, own, siret('11111111100001'));
    const toOther = { legalEntity: { id: other.id } };
    expect(await changeErrors(client, businessEstablishments, made, toOther)).toEqual([error]);
    await changed(client, businessEstablishments, made, { ...toOther, ...siret('22222222200001') });
    await changed(client, businessEstablishments, made, { legalEntity: { id: none.id } });
  });

  test('is not looked at where either is of another form', async () => {
    const own = await legalEntity(client, siren('111111111'));
    for (const format of ['other', 'spainNIF'])
      await establishment(client, own, { taxIdentificationNumber: { format, value: '2' } });
    const other = await legalEntity(client, { taxIdentificationNumber: { format: 'other', value: '3' } });
    await establishment(client, other, siret('4'));
  });
});

describe('deleting', () => {
  test('waits until no occupation category names it', async () => {
    const [first, second] = [await establishment(client, owner), await establishment(client, owner)];
    const category = await createExample(client, occupationCategories, {
      businessEstablishments: [{ id: first.id }, { id: second.id }],
    });
    expect(await removalErrors(client, businessEstablishments, second)).toEqual(['id']);
    await changed(client, occupationCategories, category, { businessEstablishments: [{ id: first.id }] });
    expect(await removalStatus(client, businessEstablishments, second)).toBe(204);
    await changed(client, occupationCategories, category, { businessEstablishments: null });
    expect(await removalStatus(client, businessEstablishments, first)).toBe(204);
  });

  test('waits until no client application names it', async () => {
    const made = await establishment(client, owner);
    const { credentials } = await service.client(account, { establishments: [made.id] });
    expect(await removalErrors(client, businessEstablishments, made)).toEqual(['id']);
    await changeClient(service, credentials.clientId, { establishments: null });
    expect(await removalStatus(client, businessEstablishments, made)).toBe(204);
  });
});

describe('the address', () => {
  test('is read with every member, in one order, whatever was left out', async () => {
    const { address } = await establishment(client, owner, {
      address: { countryCode: 'FRA', addressLines: ['1 rue Haute', 'Bâtiment B'] },
    });
    expect(Object.entries(address as object)).toEqual([
      ['addressLines', ['1 rue Haute', 'Bâtiment B']],
      ['postalCode', null],
      ['locality', null],
      ['administrativeArea', null],
      ['countryCode', 'FRA'],
    ]);
  });

  test('is merged member by member, its lines as a whole', async () => {
    const made = await establishment(client, owner, { address: { addressLines: ['1', '2'], locality: 'Lyon' } });
    const patched = await changed(client, businessEstablishments, made, {
      address: { addressLines: ['3'], postalCode: '69003' },
    });
    expect(patched.address).toEqual({
      addressLines: ['3'],
      postalCode: '69003',
      locality: 'Lyon',
      administrativeArea: null,
      countryCode: null,
    });
    const asItIs = await changed(client, businessEstablishments, made, { address: { administrativeArea: null } });
    expect(asItIs).toEqual(patched);
    expect(await changed(client, businessEstablishments, made, { address: null })).toMatchObject({ address: null });
    expect(await changeErrors(client, businessEstablishments, made, { address: { locality: 'Lyon' } })).toEqual([
      'address.addressLines',
    ]);
  });

  test.each([
    [{ locality: 'Lyon' }, 'address.addressLines'],
    [{ addressLines: [] }, 'address.addressLines'],
    [{ addressLines: [''] }, 'address.addressLines.0'],
    [{ addressLines: '1 rue Haute' }, 'address.addressLines'],
    [{ addressLines: null }, 'address.addressLines'],
    [{ addressLines: ['1'], countryCode: 'fra' }, 'address.countryCode'],
    [{ addressLines: ['1'], countryCode: 'CUW' }, 'address.countryCode'],
    [{ addressLines: ['1'], postalCode: 69003 }, 'address.postalCode'],
    [{ addressLines: ['1'], street: 'rue Haute' }, 'address.street'],
    ['1 rue Haute', 'address'],
    [['1 rue Haute'], 'address'],
  ])('is refused as %j', async (address, error) => {
    expect(await creationErrors(client, businessEstablishments, { ...valid(), address })).toEqual([error]);
  });
});

test.each([
  ['empty', ''],
  ['long', 'x'.repeat(1000)],
])('a part of an address may be %s', async (_, locality) => {
  const address = { addressLines: ['1'], locality };
  expect(await establishment(client, owner, { address })).toMatchObject({ address });
});

test('a timezone is an IANA name', async () => {
  const names = ['Europe/Paris', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+5', 'EST5EDT', 'Asia/Kolkata'];
  for (const timezoneId of names)
    expect(await establishment(client, owner, { timezoneId })).toMatchObject({ timezoneId });
  for (const timezoneId of ['Europe/Lyon', '', '+02:00', '+0200', 'CEST', 'Europe/Paris ', 2, 'Paris']) {
    expect(await creationErrors(client, businessEstablishments, { ...valid(), timezoneId })).toEqual(['timezoneId']);
  }
});

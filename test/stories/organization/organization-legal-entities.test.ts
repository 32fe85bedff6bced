import { countryCodes, currencyCodes } from '@muster/contract/codes.ts';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExample, newcomer, pathOf, unique } from '../../support/examples.ts';
import { oneIn } from '../../support/form.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  establishment,
  fieldErrors,
  found,
  legalEntity,
  removalErrors,
  removalStatus,
} from '../../support/organization/organization.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  ({ client } = await newcomer(service));
});
afterAll(() => service.stop());

const path = pathOf(legalEntities);
const valid = () => ({ legalName: `Alderbrook ${unique()}`, countryCode: 'FRA', currencyCode: 'EUR' });

test('a legal entity is read as it was created, every member present and in order', async () => {
  const given = {
    ...valid(),
    remoteId: 'LE-FR-01',
    taxIdentificationNumber: { format: 'franceSIREN', value: '904518271' },
    industryCode: { format: 'franceAPE', value: '6201Z' },
  };
  const { body } = await client.call('POST', `${path}?include=links,embedded`, { body: given });
  expect(body).toEqual({
    id: expect.stringMatching(/^\d+$/),
    type: 'legal-entity',
    url: `${service.url}${path}/${body.id}`,
    ...given,
    isArchived: false,
    createdAt: expect.stringMatching(/Z$/),
    lastUpdatedAt: body.createdAt,
    lastArchivedAt: null,
    links: {
      businessEstablishments: { href: `${service.url}/svc-api/business-establishments?legalEntity.id=${body.id}` },
    },
    embedded: {},
  });
  const owned = await establishment(client, body);
  const linked = await client.call('GET', body.links.businessEstablishments.href);
  expect(linked.body.items).toEqual([owned]);
});

test('the legal name is unique, whatever its case and the blanks around it', async () => {
  const first = await legalEntity(client, { legalName: 'Éclair SA' });
  for (const legalName of ['Éclair SA', 'ÉCLAIR sa', '  éclair SA ']) {
    expect(await creationErrors(client, legalEntities, { ...valid(), legalName })).toEqual(['legalName']);
  }
  const second = await legalEntity(client);
  expect(await changeErrors(client, legalEntities, second, { legalName: ' éclair sa' })).toEqual(['legalName']);
  expect(await changed(client, legalEntities, first, { legalName: ' éclair sa ' })).toMatchObject({
    legalName: ' éclair sa ',
  });
});

test('an archived legal entity keeps its name to itself, a deleted one does not', async () => {
  const archived = await legalEntity(client, { legalName: 'Once AG', isArchived: true });
  expect(await creationErrors(client, legalEntities, { ...valid(), legalName: 'once ag' })).toEqual(['legalName']);
  expect(await removalStatus(client, legalEntities, archived)).toBe(204);
  await legalEntity(client, { legalName: 'once ag' });
});

describe('archiving', () => {
  test('waits until no establishment is in use', async () => {
    const owner = await legalEntity(client);
    const [first, second] = [await establishment(client, owner), await establishment(client, owner)];
    expect(await changeErrors(client, legalEntities, owner, { isArchived: true })).toEqual(['isArchived']);
    await changed(client, businessEstablishments, first, { isArchived: true });
    expect(await changeErrors(client, legalEntities, owner, { isArchived: true })).toEqual(['isArchived']);
    await client.call('DELETE', pathOf(businessEstablishments, second.id));
    expect(await changed(client, legalEntities, owner, { isArchived: true })).toMatchObject({ isArchived: true });
  });

  test('sets its moment, bringing back keeps it, and archiving again moves it', async () => {
    const owner = await legalEntity(client);
    service.advance(10);
    const archived = await changed(client, legalEntities, owner, { isArchived: true });
    expect(archived.lastArchivedAt).toBe(archived.lastUpdatedAt);
    const back = await changed(client, legalEntities, owner, { isArchived: false });
    expect(back).toMatchObject({ isArchived: false, lastArchivedAt: archived.lastArchivedAt });
    service.advance(10);
    const again = await changed(client, legalEntities, owner, { isArchived: true });
    expect(String(again.lastArchivedAt) > String(archived.lastArchivedAt)).toBe(true);
    service.advance(10);
    expect(await changed(client, legalEntities, owner, { isArchived: true })).toEqual(again);
  });

  test('ends new establishments, created or moved there', async () => {
    const [archived, other] = [await legalEntity(client, { isArchived: true }), await legalEntity(client)];
    const legalEntityOf = { legalEntity: { id: archived.id } };
    expect(await creationErrors(client, businessEstablishments, { name: 'Late', ...legalEntityOf })).toEqual([
      'legalEntity',
    ]);
    const elsewhere = await establishment(client, other);
    expect(await changeErrors(client, businessEstablishments, elsewhere, legalEntityOf)).toEqual(['legalEntity']);
  });
});

describe('deleting', () => {
  test('waits until no establishment names it, archived ones included', async () => {
    const owner = await legalEntity(client);
    const owned = await establishment(client, owner, { isArchived: true });
    expect(await removalErrors(client, legalEntities, owner)).toEqual(['id']);
    expect(await removalStatus(client, businessEstablishments, owned)).toBe(204);
    expect(await removalStatus(client, legalEntities, owner)).toBe(204);
    expect((await client.call('GET', `${path}/${owner.id}`)).status).toBe(404);
  });

  test('waits until no employment template names it, archived ones included', async () => {
    const [owner, other] = [await legalEntity(client), await legalEntity(client)];
    const template = await createExample(client, employmentTemplates, {
      legalEntities: [{ id: other.id }, { id: owner.id }],
      isArchived: true,
    });
    expect(await removalErrors(client, legalEntities, owner)).toEqual(['id']);
    await changed(client, employmentTemplates, template, { legalEntities: [{ id: other.id }] });
    expect(await removalStatus(client, legalEntities, owner)).toBe(204);
  });
});

describe('numbers of authorities', () => {
  test('are not checked against their form', async () => {
    for (const format of ['other', 'franceSIREN', 'spainNIF', 'germanySN']) {
      const taxIdentificationNumber = { format, value: 'anything at all' };
      expect(await legalEntity(client, { taxIdentificationNumber })).toMatchObject({ taxIdentificationNumber });
    }
    for (const format of ['other', 'franceAPE', 'spainCNAE', 'germanyWZ', 'usaNAICS']) {
      const industryCode = { format, value: '?' };
      expect(await legalEntity(client, { industryCode })).toMatchObject({ industryCode });
    }
  });

  test.each([
    ['taxIdentificationNumber', { format: 'other' }, 'taxIdentificationNumber.value'],
    ['taxIdentificationNumber', { value: '1' }, 'taxIdentificationNumber.format'],
    ['taxIdentificationNumber', { format: 'franceSIRET', value: '1' }, 'taxIdentificationNumber.format'],
    ['taxIdentificationNumber', { format: 'other', value: '' }, 'taxIdentificationNumber.value'],
    ['taxIdentificationNumber', { format: 'other', value: 'x'.repeat(101) }, 'taxIdentificationNumber.value'],
    ['taxIdentificationNumber', { format: 'other', value: '1', country: 'FRA' }, 'taxIdentificationNumber.country'],
    ['industryCode', { format: 'other', value: 'x'.repeat(51) }, 'industryCode.value'],
    ['industryCode', { format: 'other', value: null }, 'industryCode.value'],
    ['industryCode', 'J62', 'industryCode'],
  ])('%s is refused as %j', async (member, value, error) => {
    expect(await creationErrors(client, legalEntities, { ...valid(), [member]: value })).toEqual([error]);
  });

  test('are merged member by member, and cleared by null', async () => {
    const made = await legalEntity(client, { industryCode: { format: 'other', value: '1' } });
    expect(await changed(client, legalEntities, made, { industryCode: { value: '2' } })).toMatchObject({
      industryCode: { format: 'other', value: '2' },
    });
    expect(await changed(client, legalEntities, made, { industryCode: null })).toMatchObject({ industryCode: null });
    expect(await changeErrors(client, legalEntities, made, { industryCode: { value: '3' } })).toEqual([
      'industryCode.format',
    ]);
  });
});

describe('codes', () => {
  /** Hundreds at once would be refused on a busy machine. */
  async function oneByOne<Value, Row>(values: readonly Value[], create: (value: Value) => Promise<Row>) {
    const rows: Row[] = [];
    for (const value of values) rows.push(await create(value));
    return rows;
  }

  test('every country of the list is accepted, and no other', async () => {
    expect(countryCodes).toHaveLength(247);
    const tried = [...new Set([countryCodes[0], ...oneIn(20, countryCodes), countryCodes.at(-1)])];
    const { client: fresh } = await newcomer(service);
    const made = await oneByOne(tried, (countryCode) => legalEntity(fresh, { countryCode }));
    expect(made.map(({ countryCode }) => countryCode)).toEqual(tried);
    for (const countryCode of ['BES', 'CUW', 'fra', 'FR', 'XXX', '', null, 250]) {
      expect(await creationErrors(client, legalEntities, { ...valid(), countryCode })).toEqual(['countryCode']);
    }
    expect(await found(fresh, legalEntities, 'countryCode=ZWE,ABW&sort=-id')).toEqual([made.at(-1)?.id, made[0]?.id]);
  });

  test('every currency of the list is accepted, and no other', async () => {
    expect(currencyCodes).toHaveLength(302);
    const tried = oneIn(20, currencyCodes);
    const made = await oneByOne(tried, (currencyCode) => legalEntity(client, { currencyCode }));
    expect(made.map(({ currencyCode }) => currencyCode)).toEqual(tried);
    for (const currencyCode of ['SLE', 'VED', 'XCG', 'ZWG', 'eur', 'EU', '', null]) {
      expect(await creationErrors(client, legalEntities, { ...valid(), currencyCode })).toEqual(['currencyCode']);
    }
  });

  test('a filter by country takes the codes of the list alone', async () => {
    for (const value of ['fra', 'BES', 'FRA,fra', 'null']) {
      expect(await fieldErrors(client, 'GET', `${path}?countryCode=${value}`)).toEqual(['countryCode']);
    }
    const { client: fresh } = await newcomer(service);
    const [french, german] = [
      await legalEntity(fresh, { countryCode: 'FRA' }),
      await legalEntity(fresh, { countryCode: 'DEU' }),
    ];
    expect(await found(fresh, legalEntities, 'countryCode=FRA')).toEqual([french.id]);
    expect(await found(fresh, legalEntities, '-countryCode=FRA')).toEqual([german.id]);
    expect(await fieldErrors(fresh, 'GET', `${path}?-countryCode=fra`)).toEqual(['-countryCode']);
  });
});

test('there is no search, and lengths are bounded', async () => {
  expect(await fieldErrors(client, 'GET', `${path}?search=a`)).toEqual(['search']);
  for (const wrong of [{ legalName: '' }, { legalName: 'x'.repeat(256) }]) {
    expect(await creationErrors(client, legalEntities, { ...valid(), ...wrong })).toEqual(['legalName']);
  }
  for (const remoteId of ['', 'x'.repeat(51)]) {
    expect(await creationErrors(client, legalEntities, { ...valid(), remoteId })).toEqual(['remoteId']);
  }
  const same = { remoteId: 'x'.repeat(50) };
  await legalEntity(client, { ...same, legalName: 'y'.repeat(255) });
  expect(await legalEntity(client, same)).toMatchObject(same);
});

test('an archived legal entity takes none of its establishments back', async () => {
  const owner = await legalEntity(client);
  const place = await establishment(client, owner);
  await changed(client, businessEstablishments, place, { isArchived: true });
  await changed(client, legalEntities, owner, { isArchived: true });
  expect(await changeErrors(client, businessEstablishments, place, { isArchived: false })).toEqual(['isArchived']);
  await changed(client, legalEntities, owner, { isArchived: false });
  expect(await changed(client, businessEstablishments, place, { isArchived: false })).toMatchObject({
    isArchived: false,
  });
});

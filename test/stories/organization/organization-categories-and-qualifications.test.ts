import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { jobQualifications } from '@muster/contract/resources/job-qualifications.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { professions } from '@muster/contract/resources/professions.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { createExample, newcomer, pathOf, type Row, unique } from '../../support/examples.ts';
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
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  ({ client } = await newcomer(service));
});

describe.each([occupationCategories, professions, jobQualifications])('the title of $path', (resource) => {
  test('is unique, whatever its case and the blanks around it, and free again after a deletion', async () => {
    const first = await createExample(client, resource, { title: 'Écart' });
    const { id: _, ...body } = await createExample(client, resource);
    const { title, profession, rank } = body;
    const creation = { ...(profession ? { profession, rank } : {}) };
    for (const taken of ['Écart', 'éCART', '  écart  ']) {
      expect(await creationErrors(client, resource, { ...creation, title: taken })).toEqual(['title']);
    }
    expect(await creationErrors(client, resource, { ...creation, title: String(title).toUpperCase() })).toEqual([
      'title',
    ]);
    const other = await createExample(client, resource);
    expect(await changeErrors(client, resource, other, { title: 'ÉCART' })).toEqual(['title']);
    expect(await removalStatus(client, resource, first)).toBe(204);
    expect(await changed(client, resource, other, { title: 'ÉCART' })).toMatchObject({ title: 'ÉCART' });
  });

  test('has translations that obey its bounds, and no other key', async () => {
    const t9n = { title: { 'fr-FR': 'Titre', 'es-ES': 'Título' } };
    const made = await createExample(client, resource, { t9n });
    expect(made).toMatchObject({ t9n });
    expect(await changed(client, resource, made, { t9n: { title: { 'es-ES': null } } })).toMatchObject({
      t9n: { title: { 'fr-FR': 'Titre' } },
    });
    for (const [wrong, error] of [
      [{ name: {} }, 't9n.name'],
      [{ title: { 'xx-XX': 'x' } }, 't9n.title.xx-XX'],
      [{ title: { 'fr-FR': '' } }, 't9n.title.fr-FR'],
    ] as const) {
      expect(await changeErrors(client, resource, made, { t9n: wrong })).toEqual([error]);
    }
  });
});

test('titles of professions and qualifications are trimmed before their length is judged, those of categories kept', async () => {
  for (const resource of [professions, jobQualifications]) {
    const title = `Data engineer ${unique()}`;
    const made = await createExample(client, resource, { title: ` \t ${title} ` });
    expect(made).toMatchObject({ title });
    expect(await changed(client, resource, made, { title: `  ${title}  ` })).toEqual(made);
    expect(await changeErrors(client, resource, made, { title: '   ' })).toEqual(['title']);
  }
  const exact = 'x'.repeat(255);
  expect(await createExample(client, professions, { title: `  ${exact}  ` })).toMatchObject({ title: exact });
  expect(await creationErrors(client, professions, { title: `y${exact}` })).toEqual(['title']);
  const blank = ` Executive ${unique()} `;
  expect(await createExample(client, occupationCategories, { title: blank })).toMatchObject({ title: blank });
  const long = `z${'x'.repeat(5000)}`;
  expect(await createExample(client, jobQualifications, { title: long })).toMatchObject({ title: long });
});

describe('a category', () => {
  let places: [Row, Row, Row];
  let owner: Row;
  beforeAll(async () => {
    owner = await legalEntity(client);
    const make = () => establishment(client, owner);
    places = [await make(), await make(), await make()];
  });
  const at = (...rows: Row[]) => ({ businessEstablishments: rows.map(({ id }) => ({ id })) });

  test('is read as it was created, every member present and in order', async () => {
    const [place] = places;
    const t9n = { title: { 'fr-FR': 'Cadre' } };
    const { body } = await client.call('POST', `${pathOf(occupationCategories)}?include=links,embedded`, {
      body: { title: 'Executive', ...at(place), t9n },
    });
    expect(body).toEqual({
      id: expect.stringMatching(/^\d+$/),
      type: 'occupation-category',
      url: `${service.url}${pathOf(occupationCategories)}/${body.id}`,
      title: 'Executive',
      businessEstablishments: [{ id: place.id, type: 'business-establishment', url: place.url }],
      createdAt: expect.stringMatching(/Z$/),
      lastUpdatedAt: body.createdAt,
      t9n,
      links: {},
      embedded: {},
    });
  });

  test('is used everywhere, or in a list that is never empty and names each once', async () => {
    const made = await createExample(client, occupationCategories);
    expect(made).toMatchObject({ businessEstablishments: null });
    const [one, two] = places;
    for (const [wrong, error] of [
      [{ businessEstablishments: [] }, 'businessEstablishments'],
      [at(one, two, one), 'businessEstablishments.2'],
      [{ businessEstablishments: [{ id: one.id }, { id: '999999' }] }, 'businessEstablishments.1'],
    ] as const) {
      expect(await changeErrors(client, occupationCategories, made, wrong)).toEqual([error]);
      expect(await creationErrors(client, occupationCategories, { title: unique(), ...wrong })).toEqual([error]);
    }
    const wide = await changed(client, occupationCategories, made, at(two, one));
    expect(wide.businessEstablishments).toMatchObject([{ id: two.id }, { id: one.id }]);
    const narrow = await changed(client, occupationCategories, made, at(one));
    expect(narrow.businessEstablishments).toMatchObject([{ id: one.id }]);
    const lastUpdatedAt = expect.any(String);
    const wider = await changed(client, occupationCategories, made, { businessEstablishments: null });
    expect(wider).toEqual({ ...made, lastUpdatedAt });
  });

  test('keeps an establishment that was archived since, but does not take it again', async () => {
    const closed = await establishment(client, owner);
    const made = await createExample(client, occupationCategories, at(closed));
    await changed(client, businessEstablishments, closed, { isArchived: true });
    const [open] = places;
    expect(await changed(client, occupationCategories, made, at(open, closed))).toMatchObject({
      businessEstablishments: [{ id: open.id }, { id: closed.id }],
    });
    const other = { title: unique(), ...at(open, closed) };
    expect(await creationErrors(client, occupationCategories, other)).toEqual(['businessEstablishments.1']);
  });

  test('is found by the establishments it is used in, and everywhere is any of them', async () => {
    const { client: fresh } = await newcomer(service);
    const own = await legalEntity(fresh);
    const [one, two, three] = [
      await establishment(fresh, own),
      await establishment(fresh, own),
      await establishment(fresh, own),
    ];
    const everywhere = await createExample(fresh, occupationCategories);
    const inOne = await createExample(fresh, occupationCategories, at(one));
    const inBoth = await createExample(fresh, occupationCategories, at(one, two));
    for (const [query, expected] of [
      [`businessEstablishments.id=${one.id}`, [everywhere, inOne, inBoth]],
      [`businessEstablishments.id=${two.id}`, [everywhere, inBoth]],
      [`businessEstablishments.id=${three.id}`, [everywhere]],
      [`businessEstablishments.id=${two.id},${three.id}`, [everywhere, inBoth]],
      ['businessEstablishments.id=999999,none', [everywhere]],
      ['businessEstablishments.id=null', [everywhere]],
      [`-businessEstablishments.id=${two.id}`, [inOne]],
      [`-businessEstablishments.id=${three.id}`, [inOne, inBoth]],
      ['-businessEstablishments.id=null', [inOne, inBoth]],
    ] as const) {
      expect([query, await found(fresh, occupationCategories, query)]).toEqual([query, expected.map(({ id }) => id)]);
    }
  });

  test('is searched by any part of its title, without regard to case and accents, and wildcards are text', async () => {
    const { client: fresh } = await newcomer(service);
    const titles = ['Employé 50%', 'EMPLOYE 50_', 'Ouvrière'];
    const made: Row[] = [];
    for (const title of titles) made.push(await createExample(fresh, occupationCategories, { title }));
    for (const [search, expected] of [
      ['ploye', [0, 1]],
      ['PLOYÉ', [0, 1]],
      ['0%', [0]],
      ['0_', [1]],
      ['riere', [2]],
      ['oe', []],
    ] as const) {
      const ids = await found(fresh, occupationCategories, `search=${encodeURIComponent(search)}`);
      expect([search, ids]).toEqual([search, expected.map((index) => made[index]?.id)]);
    }
  });

  test('is deleted while nobody is in it', async () => {
    const made = await createExample(client, occupationCategories, at(...places));
    expect(await removalStatus(client, occupationCategories, made)).toBe(204);
    expect((await client.call('GET', pathOf(occupationCategories, made.id))).status).toBe(404);
  });
});

describe('a qualification', () => {
  test('is read as it was created, every member present and in order', async () => {
    const profession = await createExample(client, professions, { title: 'Data engineer' });
    const given = { title: 'Data engineer, senior', rank: 3, t9n: { title: { 'fr-FR': 'Ingénieur, confirmé' } } };
    const { body } = await client.call('POST', `${pathOf(jobQualifications)}?include=links,embedded`, {
      body: { ...given, profession: { id: profession.id } },
    });
    expect(body).toEqual({
      id: expect.stringMatching(/^\d+$/),
      type: 'job-qualification',
      url: `${service.url}${pathOf(jobQualifications)}/${body.id}`,
      ...given,
      profession: { id: profession.id, type: 'profession', url: profession.url },
      createdAt: expect.stringMatching(/Z$/),
      lastUpdatedAt: body.createdAt,
      links: {},
      embedded: {},
    });
    expect(profession).toEqual({
      id: profession.id,
      type: 'profession',
      url: `${service.url}${pathOf(professions)}/${profession.id}`,
      title: 'Data engineer',
      isArchived: false,
      createdAt: expect.stringMatching(/Z$/),
      lastUpdatedAt: profession.createdAt,
      t9n: { title: {} },
      links: null,
      embedded: null,
    });
  });

  test('cannot take an archived profession again, but keeps its own', async () => {
    const [kept, other] = [await createExample(client, professions), await createExample(client, professions)];
    const made = await createExample(client, jobQualifications, { profession: { id: kept.id } });
    for (const row of [kept, other]) await changed(client, professions, row, { isArchived: true });
    const creation = { title: unique(), rank: 1, profession: { id: kept.id } };
    expect(await creationErrors(client, jobQualifications, creation)).toEqual(['profession']);
    expect(await changeErrors(client, jobQualifications, made, { profession: { id: other.id } })).toEqual([
      'profession',
    ]);
    const ranked = await changed(client, jobQualifications, made, { rank: 9, profession: { id: kept.id } });
    expect(ranked).toMatchObject({ rank: 9, profession: { id: kept.id } });
    await changed(client, professions, kept, { isArchived: false });
    expect((await client.call('POST', pathOf(jobQualifications), { body: creation })).status).toBe(201);
  });

  test('has a rank of at least one and no highest', async () => {
    const made = await createExample(client, jobQualifications, { rank: 2_147_483_647 });
    expect(made).toMatchObject({ rank: 2_147_483_647 });
    for (const rank of [0, -1, 1.5, '1', null, 2_147_483_648]) {
      expect(await changeErrors(client, jobQualifications, made, { rank })).toEqual(['rank']);
    }
  });

  test('is found by rank and by profession', async () => {
    const { client: fresh } = await newcomer(service);
    const [one, two] = [await createExample(fresh, professions), await createExample(fresh, professions)];
    const ranked = (rank: number, { id }: Row) => createExample(fresh, jobQualifications, { rank, profession: { id } });
    const [first, second, third] = [await ranked(1, one), await ranked(2, one), await ranked(2, two)];
    for (const [query, expected] of [
      ['rank=2', [second, third]],
      ['rank=1,2', [first, second, third]],
      ['rank=0', []],
      ['rank=2147483647', []],
      ['-rank=2', [first]],
      [`rank=2&profession.id=${one.id}`, [second]],
      [`-profession.id=${one.id}`, [third]],
      ['profession.id=none,999999', []],
    ] as const) {
      expect([query, await found(fresh, jobQualifications, query)]).toEqual([query, expected.map(({ id }) => id)]);
    }
    for (const wrong of ['rank=-1', 'rank=1.5', 'rank=one', 'rank=null', 'rank=']) {
      expect(await fieldErrors(fresh, 'GET', `${pathOf(jobQualifications)}?${wrong}`)).toEqual(['rank']);
    }
    expect(await fieldErrors(fresh, 'GET', `${pathOf(jobQualifications)}?search=a`)).toEqual(['search']);
  });

  test('keeps its profession from being deleted until it is gone', async () => {
    const profession = await createExample(client, professions, { isArchived: true });
    expect(await removalStatus(client, professions, profession)).toBe(204);
    const used = await createExample(client, professions);
    const made = await createExample(client, jobQualifications, { profession: { id: used.id } });
    expect(await removalErrors(client, professions, used)).toEqual(['id']);
    expect(await removalStatus(client, jobQualifications, made)).toBe(204);
    expect(await removalStatus(client, professions, used)).toBe(204);
  });
});

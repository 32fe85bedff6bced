/** References in values: labels, files with their links, and how both are found. */

import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  defined,
  fieldErrorsIn,
  givenValue,
  patchValue,
  postValue,
  severalBy,
  severalValues,
  taxonomyOf,
  valueNow,
  valuesHeld,
  valuesPath,
} from '../../support/attributes/attribute-values.ts';
import { baseSchema, objectValue, singleValue } from '../../support/attributes/definitions.ts';
import { type Body, pathOf, type Row } from '../../support/examples.ts';
import { download, uploaded } from '../../support/files/files.ts';
import { changed, removalErrors, removalStatus } from '../../support/organization/organization.ts';
import { at, hired, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let company: Awaited<ReturnType<typeof newCompany>>;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  company = await newCompany(service);
  client = company.client;
});

const somebody = (): Promise<Row> => hired(client, company);
const text = (members: Body = {}): Promise<Row> => defined(client, singleValue(members));

describe('labels', () => {
  const course = async (taxonomy: Row | null) =>
    text({
      schema: baseSchema('taxonomy-label-reference'),
      ...(taxonomy && { taxonomy: { id: taxonomy.id } }),
      ...severalValues,
    });

  test('of any taxonomy can be named where the definition has none', async () => {
    const [one, other] = [await taxonomyOf(client, 'Fire'), await taxonomyOf(client, 'Water')];
    const [ada, free] = [await somebody(), await course(null)];
    for (const { labels } of [one, other]) await givenValue(client, ada, free, at(labels[0] as Row));
    expect(await valuesHeld(client, ada, free)).toHaveLength(2);
  });

  test('archived since stay in place, and are not chosen again', async () => {
    const { taxonomy, labels } = await taxonomyOf(client, 'Fire', 'Water');
    const [fire, water] = labels as [Row, Row];
    const trained = await defined(
      client,
      objectValue(
        { course: 'taxonomy-label-reference', note: 'short-text' },
        {
          propertyDescriptions: {
            course: { name: 'Course', sortOrder: 0, taxonomy: at(taxonomy) },
            note: { name: 'Note', sortOrder: 1 },
          },
          ...severalBy('note'),
        },
      ),
    );
    const ada = await somebody();
    const row = await givenValue(client, ada, trained, { course: at(fire) });
    for (const label of labels) await changed(client, taxonomyLabels, label, { isArchived: true });
    expect((await valueNow(client, row)).value).toMatchObject({ course: { id: fire.id } });
    for (const value of [{ note: 'kept' }, { course: at(fire), note: 'again' }]) {
      expect((await patchValue(client, row, { value })).status).toBe(200);
    }
    expect(fieldErrorsIn(await patchValue(client, row, { value: { course: at(water) } }))).toEqual(['value.course.id']);
    expect(fieldErrorsIn(await postValue(client, ada, trained, { course: at(fire) }))).toEqual(['value.course.id']);
    expect((await patchValue(client, row, { value: { course: null } })).status).toBe(200);
    expect(fieldErrorsIn(await patchValue(client, row, { value: { course: at(fire) } }))).toEqual(['value.course.id']);
  });

  test('that a value names cannot be deleted, nor can their taxonomy', async () => {
    const { taxonomy, labels } = await taxonomyOf(client, 'Fire', 'Water');
    const [fire, water] = labels as [Row, Row];
    const row = await givenValue(client, await somebody(), await course(null), at(fire));
    expect(await removalErrors(client, taxonomyLabels, fire)).toEqual(['id']);
    const refused = await client.call('DELETE', `/svc-api/taxonomies/${taxonomy.id}`);
    expect(fieldErrorsIn(refused)).toEqual(['id']);
    expect(refused.body.errors.id[0]).toContain(fire.id);
    expect(await removalStatus(client, taxonomyLabels, water)).toBe(204);
    await patchValue(client, row, { value: null });
    expect(await removalStatus(client, taxonomyLabels, fire)).toBe(204);
    expect((await client.call('DELETE', `/svc-api/taxonomies/${taxonomy.id}`)).status).toBe(204);
  });

  test('are either referred to or deleted, never both', async () => {
    const free = await course(null);
    for (let round = 0; round < 5; round += 1) {
      const { labels } = await taxonomyOf(client, 'Fire');
      const [label] = labels as [Row];
      const ada = await somebody();
      const [made, removal] = await Promise.all([
        postValue(client, ada, free, at(label)),
        client.call('DELETE', pathOf(taxonomyLabels, label.id)),
      ]);
      expect([
        [201, 400],
        [400, 204],
      ]).toContainEqual([made.status, removal.status]);
      expect((await client.call('GET', pathOf(taxonomyLabels, label.id))).status).toBe(made.status === 201 ? 200 : 404);
    }
  });
});

describe('files', () => {
  const paper = (members: Body = {}) => text({ schema: baseSchema('file-reference'), ...members });

  test('are opened by the link of the value while it names them', async () => {
    const [file, ada] = [await uploaded(client), await somebody()];
    const row = await givenValue(client, ada, await paper(), at(file));
    const path = `${valuesPath}/${row.id}?include=links`;
    const { body } = await client.call('GET', path);
    expect(Object.keys(body.links)).toEqual(['value']);
    expect((await download(client, body.links.value.href)).status).toBe(200);
    await patchValue(client, row, { value: null });
    expect((await client.call('GET', path)).body.links).toEqual({ value: null });
    expect((await download(client, body.links.value.href)).status).toBe(403);
  });

  test('inside an object have a link each, and none without the scope of files', async () => {
    const papers = await defined(
      client,
      objectValue({ front: 'file-reference', note: 'short-text', back: 'file-reference' }, severalBy('note')),
    );
    const ada = await somebody();
    const row = await givenValue(client, ada, papers, { front: at(await uploaded(client)) });
    const listed = `${valuesPath}?definition.id=${papers.id}&include=links`;
    const links = async (reader: TestClient) => (await reader.call('GET', listed)).body.items[0].links;
    expect(await links(client)).toEqual({ 'value.front': { href: expect.any(String) }, 'value.back': null });
    const reader = await service.client(company.account, { scopes: ['employee-attributes.readonly'] });
    expect(await links(reader)).toEqual({ 'value.front': null, 'value.back': null });
    const { body } = await client.call('GET', `${valuesPath}/${row.id}?include=links`);
    expect(Object.keys(body.links)).toEqual(['value.front', 'value.back']);
  });

  test('of another client application can be named once a value shows them', async () => {
    const colleague = await service.client(company.account);
    const [file, ada] = [await uploaded(client), await somebody()];
    const several = await paper(severalValues);
    expect(fieldErrorsIn(await postValue(colleague, ada, several, at(file)))).toEqual(['value.id']);
    await givenValue(client, ada, several, at(file));
    expect((await postValue(colleague, ada, several, at(file))).status).toBe(201);
  });
});

describe('next to values', () => {
  test('definitions and labels are embedded by their ids', async () => {
    const { labels } = await taxonomyOf(client, 'Fire', 'Water');
    const [fire, water] = labels as [Row, Row];
    const ada = await somebody();
    const single = await text({ schema: baseSchema('taxonomy-label-reference') });
    const inside = await defined(client, objectValue({ course: 'taxonomy-label-reference', note: null }));
    await givenValue(client, ada, single, at(fire));
    await givenValue(client, ada, inside, { course: at(water) });
    const { body } = await client.call(
      'GET',
      `${valuesPath}?employee.id=${ada.id}&definition.category=extension&include=embedded`,
    );
    expect(Object.keys(body.embedded)).toEqual(['employee-attribute-definition', 'taxonomy-label']);
    expect(body.embedded['employee-attribute-definition'][single.id]).toEqual(single);
    expect(Object.keys(body.embedded['employee-attribute-definition']).toSorted()).toEqual(
      [single.id, inside.id].toSorted(),
    );
    expect(Object.keys(body.embedded['taxonomy-label']).toSorted()).toEqual([fire.id, water.id].toSorted());
  });

  test('a reference is found by its target', async () => {
    const [ada, bob] = [await somebody(), await somebody()];
    const mentor = await text({ schema: baseSchema('employee-reference') });
    const row = await givenValue(client, ada, mentor, at(bob));
    const found = async (query: string) =>
      (await client.call('GET', `${valuesPath}?definition.id=${mentor.id}&${query}`)).body.items.map(
        ({ id }: Row) => id,
      );
    expect(await found(`value.id=${bob.id}`)).toEqual([row.id]);
    expect(await found(`value.id=${ada.id}`)).toEqual([]);
    expect(await found('value.id=null')).toEqual([]);
    await patchValue(client, row, { value: at(ada) });
    expect(await found(`value.id=${ada.id}`)).toEqual([row.id]);
    await patchValue(client, row, { value: null });
    expect(await found('value.id=null')).toEqual([row.id]);
  });
});

/** Definitions with values: the effect of archival, deletion and narrower rules, also concurrently. */
import { employeeAttributeDefinitions as definitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statement } from '../../../server/platform/database/statement.ts';
import {
  defined,
  fieldErrorsIn,
  givenValue,
  patchValue,
  postValue,
  severalValues,
  valueNow,
  valuesHeld,
  valuesPath,
} from '../../support/attributes/attribute-values.ts';
import { baseSchema, singleValue } from '../../support/attributes/definitions.ts';
import { type Body, pathOf, type Row } from '../../support/examples.ts';
import { uploaded } from '../../support/files/files.ts';
import { changed, establishment, eventsSeen } from '../../support/organization/organization.ts';
import { at, hired, newCompany } from '../../support/people/people.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let company: Awaited<ReturnType<typeof newCompany>>;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  company = await newCompany(service);
  client = company.client;
});
afterAll(() => service.stop());

const somebody = (): Promise<Row> => hired(client, company);
const text = (members: Body = {}): Promise<Row> => defined(client, singleValue(members));
const change = ({ id }: Row, body: Body) => client.call('PATCH', pathOf(definitions, id), { body });
const several = severalValues.multipleValueHandling;

describe('an archived definition', () => {
  test('takes no new values and no changes; those that exist are read and deleted', async () => {
    const [ada, badge] = [await somebody(), await text(severalValues)];
    const row = await givenValue(client, ada, badge, 'x');
    await changed(client, definitions, badge, { isArchived: true });
    expect(fieldErrorsIn(await postValue(client, ada, badge, 'y'))).toEqual(['definition.id']);
    for (const body of [{ value: 'y' }, { applicability: { start: '2024-01-01' } }]) {
      expect(fieldErrorsIn(await patchValue(client, row, body))).toEqual(['definition.id']);
    }
    for (const body of [{ value: 'x' }, {}]) expect((await patchValue(client, row, body)).status).toBe(200);
    expect(await valuesHeld(client, ada, badge, '&definition.isArchived=true')).toEqual([row]);
    expect((await client.call('DELETE', `${valuesPath}/${row.id}`)).status).toBe(204);
    await changed(client, definitions, badge, { isArchived: false });
    expect((await postValue(client, ada, badge, 'y')).status).toBe(201);
  });

  test('is reported together with the other errors', async () => {
    const badge = await text();
    await changed(client, definitions, badge, { isArchived: true });
    const answer = await postValue(client, { id: '999999' }, badge, 5);
    expect(fieldErrorsIn(answer).toSorted()).toEqual(['definition.id', 'employee.id', 'value']);
  });

  test('has every value that was accepted before its archival, and none after', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [ada, badge] = [await somebody(), await text()];
      const [made, archived] = await Promise.all([
        postValue(client, ada, badge, 'x'),
        change(badge, { isArchived: true }),
      ]);
      expect(archived.status).toBe(200);
      expect([201, 400]).toContain(made.status);
      expect(await valuesHeld(client, ada, badge)).toHaveLength(made.status === 201 ? 1 : 0);
    }
  });
});

describe('the removal of a definition', () => {
  test('deletes its values first, each with its event', async () => {
    const { client: fresh, ...here } = await newCompany(service);
    const [ada, bob] = [await hired(fresh, here), await hired(fresh, here)];
    const [badge, other] = [await defined(fresh, singleValue(severalValues)), await defined(fresh, singleValue())];
    const rows = [
      await givenValue(fresh, ada, badge, 'one'),
      await givenValue(fresh, bob, badge, 'two'),
      await givenValue(fresh, ada, badge, 'three'),
    ];
    const kept = await givenValue(fresh, ada, other, 'kept');
    expect((await fresh.call('DELETE', pathOf(definitions, badge.id))).status).toBe(204);
    for (const { id } of rows) expect((await fresh.call('GET', `${valuesPath}/${id}`)).status).toBe(404);
    expect(await valueNow(fresh, kept)).toEqual(kept);
    const removals = (await eventsSeen(service, fresh)).filter(({ topic }) => topic.endsWith('.deleted'));
    expect(removals.map(({ topic, data }) => [topic, data.id])).toEqual([
      ...rows.map(({ id }) => ['employee-attribute.deleted', id]),
      ['employee-attribute-definition.deleted', badge.id],
    ]);
    expect(removals.map(({ businessEstablishment }) => businessEstablishment?.id ?? null)).toEqual([
      ...rows.map(() => here.place.id),
      null,
    ]);
  });

  test('leaves nothing behind that a new definition of the same id would inherit', async () => {
    const [ada, badge] = [await somebody(), await text()];
    await givenValue(client, ada, badge, 'x');
    await client.call('DELETE', pathOf(definitions, badge.id));
    const again = await text({ id: badge.id, schema: baseSchema('int32') });
    expect(await valuesHeld(client, ada, again)).toEqual([]);
    expect(fieldErrorsIn(await postValue(client, ada, again, 'x'))).toEqual(['value']);
    expect((await givenValue(client, ada, again, 7)).value).toBe(7);
  });

  test('lets go of the files that its values named', async () => {
    const paper = await text({ schema: baseSchema('file-reference') });
    const file = await uploaded(client);
    const mark = async () => {
      const asked = statement('select unreferenced_since as since from files where account_id = $1 and id = $2');
      const [row] = await service.database.session(company.account.id).run<{ since: string }>(asked, [file.id]);
      return row?.since;
    };
    await givenValue(client, await somebody(), paper, at(file));
    const before = await mark();
    service.advance(60_000);
    await client.call('DELETE', pathOf(definitions, paper.id));
    expect(await mark()).not.toEqual(before);
  });

  test('is refused for another version than the current one, and nothing goes', async () => {
    const [ada, badge] = [await somebody(), await text()];
    const row = await givenValue(client, ada, badge, 'x');
    const answer = await client.call('DELETE', pathOf(definitions, badge.id), { headers: { 'if-match': 'W/"0"' } });
    expect(answer.status).toBe(412);
    expect(await valueNow(client, row)).toEqual(row);
  });

  test('and values made at the same time leave none without a definition', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [ada, badge] = [await somebody(), await text(severalValues)];
      const [removal, ...made] = await Promise.all([
        client.call('DELETE', pathOf(definitions, badge.id)),
        ...Array.from({ length: 4 }, () => postValue(client, ada, badge, 'x')),
      ]);
      expect(removal.status).toBe(204);
      for (const answer of made.filter(({ status }) => status !== 201)) {
        expect(fieldErrorsIn(answer)).toEqual(['definition.id']);
      }
      expect((await client.call('GET', `${valuesPath}?definition.id=${badge.id}`)).body.items).toEqual([]);
    }
  });
});

test('a value changed while its definition is deleted is changed before, or gone', async () => {
  for (let round = 0; round < 8; round += 1) {
    const badge = await text();
    const row = await givenValue(client, await somebody(), badge, 'x');
    const [change, other, removal] = await Promise.all([
      patchValue(client, row, { value: 'y' }),
      patchValue(client, row, { applicability: { start: '2024-01-01' } }),
      client.call('DELETE', pathOf(definitions, badge.id)),
    ]);
    expect(removal.status).toBe(204);
    for (const { status } of [change, other]) expect([200, 404]).toContain(status);
    expect((await client.call('GET', `${valuesPath}/${row.id}`)).status).toBe(404);
  }
});

describe('whether several values may exist', () => {
  test('cannot be reverted while employees have several values, and the error names them', async () => {
    const skills = await text(severalValues);
    const holders: Row[] = [];
    for (let made = 0; made < 7; made += 1) {
      const ada = await somebody();
      holders.push(ada);
      for (const value of ['one', 'two']) await givenValue(client, ada, skills, value);
    }
    await givenValue(client, await somebody(), skills, 'alone');
    const refused = await change(skills, { multipleValueHandling: null });
    expect(fieldErrorsIn(refused)).toEqual(['multipleValueHandling']);
    const [message] = refused.body.errors.multipleValueHandling;
    expect(message).toContain('7 employees');
    expect(message).toContain(
      holders
        .slice(0, 5)
        .map(({ id }) => id)
        .join(', '),
    );
    expect((await client.call('GET', pathOf(definitions, skills.id))).body.multipleValueHandling).toEqual(several);
    expect((await change(skills, { multipleValueHandling: null, name: 'Other' })).status).toBe(400);
    expect((await client.call('GET', pathOf(definitions, skills.id))).body.name).toBe(skills.name);
  });

  test('names only people that the caller may see', async () => {
    const there = await establishment(client, company.owner);
    const limited = await service.client(company.account, { establishments: [there.id] });
    const skills = await text(severalValues);
    const ada = await somebody();
    for (const value of ['one', 'two']) await givenValue(client, ada, skills, value);
    const path = pathOf(definitions, skills.id);
    const refused = await limited.call('PATCH', path, { body: { multipleValueHandling: null } });
    expect(refused.body.errors.multipleValueHandling[0]).toMatch(
      /1 employee has more than one value of this definition\.$/,
    );
  });

  test('is taken back once everybody has one, and a second is refused from then on', async () => {
    const [ada, skills] = [await somebody(), await text(severalValues)];
    const [first, second] = [
      await givenValue(client, ada, skills, 'one'),
      await givenValue(client, ada, skills, 'two'),
    ];
    expect((await change(skills, { multipleValueHandling: null })).status).toBe(400);
    await client.call('DELETE', `${valuesPath}/${second.id}`);
    expect((await change(skills, { multipleValueHandling: null })).status).toBe(200);
    expect(await valueNow(client, first)).toEqual(first);
    expect(fieldErrorsIn(await postValue(client, ada, skills, 'two'))).toEqual(['definition.id']);
    expect((await change(skills, { multipleValueHandling: several })).status).toBe(200);
    expect((await postValue(client, ada, skills, 'two')).status).toBe(201);
    expect(await valuesHeld(client, ada, skills)).toHaveLength(2);
  });

  test('reverted during concurrent creations leaves nobody with two values', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [ada, skills] = [await somebody(), await text(severalValues)];
      const [narrowed, ...made] = await Promise.all([
        change(skills, { multipleValueHandling: null }),
        ...Array.from({ length: 3 }, () => postValue(client, ada, skills, 'x')),
      ]);
      const count = made.filter(({ status }) => status === 201).length;
      expect(await valuesHeld(client, ada, skills)).toHaveLength(count);
      if (narrowed.status === 200) expect(count).toBeLessThanOrEqual(1);
      else expect([fieldErrorsIn(narrowed), count]).toEqual([['multipleValueHandling'], 3]);
    }
  });

  test('given while values are made lets each be made or refused, and all later ones be made', async () => {
    const [ada, badge] = [await somebody(), await text()];
    await givenValue(client, ada, badge, 'first');
    const [widened, ...made] = await Promise.all([
      change(badge, { multipleValueHandling: several }),
      ...Array.from({ length: 3 }, () => postValue(client, ada, badge, 'x')),
    ]);
    expect(widened.status).toBe(200);
    const count = made.filter(({ status }) => status === 201).length;
    expect(await valuesHeld(client, ada, badge)).toHaveLength(1 + count);
    expect((await postValue(client, ada, badge, 'x')).status).toBe(201);
  });
});

test('a change of the names in a definition leaves its values as they are', async () => {
  const [ada, badge] = [await somebody(), await text()];
  const row = await givenValue(client, ada, badge, 'x');
  await changed(client, definitions, badge, { name: 'Badge' });
  const { headers } = await client.call('GET', `${valuesPath}/${row.id}`);
  expect(await valueNow(client, row)).toEqual(row);
  expect((await patchValue(client, row, { value: 'x' })).headers.get('etag')).toBe(headers.get('etag'));
  expect((await patchValue(client, row, { value: 'y' })).status).toBe(200);
});

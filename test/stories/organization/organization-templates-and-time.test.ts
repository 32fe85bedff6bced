/** Employment templates, calendars of public holidays and working time. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import type { Values } from '../../../server/platform/store/values.ts';
import { idIs, insert, remove } from '../../../server/platform/store/write.ts';
import { createExample, newcomer, pathOf } from '../../support/examples.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  eventsSeen,
  fieldErrors,
  found,
  legalEntity,
} from '../../support/organization/organization.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  ({ account, client } = await newcomer(service));
});
afterAll(() => service.stop());

describe('a template', () => {
  const valid = { title: 'Permanent contract', legalEntities: [], term: 'permanent' };

  test('is read as it was created, every member present and in order', async () => {
    const owner = await legalEntity(client);
    const given = {
      title: 'Permanent contract',
      term: 'permanent',
      t9n: { title: { 'fr-FR': 'Contrat à durée indéterminée', 'de-DE': 'Unbefristeter Vertrag' } },
    };
    const { body } = await client.call('POST', `${pathOf(employmentTemplates)}?include=links,embedded`, {
      body: { ...given, legalEntities: [{ id: owner.id }] },
    });
    expect(body).toEqual({
      id: expect.stringMatching(/^\d+$/),
      type: 'employment-template',
      url: `${service.url}${pathOf(employmentTemplates)}/${body.id}`,
      ...given,
      legalEntities: [{ id: owner.id, type: 'legal-entity', url: owner.url }],
      audience: 'employee',
      isArchived: false,
      createdAt: expect.stringMatching(/Z$/),
      lastUpdatedAt: body.createdAt,
      lastArchivedAt: null,
      links: {
        extensionDefinitions: {
          href: `${service.url}/svc-api/employee-attribute-definitions?targetType=employment`,
        },
      },
      embedded: {},
    });
    expect((await client.call('GET', body.links.extensionDefinitions.href)).status).toBe(200);
  });

  test('is archived and brought back by PATCH, and never deleted', async () => {
    const made = await createExample(client, employmentTemplates);
    service.advance(10);
    const archived = await changed(client, employmentTemplates, made, { isArchived: true });
    expect(archived).toMatchObject({ isArchived: true, lastArchivedAt: archived.lastUpdatedAt });
    expect(await changed(client, employmentTemplates, made, { isArchived: false })).toMatchObject({
      isArchived: false,
      lastArchivedAt: archived.lastArchivedAt,
    });
    const removal = await client.call('DELETE', pathOf(employmentTemplates, made.id));
    expect([removal.status, removal.headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH, OPTIONS']);
    expect((await client.call('GET', pathOf(employmentTemplates, made.id))).status).toBe(200);
  });

  test('is for all legal entities, or for those it lists, each once', async () => {
    const [first, second] = [await legalEntity(client), await legalEntity(client)];
    const made = await createExample(client, employmentTemplates, { legalEntities: [] });
    expect(made.legalEntities).toEqual([]);
    const listed = await changed(client, employmentTemplates, made, {
      legalEntities: [{ id: second.id }, { id: first.id }],
    });
    expect(listed.legalEntities).toMatchObject([{ id: second.id }, { id: first.id }]);
    const twice = { legalEntities: [{ id: first.id }, { id: second.id }, { id: first.id }] };
    expect(await changeErrors(client, employmentTemplates, made, twice)).toEqual(['legalEntities.2']);
    const unknown = { legalEntities: [{ id: first.id }, { id: '999999' }, { id: 'none' }] };
    expect(await changeErrors(client, employmentTemplates, made, unknown)).toEqual(['legalEntities.2']);
    const absent = { legalEntities: [{ id: first.id }, { id: '999999' }] };
    expect(await changeErrors(client, employmentTemplates, made, absent)).toEqual(['legalEntities.1']);
    for (const wrong of [null, {}, [first.id], [null]]) {
      const [error] = await changeErrors(client, employmentTemplates, made, { legalEntities: wrong });
      expect(error).toMatch(/^legalEntities/);
    }
    expect((await client.call('GET', pathOf(employmentTemplates, made.id))).body).toEqual(listed);
    const narrowed = await changed(client, employmentTemplates, made, { legalEntities: [{ id: first.id }] });
    expect(narrowed.legalEntities).toMatchObject([{ id: first.id }]);
  });

  test('keeps a legal entity that was archived since, next to new ones, but does not take it again', async () => {
    const [old, fresh] = [await legalEntity(client), await legalEntity(client)];
    const made = await createExample(client, employmentTemplates, { legalEntities: [{ id: old.id }] });
    await changed(client, legalEntities, old, { isArchived: true });
    const both = [{ id: fresh.id }, { id: old.id }];
    const widened = await changed(client, employmentTemplates, made, { legalEntities: both });
    expect(widened.legalEntities).toMatchObject(both);
    await changed(client, employmentTemplates, made, { legalEntities: [{ id: fresh.id }] });
    expect(await changeErrors(client, employmentTemplates, made, { legalEntities: both })).toEqual(['legalEntities.1']);
    const creation = { ...valid, legalEntities: both };
    expect(await creationErrors(client, employmentTemplates, creation)).toEqual(['legalEntities.1']);
  });

  test('has a term and an audience of the closed lists, and a title that others may bear too', async () => {
    for (const audience of [
      ...['employee', 'student', 'external', 'elected', 'appointee', 'associate', 'volunteer', 'other'],
    ]) {
      expect(await createExample(client, employmentTemplates, { ...valid, audience, term: 'fixed' })).toMatchObject({
        audience,
        title: valid.title,
      });
    }
    for (const [member, value] of [
      ['term', 'Permanent'],
      ['term', null],
      ['audience', 'boss'],
      ['audience', null],
      ['title', ''],
      ['legalEntities', undefined],
      ['t9n', { name: {} }],
    ] as const) {
      const [error] = await creationErrors(client, employmentTemplates, { ...valid, [member]: value });
      expect(error?.split('.')[0]).toBe(member);
    }
  });

  test('is listed by archival', async () => {
    const { client: fresh } = await newcomer(service);
    const kept = await createExample(fresh, employmentTemplates);
    const archived = await createExample(fresh, employmentTemplates, { isArchived: true });
    expect(await found(fresh, employmentTemplates, 'isArchived=false')).toEqual([kept.id]);
    expect(await found(fresh, employmentTemplates, 'isArchived=true')).toEqual([archived.id]);
    expect(await found(fresh, employmentTemplates, '')).toEqual([kept.id, archived.id]);
    for (const query of ['search=a', 'legalEntities.id=1', 'term=fixed']) {
      expect(await fieldErrors(fresh, 'GET', `${pathOf(employmentTemplates)}?${query}`)).toHaveLength(1);
    }
  });
});

describe('calendars and working time', () => {
  const stored = (resource: Resource, values: Values) =>
    service.database.transaction(account.id, (tx) => insert(tx, resource, values));

  test('is read with its members, and each creation is an event', async () => {
    const calendar = await stored(publicHolidaysCalendars, { name: 'France, without Alsace-Moselle' });
    const arrangement = await stored(workingTimeArrangements, {
      name: 'Full time, 39 hours',
      publicHolidaysCalendar: { id: calendar.id },
      isArchived: false,
    });
    const url = `${service.url}${pathOf(publicHolidaysCalendars)}/${calendar.id}`;
    const query = '?include=links,embedded';
    const shown = await client.call('GET', pathOf(publicHolidaysCalendars, calendar.id) + query);
    expect(shown.body).toEqual({
      id: calendar.id,
      type: 'public-holidays-calendar',
      url,
      name: 'France, without Alsace-Moselle',
      days: [],
      links: {},
      embedded: {},
    });
    const one = await client.call('GET', pathOf(workingTimeArrangements, arrangement.id) + query);
    expect(one.body).toEqual({
      id: arrangement.id,
      type: 'working-time-arrangement',
      url: `${service.url}${pathOf(workingTimeArrangements)}/${arrangement.id}`,
      name: 'Full time, 39 hours',
      publicHolidaysCalendar: { id: calendar.id, type: 'public-holidays-calendar', url },
      workingWeek: null,
      cycle: null,
      minutesPerDay: null,
      isArchived: false,
      links: {},
      embedded: {},
    });
    const topics = 'public-holidays-calendar.created,working-time-arrangement.created';
    const events = await eventsSeen(service, client, `&topic=${topics}`);
    expect(events.map(({ topic }) => topic)).toEqual(topics.split(','));
  });

  test('arrangements are listed by archival, calendars by id alone', async () => {
    const { account: own, client: fresh } = await newcomer(service);
    const ids = await service.database.transaction(own.id, async (tx) => {
      const calendar = await insert(tx, publicHolidaysCalendars, { name: 'Spain' });
      const made = [];
      for (const isArchived of [false, true]) {
        const values = { name: 'Part time', publicHolidaysCalendar: { id: calendar.id }, isArchived };
        made.push((await insert(tx, workingTimeArrangements, values)).id);
      }
      return made;
    });
    expect(await found(fresh, workingTimeArrangements, 'isArchived=false')).toEqual([ids[0]]);
    expect(await found(fresh, workingTimeArrangements, 'isArchived=true')).toEqual([ids[1]]);
    expect(await fieldErrors(fresh, 'GET', `${pathOf(publicHolidaysCalendars)}?isArchived=true`)).toEqual([
      'isArchived',
    ]);
    expect(await fieldErrors(fresh, 'GET', `${pathOf(publicHolidaysCalendars)}?sort=name`)).toEqual(['sort']);
  });

  test('a calendar that an arrangement names cannot be deleted', async () => {
    const calendar = await stored(publicHolidaysCalendars, { name: 'Germany' });
    const values = { name: 'Shifts', publicHolidaysCalendar: { id: calendar.id }, isArchived: true };
    await stored(workingTimeArrangements, values);
    const removal = service.database.transaction(account.id, (tx) =>
      remove(tx, publicHolidaysCalendars, [idIs(calendar.id)]),
    );
    await expect(removal).rejects.toMatchObject({ errors: { id: [expect.stringContaining('in use')] } });
  });
});

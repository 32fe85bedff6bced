/** Job positions: their references, their changes, and how they are found. Their chain has its own story. */
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { jobQualifications } from '@muster/contract/resources/job-qualifications.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import { beforeAll, expect, test } from 'vitest';
import { insert } from '../../../server/platform/store/write.ts';
import { type Body, createExample, pathOf, type Row, someRow } from '../../support/examples.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  establishment,
  eventsSeen,
  fieldErrors,
  legalEntity,
} from '../../support/organization/organization.ts';
import { at, employmentsOf, hired, moved, newCompany, positionsOf } from '../../support/people/people.ts';
import { type SharedService, sharedService } from '../../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

async function story(employed: Body = {}) {
  const { client, account, ...company } = await newCompany(service);
  const ada = await hired(client, company, {}, employed);
  const [employment] = (await employmentsOf(client, ada)) as [Row];
  const [first] = (await positionsOf(client, ada)) as [Row];
  const creation = (members: Body = {}): Body => ({
    employment: at(employment),
    startsOn: '2024-03-01',
    businessEstablishment: at(company.place),
    department: at(company.department),
    ...members,
  });
  return { client, account, company, ada, employment, first, creation };
}

test('the establishment of a position belongs to the legal entity of the employment', async () => {
  const { client, company, first, creation } = await story();
  const sibling = await establishment(client, company.owner);
  const foreign = await establishment(client, await legalEntity(client));
  expect(await creationErrors(client, jobPositions, creation({ businessEstablishment: at(foreign) }))).toEqual([
    'businessEstablishment',
  ]);
  const second = await client.call('POST', pathOf(jobPositions), {
    body: creation({ businessEstablishment: at(sibling) }),
  });
  expect(second.status).toBe(201);
  for (const position of [first, second.body]) {
    expect(await changeErrors(client, jobPositions, position, { businessEstablishment: at(foreign) })).toEqual([
      'businessEstablishment',
    ]);
  }
});

test('the only position takes its employment to another legal entity, where the template allows it', async () => {
  const { client, company, ada, employment, first } = await story();
  const owner = await legalEntity(client);
  const foreign = await establishment(client, owner);
  await changed(client, employmentTemplates, company.template, { legalEntities: [at(company.owner)] });
  expect(await changeErrors(client, jobPositions, first, { businessEstablishment: at(foreign) })).toEqual([
    'businessEstablishment',
  ]);
  await changed(client, employmentTemplates, company.template, { legalEntities: [] });
  const before = (await eventsSeen(service, client)).length;
  await changed(client, jobPositions, first, { businessEstablishment: at(foreign) });
  expect((await employmentsOf(client, ada))[0]?.legalEntity).toMatchObject(at(owner));
  const events = (await eventsSeen(service, client)).slice(before);
  expect(events.map(({ topic, data }) => [topic, data.id])).toEqual([
    ['employment.updated', employment.id],
    ['job-position.updated', first.id],
  ]);
  for (const event of events) expect(event.businessEstablishment).toMatchObject(at(foreign));
});

test('a later narrowing does not prevent changes of other members', async () => {
  const { client, company, first } = await story();
  const category = await createExample(client, occupationCategories);
  await changed(client, jobPositions, first, { occupationCategory: at(category) });
  const elsewhere = await establishment(client, company.owner);
  await changed(client, occupationCategories, category, { businessEstablishments: [at(elsewhere)] });
  await changed(client, employmentTemplates, company.template, { legalEntities: [at(await legalEntity(client))] });
  expect(await changed(client, jobPositions, first, { notes: 'As before' })).toMatchObject({ notes: 'As before' });
  const third = await establishment(client, company.owner);
  expect(await changeErrors(client, jobPositions, first, { businessEstablishment: at(third) })).toContain(
    'occupationCategory',
  );
});

test('nobody manages themselves', async () => {
  const { client, company, ada, first, creation } = await story();
  expect(await creationErrors(client, jobPositions, creation({ manager: at(ada) }))).toEqual(['manager']);
  expect(await changeErrors(client, jobPositions, first, { manager: at(ada) })).toEqual(['manager']);
  expect(await changeErrors(client, jobPositions, first, { manager: { id: '999999' } })).toEqual(['manager']);
  const grace = await hired(client, company, { givenName: 'Grace' });
  expect((await changed(client, jobPositions, first, { manager: at(grace) })).manager).toMatchObject(at(grace));
});

test('an archived target cannot be newly referred to, but existing references stay', async () => {
  const { client, account, company, first, creation } = await story();
  const place = await establishment(client, company.owner);
  const department = await createExample(client, departments);
  await changed(client, businessEstablishments, place, { isArchived: true });
  await changed(client, departments, department, { isArchived: true });
  const calendar = await someRow(service, client, publicHolidaysCalendars);
  const arrangement = await service.database.transaction(account.id, (tx) =>
    insert(tx, workingTimeArrangements, { name: 'Old', publicHolidaysCalendar: at(calendar), isArchived: true }),
  );
  const named: Body = {
    businessEstablishment: at(place),
    department: at(department),
    workingTimeArrangement: { id: arrangement.id },
  };
  const members = Object.keys(named).toSorted();
  expect((await creationErrors(client, jobPositions, creation(named))).toSorted()).toEqual(members);
  expect((await changeErrors(client, jobPositions, first, named)).toSorted()).toEqual(members);
  const kept = await createExample(client, departments);
  const ended = await hired(client, company, {}, { end: { date: '2024-02-01' } }, { department: at(kept) });
  await changed(client, departments, kept, { isArchived: true });
  const [old] = (await positionsOf(client, ended)) as [Row];
  expect((await changed(client, jobPositions, old, { notes: 'x', department: at(kept) })).department).toMatchObject(
    at(kept),
  );
});

test('an occupation category is used in the establishment of the position', async () => {
  const { client, company, first, creation } = await story();
  const elsewhere = await establishment(client, company.owner);
  const limited = await createExample(client, occupationCategories, { businessEstablishments: [at(elsewhere)] });
  const occupationCategory = at(limited);
  expect(await creationErrors(client, jobPositions, creation({ occupationCategory }))).toEqual(['occupationCategory']);
  expect(await changeErrors(client, jobPositions, first, { occupationCategory })).toEqual(['occupationCategory']);
  const both = { occupationCategory, businessEstablishment: at(elsewhere) };
  await changed(client, jobPositions, first, both);
  expect(await changeErrors(client, jobPositions, first, { businessEstablishment: at(company.place) })).toEqual([
    'occupationCategory',
  ]);
});

test('a position says which of six members differ from the one before, and nothing of the others', async () => {
  const { client, company, ada, employment, first } = await story();
  const tracked: Body = {
    remoteId: 'JP-2',
    jobTitle: 'Lead',
    jobQualification: at(await createExample(client, jobQualifications)),
    occupationCategory: at(await createExample(client, occupationCategories)),
    workingTimeArrangement: at(await someRow(service, client, workingTimeArrangements)),
    department: at(await createExample(client, departments)),
  };
  const untracked: Body = {
    manager: at(await hired(client, company)),
    businessEstablishment: at(await establishment(client, company.owner)),
    notes: 'Moved',
    t9n: { jobTitle: { 'fr-FR': 'Cheffe' } },
  };
  expect(first.updatedAttributes).toEqual([]);
  const second = await moved(client, company, employment, '2024-03-01', untracked);
  expect(second.updatedAttributes).toEqual([]);
  const third = await moved(client, company, employment, '2024-06-01', tracked);
  expect(third.updatedAttributes).toEqual(Object.keys(tracked));
  await changed(client, jobPositions, third, { jobTitle: null, remoteId: null });
  const [, , now] = await positionsOf(client, ada);
  expect(now?.updatedAttributes).toEqual(Object.keys(tracked).slice(2));
  expect(await changeErrors(client, jobPositions, third, { updatedAttributes: [] })).toEqual(['updatedAttributes']);
});

test('a position stays with its employment and its employee', async () => {
  const { client, company, employment, ada, first } = await story();
  const [other] = (await employmentsOf(client, await hired(client, company))) as [Row];
  expect(await changeErrors(client, jobPositions, first, { employment: at(other) })).toEqual(['employment']);
  expect(await changeErrors(client, jobPositions, first, { employee: { id: '999' } })).toEqual(['employee']);
  const repeated = { employment: at(employment), employee: at(ada), status: 'active', notes: 'x' };
  expect(await changed(client, jobPositions, first, repeated)).toMatchObject({ notes: 'x' });
});

test('references that name nothing are refused under their member', async () => {
  const { client, first, creation } = await story();
  const nothing = { id: '999999' };
  expect(await creationErrors(client, jobPositions, creation({ employment: nothing }))).toEqual(['employment']);
  for (const member of [
    'businessEstablishment',
    'department',
    'jobQualification',
    'occupationCategory',
    'workingTimeArrangement',
  ]) {
    expect(await creationErrors(client, jobPositions, creation({ [member]: nothing }))).toEqual([member]);
    expect(await changeErrors(client, jobPositions, first, { [member]: nothing })).toEqual([member]);
  }
  const document = { id: '01929b6e-7c1a-7f3e-9a52-4d1c0e8b6f21' };
  expect(await changeErrors(client, jobPositions, first, { document })).toEqual(['document.id']);
});

test('days are real ones of the years one to 9999', async () => {
  const { client, creation } = await story({ start: { date: '0001-01-01' }, end: { date: '9999-12-31' } });
  for (const startsOn of [
    '0000-01-01',
    '2023-02-29',
    '2024-13-01',
    '2024-1-1',
    '+10000-01-01',
    '2024-01-01T00:00:00Z',
  ]) {
    expect(await creationErrors(client, jobPositions, creation({ startsOn }))).toEqual(['startsOn']);
  }
  const last = await client.call('POST', pathOf(jobPositions), { body: creation({ startsOn: '9999-12-31' }) });
  expect(last.body).toMatchObject({ startsOn: '9999-12-31', endsOn: '9999-12-31', status: 'upcoming' });
});

test('a job title is translated, language by language', async () => {
  const { client, first } = await story();
  expect(first.t9n).toEqual({ jobTitle: {} });
  const french = await changed(client, jobPositions, first, {
    t9n: { jobTitle: { 'fr-FR': 'Ingénieure', 'de-DE': 'Ingenieurin' } },
  });
  expect(french.t9n).toEqual({ jobTitle: { 'fr-FR': 'Ingénieure', 'de-DE': 'Ingenieurin' } });
  const less = await changed(client, jobPositions, first, { t9n: { jobTitle: { 'de-DE': null } } });
  expect(less.t9n).toEqual({ jobTitle: { 'fr-FR': 'Ingénieure' } });
  expect(await changeErrors(client, jobPositions, first, { t9n: { notes: { 'fr-FR': 'x' } } })).toHaveLength(1);
});

test('department, qualification, employee and employment come along where asked for', async () => {
  const { client, company, ada, employment } = await story();
  const qualification = await createExample(client, jobQualifications);
  await moved(client, company, employment, '2024-03-01', { jobQualification: at(qualification) });
  const { body } = await client.call('GET', `${pathOf(jobPositions)}?include=embedded,links`);
  const bare = (row: Row) => ({ ...row, links: null, embedded: null });
  expect(body.embedded).toEqual({
    department: { [company.department.id]: bare(company.department) },
    'job-qualification': { [qualification.id]: bare(qualification) },
    employee: { [ada.id]: expect.objectContaining({ id: ada.id, familyName: ada.familyName, links: null }) },
    employment: { [employment.id]: bare(employment) },
  });
  expect(body.items.map(({ links }: Row) => links)).toEqual([{ document: null }, { document: null }]);
});

test('a parameter with an unknown member is refused', async () => {
  const { client } = await story();
  expect(await fieldErrors(client, 'GET', `${pathOf(jobPositions)}?updatedAttributes=manager`)).toEqual([
    'updatedAttributes',
  ]);
});

test('a title that looks like a moment is a text like any other', async () => {
  const { client, ...company } = await newCompany(service);
  const ada = await hired(client, company, {}, {}, { jobTitle: '2024-01-01T00:00:00Z' });
  const [position] = (await positionsOf(client, ada)) as [Row];
  for (const jobTitle of ['2024-01-01T00:00:00.000Z', '2024-01-01T?']) {
    expect(await changed(client, jobPositions, position, { jobTitle })).toMatchObject({ jobTitle });
  }
  const before = (await eventsSeen(service, client)).length;
  const [employment] = (await employmentsOf(client, ada)) as [Row];
  await changed(client, employments, employment, { remoteId: 'CT-9' });
  const topics = (await eventsSeen(service, client)).slice(before).map(({ topic }) => topic);
  expect(topics).toEqual(['employment.updated']);
});

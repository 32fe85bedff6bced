/** What is refused while people use it: changes of an establishment, a category, a qualification or a template. */
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { jobQualifications } from '@muster/contract/resources/job-qualifications.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { update } from '../../../server/platform/store/write.ts';
import { setSettings } from '../../support/account-settings.ts';
import { createExample, pathOf, type Row, someRow } from '../../support/examples.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  establishment,
  legalEntity,
  removalErrors,
} from '../../support/organization/organization.ts';
import { at, employmentsOf, hired, moved, newCompany, positionsOf } from '../../support/people/people.ts';
import { type SharedService, sharedService } from '../../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

describe('an establishment', () => {
  test('keeps its legal entity once a position names it, also one of the past', async () => {
    const { client, ...company } = await newCompany(service);
    const other = await legalEntity(client);
    await changed(client, businessEstablishments, company.place, { legalEntity: at(other) });
    await changed(client, businessEstablishments, company.place, { legalEntity: at(company.owner) });
    await hired(client, company, {}, { start: { date: '2020-01-01' }, end: { date: '2020-12-31' } });
    const move = { legalEntity: at(other) };
    expect(await changeErrors(client, businessEstablishments, company.place, move)).toEqual(['legalEntity']);
    await changed(client, businessEstablishments, company.place, { legalEntity: at(company.owner), name: 'Here' });
  });

  test('is archived when nobody works there any more, or will', async () => {
    const { client, ...company } = await newCompany(service);
    const elsewhere = await establishment(client, company.owner);
    const ada = await hired(client, company);
    const archive = { isArchived: true };
    expect(await changeErrors(client, businessEstablishments, company.place, archive)).toEqual(['isArchived']);
    const [employment] = (await employmentsOf(client, ada)) as [Row];
    await moved(client, { ...company, place: elsewhere }, employment, '2024-06-01');
    await changed(client, businessEstablishments, company.place, archive);
    await hired(client, { ...company, place: elsewhere }, {}, { start: { date: '2090-01-01' } });
    await changed(client, employments, employment, { end: { date: '2024-12-31' } });
    expect(await changeErrors(client, businessEstablishments, elsewhere, archive)).toEqual(['isArchived']);
  });

  test('and what a position names next to cannot be deleted, whether anybody still works there or not', async () => {
    const { client, ...company } = await newCompany(service);
    const [category, qualification] = [
      await createExample(client, occupationCategories),
      await createExample(client, jobQualifications),
    ];
    const named = { occupationCategory: at(category), jobQualification: at(qualification) };
    const dates = { start: { date: '2020-01-01' }, end: { date: '2020-12-31' } };
    await hired(client, company, {}, dates, named);
    expect(await removalErrors(client, businessEstablishments, company.place)).toEqual(['id']);
    expect(await removalErrors(client, occupationCategories, category)).toEqual(['id']);
    expect(await removalErrors(client, jobQualifications, qualification)).toEqual(['id']);
    expect(await removalErrors(client, legalEntities, company.owner)).toEqual(['id']);
  });
});

test('a category that is narrowed leaves positions as they are, and counts for later writes', async () => {
  const { client, ...company } = await newCompany(service);
  const elsewhere = await establishment(client, company.owner);
  const category = await createExample(client, occupationCategories);
  const ada = await hired(client, company, {}, {}, { occupationCategory: at(category) });
  await changed(client, occupationCategories, category, { businessEstablishments: [at(elsewhere)] });
  const [position] = (await positionsOf(client, ada)) as [Row];
  expect(position).toMatchObject({ occupationCategory: at(category) });
  await changed(client, jobPositions, position, { notes: 'Still there' });
  await changed(client, jobPositions, position, { occupationCategory: null });
  const again = { occupationCategory: at(category) };
  expect(await changeErrors(client, jobPositions, position, again)).toEqual(['occupationCategory']);
});

test('a template that is archived or narrowed leaves employments as they are, and is not taken again', async () => {
  const { client, ...company } = await newCompany(service);
  const ada = await hired(client, company);
  const other = await createExample(client, employmentTemplates, { legalEntities: [] });
  await changed(client, employmentTemplates, company.template, { isArchived: true });
  const [employment] = (await employmentsOf(client, ada)) as [Row];
  expect(employment).toMatchObject({ template: at(company.template) });
  await changed(client, employments, employment, { remoteId: 'CT-1', template: at(company.template) });
  await changed(client, employments, employment, { template: at(other) });
  const back = { template: at(company.template) };
  expect(await changeErrors(client, employments, employment, back)).toEqual(['template']);
  const elsewhere = await legalEntity(client);
  await changed(client, employmentTemplates, other, { legalEntities: [at(elsewhere)] });
  await changed(client, employments, employment, { remoteId: 'CT-2' });
});

test('an archived working-time arrangement is not named again', async () => {
  const { client, account, ...company } = await newCompany(service);
  const arrangement = await someRow(service, client, workingTimeArrangements);
  const ada = await hired(client, company, {}, {}, { workingTimeArrangement: at(arrangement) });
  const { headers } = await client.call('GET', pathOf(workingTimeArrangements, arrangement.id));
  const revision = /"(\d+)"/.exec(headers.get('etag') ?? '')?.[1] ?? '';
  await service.database.transaction(account.id, (tx) =>
    update(tx, workingTimeArrangements, { id: arrangement.id, revision }, { isArchived: true }),
  );
  const [employment] = (await employmentsOf(client, ada)) as [Row];
  const body = {
    employment: at(employment),
    startsOn: '2025-01-01',
    businessEstablishment: at(company.place),
    department: at(company.department),
    workingTimeArrangement: at(arrangement),
  };
  expect(await creationErrors(client, jobPositions, body)).toEqual(['workingTimeArrangement']);
});

test('a rank above the highest one of the account is refused, once there is one', async () => {
  const { client, account } = await newCompany(service);
  const high = await createExample(client, jobQualifications, { rank: 9 });
  await setSettings(service, account, { highestRank: 5 });
  const body = { title: 'Another', profession: high.profession, rank: 6 };
  expect(await creationErrors(client, jobQualifications, body)).toEqual(['rank']);
  await createExample(client, jobQualifications, { rank: 5 });
  expect(await changeErrors(client, jobQualifications, high, { rank: 6 })).toEqual(['rank']);
  await changed(client, jobQualifications, high, { title: 'Keeps its rank' });
});

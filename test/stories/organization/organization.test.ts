/** What all resources of the organization share: events of their own changes only. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { jobQualifications } from '@muster/contract/resources/job-qualifications.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { professions } from '@muster/contract/resources/professions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, createExample, newcomer, pathOf, type Row } from '../../support/examples.ts';
import {
  changed,
  establishment,
  eventsSeen,
  legalEntity,
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

/** Without members that depend on the request. */
const recorded = ({ links: _, embedded: __, ...row }: Row): Body => row;

const families: readonly Resource[] = [
  legalEntities,
  businessEstablishments,
  employmentTemplates,
  occupationCategories,
  jobQualifications,
  professions,
];

describe.each(families)('$path', (resource) => {
  const member = ['legalName', 'name', 'title'].find((name) => name in resource.fields) as string;
  const isDeleted = resource.operations.includes('remove');

  test('each creation, change and deletion is one event, with what the row was then', async () => {
    const made = await createExample(client, resource, {}, true);
    service.advance(5);
    const after = await changed(client, resource, made, { [member]: 'Renamed' });
    await changed(client, resource, made, { [member]: 'Renamed' });
    const refusal = await client.call('PATCH', pathOf(resource, made.id), { body: { [member]: '' } });
    expect(refusal.status).toBe(400);
    if (isDeleted) expect(await removalStatus(client, resource, made)).toBe(204);
    const events = await eventsSeen(service, client, `&data.type=${resource.type}&data.id=${made.id}`);
    const verbs = isDeleted ? ['created', 'updated', 'deleted'] : ['created', 'updated'];
    expect(events.map(({ topic }) => topic)).toEqual(verbs.map((verb) => `${resource.type}.${verb}`));
    const [created, updated, deleted] = events;
    expect(created).toMatchObject({ data: recorded(made) });
    expect(created).not.toHaveProperty('previousAttributes');
    expect(updated).toMatchObject({ data: recorded(after), previousAttributes: { [member]: made[member] } });
    expect(Object.keys(updated?.previousAttributes ?? {})).toEqual([member]);
    const { lastUpdatedAt: _, ...last } = recorded(after);
    if (isDeleted) expect(deleted?.data).toMatchObject(last);
  });

  test('archiving is a change of its own members alone', async () => {
    if (!('isArchived' in resource.fields)) return;
    const made = await createExample(client, resource);
    await changed(client, resource, made, { isArchived: true });
    const events = await eventsSeen(service, client, `&topic=${resource.type}.updated&data.id=${made.id}`);
    const before = { isArchived: false, ...('lastArchivedAt' in resource.fields && { lastArchivedAt: null }) };
    expect(events.map(({ previousAttributes }) => previousAttributes)).toEqual([before]);
  });
});

test('former values of structures and references are shown as they were shown', async () => {
  const [owner, other] = [await legalEntity(client), await legalEntity(client)];
  const made = await establishment(client, owner, { address: { addressLines: ['1'], locality: 'Lyon' } });
  await changed(client, businessEstablishments, made, {
    legalEntity: { id: other.id },
    address: { locality: 'Paris' },
    timezoneId: 'Europe/Paris',
  });
  const [event] = await eventsSeen(service, client, `&topic=business-establishment.updated&data.id=${made.id}`);
  const { legalEntity: reference, address } = made;
  expect(event?.previousAttributes).toEqual({ legalEntity: reference, address, timezoneId: null });
});

test('a change of what a row merely refers to or embeds records nothing for it and leaves it untouched', async () => {
  const owner = await legalEntity(client);
  const place = await establishment(client, owner);
  const template = await createExample(client, employmentTemplates, { legalEntities: [{ id: owner.id }] });
  const category = await createExample(client, occupationCategories, { businessEstablishments: [{ id: place.id }] });
  const profession = await createExample(client, professions);
  const qualification = await createExample(client, jobQualifications, { profession: { id: profession.id } });
  const count = (await eventsSeen(service, client)).length;
  service.advance(5);
  await changed(client, legalEntities, owner, { legalName: 'Another name' });
  await changed(client, businessEstablishments, place, { name: 'Another place' });
  await changed(client, professions, profession, { title: 'Another profession', isArchived: true });
  const topics = (await eventsSeen(service, client)).slice(count).map(({ topic }) => topic);
  expect(topics).toEqual(['legal-entity.updated', 'business-establishment.updated', 'profession.updated']);
  for (const [resource, row] of [
    [employmentTemplates, template],
    [occupationCategories, category],
    [jobQualifications, qualification],
  ] as const) {
    expect((await client.call('GET', pathOf(resource, row.id))).body).toEqual(row);
  }
});

test('only events of an establishment name one, and it is their own', async () => {
  const { client: fresh } = await newcomer(service);
  for (const resource of families) await createExample(fresh, resource, {}, true);
  const place = await establishment(fresh, await legalEntity(fresh));
  await changed(fresh, businessEstablishments, place, { name: 'Renamed' });
  await removalStatus(fresh, businessEstablishments, place);
  for (const { data, businessEstablishment } of await eventsSeen(service, fresh)) {
    const { id, url, type } = data;
    expect(businessEstablishment).toEqual(type === 'business-establishment' ? { id, type, url } : null);
  }
});

test('all errors of one body are reported together', async () => {
  const { body } = await client.call('POST', pathOf(legalEntities), {
    body: { legalName: '', countryCode: 'fra', industryCode: { format: 'none' }, nickname: 'x', createdAt: null },
  });
  expect(Object.keys(body.errors).sort()).toEqual([
    'countryCode',
    'createdAt',
    'currencyCode',
    'industryCode.format',
    'industryCode.value',
    'legalName',
    'nickname',
  ]);
});

/** A hiring may leave out members for which the account has defaults; a repeated hiring is made once. */
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { beforeAll, expect, test } from 'vitest';
import { statement } from '../../../server/platform/database/statement.ts';
import { setSettings } from '../../support/account-settings.ts';
import { everyRow, pathOf, type Row } from '../../support/examples.ts';
import { changed, creationErrors, establishment } from '../../support/organization/organization.ts';
import { at, company, employmentsOf, hiring, newCompany, positionsOf } from '../../support/people/people.ts';
import { eventsOf } from '../../support/recorded.ts';
import { type SharedService, sharedService } from '../../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

const ada = { givenName: 'Ada', familyName: 'Lovelace' };
const path = pathOf(employees);

const todayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(service.now());

test('a name is enough where the account has defaults', async () => {
  const { account, client, place, department, template } = await newCompany(service);
  await setSettings(service, account, { template, businessEstablishment: place, department });
  for (const body of [ada, { ...ada, firstEmployment: {} }, { ...ada, firstEmployment: { firstJobPosition: {} } }]) {
    const before = todayIn('UTC');
    const { status, body: made } = await client.call('POST', path, { body });
    expect([status, made.email, made.status]).toEqual([201, null, 'active']);
    const [employment] = (await employmentsOf(client, made)) as [Row];
    const [position] = await positionsOf(client, made);
    expect(employment).toMatchObject({ template: at(template), end: null, legalEntity: place.legalEntity });
    expect(position).toMatchObject({ businessEstablishment: at(place), department: at(department) });
    const { date } = employment.start as { date: string };
    // Midnight may pass during a hiring.
    expect([before, todayIn('UTC')]).toContain(date);
    expect(position?.startsOn).toBe(date);
  }
});

test('members of a hire override the defaults', async () => {
  const { account, client, place, department, template } = await newCompany(service);
  await setSettings(service, account, { template, businessEstablishment: place, department });
  const other = await company(client);
  const { body: made } = await client.call('POST', path, { body: hiring(other) });
  expect((await employmentsOf(client, made))[0]).toMatchObject({
    template: at(other.template),
    start: { date: '2024-01-01' },
    legalEntity: at(other.owner),
  });
  const { body: half } = await client.call('POST', path, {
    body: { ...ada, firstEmployment: { firstJobPosition: { department: at(other.department) } } },
  });
  expect((await positionsOf(client, half))[0]).toMatchObject({
    department: at(other.department),
    businessEstablishment: at(place),
  });
});

test('where no default is set, the missing member is named', async () => {
  const { account, client, place, department, template } = await newCompany(service);
  const missing = {
    template: 'firstEmployment.template',
    businessEstablishment: 'firstEmployment.firstJobPosition.businessEstablishment',
    department: 'firstEmployment.firstJobPosition.department',
  };
  const everything = Object.values(missing).toSorted();
  for (const body of [ada, { ...ada, firstEmployment: {} }]) {
    expect((await creationErrors(client, employees, body)).toSorted()).toEqual(everything);
  }
  const all = { template, businessEstablishment: place, department };
  for (const name of Object.keys(missing) as (keyof typeof missing)[]) {
    const { [name]: _, ...others } = all;
    await setSettings(service, account, others);
    expect(await creationErrors(client, employees, ada)).toEqual([missing[name]]);
  }
  expect(await everyRow(client, employees)).toEqual([]);
});

test('a null is not replaced by a default', async () => {
  const { account, client, place, department, template } = await newCompany(service);
  await setSettings(service, account, { template, businessEstablishment: place, department });
  for (const member of ['start', 'template', 'firstJobPosition']) {
    const body = { ...ada, firstEmployment: { [member]: null } };
    expect(await creationErrors(client, employees, body)).toEqual([`firstEmployment.${member}`]);
  }
});

test('a default that was archived since is refused like any archived one', async () => {
  const { account, client, place, department, template, owner } = await newCompany(service);
  const old = await establishment(client, owner);
  await changed(client, businessEstablishments, old, { isArchived: true });
  // Today's API refuses to archive a default; an account may have such a one from before.
  await setSettings(service, account, { template, businessEstablishment: place, department });
  await service.database
    .session(account.id)
    .run(statement('update account_settings set hiring_business_establishment_id = $2 where account_id = $1'), [
      old.id,
    ]);
  const member = 'firstEmployment.firstJobPosition.businessEstablishment';
  expect(await creationErrors(client, employees, ada)).toEqual([member]);
  await setSettings(service, account, { template, businessEstablishment: place, department });
  expect((await client.call('POST', path, { body: ada })).status).toBe(201);
});

// Their dates are never equal.
test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])('a hiring without a start starts today in %s', async (timezoneId) => {
  const { account, client, place, department, template } = await newCompany(service);
  await setSettings(service, account, { timezoneId, template, businessEstablishment: place, department });
  const before = todayIn(timezoneId);
  const { body: made } = await client.call('POST', path, { body: ada });
  const [employment] = (await employmentsOf(client, made)) as [Row];
  expect([before, todayIn(timezoneId)]).toContain((employment.start as { date: string }).date);
  // The establishment has no time zone of its own, so the day has begun there too.
  expect(made.status).toBe('active');
});

test('a hiring repeated under one key is made once, and answered as the first time', async () => {
  const { client, ...where } = await newCompany(service);
  const headers = { 'idempotency-key': 'hiring-1' };
  const body = hiring(where);
  const replies: { status: number; text: string }[] = [];
  const events = await eventsOf(service, client, async () => {
    for (let times = 0; times < 3; times += 1) replies.push(await client.call('POST', path, { body, headers }));
  });
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(events.map(({ topic }) => topic)).toEqual(['employee.created', 'employment.created', 'job-position.created']);
  expect(await everyRow(client, employees)).toHaveLength(1);
  const other = { body: { ...body, givenName: 'Grace' }, headers };
  expect((await client.call('POST', path, other)).status).toBe(400);
  expect(await everyRow(client, employees)).toHaveLength(1);
});

test('hirings at the same moment under one key make one employee', async () => {
  const { client, ...where } = await newCompany(service);
  const body = hiring(where);
  const headers = { 'idempotency-key': 'hiring-2' };
  const replies = await Promise.all(Array.from({ length: 8 }, () => client.call('POST', path, { body, headers })));
  for (const { status } of replies) expect(status).toBeLessThan(500);
  expect(replies.some(({ status }) => status === 201)).toBe(true);
  expect(await everyRow(client, employees)).toHaveLength(1);
});

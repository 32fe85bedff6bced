// The day that a person has chosen is the day of everything on the page of an employee and in the list, also in its export.
import { buffer } from 'node:stream/consumers';
import { departments } from '@muster/contract/resources/departments.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { defined, givenValue, severalValues } from '../support/attributes/attribute-values.ts';
import { singleValue } from '../support/attributes/definitions.ts';
import { type OwnStage, ownStage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { problemsIn } from '../support/console/open-states.ts';
import { createExample, pathOf, type Row } from '../support/examples.ts';
import { inFull } from '../support/form.ts';
import { leaveAccount, leaveOf } from '../support/leaves/leaves.ts';
import { employmentsOf, hired, newCompany, rehired } from '../support/people/people.ts';
import type { TestClient } from '../support/service.ts';

let at: OwnStage;
let page: Page;
let client: TestClient;
let ada: Row;
let bob: Row;
const dayMs = 86_400_000;
/** A day on which the attribute and the department were as they are no more. */
let then: string;

beforeAll(async () => {
  at = await ownStage();
  const { service } = at;
  const { account, client: own, ...company } = await newCompany(service);
  const workshop = await createExample(own, departments, { name: 'Workshop' });
  ada = await hired(own, company, { familyName: 'Byron' }, {}, { jobTitle: 'Fitter', department: { id: workshop.id } });
  const badge = await defined(own, singleValue({ name: 'Badge' }));
  const value = await givenValue(own, ada, badge, 'green badge');
  service.advance(30 * dayMs);
  then = new Date(service.now().getTime() - 10 * dayMs).toISOString().slice(0, 10);
  client = await service.renewed(own);
  await client.call('PATCH', pathOf(employeeAttributes, value.id), { body: { value: 'red badge' } });
  await client.call('PATCH', pathOf(departments, workshop.id), { body: { name: 'Factory' } });
  service.advance(30 * dayMs);
  client = await service.renewed(client);
  const paid = await leaveAccount(client, { name: 'Paid leave', unit: 'workingDays' });
  for (const days of ['2040-03-05/2040-03-09', '2040-05-07/2040-05-08', '2039-01-03/2039-01-04']) {
    await leaveOf(client, ada, paid, days, { status: 'confirmed' });
  }
  const until = { start: { date: '2024-01-01' }, end: { date: '2040-12-31' } };
  bob = await hired(client, company, { givenName: 'Bob', familyName: 'Byron' }, until);
  await rehired(client, company, bob, { start: { date: '2041-02-01' } });
  const permit = { name: 'Permit', schema: { $ref: '/svc-api/schemas/file-reference' }, ...severalValues };
  await defined(client, singleValue(permit));
  page = await at.open(null, await service.person(account), 'unused');
  await page.clock.setSystemTime(service.now());
});

afterAll(async () => {
  await at.close();
});

const panel = (title: string | RegExp) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, level: 2 }) });
const drawer = () => page.getByRole('dialog').first();

async function exported(): Promise<{ name: string; text: string }> {
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await begun;
  return { name: file.suggestedFilename(), text: (await buffer(await file.createReadStream())).toString() };
}

it('leaves of the day, later and earlier ones are apart, and a new leave begins on the day', async () => {
  await page.goto(`/console/people/${ada.id}?tab=leaves&asOf=2040-03-07`);
  await panel('On Wednesday, 7 March 2040').getByText('5 Mar 2040').waitFor();
  expect(await panel('Later').locator('tbody tr').allInnerTexts()).toEqual([expect.stringContaining('7 May 2040')]);
  expect(await panel('Earlier').locator('tbody tr').allInnerTexts()).toEqual([expect.stringContaining('3 Jan 2039')]);
  await page.getByRole('textbox', { name: 'As of' }).fill('10/04/2040');
  await page.keyboard.press('Tab');
  await panel('On Tuesday, 10 April 2040').getByText('Not away on this day.').waitFor();
  await page.getByRole('button', { name: 'Record a leave' }).click();
  expect(await drawer().getByRole('textbox', { name: 'From' }).inputValue()).toBe('10/04/2040');
  await drawer().getByRole('combobox', { name: 'Kind of leave' }).click();
  await page.getByRole('option', { name: 'Paid leave' }).click();
  await drawer().getByRole('button', { name: 'Record a leave' }).click();
  await panel('On Tuesday, 10 April 2040').getByText('Paid leave').waitFor();
  const found = await client.call(
    'GET',
    `${pathOf(leaves)}?employee.id=${ada.id}&startsOn.between=2040-04-01--2040-04-30`,
  );
  expect(found.body.items).toMatchObject([{ startsOn: '2040-04-10', endsOn: '2040-04-10' }]);
});

inFull('leaves of a day have no accessibility problem', async () => {
  await page.goto(`/console/people/${ada.id}?tab=leaves&asOf=2040-03-07`);
  await panel('On Wednesday, 7 March 2040').getByText('5 Mar 2040').waitFor();
  expect(await problemsIn(page, 'main')).toEqual([]);
});

it('an attribute and a department are shown as they were, and a former value cannot be edited', async () => {
  await page.goto(`/console/people/${ada.id}?tab=attributes&asOf=${then}`);
  await page.getByText('green badge').waitFor();
  await page.getByText('Fitter · Workshop').waitFor();
  expect(await page.getByText('red badge').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Edit: Badge' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Add a value' }).click();
  await drawer().getByRole('combobox', { name: 'Attribute' }).click();
  await page.getByRole('option', { name: 'Permit' }).waitFor();
  expect(await page.getByRole('option', { name: 'Badge' }).count()).toBe(0);
  await page.goto(`/console/people/${ada.id}?tab=attributes`);
  await page.getByText('red badge').waitFor();
  await page.getByText('Fitter · Factory').waitFor();
  await page.getByRole('button', { name: 'Edit: Badge' }).waitFor();
});

inFull('a document of an employment that begins after the day says so', async () => {
  await page.goto(`/console/people/${ada.id}?tab=documents&asOf=2023-06-01`);
  await page
    .getByRole('group', { name: /^Contract/ })
    .getByText('Valid from 1 Jan 2024')
    .waitFor();
  await page.goto(`/console/people/${ada.id}?tab=documents&asOf=2024-06-01`);
  await page.getByRole('group', { name: /^Contract/ }).waitFor();
  expect(await page.getByText(/^Valid from/).count()).toBe(0);
});

it('the list and its export show the values and names of the day', async () => {
  const badge = (await client.call('GET', '/svc-api/employee-attribute-definitions?category=extension')).body.items[0];
  await page.goto(`/console/people?asOf=${then}&columns=name,department,attributes.${badge.id}`);
  await page.getByRole('cell', { name: 'Workshop' }).waitFor();
  await page.getByRole('cell', { name: 'green badge' }).waitFor();
  const { name, text } = await exported();
  expect(name).toContain(then);
  expect(text).toContain('"Ada Byron","Workshop","green badge"');
});

it('the end is that of the employment that the day shows', async () => {
  await page.goto(`/console/people/${bob.id}?asOf=2041-06-01`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'End employment' }).click();
  await drawer().getByRole('textbox', { name: 'Last day' }).fill('31/12/2041');
  await page.keyboard.press('Tab');
  await drawer().getByRole('button', { name: 'End employment' }).click();
  await page.getByText('The last day is recorded.').waitFor();
  const ends = (await employmentsOf(client, bob)).map(({ end }) => (end as { date: string } | null)?.date);
  expect(ends).toEqual(['2040-12-31', '2041-12-31']);
});

it('a day that does not exist is not shown, and nothing is asked about it', async () => {
  await page.goto(`/console/people/${ada.id}?asOf=2023-02-31`);
  await page.getByRole('tab', { name: 'Career' }).waitFor();
  await waitUntilDrawn(page);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(at.errors).toEqual([]);
});

inFull('the export of people on another day has their status of that day', async () => {
  await page.goto('/console/people?asOf=2023-06-01&columns=name,status');
  await page.getByRole('cell', { name: 'Upcoming' }).first().waitFor();
  const text = (await exported()).text;
  expect(text).toContain('"Ada Byron","Upcoming"');
  expect(at.errors).toEqual([]);
});

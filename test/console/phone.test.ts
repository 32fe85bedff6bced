// The main jobs on a phone of 375 pixels: look somebody up, hire, record a leave, approve one. Nothing scrolls sideways.
import { employees } from '@muster/contract/resources/employees.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { phone, phoneProblems } from '../support/console/phone.ts';
import { pathOf, type Row } from '../support/examples.ts';
import { inFull, oneIn } from '../support/form.ts';
import { leaveAccount, leaveNow, leaveOf } from '../support/leaves/leaves.ts';
import { type Company, hired, newCompany, at as reference } from '../support/people/people.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let client: TestClient;
let company: Company;
let page: Page;
let wolfe: Row;
let paid: Row;

/** Longer than a phone is wide, and without a blank to break at. */
const longName = 'Wolfeschlegelsteinhausenbergerdorff-Hofstetterseeuferpromenade';

beforeAll(async () => {
  at = await stage();
  const { account, client: own, ...where } = await newCompany(at.service);
  [client, company] = [own, where];
  const names = { givenName: 'Maximiliana', familyName: longName, email: `${longName.toLowerCase()}@example.com` };
  const boss = await hired(client, company, { givenName: 'Rosa', familyName: 'Boss' });
  const position = { jobTitle: 'Donaudampfschifffahrtskapitänsanwärterin im Außendienst', manager: reference(boss) };
  wolfe = await hired(client, company, names, {}, position);
  await hired(client, company, { givenName: 'Ada', familyName: 'Marsh' }, {}, { manager: reference(wolfe) });
  paid = await leaveAccount(client, { name: 'Paid leave', unit: 'workingDays' });
  page = await at.open('/', await at.service.person(account));
  await page.setViewportSize(phone);
});

afterAll(() => at.close());

const dialog = () => page.getByRole('dialog').first();
const fits = async () => expect(await phoneProblems(page)).toEqual([]);

async function goTo(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await waitUntilDrawn(page);
}

it('a person with a long name is looked up; the header says which environment it is', async () => {
  await waitUntilDrawn(page);
  await page.getByRole('banner').getByText('Production', { exact: true }).last().waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('dialog').getByRole('textbox').or(page.getByRole('dialog').getByRole('searchbox')).fill('wolfe');
  await page.getByRole('button', { name: new RegExp(longName) }).click();
  await page.getByRole('heading', { level: 1, name: new RegExp(longName) }).waitFor();
  await fits();
  const tabs = ['Career', 'Leaves', 'Documents', 'Attributes', 'Personal record', 'History'];
  for (const name of oneIn(3, tabs)) {
    await page.getByRole('tab', { name }).click();
    await fits();
  }
  await goTo('People');
  await page.getByRole('list').getByText(longName).first().waitFor();
  await fits();
});

it('somebody is hired', async () => {
  await goTo('People');
  await page.getByRole('button', { name: 'Hire' }).click();
  await dialog().getByLabel('Given name').fill('Nora');
  await dialog().getByLabel('Family name').fill('Lindqvist');
  await fits();
  for (const name of ['Kind of employment', 'Department', 'Establishment']) {
    await dialog().getByRole('combobox', { name }).click();
    await page.getByRole('option').first().click();
  }
  await dialog().getByRole('button', { name: 'Hire' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nora Lindqvist' }).waitFor();
  await fits();
  const { body } = await client.call('GET', pathOf(employees));
  expect(body.items.map(({ familyName }: Row) => familyName)).toContain('Lindqvist');
});

inFull('a leave is recorded', async () => {
  await goTo('Leaves');
  await fits();
  await page.getByRole('button', { name: 'Record a leave' }).click();
  await dialog().getByRole('combobox', { name: 'Person' }).fill('wolfe');
  await page.getByRole('option', { name: new RegExp(longName) }).click();
  await dialog().getByRole('combobox', { name: 'Kind of leave' }).click();
  await page.getByRole('option', { name: 'Paid leave' }).click();
  await dialog().getByRole('textbox', { name: 'From' }).fill('08/02/2027');
  await page.keyboard.press('Tab');
  await dialog().getByText('Nobody else is away in these days.').waitFor();
  await fits();
  await dialog().getByRole('button', { name: 'Record a leave' }).click();
  await page
    .getByText(/is recorded\.$/)
    .first()
    .waitFor();
  const { body } = await client.call('GET', `/svc-api/leaves?employee.id=${wolfe.id}`);
  expect(body.items).toMatchObject([{ startsOn: '2027-02-08', status: 'confirmed' }]);
});

inFull('a request is approved', async () => {
  const asked = await leaveOf(client, wolfe, paid, '2027-03-08/2027-03-11');
  await goTo('Leave requests');
  await fits();
  await page.getByRole('button', { name: /^Maximiliana/ }).click();
  await dialog().getByRole('button', { name: 'Approve' }).waitFor();
  await fits();
  await dialog().getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Approved.').first().waitFor();
  expect((await leaveNow(client, asked)).status).toBe('confirmed');
  expect(at.errors).toEqual([]);
});

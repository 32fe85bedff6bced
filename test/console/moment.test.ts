// The company on another day, and as it was known at another moment: people, org chart, departments and one person.
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { violations } from '../support/console/accessibility.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { pathOf, type Row } from '../support/examples.ts';
import { inFull } from '../support/form.ts';
import { department } from '../support/organization/departments.ts';
import { employmentsOf, hired, moved, newCompany } from '../support/people/people.ts';

let at: Stage;
let page: Page;
let ada: Row;
let before: string;

beforeAll(async () => {
  at = await stage();
  const { account, client, ...company } = await newCompany(at.service);
  ada = await hired(client, company, { familyName: 'Lovelace' }, {}, { jobTitle: 'Fitter' });
  const [employment] = await employmentsOf(client, ada);
  await moved(client, company, employment as Row, '2040-03-01', { jobTitle: 'Foreman' });
  const sales = await department(client, { name: 'Sales' });
  before = at.service.now().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await client.call('PATCH', pathOf(departments, sales.id), { body: { name: 'Revenue' } });
  await client.call('PATCH', pathOf(employees, ada.id), { body: { familyName: 'King' } });
  page = await at.open('/people', await at.service.person(account));
});

afterAll(async () => {
  await at.close();
});

const notice = () => page.getByRole('status').filter({ hasText: 'You see' });
const back = () => page.getByRole('button', { name: 'Back to today' });

it('people are shown as of a day that is chosen, and nothing can be changed meanwhile', async () => {
  await page.getByRole('link', { name: 'Ada King' }).waitFor();
  await page.getByText('Fitter').waitFor();
  expect(await page.getByRole('button', { name: 'Hire' }).count()).toBe(1);
  // Its form comes over a slow network, and a blank that is typed meanwhile closes nothing.
  const form = Promise.withResolvers<void>();
  await page.route('**/moment-form-*.js', (route) => form.promise.then(() => route.continue()));
  await page.getByRole('button', { name: 'Another day…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Look at another day' });
  await dialog.waitFor();
  await page.keyboard.press('Space');
  form.resolve();
  const day = dialog.getByLabel('Day', { exact: true });
  await expect.poll(() => day.evaluate((one) => one === document.activeElement)).toBe(true);
  await day.fill('01/04/2040');
  await dialog.getByRole('button', { name: 'Show' }).click();
  await notice().getByText('You see the company as of Sunday, 1 April 2040.').waitFor();
  await page.getByText('Foreman').waitFor();
  expect(await page.getByRole('button', { name: 'Hire' }).count()).toBe(0);
});

inFull('links to the org chart and the departments stay on that day, and a button leads back', async () => {
  await page.getByRole('link', { name: 'Org chart' }).click();
  await page.getByRole('heading', { name: 'Org chart', level: 1 }).waitFor();
  await notice().waitFor();
  await page.getByText('Foreman').waitFor();
  await page.getByRole('link', { name: 'Departments' }).click();
  await page.getByRole('heading', { name: 'Departments', level: 1 }).waitFor();
  await notice().waitFor();
  expect(await page.getByRole('button', { name: 'New department' }).count()).toBe(0);
  await back().click();
  await notice().waitFor({ state: 'detached' });
  await page.getByText('Revenue').waitFor();
  await waitUntilDrawn(page);
  expect(page.url()).not.toContain('asOf');
});

inFull('what was known at a moment is shown without what was recorded later', async () => {
  await page.goto(`/console/departments?knownAt=${before}`);
  await page.getByText('Sales').waitFor();
  expect(await page.getByText('Revenue').count()).toBe(0);
  await page.goto(`/console/people?knownAt=${before}`);
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await page.getByRole('heading', { name: 'Ada Lovelace', level: 1 }).waitFor();
  await notice().waitFor();
  expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
  await back().click();
  await page.getByRole('heading', { name: 'Ada King', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
});

inFull('a moment before the first record is an error, with the way back', async () => {
  await page.goto('/console/people?knownAt=2001-01-01T00:00:00Z');
  await page.getByRole('alert').waitFor();
  await back().click();
  await page.getByRole('link', { name: 'Ada King' }).waitFor();
});

inFull('the notice and the form are accessible, and fit on a phone', async () => {
  await page.goto('/console/people?asOf=2040-04-01');
  await notice().waitFor();
  await page.getByRole('button', { name: 'Another day…' }).click();
  await page.getByRole('dialog').waitFor();
  await waitUntilDrawn(page);
  // The first field, not the button that closes the form.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  const found = await violations(page, undefined, '[role=dialog], [role=status]');
  await page.setViewportSize({ width: 390, height: 844 });
  await waitUntilDrawn(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect([found, width <= 390]).toEqual([[], true]);
  expect(at.errors).toEqual([]);
});

// Thousands of people: pages draw what is on the screen, keys reach every row, and entries that are no values change and
// filter nobody. bench/console-people.ts measures time.
import { departments } from '@muster/contract/resources/departments.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { createExample, type Row } from '../support/examples.ts';
import { inForm, inFull } from '../support/form.ts';
import { leaveAccount, leaveOf } from '../support/leaves/leaves.ts';
import { manyHired } from '../support/many-people.ts';
import { newCompany, positionsOf } from '../support/people/people.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let page: Page;
let client: TestClient;
let first: Row;
let last: Row;
const people = 1500;
/** More than a calendar draws at once; only the full form opens it. */
const away = inForm({ short: 0, full: 130 });

beforeAll(async () => {
  at = await stage();
  const { account, client: own, ...company } = await newCompany(at.service);
  client = own;
  await createExample(client, departments, { name: 'Workshop' });
  const ids = await manyHired(at.service, account, company, people, () => ({ from: '2024-01-01', to: null }));
  first = { id: ids[0] as string };
  last = { id: ids.at(-1) as string };
  const paid = await leaveAccount(client, { name: 'Paid leave', unit: 'workingDays' });
  for (const id of ids.slice(0, away)) {
    await leaveOf(client, { id }, paid, '2027-03-01/2027-03-05', { status: 'confirmed' });
  }
  page = await at.open('/people', await at.service.person(account));
});

afterAll(async () => {
  await at.close();
});

const drawn = (rows: string) => page.locator(rows).count();
const rowWithFocus = () =>
  page.evaluate(() => Number(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')));

it('keys lead to the first and the last of the loaded rows, and from page to page', async () => {
  await page.locator('tbody tr[aria-rowindex] a').first().focus();
  await page.keyboard.press('PageDown');
  await expect.poll(rowWithFocus).toBe(12);
  await page.keyboard.press('End');
  await expect.poll(rowWithFocus).toBeGreaterThan(100);
  await page.keyboard.press('Home');
  await expect.poll(rowWithFocus).toBe(2);
  await page.keyboard.press('ArrowDown');
  await expect.poll(rowWithFocus).toBe(3);
});

it('a list of many people draws the rows on the screen, however far down', async () => {
  const atEnd = async () => {
    await page.keyboard.press('End');
    return rowWithFocus();
  };
  await expect.poll(atEnd, { timeout: 45_000 }).toBeGreaterThan(900);
  expect(await drawn('main tbody tr')).toBeLessThan(60);
  expect(at.errors).toEqual([]);
});

inFull('a month of many leaves draws the people on the screen; keys and scrolling reach all of them', async () => {
  await page.goto('/console/leaves?view=calendar&month=2027-03');
  await waitUntilDrawn(page);
  const grid = page.getByRole('grid');
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(away + 2));
  expect(await drawn('main [role=grid] tbody tr')).toBeLessThan(80);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await grid.locator(`tr[aria-rowindex="${away + 1}"]`).waitFor();
  expect(await drawn('main [role=grid] tbody tr')).toBeLessThan(80);
  // Tab reaches a cell that is drawn, and the arrow keys lead upwards from it.
  const focused = grid.locator('td[tabindex="0"]');
  await focused.focus();
  const from = await rowWithFocus();
  for (let row = 1; row <= 40; row += 1) {
    await page.keyboard.press('ArrowUp');
    await expect.poll(rowWithFocus).toBe(from - row);
  }
  expect(at.errors).toEqual([]);
});

inFull('a change of many is neither sent with a day that is none, nor lost by Escape', async () => {
  await page.goto('/console/people');
  await page.getByRole('checkbox', { name: 'Select Ada Family 0', exact: true }).check();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByLabel('What changes').click();
  await page.getByRole('option', { name: 'Department' }).click();
  await drawer.getByRole('combobox', { name: 'Department' }).fill('Worksh');
  await page.getByRole('option', { name: 'Workshop' }).click();
  await drawer.getByText('1 will change').waitFor();
  const before = await positionsOf(client, first);
  await drawer.getByRole('textbox', { name: 'From' }).fill('31/02/2027');
  await drawer.getByRole('button', { name: 'Change 1 person' }).click();
  await drawer.getByRole('alert').getByText('“31/02/2027” is not a date').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(await positionsOf(client, first)).toEqual(before);
});

it('a filter by a day that is none is not added', async () => {
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'Filter by' }).fill('First day');
  await page.getByRole('option', { name: 'First day' }).first().click();
  const day = page.getByRole('textbox', { name: /^(Value|From)$/ });
  await day.fill('01/02/2027');
  await day.fill('31/02/2027');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('“31/02/2027” is not a date').waitFor();
  expect(page.url()).not.toContain('2027');
});

it('an org chart draws the people on the screen, the others when they are scrolled to, and the one who is looked for', async () => {
  await page.goto('/console/org-chart');
  const items = 'main [role=treeitem]';
  const tree = page.getByRole('tree');
  await tree.getByRole('treeitem').first().waitFor();
  const least = await drawn(items);
  expect(least).toBeLessThan(50);
  expect(await tree.getByRole('treeitem').first().getAttribute('aria-setsize')).toBe('61');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => drawn(items)).toBe(61);
  await tree.getByRole('button', { name: /more/ }).click();
  await expect.poll(() => drawn(items)).toBeGreaterThan(61);
  await page.goto(`/console/org-chart?person=${last.id}`);
  await page.locator(`${items}[aria-current]`, { hasText: 'Ada Family' }).waitFor();
});

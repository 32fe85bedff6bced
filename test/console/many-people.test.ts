// Thousands of people: pages draw what is on the screen, and keys reach every row. bench/console-people.ts measures time.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { leaveAccount, leaveOf } from '../support/leaves/leaves.ts';
import { manyHired } from '../support/many-people.ts';
import { newCompany } from '../support/people/people.ts';

let at: Stage;
let page: Page;
const people = 1500;
/** More than a calendar draws at once. */
const away = 130;

beforeAll(async () => {
  at = await stage();
  const { account, client, ...company } = await newCompany(at.service);
  const ids = await manyHired(at.service, account, company, people, () => ({ from: '2024-01-01', to: null }));
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

it('a month of many leaves draws the people on the screen; keys and scrolling reach all of them', async () => {
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

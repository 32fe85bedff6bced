// A manager who has left, or has not started, takes nobody out of the org chart, and the first page says who needs another.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { violations } from '../support/console/accessibility.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import type { Body, Row } from '../support/examples.ts';
import { hired, newCompany, at as reference } from '../support/people/people.ts';

let at: Stage;
let page: Page;
let cleo: Row;

beforeAll(async () => {
  at = await stage();
  const { account, client, ...company } = await newCompany(at.service);
  const since: Body = { start: { date: '2020-01-01' } };
  const person = (givenName: string, employment = since, manager?: Row) =>
    hired(client, company, { givenName, familyName: 'Marsh' }, employment, manager && { manager: reference(manager) });
  const left = await person('Lee', { ...since, end: { date: '2021-03-31' } });
  const starting = await person('Eve', { start: { date: '2090-01-01' } });
  const bob = await person('Bob', since, left);
  await person('Dan', since, starting);
  cleo = await person('Cleo', since, bob);
  await person('Zoe');
  page = await at.open('/org-chart', await at.service.person(account));
});

afterAll(async () => {
  await at.close();
});

const item = (name: string) => page.getByRole('treeitem', { name });

it('everybody who works here is in the org chart', async () => {
  await item('Zoe Marsh').waitFor();
  await item('Their manager has left or not started').waitFor();
  for (const name of ['Bob Marsh', 'Dan Marsh']) await item(name).waitFor();
  expect(await item('Lee Marsh').count()).toBe(0);
  await waitUntilDrawn(page);
  expect(await violations(page)).toEqual([]);
});

it('somebody below them is found there', async () => {
  await page.goto(`/console/org-chart?person=${cleo.id}`);
  await page.locator('[role=treeitem][aria-current]', { hasText: 'Cleo Marsh' }).waitFor();
  expect(await item('Bob Marsh').count()).toBe(1);
  expect(at.errors).toEqual([]);
});

it('on another day it shows those whose manager is absent on that day', async () => {
  // Lee still works here; Eve has not started.
  await page.goto('/console/org-chart?asOf=2021-03-31');
  await item('Lee Marsh').waitFor();
  await item('Their manager has left or not started').waitFor();
  await item('Dan Marsh').waitFor();
  await page.goto('/console/org-chart?asOf=2090-01-01');
  await item('Eve Marsh').waitFor();
  await item('Bob Marsh').waitFor();
  await page.goto(`/console/org-chart?asOf=2090-01-01&person=${cleo.id}`);
  await page.locator('[role=treeitem][aria-current]', { hasText: 'Cleo Marsh' }).waitFor();
  // Below the others of absent managers, and not below every manager who is open.
  expect(await item('Bob Marsh').count()).toBe(1);
});

it('the first page lists those who need another manager', async () => {
  await page.goto('/console/');
  const section = page.getByRole('region', { name: 'People whose manager has left or not started' });
  await section.getByRole('link', { name: 'Bob Marsh' }).waitFor();
  expect(await section.getByRole('link').allInnerTexts()).toEqual(['Bob Marsh', 'Dan Marsh']);
});

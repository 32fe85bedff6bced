// A manager who has left, or has not started, takes nobody out of the org chart, and the first page says who needs another.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { violations } from '../support/console/accessibility.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import type { Body, Row } from '../support/examples.ts';
import { inFull, oneIn } from '../support/form.ts';
import { hired, newCompany, at as reference } from '../support/people/people.ts';

let at: Stage;
let page: Page;
let cleo: Row;
let department: string;

beforeAll(async () => {
  at = await stage();
  const { account, client, ...company } = await newCompany(at.service);
  department = String(company.department.name);
  const since: Body = { start: { date: '2020-01-01' } };
  const person = (givenName: string, employment = since, manager?: Row) =>
    hired(client, company, { givenName, familyName: 'Marsh' }, employment, manager && { manager: reference(manager) });
  const left = await person('Lee', { ...since, end: { date: '2021-03-31' } });
  const starting = await person('Eve', { start: { date: '2090-01-01' } });
  const bob = await person('Bob', since, left);
  await person('Dan', since, starting);
  cleo = await person('Cleo', since, bob);
  const headed = { body: { manager: reference(bob) } };
  expect((await client.call('PATCH', `/svc-api/departments/${company.department.id}`, headed)).status).toBe(200);
  await hired(client, company, { givenName: 'Zoe', familyName: 'Marsh' }, since, { jobTitle: 'Locksmith' });
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

inFull('somebody below them is found there', async () => {
  await page.goto(`/console/org-chart?person=${cleo.id}`);
  await page.locator('[role=treeitem][aria-current]', { hasText: 'Cleo Marsh' }).waitFor();
  expect(await item('Bob Marsh').count()).toBe(1);
  expect(at.errors).toEqual([]);
});

it('on another day it shows those whose manager is absent on that day', async () => {
  // Lee still works here; Eve has not started. Then it is the other way round.
  const days = [
    ['2021-03-31', 'Lee Marsh', 'Dan Marsh'],
    ['2090-01-01', 'Eve Marsh', 'Bob Marsh'],
  ] as const;
  for (const [day, manager, below] of oneIn(2, days)) {
    await page.goto(`/console/org-chart?asOf=${day}`);
    await item(manager).waitFor();
    await item('Their manager has left or not started').waitFor();
    await item(below).waitFor();
  }
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

/** As the browser does it after the keys, the button or its menu. */
async function print(act: () => Promise<void>): Promise<string> {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-print', 'yes');
  });
  await act();
  await page.locator('body[data-print]').waitFor();
  await page.emulateMedia({ media: 'print' });
  const printed = await page.locator('body').innerText();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => {
    document.body.removeAttribute('data-print');
    window.dispatchEvent(new Event('afterprint'));
  });
  return printed;
}

it('the keys, the menu of the browser and the button print the chart without its frame', async () => {
  await page.goto('/console/org-chart');
  await item('Zoe Marsh').waitFor();
  const byMenu = await print(() => page.evaluate(() => window.print()));
  const byKeys = await print(() => page.keyboard.press('Control+p'));
  const byButton = await print(() => page.getByRole('button', { name: 'Print' }).click());
  for (const printed of [byMenu, byKeys, byButton]) {
    expect(printed).toContain('Zoe Marsh');
    for (const name of ['Departments', 'By manager', 'Zoom', 'Print']) expect(printed).not.toContain(name);
  }
  // Everybody, also in branches that are closed.
  for (const printed of [byKeys, byButton]) {
    for (const name of ['Cleo Marsh', 'Bob Marsh', 'Locksmith']) expect(printed).toContain(name);
  }
  await page.getByText('By department', { exact: true }).click();
  await item(department).waitFor();
  const departments = await print(() => page.getByRole('button', { name: 'Print' }).click());
  for (const name of [department, 'Bob Marsh']) expect(departments).toContain(name);
  expect(departments).not.toContain('Cleo Marsh');
});

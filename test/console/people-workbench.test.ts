// The table of people as a workbench: columns, filters, keys, a change of many, and exports of what is shown.
import { buffer } from 'node:stream/consumers';
import { departments } from '@muster/contract/resources/departments.ts';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import type { Page } from '../judges/browser.ts';
import { violations, violationsInFull } from '../support/console/accessibility.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { createExample, pathOf, type Row } from '../support/examples.ts';
import { inFull } from '../support/form.ts';
import { type Company, hired, newCompany, positionsOf, at as reference } from '../support/people/people.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let account: Account;
let client: TestClient;
let company: Company;
let page: Page;
let boss: Row;
let workshop: Row;
const people = new Map<string, Row>();

beforeAll(async () => {
  at = await stage();
  const { account: newAccount, client: own, ...where } = await newCompany(at.service);
  [account, client, company] = [newAccount, own, where];
  workshop = await createExample(client, departments, { name: 'Workshop' });
  const size = await client.call('POST', pathOf(employeeAttributeDefinitions), {
    body: { id: 'e_shoes', name: 'Shoe size', schema: { $ref: '/svc-api/schemas/int32' } },
  });
  expect(size.status).toBe(201);
  boss = await hired(client, company, { givenName: 'Zoe', familyName: 'Zenith' });
  for (const [index, givenName] of ['Ada', 'Bob', 'Cleo', 'Dan'].entries()) {
    const person = await hired(
      client,
      company,
      { givenName, familyName: 'Lovelace' },
      {},
      { manager: reference(boss) },
    );
    people.set(givenName, person);
    await client.call('POST', pathOf(employeeAttributes), {
      body: { definition: { id: 'e_shoes' }, employee: reference(person), value: 44 - index },
    });
  }
  page = await at.open('/people', await at.service.person(account));
});

afterAll(async () => {
  await at.close();
});

const names = () =>
  page
    .locator('tbody tr[aria-rowindex] a')
    .evaluateAll((found) => found.map((link) => [...link.querySelectorAll('span')].at(-1)?.textContent));
const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();

async function download(format: string): Promise<Buffer> {
  const begun = page.waitForEvent('download');
  await press('Export');
  await page.getByRole('menuitem', { name: format }).click();
  return buffer(await (await begun).createReadStream());
}

it('shows the manager, and any attribute as a column that sorts', async () => {
  await page.getByRole('cell', { name: 'Zoe Zenith' }).first().waitFor();
  await press('Columns');
  await page.getByLabel('Find a column').fill('shoe');
  await page.getByRole('checkbox', { name: 'Shoe size' }).check();
  await waitUntilDrawn(page);
  expect(await violationsInFull(page, undefined, '.mantine-Popover-dropdown')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Shoe size' }).click();
  await page.getByRole('cell', { name: '41' }).waitFor();
  await expect.poll(names).toEqual(['Dan Lovelace', 'Cleo Lovelace', 'Bob Lovelace', 'Ada Lovelace', 'Zoe Zenith']);
});

it('filters by an attribute, and the address holds everything', async () => {
  await press('More filters');
  await page.getByRole('combobox', { name: 'Filter by' }).fill('Shoe');
  await page.getByRole('option', { name: 'Shoe size' }).click();
  await page.getByRole('combobox', { name: 'How' }).click();
  await page.getByRole('option', { name: 'is between' }).click();
  await page.getByLabel('From').fill('42');
  await waitUntilDrawn(page);
  expect(await violationsInFull(page, undefined, '.mantine-Popover-dropdown')).toEqual([]);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(names).toEqual(['Cleo Lovelace', 'Bob Lovelace', 'Ada Lovelace']);
  await page.reload();
  await expect.poll(names).toEqual(['Cleo Lovelace', 'Bob Lovelace', 'Ada Lovelace']);
  await page.getByText('Shoe size from 42').waitFor();
  await page.getByRole('cell', { name: '43' }).waitFor();
});

it('saves the view under a name, for everybody', async () => {
  await press('Views');
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name of the view').fill('Large shoes');
  await dialog.getByLabel('Everybody who administers the account sees it').check();
  await waitUntilDrawn(page);
  expect(await violationsInFull(page, undefined, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The view is saved.').waitFor();
  const other = await at.open('/people', await at.service.person(account, 'administrator'));
  await other.getByRole('button', { name: 'Views' }).click();
  await other.getByRole('menuitem', { name: /^Large shoes/ }).click();
  await other.getByText('Shoe size from 42').waitFor();
  await other.getByRole('cell', { name: '43' }).waitFor();
  await waitUntilDrawn(other);
  await other.getByRole('button', { name: 'Views' }).click();
  await other.getByRole('menuitem', { name: 'Standard view' }).waitFor();
  expect(await violationsInFull(other, undefined, '[role=menu]')).toEqual([]);
  expect(await other.getByRole('menuitem', { name: 'Delete the view Large shoes' }).count()).toBe(0);
  await other.close();
});

it('a view that is saved again under its name is replaced, and stays shared', async () => {
  await press('Views');
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name of the view').fill('large SHOES');
  await dialog.getByText('You have a view with this name already. Saving replaces it.').waitFor();
  await expect.poll(() => dialog.getByLabel('Everybody who administers').isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await press('Views');
  await page.getByRole('menuitem', { name: /^large SHOES.*Shared/ }).waitFor();
  expect(await page.getByRole('menuitem', { name: /^large shoes/i }).count()).toBe(1);
  await page.keyboard.press('Escape');
});

it('exports exactly the columns and the people that are shown', async () => {
  const text = (await download('CSV')).toString();
  const [head = '', first = '', ...rest] = text.replace('\ufeff', '').trim().split('\r\n');
  expect(head).toMatch(/^"Name","Status",.*"Shoe size"$/);
  expect(first).toMatch(/^"Cleo Lovelace","Active",.*"Zoe Zenith",.*"42"$/);
  expect(rest).toHaveLength(2);
  const [sheet] = await readWorkbook(await download('Excel workbook'));
  const [titles = [], cleo = []] = sheet?.data ?? [];
  expect(titles).toEqual(JSON.parse(`[${head}]`));
  expect([cleo[0], cleo.at(-1)]).toEqual(['Cleo Lovelace', 42]);
  expect(cleo[titles.indexOf('Since')]).toEqual(new Date('2024-01-01'));
  expect(sheet?.data).toHaveLength(4);
});

it('goes from row to row by keys, selects with Space and opens with Enter', async () => {
  await page.getByRole('button', { name: 'Remove the filter Shoe size' }).click();
  await expect.poll(async () => (await names()).length).toBe(5);
  await page.locator('tbody a').first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.getByText('2 people selected').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Bob Lovelace/ }).waitFor();
  await page.goBack();
  await page.getByRole('cell', { name: '41' }).waitFor();
});

it('moves the selected people to another department, with a preview and an undo', async () => {
  await page.getByRole('checkbox', { name: 'Select Ada Lovelace' }).check();
  await page.getByRole('checkbox', { name: 'Select Bob Lovelace' }).check();
  await press('Change');
  const drawer = page.getByRole('dialog').first();
  await drawer.getByLabel('What changes').click();
  await page.getByRole('option', { name: 'Department' }).click();
  await drawer.getByRole('combobox', { name: 'Department' }).fill('Worksh');
  await page.getByRole('option', { name: 'Workshop' }).click();
  await drawer.getByText('2 will change, 0 have it already, 0 are not employed on this day.').waitFor();
  await drawer.getByRole('table', { name: 'Preview' }).getByRole('cell', { name: 'Workshop' }).first().waitFor();
  await waitUntilDrawn(page);
  expect(await violations(page, undefined, '[role=dialog]')).toEqual([]);
  await drawer.getByRole('button', { name: 'Change 2 people' }).click();
  await drawer.getByText('2 people are changed.').waitFor();
  const positionOf = async (name: string) => (await positionsOf(client, people.get(name) as Row)).at(-1);
  for (const name of ['Ada', 'Bob']) expect(await positionOf(name)).toMatchObject({ department: { id: workshop.id } });
  await drawer.getByRole('button', { name: 'Undo' }).click();
  await drawer.getByText('The change is undone.').waitFor();
  expect(await positionOf('Ada')).toMatchObject({ department: { id: company.department.id } });
  await drawer.getByRole('button', { name: 'Close' }).last().click();
});

async function changeManagerTo(name: string, ...selected: string[]) {
  await page.goto('/console/people');
  for (const one of selected) await page.getByRole('checkbox', { name: `Select ${one}` }).check();
  await press('Change');
  const drawer = page.getByRole('dialog').first();
  await drawer.getByLabel('What changes').click();
  await page.getByRole('option', { name: 'Manager' }).click();
  await drawer.getByRole('combobox', { name: 'Manager' }).fill(name);
  await page.getByRole('option', { name }).click();
  return drawer;
}

it('says before a change that nobody can be their own manager', async () => {
  const drawer = await changeManagerTo('Zoe Zenith', 'Zoe Zenith', 'Dan Lovelace');
  await drawer.getByText('0 will change, 1 have it already, 0 are not employed on this day.').waitFor();
  await drawer.getByText('1 cannot be their own manager.').waitFor();
  const preview = drawer.getByRole('table', { name: 'Preview' });
  await preview.getByRole('row', { name: 'Zoe Zenith – cannot be their own manager' }).waitFor();
  expect(await drawer.getByRole('button', { name: 'Change 0 people' }).isDisabled()).toBe(true);
});

inFull('says for each person why a change is refused, and changes the others', async () => {
  const drawer = await changeManagerTo('Ada Lovelace', 'Bob Lovelace', 'Dan Lovelace');
  await drawer.getByText('2 will change').waitFor();
  const [bobs] = await positionsOf(client, people.get('Bob') as Row);
  await client.call('PATCH', pathOf(jobPositions, bobs?.id ?? ''), { body: { jobTitle: 'Baker' } });
  await drawer.getByRole('button', { name: 'Change 2 people' }).click();
  const errors = drawer.getByRole('table', { name: 'Who could not be changed' });
  await errors.getByRole('row', { name: /Bob Lovelace/ }).waitFor();
  await drawer.getByText('1 person is changed.').waitFor();
  await drawer.getByRole('button', { name: 'Undo' }).click();
  await drawer.getByText('The change is undone.').waitFor();
  await drawer.getByRole('button', { name: 'Close' }).last().click();
});

inFull('sets an attribute of many at once', async () => {
  await page.goto('/console/people?columns=name,attributes.e_shoes');
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
  await page.getByText('5 people selected').waitFor();
  await press('Change');
  const drawer = page.getByRole('dialog').first();
  await drawer.getByLabel('What changes').click();
  await page.getByRole('option', { name: 'Shoe size' }).click();
  await drawer.getByLabel('Shoe size').last().fill('44');
  await drawer.getByText('4 will change, 1 have it already').waitFor();
  await drawer.getByRole('button', { name: 'Change 4 people' }).click();
  await drawer.getByText('4 people are changed.').waitFor();
  await drawer.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(() => page.getByRole('cell', { name: '44' }).count()).toBe(5);
});

inFull('is cards on a phone, with the same filters and selection', async () => {
  await press('Clear the selection');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('checkbox', { name: 'Select Ada Lovelace' }).check();
  await page.getByText('1 person selected').waitFor();
  await waitUntilDrawn(page);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(at.errors).toEqual([]);
});

it('finds people by any part of a name, an e-mail address, a number or a job title', async () => {
  const [position] = await positionsOf(client, people.get('Cleo') as Row);
  await client.call('PATCH', pathOf(jobPositions, position?.id ?? ''), { body: { jobTitle: 'Locksmith' } });
  const found = await at.open('/people', await at.service.person(account));
  const shown = () => found.locator('tbody tr[aria-rowindex] a').allInnerTexts();
  await found.getByRole('searchbox', { name: 'Search' }).fill('velac');
  await expect.poll(async () => (await shown()).length).toBe(4);
  await found.getByRole('searchbox', { name: 'Search' }).fill('cksmi leo');
  await expect.poll(async () => (await shown()).join()).toMatch(/^[^,]*Cleo Lovelace$/);
  await found.close();
});

it('leads from a person to their place in the org chart, which opens, closes and zooms', async () => {
  const chart = await at.open(`/people/${people.get('Dan')?.id}`, await at.service.person(account));
  await chart.getByRole('link', { name: 'Place in the org chart' }).click();
  const dan = chart.getByRole('treeitem', { name: 'Dan Lovelace' });
  const zoe = chart.getByRole('treeitem', { name: 'Zoe Zenith' });
  await expect.poll(() => dan.evaluate((item) => item === document.activeElement)).toBe(true);
  expect(await dan.getAttribute('aria-current')).toBe('true');
  await chart.keyboard.press('ArrowLeft');
  expect(await zoe.evaluate((item) => item === document.activeElement)).toBe(true);
  await chart.keyboard.press('ArrowLeft');
  await dan.waitFor({ state: 'detached' });
  await chart.keyboard.press('ArrowRight');
  await chart.keyboard.press('ArrowRight');
  await expect.poll(() => chart.evaluate(() => document.activeElement?.textContent)).toContain('Ada Lovelace');
  await chart.getByRole('button', { name: 'Close all' }).click();
  await dan.waitFor({ state: 'detached' });
  await chart.getByRole('button', { name: 'Open one more level' }).click();
  await dan.waitFor();
  const height = () => zoe.first().evaluate((item) => item.getBoundingClientRect().height);
  const before = await height();
  await chart.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(height).toBeGreaterThan(before);
  await zoe.focus();
  await chart.keyboard.press('0');
  await expect.poll(height).toBe(before);
  await waitUntilDrawn(chart);
  expect(await violationsInFull(chart)).toEqual([]);
  await chart.getByRole('combobox', { name: 'Find a person in the chart' }).fill('leo');
  await chart.getByRole('option', { name: /Cleo/ }).click();
  await chart.locator('[role=treeitem][aria-current]', { hasText: 'Cleo Lovelace' }).waitFor();
  expect(at.errors).toEqual([]);
});

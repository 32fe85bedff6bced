// Erasures, legal holds and retention rules: what would be removed is shown first, and somebody else approves.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import type { Page } from '../judges/browser.ts';
import { violationsInFull } from '../support/console/accessibility.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { inFull } from '../support/form.ts';
import { hired, newCompany } from '../support/people/people.ts';

let at: Stage;
let account: Account;
let page: Page;

beforeAll(async () => {
  at = await stage();
  const company = await newCompany(at.service);
  account = company.account;
  await hired(company.client, company, { familyName: 'Lovelace' });
  await hired(company.client, company, { givenName: 'Grace', familyName: 'Hopper' });
  const left = { start: { date: '2015-01-01' }, end: { date: '2016-03-31' } };
  await hired(company.client, company, { givenName: 'Lee', familyName: 'Late' }, left);
  page = await at.open('/erasures', await at.service.person(account));
});

afterAll(async () => {
  await at.close();
});

const dialog = () => page.getByRole('dialog').first();

async function look(): Promise<string[]> {
  await waitUntilDrawn(page);
  const found = await violationsInFull(page, undefined, '[role=dialog]');
  await page.setViewportSize({ width: 390, height: 844 });
  await waitUntilDrawn(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize({ width: 1280, height: 800 });
  return width > 390 ? [...found, `${width} pixels wide`] : found;
}

async function choose(label: string, name: string): Promise<void> {
  await dialog().getByRole('combobox', { name: label }).click();
  await page.keyboard.type(name);
  await page.getByRole('option', { name }).click();
}

it('an erasure is planned after what it removes was shown, and the name was typed', async () => {
  await page.getByText('Nobody was erased yet.').waitFor();
  await page.getByRole('button', { name: 'Erase a person' }).click();
  await choose('Person', 'Ada Lovelace');
  await dialog().getByLabel('Reason').fill('Request of 3 May');
  await dialog().getByRole('button', { name: 'Show what would be removed' }).click();
  await dialog().getByText('This would be removed').waitFor();
  await dialog().getByText('Employments').waitFor();
  expect(await look()).toEqual([]);
  await dialog().getByLabel('Type “Ada Lovelace” to confirm').fill('Ada');
  await dialog().getByRole('button', { name: 'Plan the erasure' }).click();
  await dialog().getByRole('alert').waitFor();
  await dialog().getByLabel('Type “Ada Lovelace” to confirm').fill('Ada Lovelace');
  await dialog().getByRole('button', { name: 'Plan the erasure' }).click();
  await page.getByText('The erasure is planned.').waitFor();
  await page.getByText('Waits for approval').first().waitFor();
});

it('who planned it may refuse it and not approve it; somebody else approves', async () => {
  await page.getByRole('cell', { name: 'Ada Lovelace' }).click();
  await dialog().getByText('Another administrator has to approve').waitFor();
  expect(await dialog().getByRole('button', { name: 'Approve' }).count()).toBe(0);
  expect(await dialog().getByRole('button', { name: 'Refuse' }).count()).toBe(1);
  await page.close();
  page = await at.open('/erasures', await at.service.person(account));
  await page.getByRole('cell', { name: 'Ada Lovelace' }).click();
  await dialog().getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('dialog', { name: 'Approve this erasure?' });
  await question.getByRole('button', { name: 'Approve' }).click();
  // A notification is gone after some seconds; what it says stays in the list.
  await question.waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: /^(Approved|Running|Done)$/ }).waitFor();
});

inFull('a hold is set and lifted', async () => {
  await page.goto('/console/legal-holds');
  await page.getByText('No data is on hold.').waitFor();
  await page.getByRole('button', { name: 'Set a hold' }).click();
  await choose('Person', 'Grace Hopper');
  await dialog().getByLabel('Reason').fill('Case 12/2026');
  expect(await look()).toEqual([]);
  await dialog().getByRole('button', { name: 'Create' }).click();
  await page.getByText('The hold is set.').waitFor();
  await page.getByRole('cell', { name: 'Grace Hopper' }).click();
  await dialog().getByRole('button', { name: 'Lift the hold' }).click();
  // The button is gone when the hold is read again, which may be long before the list is.
  const list = /\/admin-api\/legal-holds\?/;
  await page.route(list, (route) => setTimeout(() => route.continue(), 1_000));
  await page.getByRole('dialog', { name: 'Lift this hold?' }).getByRole('button', { name: 'Lift the hold' }).click();
  await page.getByRole('cell', { name: 'Lifted' }).waitFor();
  await dialog().waitFor({ state: 'detached' });
  await page.unroute(list);
  expect(at.errors).toEqual([]);
});

inFull('a retention rule begins as a preview of what it removes, and is activated, changed and deleted', async () => {
  await page.getByRole('link', { name: 'Retention rules' }).click();
  await page.getByText('No rule removes anything yet.').waitFor();
  await page.getByRole('button', { name: 'Create a rule' }).click();
  const chooseFamily = async (name: string) => {
    await dialog().getByRole('combobox', { name: 'Data' }).click();
    await page.getByRole('option', { name }).click();
  };
  await chooseFamily('Audit log');
  expect(await dialog().getByLabel('Country').count()).toBe(0);
  await chooseFamily('The person');
  await dialog().getByLabel('Country').waitFor();
  await dialog().getByLabel('Months').fill('60');
  expect(await look()).toEqual([]);
  await dialog().getByRole('button', { name: 'Create' }).click();
  await page.getByText('The rule is created.').waitFor();
  await page.getByRole('cell', { name: 'The person' }).click();
  await dialog().getByText('If the rule were active, the erasure of these people').waitFor();
  await dialog().getByText('Lee Late · 31 Mar 2021').waitFor();
  expect(await look()).toEqual([]);
  await dialog().getByLabel('Months').fill('1200');
  await dialog().getByRole('switch', { name: 'Active' }).click();
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().waitFor({ state: 'hidden' });
  await page.getByRole('cell', { name: '1,200' }).waitFor();
  await page.getByRole('cell', { name: 'The person' }).click();
  await dialog().getByText('Nothing is due today.').waitFor();
  const administrator = await at.open('/retention-rules', await at.service.person(account, 'administrator'));
  await administrator.getByRole('cell', { name: 'The person' }).click();
  await administrator.getByRole('dialog').getByText('Nothing is due today.').waitFor();
  expect(await administrator.getByRole('button', { name: /^(Create a rule|Save|Delete)$/ }).count()).toBe(0);
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this rule?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No rule removes anything yet.').waitFor();
  expect(at.errors).toEqual([]);
});

inFull('an auditor reads both, and is offered no change', async () => {
  const auditor = await at.open('/legal-holds', await at.service.person(account, 'auditor'));
  await auditor.getByRole('cell', { name: 'Grace Hopper' }).waitFor();
  expect(await auditor.getByRole('button', { name: 'Set a hold' }).count()).toBe(0);
});

// Nothing that somebody has entered is lost, and nothing wrong is written: two people, lost networks, ended sessions.
import { employees } from '@muster/contract/resources/employees.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import type { Page } from '../judges/browser.ts';
import { companyPage, signInAgain } from '../support/console/company-page.ts';
import type { Stage } from '../support/console/console.ts';
import { pathOf, type Row } from '../support/examples.ts';
import { oneIn } from '../support/form.ts';
import { type Company, employeeNow, hired } from '../support/people/people.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let account: Account;
let client: TestClient;
let company: Company;
let page: Page;
let ada: Row;

beforeAll(async () => {
  ({ at, account, client, company, page } = await companyPage(null));
});

beforeEach(async () => {
  ada = await hired(client, company);
});

afterAll(async () => {
  await at.close();
});

const drawer = () => page.getByRole('dialog').first();

async function edit(): Promise<void> {
  await page.goto(`/console/people/${ada.id}?open=edit`);
  await drawer().getByLabel('Given name').waitFor();
}

const save = () => drawer().getByRole('button', { name: 'Save', exact: true }).click();

it('two people who edit the same person see both versions, and take either', async () => {
  const conflict = page.getByRole('dialog', { name: 'Somebody else has changed this meanwhile' });
  const choices = [
    ['Save my version', 'Augusta'],
    ['Take their version', 'Berta'],
  ] as const;
  // conflicts.test.ts saves the own version.
  for (const [take, mine] of oneIn(2, choices, 1)) {
    await edit();
    await drawer().getByLabel('Given name').fill(mine);
    const theirs = { givenName: 'Adele', employeeNumber: take.length.toString() };
    expect((await client.call('PATCH', pathOf(employees, ada.id), { body: theirs })).status).toBe(200);
    await save();
    await conflict.getByRole('cell', { name: mine }).waitFor();
    await conflict.getByRole('cell', { name: 'Adele' }).waitFor();
    expect(await employeeNow(client, ada)).toMatchObject(theirs);
    await conflict.getByRole('button', { name: take }).click();
    if (take === 'Save my version') {
      await expect.poll(() => employeeNow(client, ada)).toMatchObject({ ...theirs, givenName: mine });
    } else {
      await expect.poll(() => drawer().getByLabel('Given name').inputValue()).toBe('Adele');
      expect(await employeeNow(client, ada)).toMatchObject(theirs);
      await drawer().getByRole('button', { name: 'Cancel' }).click();
    }
  }
});

it('a network that drops in the middle of a save loses nothing and writes nothing twice', async () => {
  await page.goto('/console/people?open=hire');
  await drawer().getByLabel('Given name').fill('Nora');
  await drawer().getByLabel('Family name').fill('Once');
  for (const name of ['Kind of employment', 'Department', 'Establishment']) {
    await drawer().getByRole('combobox', { name }).click();
    await page.getByRole('option').first().click();
  }
  // The request arrives, its answer does not.
  await page.route('**/svc-api/employees', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await drawer().getByRole('button', { name: 'Hire' }).click();
  await drawer().getByRole('alert').getByText('The connection was lost while saving.').waitFor();
  expect(await drawer().getByLabel('Family name').inputValue()).toBe('Once');
  await page.unroute('**/svc-api/employees');
  await drawer().getByRole('button', { name: 'Hire' }).click();
  await page.getByRole('heading', { name: 'Nora Once', level: 1 }).waitFor();
  const found = await client.call('GET', `${pathOf(employees)}?search=Once`);
  expect(found.body.items).toHaveLength(1);
});

it('an error of the service keeps the form and its entries', async () => {
  await edit();
  await drawer().getByLabel('Given name').fill('Augusta');
  const answers = [
    [500, 'The service had an error'],
    [503, 'The service cannot answer at the moment'],
  ] as const;
  for (const [status, sentence] of oneIn(2, answers, 1)) {
    await page.route(`**/svc-api/employees/${ada.id}`, (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status, body: '' }) : route.continue(),
    );
    await save();
    await drawer().getByRole('alert').getByText(sentence).waitFor();
    expect(await drawer().getByLabel('Given name').inputValue()).toBe('Augusta');
    expect((await employeeNow(client, ada)).givenName).toBe('Ada');
    await page.unroute(`**/svc-api/employees/${ada.id}`);
  }
  await save();
  await expect.poll(async () => (await employeeNow(client, ada)).givenName).toBe('Augusta');
});

it('the session ends while somebody types: the entries are there after the next sign-in, for nobody else', async () => {
  const colleague = await at.service.person(account);
  await edit();
  await drawer().getByLabel('Given name').fill('Augusta');
  await page.context().clearCookies();
  await save();
  await signInAgain(page, account, colleague);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await drawer().getByLabel('Given name').waitFor();
  expect(await drawer().getByLabel('Given name').inputValue()).toBe('Ada');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Augusta');

  await drawer().getByLabel('Given name').fill('Adelheid');
  await page.context().clearCookies();
  await save();
  await signInAgain(page, account, colleague);
  await drawer().getByText('Your entries from before you signed in again are back.').waitFor();
  expect(await drawer().getByLabel('Given name').inputValue()).toBe('Adelheid');
  expect((await employeeNow(client, ada)).givenName).toBe('Ada');
  await save();
  await expect.poll(async () => (await employeeNow(client, ada)).givenName).toBe('Adelheid');
});

it('settings have one button, which says section by section what it changes', async () => {
  await page.goto('/console/settings');
  await page.getByRole('textbox', { name: 'Audit log, days' }).fill('400');
  await page.getByRole('textbox', { name: 'Events, days' }).fill('60');
  await page.getByRole('list', { name: 'Security and audit' }).getByText('Audit log, days: Not set → 400').waitFor();
  await page.getByRole('list', { name: 'Limits and retention' }).getByText('Events, days').waitFor();
  expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(1);
  await page.getByRole('link', { name: 'Departments' }).first().click();
  await page
    .getByRole('dialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').first().waitFor();
  await page.reload();
  await expect.poll(() => page.getByRole('textbox', { name: 'Audit log, days' }).inputValue()).toBe('400');
  expect(await page.getByRole('textbox', { name: 'Events, days' }).inputValue()).toBe('60');
  expect(at.errors).toEqual([]);
});

// The history: who changed what, from what to what, in words; of a person, of one thing, and of the whole account.
import { employees } from '@muster/contract/resources/employees.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import type { Page } from '../judges/browser.ts';
import { violations } from '../support/console/accessibility.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { createExample, pathOf, type Row } from '../support/examples.ts';
import { inFull } from '../support/form.ts';
import { department } from '../support/organization/departments.ts';
import { hired, newCompany, positionsOf } from '../support/people/people.ts';
import type { TestPerson } from '../support/people/person.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let account: Account;
let client: TestClient;
let owner: TestPerson;
let page: Page;
let ada: Row;

beforeAll(async () => {
  at = await stage();
  const { account: own, client: payroll, ...company } = await newCompany(at.service);
  [account, client] = [own, payroll];
  owner = await at.service.person(account);
  ada = await hired(client, company, { familyName: 'Lovelace' }, {}, { jobTitle: 'Fitter' });
  const [position] = await positionsOf(client, ada);
  const design = await department(client, { name: 'Design' });
  await client.call('PATCH', pathOf(jobPositions, position?.id ?? ''), {
    body: { jobTitle: 'Foreman', department: { id: design.id } },
  });
  const patch = { familyName: 'King' };
  await owner.call('PATCH', pathOf(employees, ada.id), { body: patch });
  page = await at.open(`/people/${ada.id}`, owner);
});

afterAll(async () => {
  await at.close();
});

const feed = () => page.getByRole('feed', { name: 'Changes, newest first' });
const entries = () => feed().getByRole('article');
const entry = (...texts: readonly string[]) =>
  texts.reduce((found, text) => found.filter({ hasText: text }), entries()).first();

/** Light, dark, and no wider than a phone. */
async function look(): Promise<string[]> {
  await waitUntilDrawn(page);
  const found = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await waitUntilDrawn(page);
  found.push(...(await violations(page, ['color-contrast'])));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  await waitUntilDrawn(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize({ width: 1280, height: 800 });
  return width > 390 ? [...found, `${width} pixels wide`] : found;
}

describe('the history of a person', () => {
  it('says who changed what, when and through what, with names instead of ids', async () => {
    await page.getByRole('tab', { name: 'History' }).click();
    const renamed = entry('Changed', 'Family name');
    await renamed.getByText('Lovelace').waitFor();
    expect(await renamed.innerText()).toMatch(/Lovelace[\s\S]*King/);
    expect(await renamed.innerText()).toContain(`${owner.email} (Administrator, from `);
    const moved = entry('Changed', 'Position', 'Job title');
    await moved.getByText('Design').waitFor();
    const text = await moved.innerText();
    expect(text).toMatch(/Fitter[\s\S]*Foreman/);
    expect(text).toMatch(/Client \d+ \(Client application\)/);
  });

  it('shows creations with what was entered, and never raw JSON', async () => {
    await entry('Created', 'Employment').waitFor();
    await entry('Created', 'Person').getByText('Given name').waitFor();
    await waitUntilDrawn(page);
    const text = await feed().innerText();
    expect(text).not.toMatch(/[{}[\]"]|\bhttp|\/svc-api\//);
    await page.getByText('Nothing older is recorded.').waitFor();
  });

  inFull('is accessible, in light and dark, and fits on a phone', async () => {
    expect(await look()).toEqual([]);
  });

  inFull('goes on with older changes', async () => {
    for (let count = 0; count < 30; count += 1)
      await client.call('PATCH', pathOf(employees, ada.id), { body: { givenName: `Ada ${count}` } });
    await page.reload();
    await entries().nth(24).waitFor();
    expect(await entries().count()).toBe(25);
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await page.getByText('Nothing older is recorded.').waitFor();
    expect(await entries().count()).toBeGreaterThan(30);
  });

  inFull('speaks French, with days in the French form', async () => {
    await page.evaluate(() => localStorage.setItem('muster.language', 'fr-FR'));
    await page.reload();
    const french = page.getByRole('feed', { name: 'Modifications, les plus récentes d’abord' });
    await french.getByText('Modification').first().waitFor();
    await page.getByRole('button', { name: 'Afficher plus' }).click();
    const created = french.getByRole('article').filter({ hasText: 'Création' }).filter({ hasText: 'Contrat' }).first();
    await created.getByText('Premier jour').waitFor();
    expect(await created.innerText()).toMatch(/\d{1,2}(er)? \S+ 20\d\d/);
    await page.evaluate(() => localStorage.removeItem('muster.language'));
  });
});

describe('the history of one thing', () => {
  inFull('is a tab of its drawer, and the form keeps what was entered', async () => {
    const holiday = await createExample(client, leaveAccounts, { name: 'Holiday' });
    await owner.call('PATCH', pathOf(leaveAccounts, holiday.id), { body: { name: 'Holidays' } });
    await page.goto(`/console/leave-accounts?open=${holiday.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').first().fill('Vacation');
    await dialog.getByRole('tab', { name: 'History' }).click();
    await dialog.getByRole('article').filter({ hasText: 'Changed' }).getByText('Holidays').waitFor();
    await dialog.getByRole('article').filter({ hasText: 'Created' }).waitFor();
    expect(await look()).toEqual([]);
    await dialog.getByRole('tab', { name: 'Details' }).click();
    expect(await dialog.getByLabel('Name').first().inputValue()).toBe('Vacation');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('says so if nothing is recorded', async () => {
    await page.goto('/console/attributes');
    await page.getByRole('link', { name: 'Job title' }).first().click();
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('dialog').getByText('No change is recorded.').waitFor();
  });
});

describe('the audit log', () => {
  inFull(
    'has changes by applications and acts of people in one list, and filters by person, author and kind',
    async () => {
      await page.goto('/console/audit');
      await entry('Client application', 'Changed').waitFor();
      await page.getByRole('button', { name: 'Show more' }).click();
      await entry('Signed in').waitFor();
      await page.getByRole('combobox', { name: 'Author' }).click();
      await page.getByRole('option', { name: 'Client application', exact: true }).click();
      await expect.poll(async () => (await entries().filter({ hasText: 'Signed in' }).count()) === 0).toBe(true);
      await page.getByRole('combobox', { name: 'Kind of thing' }).fill('Pos');
      await page.getByRole('option', { name: 'Position', exact: true }).click();
      await expect.poll(() => entries().count()).toBe(2);
      await entry('Changed', 'Foreman').waitFor();
      expect(page.url()).toContain('subjectType=job-position');
      expect(await look()).toEqual([]);
    },
  );

  inFull('filters by time, and says if nothing matches', async () => {
    await page.goto('/console/audit?recordedAt.between=..--2000-01-01T00:00:00Z');
    await page.getByText('Nothing matches these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await entries().first().waitFor();
  });

  inFull('shows an error with a way to try again', async () => {
    await page.route('**/admin-api/history-entries*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto('/console/audit');
    await page.getByRole('alert').getByRole('button').waitFor({ timeout: 30_000 });
    await page.unroute('**/admin-api/history-entries*');
    await page.getByRole('alert').getByRole('button').click();
    await entries().first().waitFor();
    expect(at.errors).toEqual([]);
  });
});

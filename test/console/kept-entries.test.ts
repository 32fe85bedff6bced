// What somebody has entered survives what people do with a browser: going back, Enter, Escape, a second tab.
import { departments } from '@muster/contract/resources/departments.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import type { Page } from '../judges/browser.ts';
import { companyPage } from '../support/console/company-page.ts';
import type { Stage } from '../support/console/console.ts';
import { pathOf } from '../support/examples.ts';
import { inFull } from '../support/form.ts';
import { newCompany } from '../support/people/people.ts';
import type { TestPerson } from '../support/people/person.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let client: TestClient;
let page: Page;

beforeAll(async () => {
  ({ at, client, page } = await companyPage('/people?sort=-familyName'));
});

afterAll(async () => {
  await at.close();
});

const drawer = (on = page) => on.getByRole('dialog').first();
const question = (on = page) => on.getByRole('dialog', { name: 'Discard your changes?' });

async function views(item: string): Promise<void> {
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

it('a view is saved by its button alone, and its name is not lost by Enter or Escape', async () => {
  await views('Save this view');
  const name = drawer().getByLabel('Name of the view');
  await name.fill('Backwards');
  await name.press('Enter');
  await page.keyboard.press('Escape');
  await question().getByRole('button', { name: 'Keep editing' }).click();
  expect(await name.inputValue()).toBe('Backwards');
  expect(await page.getByText('The view is saved.').count()).toBe(0);
  await drawer().getByRole('button', { name: 'Save', exact: true }).dblclick();
  await page.getByText('The view is saved.').first().waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Backwards', exact: true }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Backwards', exact: true }).count()).toBe(1);
  await page.keyboard.press('Escape');
});

it('going back on the same page asks before it closes a form with entries', async () => {
  await page.goto('/console/people');
  await views('Backwards');
  await page.waitForURL(/sort=-familyName/);
  await page.getByRole('button', { name: 'Hire' }).click();
  await drawer().getByLabel('Given name').fill('Nora');
  await page.goBack();
  await question().getByRole('button', { name: 'Keep editing' }).click();
  expect(await drawer().getByLabel('Given name').inputValue()).toBe('Nora');
  await page.goBack();
  await question().getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(new URL(page.url()).search).toBe('');
});

inFull('a view is deleted after a question', async () => {
  await views('Delete the view Backwards');
  const asked = page.getByRole('dialog', { name: 'Delete the view Backwards' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await views('Delete the view Backwards');
  await asked.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('The view is deleted.').waitFor();
});

async function signInAs(tab: Page, { name }: Account, { email, password }: TestPerson): Promise<void> {
  await tab.getByRole('button', { name: 'Your profile' }).click();
  await tab.getByRole('menuitem', { name: 'Sign out' }).click();
  // The page that is left may have passwords too.
  await tab.waitForURL(/\/sign-in/);
  await tab.goto(`/console/sign-in?account=${name}`);
  await tab.getByLabel('E-mail').fill(email);
  await tab.locator('input[type=password]').fill(password);
  await tab.keyboard.press('Enter');
  await tab.getByRole('navigation', { name: 'Main navigation' }).waitFor();
}

it('a tab of somebody who was replaced in another tab writes nothing in the name of the other', async () => {
  const other = await newCompany(at.service);
  const somebody = await at.service.person(other.account);
  const idle = await page.context().newPage();
  const second = await page.context().newPage();
  await page.goto('/console/departments?open=new');
  await drawer().getByLabel('Name').first().fill('Secret laboratory');
  await idle.goto('/console/profile');
  await second.goto('/console/profile');
  await signInAs(second, other.account, somebody);
  // Nothing would be lost in it: it follows.
  await idle.getByText(somebody.email).first().waitFor();
  await drawer().getByRole('button', { name: 'Create', exact: true }).click();
  await drawer().getByRole('alert').getByText('Somebody else has signed in').waitFor();
  expect(await drawer().getByLabel('Name').first().inputValue()).toBe('Secret laboratory');
  for (const reader of [client, other.client]) {
    const found = await reader.call('GET', `${pathOf(departments)}?limit=1000`);
    expect(found.body.items.map(({ name }: { name: string }) => name)).not.toContain('Secret laboratory');
  }
  expect(at.errors).toEqual([]);
});

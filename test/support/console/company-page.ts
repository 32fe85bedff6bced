/** A new company, and the console in which its owner is signed in: where most stories begin. */
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import type { Page } from '../../judges/browser.ts';
import { type Company, newCompany } from '../people/people.ts';
import type { TestPerson } from '../people/person.ts';
import type { TestClient } from '../service.ts';
import { type Stage, stage } from './console.ts';

export interface CompanyPage {
  readonly at: Stage;
  readonly account: Account;
  readonly client: TestClient;
  readonly company: Company;
  readonly person: TestPerson;
  readonly page: Page;
}

/** On an empty page if the stories begin elsewhere. */
export async function companyPage(path: string | null = '/people'): Promise<CompanyPage> {
  const at = await stage();
  const { account, client, ...company } = await newCompany(at.service);
  const person = await at.service.person(account);
  return { at, account, client, company, person, page: await at.open(path, person) };
}

/** On the page that a lost session leads to. */
export async function signInAgain(page: Page, { name }: Account, { email, password }: TestPerson): Promise<void> {
  // The form that is left may have an e-mail address as well.
  await page.locator('input[type=password]').waitFor();
  // Asked for as soon as another story has opened an account.
  const account = page.getByLabel('Account');
  if ((await account.count()) > 0) await account.fill(name);
  await page.getByLabel('E-mail').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
}

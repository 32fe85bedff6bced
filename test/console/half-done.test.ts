// Changes of many rows that are interrupted: what was done is not sent twice, the rest is tried again, an undo is not lost.
import { departments } from '@muster/contract/resources/departments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import type { Page } from '../judges/browser.ts';
import { companyPage, signInAgain } from '../support/console/company-page.ts';
import type { Stage } from '../support/console/console.ts';
import { createExample, pathOf, type Row } from '../support/examples.ts';
import { inFull } from '../support/form.ts';
import { type Company, hired, positionsOf } from '../support/people/people.ts';
import type { TestPerson } from '../support/people/person.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let account: Account;
let client: TestClient;
let company: Company;
let person: TestPerson;
let page: Page;
let workshop: Row;
let ada: Row;
let bob: Row;

beforeAll(async () => {
  ({ at, account, client, company, person, page } = await companyPage(null));
  workshop = await createExample(client, departments, { name: 'Workshop' });
  ada = await hired(client, company, { givenName: 'Ada', familyName: 'Lovelace' });
  bob = await hired(client, company, { givenName: 'Bob', familyName: 'Lovelace' });
});

afterAll(async () => {
  await at.close();
});

const drawer = () => page.getByRole('dialog').first();
const press = (name: string) => drawer().getByRole('button', { name }).click();
const lastPosition = async (person: Row) => (await positionsOf(client, person)).at(-1) as Row;
const departmentOf = async (person: Row) => ((await lastPosition(person)).department as Row).id;

/** Up to the preview. */
async function moveToWorkshop(): Promise<void> {
  await page.goto('/console/people');
  for (const name of ['Ada', 'Bob']) await page.getByRole('checkbox', { name: `Select ${name} Lovelace` }).check();
  await page.getByRole('button', { name: 'Change' }).first().click();
  await drawer().getByLabel('What changes').click();
  await page.getByRole('option', { name: 'Department' }).click();
  await drawer().getByRole('combobox', { name: 'Department' }).fill('Worksh');
  await page.getByRole('option', { name: 'Workshop' }).click();
  await drawer().getByText('2 will change').waitFor();
}

it('a change of many does not overwrite what somebody else has changed since the preview', async () => {
  await moveToWorkshop();
  const position = await lastPosition(ada);
  const path = pathOf(jobPositions, position.id);
  expect((await client.call('PATCH', path, { body: { jobTitle: 'Locksmith' } })).status).toBe(200);
  await press('Change 2 people');
  const errors = drawer().getByRole('table', { name: 'Who could not be changed' });
  await errors.getByRole('row', { name: /Ada Lovelace.*Somebody else has changed this/ }).waitFor();
  expect(await lastPosition(ada)).toMatchObject({ id: position.id, jobTitle: 'Locksmith' });
  expect(await departmentOf(bob)).toBe(workshop.id);
  await press('Undo');
  await drawer().getByText('The change is undone.').waitFor();
  expect(await departmentOf(bob)).toBe(company.department.id);
});

inFull('a change of many without a network is tried again, and its undo too', async () => {
  await moveToWorkshop();
  await page.context().setOffline(true);
  await press('Change 2 people');
  await drawer().getByText('2 could not be changed.').waitFor();
  await page.context().setOffline(false);
  await press('Try again');
  await drawer().getByText('2 people are changed.').waitFor();
  for (const person of [ada, bob]) expect(await departmentOf(person)).toBe(workshop.id);
  await page.context().setOffline(true);
  await press('Undo');
  await drawer().getByText('2 are not undone yet').waitFor();
  await page.context().setOffline(false);
  await press('Undo');
  await drawer().getByText('The change is undone.').waitFor();
  for (const person of [ada, bob]) expect(await departmentOf(person)).toBe(company.department.id);
});

/** Goes offline as soon as the first creation is answered. */
async function loseNetworkAfterOne(collection: string): Promise<void> {
  let answered = 0;
  await page.route(`**/svc-api/${collection}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    answered += 1;
    if (answered === 1) await page.context().setOffline(true);
    return route.fulfill({ response });
  });
}

it('labels that were added before the network dropped are not added twice', async () => {
  const taxonomy = await createExample(client, taxonomies);
  await page.goto(`/console/taxonomies/${taxonomy.id}`);
  await page.getByRole('button', { name: 'Add labels' }).click();
  await drawer().getByRole('textbox').fill('First aid\nFire warden\nForklift');
  await loseNetworkAfterOne('taxonomy-labels');
  await press('Add 3 labels');
  await drawer().getByRole('alert').waitFor();
  expect(await drawer().getByRole('textbox').inputValue()).toBe('Fire warden\nForklift');
  await page.context().setOffline(false);
  await press('Add 2 labels');
  await drawer().waitFor({ state: 'detached' });
  const { body } = await client.call('GET', `${pathOf(taxonomyLabels)}?taxonomy.id=${taxonomy.id}&sort=id`);
  expect(body.items.map(({ name }: Row) => name)).toEqual(['First aid', 'Fire warden', 'Forklift']);
});

/** Up to the button that imports. */
async function checkFile(...lines: string[]): Promise<void> {
  await page.goto('/console/import?collection=departments');
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  const buffer = Buffer.from(`${lines.join('\n')}\n`);
  await (await asked).setFiles({ name: 'departments.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('button', { name: `Import ${lines.length - 1} row` }).waitFor();
}

const countOf = async (name: string): Promise<number> =>
  (await client.call('GET', `${pathOf(departments)}?search=${name}&limit=100`)).body.items.length;

inFull(
  'the session ends while an import runs: its result is there after the next sign-in, even without the file',
  async () => {
    await checkFile('name', ...Array.from({ length: 60 }, (_, index) => `Quarry ${index} ${'x'.repeat(40)}`));
    // The tab has no room for the rows of the file.
    await page.evaluate(() => sessionStorage.setItem('other', 'x'.repeat(5 * 1024 * 1024 - 1000)));
    await page.route('**/svc-api/imports/*', async (route) => {
      await page.context().clearCookies();
      return route.continue();
    });
    await page.getByRole('button', { name: 'Import 60 rows' }).click();
    await page.locator('input[type=password]').waitFor();
    await page.unroute('**/svc-api/imports/*');
    await signInAgain(page, account, person);
    await page.getByText('The import is done.').waitFor();
    await page.getByRole('link', { name: 'Quarry 59' }).waitFor();
    await page.evaluate(() => sessionStorage.removeItem('other'));
    expect(await countOf('Quarry')).toBe(60);
  },
);

it('the session ends before an import is answered: the file is there after the next sign-in, and goes in once', async () => {
  await checkFile('name', 'Anchor');
  await page.route('**/svc-api/imports', async (route) => {
    await route.fetch();
    await page.context().clearCookies();
    return route.fulfill({ status: 401, json: { type: 'about:blank', status: 401 } });
  });
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.locator('input[type=password]').waitFor();
  await page.unroute('**/svc-api/imports');
  await expect.poll(() => countOf('Anchor')).toBe(1);
  await signInAgain(page, account, person);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('The import is done.').waitFor();
  expect(await countOf('Anchor')).toBe(1);
});

inFull('the session ends after an import: it is undone after the next sign-in, from the list of imports', async () => {
  await checkFile('remoteId,name', 'D-4,Lathe', 'D-5,Mill');
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('The import is done.').waitFor();
  await page.context().clearCookies();
  await page.reload();
  await signInAgain(page, account, person);
  await page.getByRole('link', { name: 'Lathe' }).waitFor();
  await page.goto('/console/import');
  await page.getByRole('link', { name: 'departments.csv' }).first().click();
  await page.getByRole('link', { name: 'Mill' }).waitFor();
  for (const _ of ['once', 'again']) {
    await page.getByRole('button', { name: 'Undo the import' }).click();
    await drawer().getByRole('button', { name: 'Undo the import' }).click();
    await page.getByText('2 rows are undone.').waitFor();
    expect((await client.call('GET', `${pathOf(departments)}?remoteId=D-4,D-5`)).body.items).toEqual([]);
    await page.reload();
  }
  await page.goBack();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
});

inFull('an import whose progress cannot be read goes on, and is not offered again', async () => {
  await checkFile('name', 'Anvil', 'Bellows');
  let failed = 0;
  await page.route('**/svc-api/imports/*', (route) => {
    failed += 1;
    return route.abort();
  });
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  // More than the client tries by itself.
  await expect.poll(() => failed, { timeout: 60_000 }).toBeGreaterThan(4);
  expect(await page.getByRole('button', { name: 'Import 2 rows' }).count()).toBe(0);
  await page.unroute('**/svc-api/imports/*');
  await page.getByText('The import is done.').waitFor();
  expect(await countOf('Anvil')).toBe(1);
});

inFull('the undo of an import is tried again after the network was lost', async () => {
  await checkFile('remoteId,name', 'D-8,Atelier', 'D-9,Forge');
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('The import is done.').waitFor();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await drawer().getByRole('button', { name: 'Undo the import' }).click();
  await page.getByText('Atelier: The service does not answer. Are you online?').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await page.getByText('2 rows are undone.').waitFor();
  expect((await client.call('GET', `${pathOf(departments)}?remoteId=D-8,D-9`)).body.items).toEqual([]);
  expect(at.errors).toEqual([]);
});

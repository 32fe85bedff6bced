// The import wizard: twenty people from a workbook, errors corrected in their cells, and an import that is undone.
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import type { Page } from '../judges/browser.ts';
import { setSettings } from '../support/account-settings.ts';
import { violations } from '../support/console/accessibility.ts';
import { clicksOf } from '../support/console/clicks.ts';
import { companyPage } from '../support/console/company-page.ts';
import type { Stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { createExample, pathOf, type Row } from '../support/examples.ts';
import { inFull } from '../support/form.ts';
import { type Company, hired, positionsOf } from '../support/people/people.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let client: TestClient;
let company: Company;
let page: Page;

beforeAll(async () => {
  let account: Account;
  ({ at, account, client, company, page } = await companyPage());
  const { template, place, department } = company;
  await setSettings(at.service, account, { template, businessEstablishment: place, department });
  await createExample(client, departments, { name: 'Workshop', remoteId: 'D-1' });
});

afterAll(async () => {
  await at.close();
});

interface Upload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const csv = (name: string, ...lines: string[]): Upload => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
});

/** As a person does it: the button opens the dialog of the browser. */
async function choose(file: Upload): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await asked).setFiles(file);
}

const found = async (search: string): Promise<Row[]> =>
  (await client.call('GET', `${pathOf(employees)}?search=${search}&limit=100`)).body.items;

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

it('twenty people of a workbook are imported in six clicks, one error corrected in its cell', async () => {
  const head = ['Prénom', 'Nom', 'E-mail', 'Phone', 'Start date', 'Department', 'Job title'];
  const people = Array.from({ length: 20 }, (_, index) => [
    'Ada',
    `Importedson ${index}`,
    `ada.${index}@example.com`,
    '+33 6 12 34 56 78',
    new Date(Date.UTC(2024, 2, 1)),
    index === 7 ? 'Workshpo' : 'Workshop',
    'Fitter',
  ]);
  const cells = [head, ...people].map((row) =>
    row.map((value) => (value instanceof Date ? { value, type: Date, format: 'dd/mm/yyyy' } : { value, type: String })),
  );
  const buffer = await writeWorkbook(cells).toBuffer();
  const clicks = await clicksOf(page, async () => {
    await page.getByRole('link', { name: 'Import' }).first().click();
    await choose({ name: 'people.xlsx', mimeType: 'application/octet-stream', buffer });
    await page.getByText('people.xlsx: 20 rows').waitFor();
    await press('Check');
    await page.getByText('19 new and 1 with errors').waitFor();
    await page.getByLabel('Department, row 8').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Workshop');
    await press('Check again');
    await page.getByText('All rows are correct.').waitFor();
    await page.getByText('New people cannot be removed by an undo').waitFor();
    await press('Import 20 rows');
    await page.getByText('The import is done.').waitFor();
  });
  console.info(`clicks: import of 20 people, one of them corrected ${clicks}`);
  expect(clicks).toBeLessThanOrEqual(6);
  const made = await found('Importedson');
  expect(made).toHaveLength(20);
  expect(made[0]).toMatchObject({ phoneNumber: '+33612345678' });
  const [position] = await positionsOf(client, made[7] as Row);
  expect(position).toMatchObject({ jobTitle: 'Fitter', startsOn: '2024-03-01' });
  expect(await page.getByRole('link', { name: /^Ada Importedson/ }).count()).toBe(20);
});

inFull('says which row is wrong, and imports the others', async () => {
  await page.goto('/console/import');
  await choose(csv('some.csv', 'Vorname;Nachname;Eintritt', 'Bo;Partly;2024-01-01', 'Cy;Partly;someday'));
  await press('Check');
  const row = page.getByRole('row').filter({ has: page.getByLabel('First day, row 2') });
  await row.getByText(/^First day:/).waitFor();
  expect(await page.getByLabel('First day, row 2').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('First day, row 1').getAttribute('aria-invalid')).toBeNull();
  await waitUntilDrawn(page);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 800 });
  await press('Import 1 row');
  await page.getByText('1 new and 1 with errors').waitFor();
  expect(await found('Partly')).toHaveLength(1);
});

it('new departments are deleted by the undo, and changed ones get their names back', async () => {
  await page.goto('/console/import?collection=departments');
  await choose(csv('departments.csv', 'remoteId,name,parent.name', 'D-1,Atelier,', 'D-2,Forge,', 'D-3,Anvils,Forge'));
  await press('Check');
  await page.getByText('The import can be undone').waitFor();
  await press('Import 3 rows');
  await page.getByText('The import is done.').waitFor();
  const names = async () =>
    (await client.call('GET', `${pathOf(departments)}?remoteId=D-1,D-2,D-3`)).body.items.map(
      ({ name }: { name: string }) => name,
    );
  expect((await names()).sort()).toEqual(['Anvils', 'Atelier', 'Forge']);
  await press('Undo the import');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click();
  await page.getByText('3 rows are undone.').waitFor();
  expect(await names()).toEqual(['Workshop']);
});

inFull('a change of people is undone, except where somebody has changed it since', async () => {
  const [ada, bob] = [
    await hired(client, company, { remoteId: 'U-1', familyName: 'Undone' }),
    await hired(client, company, { remoteId: 'U-2', familyName: 'Undone' }),
  ];
  await page.goto('/console/import');
  await choose(csv('changes.csv', 'remoteId,familyName', 'U-1,Changed', 'U-2,Changed'));
  await press('Check');
  await page.getByText('2 changed').waitFor();
  await press('Import 2 rows');
  await page.getByText('The import is done.').waitFor();
  await client.call('PATCH', pathOf(employees, bob.id), { body: { familyName: 'Married' } });
  await press('Undo the import');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click();
  await page.getByText('1 row is undone.').waitFor();
  await page.getByText('changed by somebody since').waitFor();
  const nameOf = async ({ id }: Row) => (await client.call('GET', pathOf(employees, id))).body.familyName;
  expect([await nameOf(ada), await nameOf(bob)]).toEqual(['Undone', 'Married']);
});

inFull('refuses what is no table, and keeps what was entered when the page is left by mistake', async () => {
  await page.goto('/console/import');
  await choose({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]) });
  await page.getByText('The file is neither CSV nor an Excel workbook').waitFor();
  await choose(csv('people.csv', 'Given name,Family name', 'Ada,Kept'));
  await page.getByText('people.csv: 1 row').waitFor();
  await page.getByRole('link', { name: 'People' }).first().click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByText('people.csv: 1 row').waitFor();
  expect(at.errors).toEqual([]);
});

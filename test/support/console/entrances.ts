/** What pressing alone does not reach, because a file must be chosen first: the steps of the import. */
import type { Page } from '../../judges/browser.ts';
import { waitUntilDrawn } from './console-pages.ts';

const rows = ['name,parent.name', 'Anvils,', 'Bellows,Nowhere'];

async function chooseFile(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'What the file holds' }).click();
  await page.getByRole('option', { name: 'Departments' }).click();
  const buffer = Buffer.from(`${rows.join('\n')}\n`);
  await page.locator('input[type=file]').setInputFiles({ name: 'departments.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Check' }).waitFor();
  await waitUntilDrawn(page);
}

async function checkFile(page: Page): Promise<void> {
  await chooseFile(page);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
  await waitUntilDrawn(page);
}

async function importFile(page: Page): Promise<void> {
  await checkFile(page);
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('The import is done.').waitFor();
  await waitUntilDrawn(page);
}

/** By an address and words about the step. */
export const entrances: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  '/import with a file': chooseFile,
  '/import with a checked file': checkFile,
  '/import at its end': importFile,
};

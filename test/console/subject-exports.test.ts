// The data of a person as an archive: asked for, made, and downloaded.
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { violationsInFull } from '../support/console/accessibility.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { hired, newCompany } from '../support/people/people.ts';

let at: Stage;
let page: Page;

beforeAll(async () => {
  at = await stage();
  const company = await newCompany(at.service);
  await hired(company.client, company, { familyName: 'Lovelace' });
  page = await at.open('/subject-exports', await at.service.person(company.account));
});

afterAll(async () => {
  await at.close();
});

const dialog = () => page.getByRole('dialog').first();

it('an archive is asked for, made and downloaded', async () => {
  await page.getByText('Nobody has asked for their data yet.').waitFor();
  await page.getByRole('button', { name: 'Export the data of a person' }).click();
  await dialog().getByRole('combobox', { name: 'Person' }).click();
  await page.keyboard.type('Ada');
  await page.getByRole('option', { name: 'Ada Lovelace' }).click();
  await dialog().getByRole('button', { name: 'Create the archive' }).click();
  const ready = dialog().getByRole('button', { name: 'Download the archive' });
  await ready.waitFor({ timeout: 30_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), ready.click()]);
  // To its end: a download that is still read when the browser closes is an error.
  const archive = await buffer(await download.createReadStream());
  expect(archive.subarray(0, 2).toString()).toBe('PK');
  await waitUntilDrawn(page);
  expect(await violationsInFull(page, undefined, '[role=dialog]')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await waitUntilDrawn(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(at.errors).toEqual([]);
});

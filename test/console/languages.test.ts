// Every language that the console offers is complete, also in its errors, in a real browser.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { oneIn } from '../support/form.ts';
import { hired, newCompany } from '../support/people/people.ts';

let at: Stage;
let page: Page;

beforeAll(async () => {
  at = await stage();
  const { account, client, ...company } = await newCompany(at.service);
  await hired(client, company);
  page = await at.open('/people', await at.service.person(account));
});

afterAll(() => at.close());

interface Parts {
  readonly form: { readonly required: string; readonly service: { readonly stillUsed: string } };
  readonly people: { readonly hire: string };
  readonly shell: { readonly delete: string; readonly navigation: { readonly people: string } };
}

/** The console is compiled with settings of its own, so its types are not those of tests. */
const partsOf = async (language: string) =>
  (await import(join(import.meta.dirname, '../../console/app/texts', language, 'words.ts'))) as Parts;

it('people choose among languages that are complete', async () => {
  await page.getByRole('button', { name: 'Your profile' }).click();
  await page.getByRole('menuitem', { name: 'Language' }).click();
  const offered = page.getByRole('menuitemradio');
  await offered.first().waitFor();
  const codes = await offered.evaluateAll((items) => items.map((item) => item.getAttribute('lang')?.slice(0, 2)));
  expect([...new Set(codes)].sort()).toEqual(['de', 'en', 'es', 'fr', 'it', 'nl']);
  await offered.filter({ hasText: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Personen' }).waitFor();
});

const locales = [
  ['de', 'de-DE'],
  ['es', 'es-ES'],
  ['fr', 'fr-CH'],
  ['it', 'it-IT'],
  ['nl', 'nl-BE'],
] as const;

it.each(oneIn(5, locales, 1))('the page and its errors are in %s, without English', async (language, locale) => {
  const words = await partsOf(language);
  await page.evaluate((chosen) => localStorage.setItem('muster.language', chosen), locale);
  await page.goto('/console/people?open=hire');
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: words.people.hire }).click();
  await drawer.getByRole('alert').getByText(words.form.required).first().waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(locale);
  await page.getByRole('navigation').getByText(words.shell.navigation.people, { exact: true }).first().waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/\b(the|your|and|with)\b/i);
});

it('a deletion that is refused says why in the language of the person', async () => {
  const { form, shell } = await partsOf('fr');
  await page.evaluate(() => localStorage.setItem('muster.language', 'fr-FR'));
  await page.goto('/console/departments');
  await page.locator('main button[aria-haspopup=menu]').last().click();
  await page.getByRole('menuitem', { name: shell.delete }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: shell.delete }).click();
  await dialog.getByRole('alert').getByText(form.service.stillUsed).waitFor();
  expect(at.errors).toEqual([]);
});

// Countries and nationalities have names, with their codes, wherever they are shown or asked for, in every language.
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { pathOf, type Row } from '../support/examples.ts';
import { inFull, oneIn } from '../support/form.ts';
import { type Company, hired, newCompany, at as reference } from '../support/people/people.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let client: TestClient;
let company: Company;
let page: Page;
let ada: Row;

beforeAll(async () => {
  at = await stage();
  const { account, client: own, ...where } = await newCompany(at.service);
  [client, company] = [own, where];
  ada = await hired(client, company);
  const record = { employee: reference(ada), nationalitiesCountryCodes: ['CHE'] };
  expect((await client.call('POST', pathOf(employeePersonalRecords), { body: record })).status).toBe(201);
  const abroad = { legalName: 'Madrid Branch', countryCode: 'ESP', currencyCode: 'EUR' };
  expect((await client.call('POST', pathOf(legalEntities), { body: abroad })).status).toBe(201);
  page = await at.open(null, await at.service.person(account));
});

afterAll(() => at.close());

inFull('a nationality is shown and chosen by name', async () => {
  await page.goto(`/console/people/${ada.id}?tab=record`);
  await page.getByText('Switzerland (CHE)').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Edit' }).last().click();
  const nationality = page.getByRole('dialog').getByRole('combobox', { name: 'Nationality' });
  await page.getByRole('dialog').getByText('Switzerland (CHE)').waitFor();
  await page.getByRole('dialog').locator('.mantine-Pill-remove').click({ force: true });
  await nationality.fill('ireland');
  await page.getByRole('option', { name: 'Ireland (IRL)', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('main').getByText('Ireland (IRL)').waitFor();
  await page.goto(`/console/people/${ada.id}?tab=history`);
  await page.getByText('Switzerland (CHE)').first().waitFor();
});

it('the country of a legal entity is found by its name or its code, in the table, the filter and the form', async () => {
  await page.goto('/console/legal-entities');
  await page.getByRole('cell', { name: 'Spain (ESP)' }).waitFor();
  const filter = page.getByRole('main').getByRole('combobox', { name: 'Country' });
  for (const typed of oneIn(2, ['spai', 'ESP'], 1)) {
    await filter.fill(typed);
    await page.getByRole('option', { name: 'Spain (ESP)' }).click();
    await expect.poll(() => page.locator('tbody tr[aria-rowindex]').count()).toBe(1);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => page.locator('tbody tr[aria-rowindex]').count()).toBeGreaterThan(1);
  }
  await page.getByRole('button', { name: 'Madrid Branch' }).click();
  const country = page.getByRole('dialog').getByRole('combobox', { name: 'Country' });
  await expect.poll(() => country.inputValue()).toBe('Spain (ESP)');
});

const names = [
  ['de-DE', 'Spanien (ESP)'],
  ['es-ES', 'España (ESP)'],
  ['fr-FR', 'Espagne (ESP)'],
  ['it-IT', 'Spagna (ESP)'],
  ['nl-NL', 'Spanje (ESP)'],
] as const;

it.each(oneIn(names.length, names, 2))('%s calls it %s', async (locale, name) => {
  await page.evaluate((chosen) => localStorage.setItem('muster.language', chosen), locale);
  await page.goto('/console/legal-entities');
  await page.getByRole('cell', { name }).waitFor();
  await waitUntilDrawn(page);
  expect(at.errors).toEqual([]);
});

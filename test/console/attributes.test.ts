// Attributes from the designer to the first value: one with several properties, and one with a list to choose from.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clicksOf } from '../support/console/clicks.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { hired, newCompany } from '../support/people/people.ts';

let at: Stage;

beforeAll(async () => {
  at = await stage();
});

afterAll(async () => {
  await at.close();
});

it('is designed next to the JSON that the API gets, and refuses values that do not fit', async () => {
  const company = await newCompany(at.service);
  const page = await at.open('/attributes/new', await at.service.person(company.account));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bank details');
  await page.getByRole('textbox', { name: 'Id', exact: true }).fill('bankDetails');
  await page.getByText('Several properties', { exact: true }).click();
  const properties = page.getByRole('group', { name: /^Properties/ });
  await properties.getByRole('textbox', { name: 'Name', exact: true }).fill('Holder');
  await properties.getByRole('button', { name: 'Add a property' }).click();
  await properties.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Branch');
  await properties.getByLabel('Kind of value').last().click();
  await page.getByRole('option', { name: 'Whole number' }).click();
  await page.getByText('/svc-api/schemas/int32').first().waitFor();

  // The service names the member, and the designer shows the error there.
  await page.getByRole('button', { name: 'Create' }).click();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Id', exact: true }).getAttribute('aria-invalid'))
    .toBe('true');
  await page.getByRole('textbox', { name: 'Id', exact: true }).fill('e_bankDetails');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/\/attributes\/(?!new)/);
  // The address changes before the page, which has the same tabs.
  await page.getByRole('button', { name: 'Save' }).waitFor();

  await page.getByRole('tab', { name: 'Try a value' }).click();
  const json = page.getByLabel('The value in JSON');
  await json.fill('{ "holder": "Nora", "branch": "north" }');
  await page.getByRole('button', { name: 'Ask the service' }).click();
  await page.getByText('The service refuses this value.').waitFor();
  await page.getByText('value.branch').waitFor();
  await json.fill('{ "holder": "Nora", "branch": 7 }');
  await page.getByRole('button', { name: 'Ask the service' }).click();
  await page.getByText('The service takes this value.').waitFor();
  expect(at.errors).toEqual([]);

  const { id } = await hired(company.client, company);
  const valued = (value: unknown) =>
    company.client.call('POST', '/svc-api/employee-attributes', {
      body: { definition: { id: 'e_bankDetails' }, employee: { id }, value },
    });
  expect((await valued({ holder: 'Nora', branch: 'north' })).status).toBe(400);
  expect((await valued({ holder: 'Nora', branch: 7 })).status).toBe(201);
  await page.close();
});

it('a list to choose from, its attribute and the first value take fifteen clicks', async () => {
  const company = await newCompany(at.service);
  const ada = await hired(company.client, company, { familyName: 'Lovelace' });
  const page = await at.open('/', await at.service.person(company.account));
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  const drawer = page.getByRole('dialog').first();
  const pick = async (name: string, typed: string) => {
    await page.getByRole('combobox', { name, exact: true }).last().click();
    await page.keyboard.type(typed);
    await page
      .getByRole('option', { name: new RegExp(typed) })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
  };
  const clicks = await clicksOf(page, async () => {
    await menu.getByRole('link', { name: 'Taxonomies' }).click();
    await page.getByRole('button', { name: 'Create a taxonomy' }).first().click();
    await drawer.getByLabel('Name').first().waitFor();
    await page.keyboard.type('Licences');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('link', { name: 'Licences' }).click();
    await page.getByRole('button', { name: 'Add labels' }).click();
    const lines = drawer.getByRole('textbox').first();
    await expect.poll(() => lines.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type('Car\nForklift');
    await drawer.getByRole('button', { name: 'Add 2 labels' }).click();
    await page.getByRole('main').getByText('Forklift').first().waitFor();
    await menu.getByRole('link', { name: 'Attributes' }).click();
    await page.getByRole('link', { name: 'Create an attribute' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).click();
    await page.keyboard.type('Licence');
    await page.getByRole('combobox', { name: 'Kind of value' }).click();
    await page.getByRole('option', { name: 'Label of a taxonomy' }).click();
    await pick('Taxonomy', 'Licences');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/attributes\/(?!new)/);
    await page.getByRole('button', { name: 'Save' }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('dialog').getByRole('textbox').or(page.getByRole('dialog').getByRole('searchbox')).waitFor();
    await page.keyboard.type('Lovelace');
    await page.getByRole('button', { name: /Lovelace/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Attributes' }).click();
    await page.getByRole('button', { name: 'Add a value' }).click();
    await pick('Attribute', 'Licence');
    await pick('Licence', 'Forklift');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('main').getByText('Forklift').first().waitFor();
  });
  console.info(`clicks: custom list attribute with a value ${clicks}`);
  expect(clicks).toBeLessThanOrEqual(15);
  const path = `/svc-api/employee-attributes?employee.id=${ada.id}&definition.id=e_licence`;
  expect((await company.client.call('GET', path)).body.items).toMatchObject([{ value: { type: 'taxonomy-label' } }]);
  expect(at.errors).toEqual([]);
});

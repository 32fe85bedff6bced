// An attribute with several properties, from the designer to the first value.
import { afterAll, beforeAll, expect, it } from 'vitest';
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
});

// A client application, from its creation to its first request.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stage, stage } from '../support/console/console.ts';
import { call, tokenFor } from '../support/service.ts';

let at: Stage;

beforeAll(async () => {
  at = await stage();
});

afterAll(async () => {
  await at.close();
});

it('is declared with the scopes it needs; its secret is shown once, works, and is never seen again', async () => {
  const person = await at.service.person(await at.service.openAccount('acme'));
  const page = await at.open('/client-applications', person);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Create an application' }).click();
  const form = page.getByRole('dialog', { name: 'Create an application' });
  await form.getByLabel('Name').fill('Payroll');
  await form.getByLabel('Technical contact').fill('it@example.com');
  const family = form.getByRole('listitem').filter({ has: page.getByText('departments', { exact: true }) });
  await family.getByText('Read', { exact: true }).click();
  await form.getByRole('button', { name: 'Create' }).click();

  await page.getByRole('button', { name: 'Copy: Client secret' }).click();
  const clientSecret = await page.evaluate(() => navigator.clipboard.readText());
  const clientId = await page.getByRole('textbox', { name: 'Client id' }).inputValue();
  expect(clientSecret).toBe(await page.getByRole('textbox', { name: 'Client secret' }).inputValue());
  const token = await tokenFor(at.service.url, { clientId, clientSecret });
  const ask = (path: string) => call(at.service.url, token, 'GET', `/svc-api/${path}`);
  expect((await ask('departments')).status).toBe(200);
  expect((await ask('employees')).status).toBe(403);

  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('link', { name: 'Payroll' }).click();
  await page.getByRole('heading', { name: 'Payroll', level: 1 }).waitFor();
  await page.getByText(clientId).first().waitFor();
  expect(await page.content()).not.toContain(clientSecret);
  await page.reload();
  await page.getByText(clientId).first().waitFor();
  expect(await page.content()).not.toContain(clientSecret);
  const read = await person.call('GET', '/admin-api/client-applications');
  expect(read.text).toContain(clientId);
  expect(read.text).not.toContain(clientSecret);
  expect(at.errors).toEqual([]);
});

// The request log for integrators: why a request was refused, by address and time, without the requests of the console.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { problemsInFull } from '../support/console/open-states.ts';

let at: Stage;
let page: Page;

beforeAll(async () => {
  at = await stage();
  const account = await at.service.openAccount('acme');
  const person = await at.service.person(account);
  const client = await at.service.client(account, { scopes: ['departments.readwrite'] });
  await client.call('GET', '/svc-api/employees');
  await client.call('POST', '/svc-api/departments', { body: { name: 7 } });
  await client.call('GET', '/svc-api/departments');
  page = await at.open('/departments', person);
  await waitUntilDrawn(page);
  await at.service.activity.flush();
});

afterAll(async () => {
  await at.close();
});

const rows = async (): Promise<string[]> => {
  await waitUntilDrawn(page);
  return page.getByRole('main').locator('tbody tr').allTextContents();
};

it('a refused request says which scope or member it lacks, and the console hides its own requests', async () => {
  await page.goto('/console/request-log');
  await page.getByText('One of these scopes is missing: employees.readonly, employees.readwrite').waitFor();
  await page.getByText('Not accepted: name').waitFor();
  expect(await rows()).toHaveLength(3);
  expect(await problemsInFull(page, 'main')).toEqual([]);
  await page.getByRole('switch', { name: 'Hide requests of the console' }).click();
  await expect.poll(async () => (await rows()).length).toBeGreaterThan(3);
});

it('requests are found by their address and by the time', async () => {
  await page.goto('/console/request-log');
  await page.getByRole('textbox', { name: 'Address' }).fill('http://localhost/svc-api/employees?status=active');
  await page.getByRole('button', { name: 'Find by address' }).click();
  await expect.poll(async () => (await rows()).length).toBe(1);
  expect((await rows())[0]).toContain('/svc-api/employees');
  await page.goto(`/console/request-log?${new URLSearchParams({ 'occurredAt.between': '..--2020-01-01T00:00:00Z' })}`);
  await page.getByText('Nothing matches').or(page.getByText('No request was answered lately.')).first().waitFor();
  expect(at.errors).toEqual([]);
});

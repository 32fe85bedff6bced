// The console does not offer what a person may not do, and the service refuses it anyway.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { hired, newCompany } from '../support/people/people.ts';

let at: Stage;

beforeAll(async () => {
  at = await stage();
});

afterAll(async () => {
  await at.close();
});

/** From inside the page, with everything that the browser adds. */
const fetched = (page: Page, method: string, path: string, body?: unknown): Promise<number> =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'content-type': 'application/json', 'api-version': '2024-11-01' };
      return (await fetch(path, { method, headers, ...(body !== undefined && { body }) })).status;
    },
    [method, path, JSON.stringify(body)] as [string, string, string],
  );

it('an auditor reads everything, and is neither offered nor allowed a change', async () => {
  const company = await newCompany(at.service);
  const { id } = await hired(company.client, company, { familyName: 'Lindqvist' });
  const body = { givenName: 'Milan', familyName: 'Novak' };
  const change = { givenName: 'Nora' };
  for (const role of ['owner', 'auditor'] as const) {
    const offered = role === 'owner' ? 1 : 0;
    const page = await at.open('/people', await at.service.person(company.account, role));
    await page.getByRole('link', { name: 'Ada Lindqvist' }).waitFor();
    expect(await page.getByRole('button', { name: 'Hire' }).count()).toBe(offered);
    await page.getByRole('link', { name: 'Ada Lindqvist' }).click();
    await page.getByRole('heading', { name: 'Ada Lindqvist', level: 1 }).waitFor();
    await waitUntilDrawn(page);
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(offered);
    expect(await page.getByRole('button', { name: 'New position' }).count()).toBe(offered);
    expect(await fetched(page, 'GET', `/svc-api/employees/${id}`)).toBe(200);
    if (role === 'owner') continue;
    expect(await fetched(page, 'POST', '/svc-api/employees', body)).toBe(403);
    expect(await fetched(page, 'PATCH', `/svc-api/employees/${id}`, change)).toBe(403);
    expect(await fetched(page, 'DELETE', `/svc-api/departments/${company.department.id}`)).toBe(403);
  }
  expect((await company.client.call('GET', `/svc-api/employees/${id}`)).body.givenName).toBe('Ada');
  expect(at.errors).toEqual([]);
});

it('a person who signs in after somebody of another account finds none of their data', async () => {
  const company = await newCompany(at.service);
  const { id } = await hired(company.client, company, { familyName: 'Verne' });
  const stranger = await at.service.person(await at.service.openAccount('elsewhere'));
  const page = await at.open('/people', await at.service.person(company.account));
  await page.getByRole('link', { name: 'Ada Verne' }).click();
  await page.getByRole('heading', { name: 'Ada Verne', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Your profile' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Account').fill('elsewhere');
  await page.getByLabel('E-mail').fill(stranger.email);
  await page.locator('input[type=password]').fill(stranger.password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  await page.goto(`/console/people/${id}`);
  await page.getByRole('alert').getByText('There is nothing at this address.').waitFor();
  await page.goto('/console/people');
  await waitUntilDrawn(page);
  expect(await page.content()).not.toContain('Verne');
  expect(await fetched(page, 'GET', `/svc-api/employees/${id}`)).toBe(404);
  expect(at.errors).toEqual([]);
});

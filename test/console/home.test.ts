// The first page as an inbox: what waits, what the next weeks bring, and the first steps of an empty account.
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { problemsInFull } from '../support/console/open-states.ts';
import { type Body, createExample, pathOf, type Row } from '../support/examples.ts';
import { inFull, oneIn } from '../support/form.ts';
import { leaveAccount, leaveOf, requestOf } from '../support/leaves/leaves.ts';
import { company, employmentsOf, hired, newCompany, positionsOf, at as reference } from '../support/people/people.ts';

let at: Stage;

beforeAll(async () => {
  at = await stage();
});

afterAll(async () => {
  await at.close();
});

const inDays = (count: number): string => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents();

it('an empty account shows its first steps until somebody is hired', async () => {
  const account = await at.service.openAccount('newcomers');
  const page = await at.open('/', await at.service.person(account));
  const steps = page.getByRole('list').filter({ hasText: 'Hire the first person' });
  const forms = [
    ['Create the first department', () => page.getByRole('dialog').getByLabel('Name').waitFor()],
    ['Create the first legal entity', () => page.getByRole('dialog', { name: /legal entity/i }).waitFor()],
  ] as const;
  for (const [name, opened] of oneIn(2, forms)) {
    if (!page.url().endsWith('/console/')) await page.goto('/console/');
    await steps.getByRole('link', { name }).click();
    await opened();
  }
  const client = await at.service.client(account);
  const own = await company(client);
  await page.goto('/console/');
  await expect
    .poll(() => steps.getByRole('listitem').allTextContents())
    .toEqual([
      expect.stringMatching(/legal entityDone/),
      expect.stringMatching(/establishmentDone/),
      expect.stringMatching(/departmentDone/),
      expect.stringMatching(/kind of employmentDone/),
      expect.stringMatching(/by defaultTo do/),
      expect.stringMatching(/first personTo do/),
    ]);
  expect(await problemsInFull(page, 'main')).toEqual([]);
  await hired(client, own);
  await page.goto('/console/');
  await page.getByRole('link', { name: 'People employed' }).waitFor();
  expect(await page.getByText('Set up this account').count()).toBe(0);
  await page.close();
  expect(at.errors).toEqual([]);
});

it('each section counts what waits, and each line leads to where it is done', async () => {
  const { account, client, ...own } = await newCompany(at.service);
  const boss = await hired(client, own, { givenName: 'Rosa', familyName: 'Boss' });
  const managed = { manager: reference(boss) };
  const fixed = await createExample(client, employmentTemplates, { term: 'fixed', legalEntities: [] });
  const person = (familyName: string, employment: Body = {}) =>
    hired(client, own, { givenName: 'Ada', familyName }, employment, managed);
  const starting = await person('Starter', { start: { date: inDays(10) } });
  await person('Leaver', { end: { date: inDays(12) } });
  await person('Later', { end: { date: inDays(40) } });
  await person('Fixed', { end: { date: inDays(60) }, template: reference(fixed) });
  const trial = await person('Trial');
  const [employment] = await employmentsOf(client, trial);
  const body = { employment: reference(employment as Row), initialEndsOn: inDays(9) };
  expect((await client.call('POST', pathOf(probationaryPeriods), { body })).status).toBe(201);
  const leave = await leaveOf(client, trial, await leaveAccount(client, { name: 'Paid leave' }), '2027-08-02');
  const page = await at.open('/', await at.service.person(account));
  const link = (section: string) => page.getByRole('region', { name: section }).getByRole('link');
  await link('Leave requests to be decided').waitFor();
  await waitUntilDrawn(page);
  expect(await headings(page)).toEqual([
    'Leave requests to be decided (1)',
    'Starts in the next four weeks (1)',
    'Last days in the next four weeks (1)',
    'Fixed terms that end within three months (1)',
    'Probation that ends in the next four weeks (1)',
    'People without a manager (1)',
  ]);
  const [position] = await positionsOf(client, boss);
  const targets = [
    ['Leave requests to be decided', 'Ada Trial', `/leave-requests?open=${(await requestOf(client, leave)).id}`],
    ['Starts in the next four weeks', 'Ada Starter', `/people/${starting.id}`],
    ['Last days in the next four weeks', 'Ada Leaver', '?tab=career'],
    ['Fixed terms that end within three months', 'Ada Fixed', '?tab=career'],
    ['Probation that ends in the next four weeks', 'Ada Trial', `/people/${trial.id}?tab=career`],
    ['People without a manager', 'Rosa Boss', `/people/${boss.id}?tab=career&open=position-edit-${position?.id}`],
  ] as const;
  for (const [section, name, target] of targets) {
    await expect.poll(() => link(section).textContent()).toBe(name);
    expect(await link(section).getAttribute('href')).toContain(target);
  }
  await link('People without a manager').click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Manager' }).waitFor();
  expect(at.errors).toEqual([]);
});

inFull('a section that the role does not open is neither shown nor asked for', async () => {
  const { account, client, ...own } = await newCompany(at.service);
  const ada = await hired(client, own);
  await leaveOf(client, ada, await leaveAccount(client), '2027-08-02');
  const page = await at.open('/profile', await at.service.person(account));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // A role that has no scope of leave requests, as the console learns it.
  await page.route('**/admin-api/session', async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    const scopes = session.scopes.filter((scope: string) => !scope.startsWith('leave-requests.'));
    await route.fulfill({ response, json: { ...session, scopes } });
  });
  await page.goto('/console/');
  await page.getByRole('region', { name: 'People without a manager' }).waitFor();
  expect(await headings(page)).toEqual(['People without a manager (1)']);
  expect(asked).toContain('/svc-api/employees');
  expect(asked).not.toContain('/svc-api/leave-requests');
});

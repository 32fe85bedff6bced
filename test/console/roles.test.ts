// The console does not offer what a person may not do, and the service refuses it anyway.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepSendsMail } from '../../server/identity/sign-in/invitation-mails.ts';
import type { Page } from '../judges/browser.ts';
import { violationsInFull } from '../support/console/accessibility.ts';
import { type OwnStage, ownStage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { inFull } from '../support/form.ts';
import { leaveAccount, leaveNow, leaveOf } from '../support/leaves/leaves.ts';
import { type MailReceiver, mailReceiver } from '../support/mail-server.ts';
import { establishment } from '../support/organization/organization.ts';
import { hired, newCompany, at as toward } from '../support/people/people.ts';
import { browser, password } from '../support/people/person.ts';

let at: OwnStage;
let receiver: MailReceiver;

beforeAll(async () => {
  receiver = await mailReceiver();
  await receiver.listen();
  at = await ownStage({ mailServer: receiver.setting });
});

afterAll(async () => {
  await at.close();
  await receiver.close();
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

inFull('an auditor reads everything, and is neither offered nor allowed a change', async () => {
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
  await entry(page, 'People').click();
  await page.waitForURL(/\/console\/people$/);
  await waitUntilDrawn(page);
  expect(await page.content()).not.toContain('Verne');
  expect(await fetched(page, 'GET', `/svc-api/employees/${id}`)).toBe(404);
  await page.close();
  expect(at.errors).toEqual([]);
});

it('an invitation is sent by mail and can be sent again; without a mail server the link is passed on', async () => {
  const account = await at.service.openAccount('mailed');
  const page = await at.open('/administrators', await at.service.person(account));
  const invite = async (email: string, about: RegExp) => {
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    const form = page.getByRole('dialog', { name: 'Invite somebody' });
    await form.getByLabel('E-mail').fill(email);
    await form.getByRole('button', { name: 'Invite somebody' }).click();
    const made = page.getByRole('dialog', { name: 'The invitation is made' });
    await made.getByText(about).waitFor();
    await made.getByRole('button', { name: 'I have copied it' }).click();
    // It says what the list says.
    await made.waitFor({ state: 'detached' });
  };
  const received = () => receiver.mails.filter(({ to }) => to === 'ben@example.com');
  await invite('ben@example.com', /^The invitation is sent by mail\./);
  await page.getByText('Sent by mail.').waitFor();
  expect(received()).toHaveLength(1);
  await page.getByRole('button', { name: 'Send again: ben@example.com' }).click();
  await expect.poll(() => received().length, { timeout: 15_000 }).toBe(2);
  await page.getByText('Sent by mail.').waitFor();
  await waitUntilDrawn(page);
  expect(await violationsInFull(page)).toEqual([]);
  // As a node that starts without a mail server does.
  await keepSendsMail(at.service.database, false);
  await invite('eve@example.com', /^Give this link to the person\./);
  expect(await page.getByRole('button', { name: 'Send again: eve@example.com' }).count()).toBe(0);
  await keepSendsMail(at.service.database, true);
  await page.close();
  expect(at.errors).toEqual([]);
});

/** Fills the form of an invitation and accepts it as the invited person. */
async function invited(
  page: Page,
  email: string,
  role: string,
  limit: (form: ReturnType<Page['getByRole']>) => Promise<void>,
) {
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const form = page.getByRole('dialog', { name: 'Invite somebody' });
  await form.getByLabel('E-mail').fill(email);
  await form.getByRole('radio', { name: role, exact: true }).check();
  await limit(form);
  await form.getByRole('button', { name: 'Invite somebody' }).click();
  const shown = page.getByRole('dialog', { name: 'The invitation is made' });
  const link = await shown.getByRole('textbox').inputValue();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  const person = browser(at.service.url);
  const body = { token: new URL(link).hash.slice(1), name: 'Somebody', password };
  expect((await person.call('POST', '/admin-api/invitation/acceptance', { body })).status).toBe(200);
  return person;
}

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true });

it('hr of one establishment and a manager find what their role opens, and nothing else', async () => {
  const company = await newCompany(at.service, { name: 'Lyon' });
  const other = { ...company, place: await establishment(company.client, company.owner, { name: 'Nantes' }) };
  const chief = await hired(company.client, other, { givenName: 'Cora', familyName: 'Chief' });
  const below = { manager: toward(chief) };
  const lead = await hired(company.client, company, { givenName: 'Grace', familyName: 'Lead' }, {}, below);
  const ada = await hired(company.client, company, { familyName: 'Report' }, {}, { manager: toward(lead) });
  await hired(company.client, other, { givenName: 'Ben', familyName: 'Elsewhere' });
  const paid = await leaveAccount(company.client);
  const leave = await leaveOf(company.client, ada, paid, '2025-03-03');
  const owners = await at.open('/administrators', await at.service.person(company.account));

  const hr = await invited(owners, 'hr@example.com', 'HR', async (form) => {
    await form.getByText('Only these', { exact: true }).click();
    await form.getByRole('combobox', { name: 'Establishments' }).click();
    await owners.getByRole('option', { name: 'Lyon' }).click();
  });
  await owners.getByText('HR: Lyon').waitFor();
  await owners.close();
  const manager = await at.service.person(company.account, 'manager', false, { employeeRecord: toward(lead) });

  const people = await at.open('/people', hr);
  await people.getByRole('link', { name: 'Ada Report' }).waitFor();
  expect(await people.getByRole('link', { name: 'Ben Elsewhere' }).count()).toBe(0);
  await people.getByRole('button', { name: 'Hire' }).waitFor();
  expect(await entry(people, 'Administrators').count()).toBe(0);
  await people.goto(`/console/people/${lead.id}`);
  await people.getByText(`Hidden or deleted person (${chief.id})`).waitFor();
  expect(await people.getByText('Cora').count()).toBe(0);
  await people.goto('/console/client-applications');
  await people.getByText('Your role does not open this.').waitFor();

  await people.close();

  const team = await at.open('/', manager);
  await team
    .getByRole('link', { name: /Ada Report/ })
    .first()
    .waitFor();
  await entry(team, 'Leave requests').click();
  await team.getByRole('button', { name: /^Ada Report/ }).click();
  await team.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await team.getByText('Approved.').waitFor();
  expect((await leaveNow(company.client, leave)).status).toBe('confirmed');
  await team.goto(`/console/people/${ada.id}?tab=record`);
  await team.getByRole('heading', { name: 'Ada Report', level: 1 }).waitFor();
  await waitUntilDrawn(team);
  expect(await team.getByRole('tab', { name: 'Personal record' }).count()).toBe(0);
  expect(await fetched(team, 'GET', `/svc-api/employee-personal-records?employee.id=${ada.id}`)).toBe(403);
  expect(at.errors).toEqual([]);
});

inFull('an integrator finds what the role opens, and nothing else', async () => {
  const company = await newCompany(at.service);
  const ada = await hired(company.client, company);
  const programs = await at.open('/', await at.service.person(company.account, 'integrations'));
  await entry(programs, 'Client applications').click();
  await programs.getByRole('button', { name: 'Create an application' }).click();
  const form = programs.getByRole('dialog', { name: 'Create an application' });
  await form.getByLabel('Name').fill('Payroll');
  await form.getByLabel('Technical contact').fill('it@example.com');
  const family = form.getByRole('listitem').filter({ has: programs.getByText('departments', { exact: true }) });
  await family.getByText('Read', { exact: true }).click();
  await form.getByRole('button', { name: 'Create' }).click();
  await programs.getByRole('textbox', { name: 'Client secret' }).waitFor();
  expect(await entry(programs, 'People').count()).toBe(0);
  await programs.goto('/console/people');
  await programs.getByText('Your role does not open this.').waitFor();
  expect(await fetched(programs, 'GET', `/svc-api/employees/${ada.id}`)).toBe(403);
  expect(at.errors).toEqual([]);
});

// Working time and public holidays in the console: created and changed, with a preview of the leaves that it concerns.
import { leaves } from '@muster/contract/resources/leaves.ts';
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { createExample, pathOf, type Row } from '../support/examples.ts';
import { inFull, oneIn } from '../support/form.ts';
import { leaveAccount, leaveNow, leaveOf } from '../support/leaves/leaves.ts';
import { type Company, hired, newCompany, at as reference } from '../support/people/people.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let client: TestClient;
let company: Company;
let page: Page;
let calendar: Row;

beforeAll(async () => {
  at = await stage();
  const { account, client: own, ...where } = await newCompany(at.service);
  [client, company] = [own, where];
  calendar = await createExample(client, publicHolidaysCalendars, { name: 'Lyon' });
  page = await at.open('/working-time', await at.service.person(account));
});
afterAll(() => at.close());

const listed = async (resource: { readonly path: string }) =>
  (await client.call('GET', `/svc-api/${resource.path}?sort=-id`)).body.items;

it('an arrangement with its own week is created', async () => {
  await page.getByRole('button', { name: 'Create an arrangement' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Four days');
  await dialog.getByRole('combobox', { name: 'Public holidays' }).click();
  await page.getByRole('option', { name: 'Lyon' }).click();
  await dialog.getByRole('switch', { name: 'Own working week' }).click();
  await dialog.getByLabel('Own working week, Fri', { exact: true }).click();
  await page.getByRole('option', { name: 'Off', exact: true }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Four days').first().waitFor();
  const [made] = await listed(workingTimeArrangements);
  expect(made).toMatchObject({ name: 'Four days', cycle: null });
  expect(made.workingWeek.map(({ weekday }: { weekday: number }) => weekday)).toEqual([1, 2, 3, 4]);
});

it('a new public holiday is saved after the preview of the leaves that it changes', async () => {
  const [arrangement] = await listed(workingTimeArrangements);
  const person = await hired(client, company, {}, {}, { workingTimeArrangement: reference(arrangement) });
  const year = new Date().getFullYear();
  // The first days of the year: the input proposes the first one.
  const days = `${year}-01-01/${year}-01-10`;
  const leave = await leaveOf(client, person, await leaveAccount(client, { unit: 'calendarDays' }), days);
  const working = await leaveAccount(client, { unit: 'workingDays' });
  const counted = await leaveOf(
    client,
    await hired(client, company, {}, {}, { workingTimeArrangement: reference(arrangement) }),
    working,
    days,
  );
  const monday = counted.days[0]?.date as string;
  await page.goto(`/console/public-holidays?open=${calendar.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add a day' }).click();
  await dialog.getByLabel('Date').fill(monday);
  await dialog.getByLabel('Date').press('Tab');
  await dialog.getByLabel(`Name of ${monday}`).fill('Founders’ day');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const preview = page.getByRole('dialog', { name: 'Count leaves again?' });
  await preview.getByText('Leaves whose days change: 1.').waitFor();
  await preview.getByRole('button', { name: 'Save and count again' }).click();
  await expect
    .poll(async () => (await leaveNow(client, counted)).days.map(({ date }) => date), { timeout: 15_000 })
    .not.toContain(monday);
  expect((await client.call('GET', pathOf(publicHolidaysCalendars, calendar.id))).body.days).toEqual([
    { date: monday, name: 'Founders’ day' },
  ]);
  expect(await leaveNow(client, leave)).toEqual(leave);
});

inFull('a confirmed leave is moved', async () => {
  const confirmed = { status: 'confirmed' };
  const days = '2025-03-03/2025-03-05';
  const kind = await leaveAccount(client, { unit: 'workingDays' });
  const leave = await leaveOf(client, await hired(client, company), kind, days, confirmed);
  await page.goto(`/console/leaves?open=${leave.id}`);
  const dialog = page.getByRole('dialog', { name: 'Move a leave' });
  await dialog.getByRole('textbox', { name: /^To\b/ }).fill('2025-03-06');
  await dialog.getByRole('textbox', { name: /^To\b/ }).press('Tab');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await leaveNow(client, leave)).days.length, { timeout: 10_000 }).toBe(4);
  expect((await client.call('GET', pathOf(leaves, leave.id))).body.status).toBe('confirmed');
});

it('new weeks in turn and new holidays begin by the calendar of the account, wherever the person is', async () => {
  const { account } = await newCompany(at.service);
  const owner = await at.service.person(account);
  const set = await owner.call('PATCH', '/admin-api/account-settings/current', {
    body: { timezoneId: 'Pacific/Kiritimati' },
  });
  expect(set.status, set.text).toBe(200);
  const island = await at.open(null, owner, 'unused');
  // New Year on the island, still December in Europe.
  await island.clock.install({ time: '2030-12-31T20:00:00Z' });
  const dialog = island.getByRole('dialog');
  const weeks = async () => {
    await island.goto('/console/working-time?open=new');
    await dialog.getByRole('switch', { name: 'Weeks in turn, for shifts' }).click();
    const first = dialog.getByLabel('A day of the first week');
    await expect.poll(() => first.inputValue()).toBe('01/01/2031');
  };
  const holidays = async () => {
    await island.goto('/console/public-holidays?open=new');
    await expect.poll(() => dialog.getByLabel('Year').inputValue()).toBe('2031');
  };
  for (const begin of oneIn(2, [weeks, holidays])) await begin();
  await island.close();
});

// The leave desk: leaves are recorded, moved, cancelled and decided, with the calendar of the team.
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { clicksOf } from '../support/console/clicks.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { problemsIn } from '../support/console/open-states.ts';
import { pathOf, type Row } from '../support/examples.ts';
import { inFull, oneIn } from '../support/form.ts';
import {
  approve,
  calendarOf,
  leaveAccount,
  leaveNow,
  leaveOf,
  requestOf,
  workingTime,
} from '../support/leaves/leaves.ts';
import { type Company, hired, newCompany, at as reference } from '../support/people/people.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let client: TestClient;
let company: Company;
let page: Page;
let paid: Row;
let boss: Row;
let team: Row[];

beforeAll(async () => {
  at = await stage();
  const { account, client: own, ...where } = await newCompany(at.service);
  [client, company] = [own, where];
  paid = await leaveAccount(client, { name: 'Paid leave', unit: 'workingDays' });
  boss = await hired(client, company, { givenName: 'Rosa', familyName: 'Boss' });
  const ofBoss = (givenName: string) =>
    hired(client, company, { givenName, familyName: 'Marsh' }, {}, { manager: reference(boss) });
  team = [await ofBoss('Nora'), await ofBoss('Milan'), await ofBoss('Chiara')];
  await workingTime(at.service, account, {
    calendar: await calendarOf(at.service, account, ['2027-03-10']),
  });
  page = await at.open('/leaves', await at.service.person(account));
});

afterAll(async () => {
  await at.close();
});

const drawer = () => page.getByRole('dialog').first();
const notification = (sentence: string) => page.getByText(sentence).first().waitFor();
const undo = () => page.getByRole('button', { name: 'Undo' }).last().click();
const leavesOf = async (person: Row): Promise<readonly Row[]> =>
  (await client.call('GET', `${pathOf(leaves)}?employee.id=${person.id}&sort=id`)).body.items;
const nth = (index: number): Row => {
  const person = team[index];
  if (!person) throw new Error('The team is too small.');
  return person;
};

it('a leave is recorded in six clicks, and the record is undone', async () => {
  await waitUntilDrawn(page);
  const clicks = await clicksOf(page, async () => {
    await page.getByRole('button', { name: 'Record a leave' }).click();
    await page.keyboard.type('Nora');
    await page.getByRole('option', { name: 'Nora Marsh' }).waitFor();
    await page.keyboard.press('Enter');
    await drawer().getByRole('combobox', { name: 'Kind of leave' }).click();
    await page.getByRole('option', { name: 'Paid leave' }).click();
    await drawer().getByRole('textbox', { name: 'From' }).click();
    await page.keyboard.type('08/02/2027');
    await page.keyboard.press('Tab');
    await drawer().getByRole('textbox', { name: 'To', exact: true }).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('12/02/2027');
    await page.keyboard.press('Tab');
    await drawer().getByText('Nobody else is away in these days.').waitFor();
    await drawer().getByRole('button', { name: 'Record a leave' }).click();
    await notification('The leave of Nora Marsh is recorded.');
  });
  console.info(`clicks: record a leave ${clicks}`);
  expect(clicks).toBeLessThanOrEqual(6);
  expect(await leavesOf(nth(0))).toMatchObject([
    { startsOn: '2027-02-08', endsOn: '2027-02-12', status: 'confirmed', leaveAccount: { id: paid.id } },
  ]);
  await undo();
  await expect.poll(() => leavesOf(nth(0))).toEqual([]);
});

inFull('a leave on days that are taken is refused in words, and nothing is written', async () => {
  await leaveOf(client, nth(1), paid, '2027-02-01/2027-02-02', { status: 'confirmed' });
  await page.goto(`/console/people/${nth(1).id}?tab=leaves`);
  await page.getByRole('button', { name: 'Record a leave' }).click();
  await drawer().getByRole('combobox', { name: 'Kind of leave' }).click();
  await page.getByRole('option', { name: 'Paid leave' }).click();
  await drawer().getByRole('textbox', { name: 'From' }).fill('02/02/2027');
  await page.keyboard.press('Tab');
  // The last day is the first one until another one is entered.
  expect(await drawer().getByRole('textbox', { name: 'To', exact: true }).inputValue()).toBe('02/02/2027');
  await drawer().getByRole('button', { name: 'Record a leave' }).click();
  await drawer().getByText('This person is away on one of these days already.').first().waitFor();
  expect(await leavesOf(nth(1))).toHaveLength(1);
});

it('a leave is moved, and the move is undone', async () => {
  const leave = await leaveOf(client, nth(2), paid, '2027-04-05/2027-04-06', { status: 'confirmed' });
  await page.goto(`/console/leaves?view=table&open=${leave.id}`);
  await drawer().getByRole('textbox', { name: 'To', exact: true }).fill('08/04/2027');
  await page.keyboard.press('Tab');
  await drawer().getByRole('button', { name: 'Save' }).click();
  await notification('The leave is moved.');
  expect(await leaveNow(client, leave)).toMatchObject({ endsOn: '2027-04-08', status: 'confirmed' });
  await undo();
  await expect.poll(async () => (await leaveNow(client, leave)).endsOn).toBe('2027-04-06');
  await page.getByRole('button', { name: 'Move or cancel' }).first().waitFor();
});

inFull('a leave is cancelled, and the cancellation is undone', async () => {
  const [leave] = (await leavesOf(nth(2))) as [Row];
  await page.goto(`/console/leaves?view=table&open=${leave.id}`);
  await drawer().getByRole('tab', { name: 'History' }).click();
  await drawer().getByText('4 days').first().waitFor();
  expect(await drawer().getByText(/^Iso/).count()).toBe(0);
  await drawer().getByRole('tab', { name: 'Details' }).click();
  await drawer().getByRole('button', { name: 'Cancel the leave' }).click();
  await page
    .getByRole('dialog', { name: 'Cancel this leave?' })
    .getByRole('button', { name: 'Cancel the leave' })
    .click();
  await notification('The leave is cancelled.');
  expect((await leaveNow(client, leave)).status).toBe('cancelled');
  await undo();
  await expect
    .poll(async () => (await leavesOf(nth(2))).map(({ status, startsOn, endsOn }) => [status, startsOn, endsOn]))
    .toEqual([
      ['cancelled', '2027-04-05', '2027-04-06'],
      ['confirmed', '2027-04-05', '2027-04-06'],
    ]);
});

it('a request is approved in two clicks, with the calendar of the team next to it', async () => {
  await leaveOf(client, nth(1), paid, '2027-03-09/2027-03-12', { status: 'confirmed' });
  const asked = await leaveOf(client, nth(0), paid, '2027-03-08/2027-03-11');
  await page.goto('/console/leave-requests');
  await waitUntilDrawn(page);
  const leftOf = async (role: 'checkbox' | 'button') =>
    (await page.getByRole(role, { name: /Nora Marsh/ }).boundingBox())?.x ?? 0;
  // Next to the checkbox, not in the other half of the line.
  expect((await leftOf('button')) - (await leftOf('checkbox'))).toBeLessThan(60);
  const clicks = await clicksOf(page, async () => {
    await page.getByRole('button', { name: /^Nora Marsh/ }).click();
    const others = drawer().getByRole('list', { name: 'Also away' });
    await others.getByText('Paid leave, 9 Mar 2027 – 12 Mar 2027, Confirmed').waitFor();
    const grid = drawer().getByRole('grid', { name: 'The team in these days' });
    // The person, two colleagues; the public holiday of the account is in each line.
    await grid.getByRole('rowheader', { name: 'Chiara Marsh' }).waitFor();
    await grid.getByRole('gridcell', { name: 'Holiday 2027-03-10' }).first().waitFor();
    expect(await grid.getByTitle(/^2 away on Tuesday,? 9 March 2027$/).count()).toBe(1);
    await drawer().getByRole('button', { name: 'Approve' }).click();
    await notification('Approved.');
  });
  console.info(`clicks: approve ${clicks}`);
  expect(clicks).toBeLessThanOrEqual(2);
  expect((await leaveNow(client, asked)).status).toBe('confirmed');
});

it('several requests are approved at once, and one that is refused says why', async () => {
  const asks = (index: number) => leaveOf(client, nth(index), paid, '2027-05-03');
  const [one, two, three] = [await asks(0), await asks(1), await asks(2)];
  await page.goto('/console/leave-requests');
  await page.getByLabel('Select the request of Chiara Marsh').waitFor();
  // Decided by somebody else while it is on the screen.
  await approve(client, await requestOf(client, two));
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Approve 3' }).click();
  await notification('Approved: 2.');
  const failed = page.getByRole('alert').filter({ hasText: 'Not decided:' });
  await failed.getByText(/Milan Marsh.*It is decided already\./).waitFor();
  for (const leave of [one, two, three]) expect((await leaveNow(client, leave)).status).toBe('confirmed');
});

inFull('several requests are denied with one reason', async () => {
  const asked = await leaveOf(client, nth(0), paid, '2027-06-01');
  await page.goto('/console/leave-requests');
  await page.getByLabel('Select the request of Nora Marsh').check();
  await page.getByRole('button', { name: 'Deny 1' }).click();
  const question = page.getByRole('dialog', { name: 'Deny 1 request?' });
  await question.getByRole('button', { name: 'Deny' }).click();
  await question
    .getByText(/at least 5/i)
    .last()
    .waitFor();
  await question.getByLabel('Why it is denied').fill('Inventory week');
  await question.getByRole('button', { name: 'Deny' }).click();
  await notification('Denied: 1.');
  expect((await leaveNow(client, asked)).status).toBe('cancelled');
  const [request] = (await client.call('GET', `${pathOf(leaveRequests)}?leaves.id=${asked.id}`)).body.items;
  expect(request.status).toBe('rejected');
});

inFull('the reason of several denials outlives a network that drops while they are sent', async () => {
  const asked = [await leaveOf(client, nth(0), paid, '2027-06-07'), await leaveOf(client, nth(1), paid, '2027-06-07')];
  await page.goto('/console/leave-requests');
  for (const name of ['Nora', 'Milan']) await page.getByLabel(`Select the request of ${name} Marsh`).check();
  await page.getByRole('button', { name: 'Deny 2' }).click();
  await page.getByLabel('Why it is denied').fill('Inventory week');
  // The first request arrives, the second does not.
  let sent = 0;
  await page.route('**/svc-api/leave-request-decisions', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    return sent === 1 ? route.continue() : route.abort('connectionreset');
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
  const question = page.getByRole('dialog', { name: 'Deny 1 request?' });
  await question.getByRole('alert').getByText('Milan Marsh').waitFor();
  expect(await question.getByLabel('Why it is denied').inputValue()).toBe('Inventory week');
  expect((await leaveNow(client, asked[1] as Row)).status).toBe('tentative');
  await page.unroute('**/svc-api/leave-request-decisions');
  await question.getByRole('button', { name: 'Deny' }).click();
  await question.waitFor({ state: 'detached' });
  for (const leave of asked) expect((await leaveNow(client, leave)).status).toBe('cancelled');
  expect(await page.getByText('Not decided:').count()).toBe(0);
});

it('the month shows a team with holidays and overlaps, and is read with the arrow keys', async () => {
  await page.goto(`/console/leaves?view=calendar&month=2027-03&manager=${boss.id}`);
  const grid = page.getByRole('grid', { name: 'Leaves in March 2027' });
  await grid.getByRole('rowheader', { name: 'Chiara Marsh' }).waitFor();
  await page.getByText('3 of 3 people').waitFor();
  expect(await grid.getByRole('rowheader').allTextContents()).toEqual([
    'Nora Marsh',
    'Milan Marsh',
    'Chiara Marsh',
    'Away',
  ]);
  await page.getByRole('list', { name: 'Public holidays' }).getByText('10 Mar 2027: Holiday 2027-03-10').waitFor();
  expect(await page.getByRole('list', { name: 'Legend' }).getByRole('listitem').count()).toBe(6);
  expect(await grid.getByTitle(/^2 away on Wednesday,? 10 March 2027$/).count()).toBe(1);
  // By keyboard alone: the eighth day of Nora, then Enter.
  await grid.locator('td[tabindex="0"]').focus();
  for (let day = 1; day < 8; day += 1) await page.keyboard.press('ArrowRight');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
    'Paid leave, 8 Mar 2027 – 11 Mar 2027, Confirmed',
  );
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Move a leave' }).getByText('Nora Marsh').waitFor();
  await page.keyboard.press('Escape');
  for (const group of oneIn(2, [`department=${company.department.id}`, `establishment=${company.place.id}`])) {
    await page.goto(`/console/leaves?view=calendar&month=2027-03&${group}`);
    await page.getByText('4 of 4 people').waitFor();
  }
  expect(at.errors).toEqual([]);
});

inFull('no open state of the leave desk has a serious accessibility problem', { timeout: 120_000 }, async () => {
  const asked = await leaveOf(client, nth(2), paid, '2027-03-11/2027-03-12');
  const request = await requestOf(client, asked);
  const found: string[] = [];
  const shows = (name: string | RegExp) => () => page.getByRole('button', { name }).first().waitFor();
  const states: readonly (readonly [address: string, open: () => Promise<unknown>, part?: string])[] = [
    [
      '/leaves?open=record',
      async () => {
        await drawer().getByRole('textbox', { name: 'From' }).fill('01/03/2027');
        await drawer().getByRole('button', { name: 'Record a leave' }).click();
        await drawer().getByRole('alert').first().waitFor();
      },
    ],
    [
      `/leaves?open=${asked.id}`,
      async () => {
        await drawer().getByRole('button', { name: 'Cancel the leave' }).click();
        await page.getByRole('dialog', { name: 'Cancel this leave?' }).waitFor();
      },
    ],
    [`/leave-requests?open=${request.id}`, () => drawer().getByRole('grid').waitFor()],
    [
      '/leave-requests',
      async () => {
        await page.getByLabel('Select the request of Chiara Marsh').check();
        await page.getByRole('button', { name: 'Deny 1' }).waitFor();
      },
      'main',
    ],
    [`/leaves?view=calendar&month=2027-03&manager=${boss.id}`, () => page.getByRole('grid').waitFor(), 'main'],
    [`/people/${nth(2).id}?tab=leaves`, shows('Move or cancel'), 'main'],
    [`/people/${nth(2).id}?tab=documents`, shows(/^Add a file: /), 'main'],
  ];
  for (const [address, open, part] of states) {
    await page.goto(`/console${address}`);
    await open();
    found.push(...(await problemsIn(page, part)).map((one) => `${address}: ${one}`));
  }
  console.info(`open states of the leave desk without a serious accessibility problem: ${states.length}`);
  expect(found).toEqual([]);
  expect(at.errors).toEqual([]);
});

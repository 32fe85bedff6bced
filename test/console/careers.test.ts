// Careers in the console: moved, corrected and ended, with a preview before and an undo after it.
import { departments } from '@muster/contract/resources/departments.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { clicksOf } from '../support/console/clicks.ts';
import { companyPage } from '../support/console/company-page.ts';
import type { Stage } from '../support/console/console.ts';
import { createExample, pathOf, type Row } from '../support/examples.ts';
import { inFull } from '../support/form.ts';
import {
  type Company,
  employmentsOf,
  hired,
  moved,
  positionsOf,
  at as reference,
  rehired,
} from '../support/people/people.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let client: TestClient;
let company: Company;
let workshop: Row;
let page: Page;

beforeAll(async () => {
  ({ at, client, company, page } = await companyPage(null));
  workshop = await createExample(client, departments, { name: 'Workshop' });
});

afterAll(async () => {
  await at.close();
});

const drawer = () => page.getByRole('dialog').first();
const preview = () => drawer().getByRole('list', { name: 'Timeline after saving' });
const notification = (sentence: string) => page.getByText(sentence).first().waitFor();
const careerOf = async (person: Row) =>
  (await positionsOf(client, person)).map(({ startsOn, endsOn, jobTitle }) => `${jobTitle} ${startsOn} ${endsOn}`);

/** The person's page, on one of its tabs. */
async function show(person: Row, tab = 'career'): Promise<void> {
  await page.goto(`/console/people/${person.id}?tab=${tab}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function act(name: RegExp, item: string): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

const promoted = async (): Promise<Row> => {
  const ada = await hired(client, company, {}, {}, { jobTitle: 'Fitter' });
  const [employment] = await employmentsOf(client, ada);
  await moved(client, company, employment as Row, '2030-03-01', {
    jobTitle: 'Foreman',
    department: reference(workshop),
  });
  return ada;
};

it('a move takes four clicks, and shows the timeline before it is saved', async () => {
  const ada = await hired(client, company, {}, {}, { jobTitle: 'Fitter' });
  await show(ada, 'overview');
  const clicks = await clicksOf(page, async () => {
    await page.getByRole('button', { name: 'New position' }).click();
    await drawer().getByRole('combobox', { name: 'Department' }).click();
    await page.getByRole('option', { name: 'Workshop' }).click();
    await preview().getByText('Fitter · Workshop').waitFor();
    await drawer().getByRole('button', { name: 'New position' }).click();
    await notification('The new position is recorded.');
  });
  console.info(`clicks: move ${clicks}`);
  expect(clicks).toBeLessThanOrEqual(4);
  expect((await positionsOf(client, ada)).at(-1)).toMatchObject({ department: { id: workshop.id } });
});

it('a new position is filled with what applies on its day, not with what applies today', async () => {
  const ada = await promoted();
  await show(ada);
  await page.getByRole('button', { name: 'New position' }).click();
  expect(await drawer().getByLabel('Job title').inputValue()).toBe('Fitter');
  await drawer().getByLabel('From').fill('01/06/2030');
  await expect.poll(() => drawer().getByLabel('Job title').inputValue()).toBe('Foreman');
  await drawer().getByRole('textbox', { name: 'Notes' }).fill('Nights');
  await drawer().getByRole('button', { name: 'New position' }).click();
  await notification('The new position is recorded.');
  expect((await positionsOf(client, ada)).at(-1)).toMatchObject({
    startsOn: '2030-06-01',
    jobTitle: 'Foreman',
    notes: 'Nights',
    department: { id: workshop.id },
  });
});

it('a position is corrected in five clicks, and the correction is undone', async () => {
  const ada = await promoted();
  await show(ada, 'overview');
  const clicks = await clicksOf(page, async () => {
    await page.getByRole('tab', { name: 'Career' }).click();
    await act(/^Actions for Foreman/, 'Edit');
    await drawer().getByLabel('First day').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('15/02/2030');
    await preview().getByText('1 Jan 2024 to 14 Feb 2030').waitFor();
    await drawer().getByRole('button', { name: 'Save' }).click();
    await notification('The position is corrected.');
  });
  console.info(`clicks: correct a position ${clicks}`);
  expect(clicks).toBeLessThanOrEqual(5);
  expect(await careerOf(ada)).toEqual(['Fitter 2024-01-01 2030-02-14', 'Foreman 2030-02-15 null']);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await notification('Undone.');
  expect(await careerOf(ada)).toEqual(['Fitter 2024-01-01 2030-02-28', 'Foreman 2030-03-01 null']);
});

inFull('a position is deleted and comes back', async () => {
  const ada = await promoted();
  await show(ada);
  await act(/^Actions for Foreman/, 'Delete');
  const question = page.getByRole('dialog', { name: 'Delete this position?' });
  await question.getByText('Deleted').waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await notification('The position is deleted.');
  expect(await careerOf(ada)).toEqual(['Fitter 2024-01-01 null']);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => careerOf(ada)).toEqual(['Fitter 2024-01-01 2030-02-28', 'Foreman 2030-03-01 null']);
});

inFull('a position is split on a day', async () => {
  const ada = await promoted();
  await show(ada);
  await act(/^Actions for Fitter/, 'Split');
  await drawer().getByLabel('From').fill('01/07/2027');
  await drawer().getByLabel('Job title').fill('Senior fitter');
  await preview().getByText('1 Jul 2027 to 28 Feb 2030').waitFor();
  await drawer().getByRole('button', { name: 'Split' }).click();
  await notification('The position is split.');
  expect(await careerOf(ada)).toEqual([
    'Fitter 2024-01-01 2027-06-30',
    'Senior fitter 2027-07-01 2030-02-28',
    'Foreman 2030-03-01 null',
  ]);
});

inFull('an employment is corrected, split and put together again', async () => {
  const ada = await promoted();
  await show(ada);
  await act(/^Actions for Employment begins/, 'Edit');
  await drawer().getByLabel('First day').fill('01/02/2024');
  await preview().getByText('1 Feb 2024 to 28 Feb 2030').waitFor();
  await drawer().getByRole('button', { name: 'Save' }).click();
  await notification('The employment is corrected.');
  expect((await employmentsOf(client, ada))[0]?.start).toEqual({ date: '2024-02-01' });
  await act(/^Actions for Employment begins/, 'Split');
  await drawer().getByLabel('The second one starts on').fill('01/01/2028');
  await drawer().getByRole('button', { name: 'Split' }).click();
  await notification('The employment is split.');
  const days = async () => (await employmentsOf(client, ada)).map(({ start, end }) => [start, end]);
  expect(await days()).toEqual([
    [{ date: '2024-02-01' }, { date: '2027-12-31' }],
    [{ date: '2028-01-01' }, null],
  ]);
  const split = ['Fitter 2024-02-01 2027-12-31', 'Fitter 2028-01-01 2030-02-28', 'Foreman 2030-03-01 null'];
  expect(await careerOf(ada)).toEqual(split);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => careerOf(ada)).toEqual(['Fitter 2024-02-01 2030-02-28', 'Foreman 2030-03-01 null']);
  expect(await days()).toEqual([[{ date: '2024-02-01' }, null]]);
});

inFull('a whole employment is deleted and comes back with its positions', async () => {
  const ada = await hired(client, company, {}, { end: { date: '2024-12-31' } });
  await rehired(client, company, ada, { start: { date: '2026-01-01' } }, { jobTitle: 'Again' });
  await show(ada);
  await act(/^Actions for Employment begins, 1 Jan 2026/, 'Delete');
  await page.getByRole('dialog', { name: 'Delete this employment?' }).getByRole('button', { name: 'Delete' }).click();
  await notification('The employment is deleted.');
  expect(await employmentsOf(client, ada)).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(async () => (await employmentsOf(client, ada)).length).toBe(2);
  expect((await careerOf(ada)).at(-1)).toBe('Again 2026-01-01 null');
});

it('somebody who leaves hands over their reports and departments', async () => {
  const boss = await hired(client, company, { familyName: 'Boss' });
  const heir = await hired(client, company, { givenName: 'Nora', familyName: 'Heir' });
  const report = await hired(client, company, { familyName: 'Report' }, {}, { manager: reference(boss) });
  const headed = await createExample(client, departments, { name: 'Headed', manager: reference(boss) });
  await show(boss, 'overview');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'End employment' }).click();
  await drawer().getByText('Report to this person after the last day (1)').waitFor();
  await drawer().getByText('Ada Report').waitFor();
  await drawer().getByText('Departments that this person heads (1)').waitFor();
  // Neither an empty last day nor silence about who takes over is accepted.
  await drawer().getByRole('button', { name: 'End employment' }).click();
  const summary = drawer().getByRole('alert').filter({ hasText: 'Correct 2 entries' });
  await summary.getByText('Enter the last day of work').waitFor();
  await summary.getByText('Choose who takes over').waitFor();
  expect((await employmentsOf(client, boss))[0]?.end).toBeNull();
  await drawer().getByRole('textbox', { name: 'Last day' }).fill('31/12/2030');
  await drawer().getByRole('combobox', { name: 'Who takes over' }).click();
  await page.keyboard.type('Heir');
  await page.keyboard.press('Enter');
  await expect.poll(() => drawer().getByLabel('Takes over from').inputValue()).toBe('01/01/2031');
  await drawer().getByRole('button', { name: 'End employment' }).click();
  await notification('The last day is recorded.');
  const positions = await positionsOf(client, report);
  expect(positions).toMatchObject([
    { startsOn: '2024-01-01', manager: { id: boss.id } },
    { startsOn: '2031-01-01', manager: { id: heir.id } },
  ]);
  expect((await client.call('GET', pathOf(departments, headed.id))).body.manager.id).toBe(heir.id);
  expect((await employmentsOf(client, boss))[0]?.end).toEqual({ date: '2030-12-31' });
  await page.getByRole('button', { name: 'Undo' }).last().click();
  // Last first: the end, the departments, the reports.
  await expect.poll(async () => (await positionsOf(client, report)).length).toBe(1);
  expect((await employmentsOf(client, boss))[0]?.end).toBeNull();
  expect(at.errors).toEqual([]);
});

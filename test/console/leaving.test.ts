// Somebody who leaves is followed by one of their own reports, and nobody’s later position is replaced by it.
import { departments } from '@muster/contract/resources/departments.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { violationsInFull } from '../support/console/accessibility.ts';
import { companyPage } from '../support/console/company-page.ts';
import type { Stage } from '../support/console/console.ts';
import { waitUntilDrawn } from '../support/console/console-pages.ts';
import { createExample, type Row } from '../support/examples.ts';
import { inFull } from '../support/form.ts';
import { type Company, employmentsOf, hired, moved, positionsOf, at as reference } from '../support/people/people.ts';
import { dayFromNow } from '../support/recorded.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let client: TestClient;
let company: Company;
let page: Page;

beforeAll(async () => {
  ({ at, client, company, page } = await companyPage(null));
});

afterAll(async () => {
  await at.close();
});

const drawer = () => page.getByRole('dialog').first();
const personOf = (familyName: string, manager?: Row) =>
  hired(client, company, { familyName }, {}, manager && { manager: reference(manager) });
const managersOf = async (person: Row) =>
  (await positionsOf(client, person)).map(({ startsOn, manager }) => [startsOn, (manager as Row | null)?.id]);

async function end(person: Row, lastDay: string, successor: string, from?: string): Promise<void> {
  await page.goto(`/console/people/${person.id}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'End employment' }).click();
  await drawer().getByRole('textbox', { name: 'Last day' }).fill(lastDay);
  await drawer().getByRole('combobox', { name: 'Who takes over' }).click();
  await page.keyboard.type(successor);
  await page.getByRole('option', { name: successor }).waitFor();
  await page.keyboard.press('Enter');
  if (from !== undefined) await drawer().getByLabel('Takes over from').fill(from);
  await page.keyboard.press('Tab');
  await drawer().getByRole('button', { name: 'End employment' }).click();
  await page.getByText('The last day is recorded.').waitFor();
}

inFull('a report who takes over reports to the manager above', async () => {
  const head = await personOf('Head');
  const boss = await personOf('Boss', head);
  const heir = await personOf('Heir', boss);
  const other = await personOf('Other', boss);
  await end(boss, '31/12/2030', 'Ada Heir');
  expect(await managersOf(heir)).toEqual([
    ['2024-01-01', boss.id],
    ['2031-01-01', head.id],
  ]);
  expect(await managersOf(other)).toEqual([
    ['2024-01-01', boss.id],
    ['2031-01-01', heir.id],
  ]);
  expect((await employmentsOf(client, boss))[0]?.end).toEqual({ date: '2030-12-31' });
});

it('a report of a report who takes over is not below their own report', async () => {
  const head = await personOf('Top');
  const boss = await personOf('Leader', head);
  const between = await personOf('Between', boss);
  const heir = await personOf('Deeper', between);
  await end(boss, '31/12/2030', 'Ada Deeper');
  expect((await managersOf(heir)).at(-1)).toEqual(['2031-01-01', head.id]);
  expect((await managersOf(between)).at(-1)).toEqual(['2031-01-01', heir.id]);
});

it('a position that ends before the successor takes over keeps what follows it', async () => {
  const chief = await personOf('Chief');
  const next = await personOf('Next');
  const report = await personOf('Report', chief);
  const elsewhere = await createExample(client, departments, { name: 'Elsewhere' });
  const [employment] = await employmentsOf(client, report);
  await moved(client, company, employment as Row, '2031-02-01', { department: reference(elsewhere) });
  await end(chief, '31/12/2030', 'Ada Next', '01/05/2031');
  expect(await managersOf(report)).toEqual([
    ['2024-01-01', chief.id],
    ['2031-02-01', undefined],
  ]);
  expect(await managersOf(next)).toHaveLength(1);
  expect(at.errors).toEqual([]);
});

it('says who starts and who has left, with dates and the next position, also on another day', async () => {
  const names = { givenName: 'Eve', familyName: 'Early' };
  const starts = dayFromNow(at.service, 40);
  const starter = await hired(client, company, names, { start: { date: starts } }, { jobTitle: 'Pilot' });
  const left = { start: { date: '2020-01-01' }, end: { date: '2021-03-31' } };
  const leaver = await hired(client, company, { givenName: 'Lee', familyName: 'Late' }, left, { jobTitle: 'Clerk' });
  await page.goto(`/console/people/${starter.id}`);
  await page.getByText(/^Starts on .* as Pilot\.$/).waitFor();
  await page.getByRole('heading', { name: 'Next position' }).waitFor();
  await page.goto(`/console/people/${starter.id}?asOf=${starts}`);
  await page.getByRole('heading', { name: 'Position', exact: true }).waitFor();
  expect(await page.getByText(/Starts on/).count()).toBe(0);
  await page.goto(`/console/people/${leaver.id}`);
  await page.getByText('Left on 31 Mar 2021.').waitFor();
  await page.getByRole('heading', { name: 'Last position' }).waitFor();
  await waitUntilDrawn(page);
  expect(await violationsInFull(page)).toEqual([]);
});

// People who use no mouse or see no screen: somebody is hired by keys alone, and the form reads as what it is.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { companyPage } from '../support/console/company-page.ts';
import type { Stage } from '../support/console/console.ts';
import type { Row } from '../support/examples.ts';
import { positionsOf } from '../support/people/people.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let client: TestClient;
let page: Page;

beforeAll(async () => {
  ({ at, client, page } = await companyPage());
  await page.getByRole('button', { name: 'Hire' }).waitFor();
});

afterAll(() => at.close());

/** What has the focus, as a screen reader names it. */
const focused = () =>
  page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent;
    return (element?.getAttribute('aria-label') ?? label ?? '').replace('*', '').trim();
  });

/** Tab leads there; people would give up later. */
async function tabTo(name: RegExp, most = 60): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    if (name.test(await focused())) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}, but to ${await focused()}.`);
}

async function choose(name: RegExp): Promise<void> {
  await tabTo(name, 12);
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

it('somebody is hired by keys alone', async () => {
  await tabTo(/^Hire$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Given name').waitFor();
  await expect.poll(focused).toBe('Given name');
  await page.keyboard.type('Nora');
  await tabTo(/^Family name$/, 4);
  await page.keyboard.type('Lindqvist');
  for (const name of [/^Kind of employment$/, /^Department$/, /^Establishment$/]) await choose(name);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'Nora Lindqvist', level: 1 }).waitFor();
  const [nora] = (await client.call('GET', '/svc-api/employees')).body.items as Row[];
  expect(nora).toMatchObject({ givenName: 'Nora', familyName: 'Lindqvist' });
  expect(await positionsOf(client, nora as Row)).toHaveLength(1);
  expect(at.errors).toEqual([]);
});

it('the form to hire reads as a dialog with named fields, choices, days and buttons', async () => {
  await page.goto('/console/people?open=hire');
  const dialog = page.getByRole('dialog', { name: 'Hire' });
  await dialog.getByLabel('Given name').waitFor();
  const tree = await dialog.ariaSnapshot();
  for (const line of [
    'textbox "Given name"',
    'textbox "Family name"',
    'textbox "E-mail"',
    'combobox "Kind of employment"',
    'combobox "Department"',
    'combobox "Establishment"',
    'textbox "First day"',
    'button "Open the calendar"',
    'button "Cancel"',
    'button "Hire"',
    'button "Close"',
  ]) {
    expect(tree).toContain(line);
  }
  // Nothing that can be operated is without a name.
  expect(tree).not.toMatch(/^\s*- (button|textbox|combobox|checkbox|switch|link)(:|\s*$)/m);
  await dialog.getByRole('button', { name: 'Hire' }).click();
  await dialog.getByRole('alert').first().waitFor();
  expect(await dialog.ariaSnapshot()).toMatch(/alert.*\n?[\s\S]*Correct/);
  expect(await dialog.getByLabel('Given name').getAttribute('aria-invalid')).toBe('true');
});

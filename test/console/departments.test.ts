// The tree of departments, changed with the mouse and with the keyboard.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { newcomer } from '../support/examples.ts';
import {
  childrenOf,
  type Department,
  department,
  expectSoundTree,
  under,
} from '../support/organization/departments.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let client: TestClient;
let page: Page;
let company: Department;
let sales: Department;

beforeAll(async () => {
  at = await stage();
  const { account, client: own } = await newcomer(at.service);
  client = own;
  company = await department(client, { name: 'Company' });
  sales = await department(client, { name: 'Sales', ...under(company) });
  await department(client, { name: 'Support', ...under(company) });
  page = await at.open('/departments', await at.service.person(account));
});

afterAll(async () => {
  await at.close();
});

const nameOf = (name: string) => page.getByRole('button', { name, exact: true });
const rowOf = (name: string) => page.locator('[draggable=true]').filter({ has: nameOf(name) });
const notification = (sentence: string) => page.getByRole('status').getByText(sentence).waitFor();

it('a department is dragged below another, and taken back', async () => {
  await rowOf('Support').dragTo(rowOf('Sales'));
  await notification('Support now stands below Sales.');
  expect(await childrenOf(client, sales)).toEqual(['Support']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await notification('Support is back where it was.');
  expect(await childrenOf(client, company)).toEqual(['Sales', 'Support']);
  await expectSoundTree(client);
});

it('a keyboard does the same, step by step or at once', async () => {
  await nameOf('Support').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await notification('Support now stands below Sales.');
  expect(await childrenOf(client, sales)).toEqual(['Support']);

  await page.getByRole('button', { name: 'Actions for Support' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move to…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move Support' });
  await dialog.waitFor();
  // The field already has the focus.
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Nothing');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await notification('Support is now a root of the tree.');
  expect(await childrenOf(client, null)).toContain('Support');
  expect(await childrenOf(client, sales)).toEqual([]);
  await expectSoundTree(client);
  expect(at.errors).toEqual([]);
});

it('no key is lost when somebody types faster than the page draws', async () => {
  await page.getByRole('button', { name: 'Actions for Support' }).click();
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  const parent = page.getByRole('dialog', { name: 'Move Support' }).getByRole('combobox', { name: 'Below' });
  await parent.focus();
  // In one task: everything that the page defers until after the input happens between the arrow key and Enter.
  await parent.evaluate((field: HTMLInputElement) => {
    field.select();
    document.execCommand('insertText', false, 'Sales');
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', code: 'ArrowDown', bubbles: true }));
  });
  await page.keyboard.press('Enter');
  await expect.poll(() => parent.inputValue()).toBe('Company / Sales');
  await page.keyboard.press('Escape');
});

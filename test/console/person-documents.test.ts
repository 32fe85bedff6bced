// Documents of a person and of their employment: added with a category, seen, replaced, and who has seen them.
import { Buffer } from 'node:buffer';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { problemsIn } from '../support/console/open-states.ts';
import { pathOf, type Row } from '../support/examples.ts';
import { somePng } from '../support/files/files.ts';
import { inFull } from '../support/form.ts';
import { employmentsOf, hired, newCompany } from '../support/people/people.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let client: TestClient;
let page: Page;
let ada: Row;

beforeAll(async () => {
  at = await stage();
  const { account, client: own, ...company } = await newCompany(at.service);
  client = own;
  ada = await hired(client, company, { familyName: 'Lindqvist' });
  page = await at.open(`/people/${ada.id}?tab=documents`, await at.service.person(account));
});

afterAll(async () => {
  await at.close();
});

const drawer = () => page.getByRole('dialog').first();
const row = (name: RegExp) => page.getByRole('main').getByRole('group', { name }).first();
const notification = (sentence: string) => page.getByText(sentence).first().waitFor();
const valuesOf = async (person: Row) =>
  (await client.call('GET', `${pathOf(employeeAttributes)}?employee.id=${person.id}&definition.category=extension`))
    .body.items;

async function choose(name: string, mimeType: string, content: Uint8Array | string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await drawer()
    .getByRole('button', { name: /^(Choose a file|Replace)$/ })
    .click();
  await (await chooser).setFiles({ name, mimeType, buffer: Buffer.from(content) });
  await drawer().getByText(name).waitFor();
}

it('a document with a new category and its last day is added', async () => {
  await page.getByRole('button', { name: 'Add a document' }).click();
  await drawer().getByRole('button', { name: 'Add a document' }).click();
  const summary = drawer().getByRole('alert').filter({ hasText: 'Correct 2 entries' });
  await summary.getByText('Choose a category').waitFor();
  expect(await problemsIn(page)).toEqual([]);
  await drawer().getByLabel('Category').click();
  await page.getByRole('option', { name: 'New category…' }).click();
  await drawer().getByLabel('Name of the category').fill('Residence permit');
  await choose('permit.png', 'image/png', await somePng());
  await drawer().getByRole('textbox', { name: 'Valid until' }).fill('31/12/2020');
  await page.keyboard.press('Tab');
  await drawer().getByRole('button', { name: 'Add a document' }).click();
  await notification('The document is added.');
  await row(/^Residence permit/)
    .getByText('Expired on 31 Dec 2020')
    .waitFor();
  const [value] = await valuesOf(ada);
  expect(value).toMatchObject({ applicability: { start: null, end: '2020-12-31' }, employee: { id: ada.id } });
});

it('its picture is shown, and the log of reads says who has seen it', async () => {
  await page.getByRole('button', { name: 'Edit', exact: true }).first().waitFor();
  await row(/^Residence permit/)
    .getByRole('button', { name: 'Preview' })
    .click();
  await page.getByRole('dialog', { name: 'permit.png' }).getByRole('img', { name: 'permit.png' }).waitFor();
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await row(/^Residence permit/)
    .getByRole('button', { name: 'Download' })
    .click();
  expect((await download).suggestedFilename()).toBe('permit.png');
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByRole('heading', { name: 'Who has seen files of this person' }).waitFor();
      return page.getByRole('main').getByText('GET /svc-api/files/{id}').count();
    })
    .toBeGreaterThanOrEqual(2);
});

inFull('the contract of an employment is added and replaced', async () => {
  await row(/^Contract, Employment from 1 Jan 2024/)
    .getByRole('button', { name: /^Add a file/ })
    .click();
  // A blank that is typed here closes nothing.
  const chooser = drawer().getByRole('button', { name: 'Choose a file' });
  await expect.poll(() => chooser.evaluate((one) => one === document.activeElement)).toBe(true);
  await choose('contract.pdf', 'application/pdf', '%PDF-1.7 first');
  await drawer().getByRole('button', { name: 'Save' }).click();
  await row(/^Contract/)
    .getByText('contract.pdf')
    .waitFor();
  const [before] = await employmentsOf(client, ada);
  await row(/^Contract/)
    .getByRole('button', { name: /^Replace or edit/ })
    .click();
  await choose('signed.pdf', 'application/pdf', '%PDF-1.7 second');
  await drawer().getByRole('button', { name: 'Save' }).click();
  await row(/^Contract/)
    .getByText('signed.pdf')
    .waitFor();
  const [after] = await employmentsOf(client, ada);
  expect(after?.document).not.toEqual(before?.document);
  expect(
    await row(/^Contract/)
      .getByRole('button', { name: 'Preview' })
      .count(),
  ).toBe(1);
  expect(at.errors).toEqual([]);
});

inFull('a document is deleted with its category left for others', async () => {
  await row(/^Residence permit/)
    .getByRole('button', { name: /^Replace or edit/ })
    .click();
  await drawer().getByRole('button', { name: 'Delete' }).last().click();
  await expect.poll(() => valuesOf(ada)).toEqual([]);
  await page.getByRole('button', { name: 'Add a document' }).click();
  await drawer().getByLabel('Category').click();
  await page.getByRole('option', { name: 'Residence permit' }).waitFor();
  expect(await problemsIn(page)).toEqual([]);
});

// Forms of the console: they send what the person sees, once, and say in plain words what is wrong.
import { departments } from '@muster/contract/resources/departments.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { clicksOf } from '../support/console/clicks.ts';
import { companyPage } from '../support/console/company-page.ts';
import type { Stage } from '../support/console/console.ts';
import { createExample, type Row } from '../support/examples.ts';
import { somePng } from '../support/files/files.ts';
import { inFull, isFull, oneIn } from '../support/form.ts';
import { type Company, employeeNow, employmentsOf, hired, newCompany, positionsOf } from '../support/people/people.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let client: TestClient;
let company: Company;
let maintenance: Row;
let page: Page;

beforeAll(async () => {
  ({ at, client, company, page } = await companyPage());
  maintenance = await createExample(client, departments, { name: 'Maintenance' });
  await createExample(client, departments, { name: 'Marketing' });
  await page.getByRole('button', { name: 'Hire' }).waitFor();
});

afterAll(async () => {
  await at.close();
});

const drawer = () => page.getByRole('dialog').first();
const notification = (sentence: string | RegExp) => page.getByText(sentence).first().waitFor();
const people = async (): Promise<Row[]> => (await client.call('GET', '/svc-api/employees')).body.items;
const open = (person: Row, word: string) => page.goto(`/console/people/${person.id}?open=${word}`);

it('Enter in a type-ahead picks, and the form is sent by Ctrl+Enter alone', async () => {
  const clicks = await clicksOf(page, async () => {
    await page.getByRole('button', { name: 'Hire' }).click();
    // The first field has the focus: a blank typed there closes nothing.
    await expect
      .poll(() =>
        drawer()
          .getByLabel('Given name')
          .evaluate((one) => one === document.activeElement),
      )
      .toBe(true);
    await page.keyboard.type(' Nora ');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Lindqvist');
    await drawer().getByLabel('Phone').focus();
    await page.keyboard.type('+33 6 12 34 56 78');
    await drawer().getByRole('combobox', { name: 'Kind of employment' }).click();
    await page.getByRole('option').first().click();
    await drawer().getByRole('combobox', { name: 'Department' }).focus();
    await page.keyboard.type('maint');
    await page.keyboard.press('Enter');
    await expect.poll(() => drawer().getByRole('combobox', { name: 'Department' }).inputValue()).toBe('Maintenance');
    await drawer().getByRole('combobox', { name: 'Establishment' }).click();
    await page.getByRole('option').first().click();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Nora Lindqvist', level: 1 }).waitFor();
  });
  const [nora] = await people();
  // Blanks around a text are not a part of it.
  expect(nora).toMatchObject({ givenName: 'Nora', familyName: 'Lindqvist', phoneNumber: '+33612345678' });
  const [position] = await positionsOf(client, nora as Row);
  expect(position).toMatchObject({ department: { id: maintenance.id } });
  console.info(`clicks: hire ${clicks}`);
  expect(clicks).toBeLessThanOrEqual(12);
});

inFull('a typed name that nobody picked keeps the form from being sent with another choice', async () => {
  const ada = await hired(client, company);
  await open(ada, 'move');
  const department = drawer().getByRole('combobox', { name: 'Department' });
  await department.click();
  await page.keyboard.type('maint');
  await drawer().getByRole('button', { name: 'New position' }).click();
  await drawer().getByRole('alert').getByText('Nothing is chosen').waitFor();
  expect(await positionsOf(client, ada)).toHaveLength(1);
  await department.click();
  await page.keyboard.press('Enter');
  await expect.poll(() => department.inputValue()).toBe('Maintenance');
  await drawer().getByRole('button', { name: 'Cancel' }).click();
});

it('a text that is no date is an error next to the field, never the date before', async () => {
  const ada = await hired(client, company);
  await open(ada, 'end');
  const lastDay = drawer().getByRole('textbox', { name: 'Last day' });
  await lastDay.fill('31/02/2027');
  await drawer().getByRole('button', { name: 'End employment' }).click();
  const summary = drawer().getByRole('alert').filter({ hasText: 'Correct one entry' });
  await summary.getByText('“31/02/2027” is not a date').waitFor();
  expect(await summary.evaluate((one) => one.parentElement === document.activeElement)).toBe(true);
  await summary.getByRole('button', { name: 'Last day' }).click();
  expect(await lastDay.evaluate((one) => one === document.activeElement)).toBe(true);
  await lastDay.fill('28/02/2027');
  await expect.poll(() => summary.count()).toBe(0);
  await drawer().getByRole('button', { name: 'End employment' }).click();
  await notification('The last day is recorded.');
  expect((await employmentsOf(client, ada))[0]?.end).toEqual({ date: '2027-02-28' });
});

inFull('an American types and reads dates in their order, a German with dots', async () => {
  const { account, client: own, ...where } = await newCompany(at.service);
  const ada = await hired(own, where);
  const person = await at.service.person(account);
  const american = await at.open('/people', person);
  for (const [locale, typed] of [
    ['en-US', '02/28/2027'],
    ['de-DE', '28.02.2027'],
  ] as const) {
    await american.evaluate((language) => localStorage.setItem('muster.language', language), locale);
    await american.goto(`/console/people/${ada.id}?open=end`);
    const lastDay = american.getByRole('dialog').getByRole('textbox').first();
    await lastDay.fill('2027-02-28');
    await lastDay.press('Tab');
    await expect.poll(() => lastDay.inputValue()).toBe(typed);
    await lastDay.fill(typed);
    await lastDay.press('Tab');
    expect(await american.getByRole('dialog').getByRole('alert').count()).toBe(0);
  }
  await american.close();
});

it('a number is what was typed, in the notation of the locale, or an error', async () => {
  await created('/svc-api/employee-attribute-definitions', {
    id: 'e_share',
    name: 'Share',
    schema: { $ref: '/svc-api/schemas/decimal' },
  });
  const numbers = [
    ['en-GB', '-0.5', -0.5],
    ['en-GB', '1.05', 1.05],
    ['de-DE', '1,05', 1.05],
  ] as const;
  for (const [locale, typed, value] of oneIn(3, numbers, 2)) {
    const ada = await hired(client, company);
    await page.evaluate((language) => localStorage.setItem('muster.language', language), locale);
    await page.goto(`/console/people/${ada.id}?tab=attributes&open=value-new`);
    await drawer().getByRole('combobox').first().click();
    await page.getByRole('option', { name: 'Share' }).click();
    const input = drawer().getByRole('textbox', { name: 'Share' });
    // More digits than a number keeps.
    await input.fill('12345678901234567890');
    await page.keyboard.press('Control+Enter');
    await drawer()
      .getByRole('alert')
      .getByText(/12345678901234567/)
      .waitFor();
    await input.fill('');
    await input.pressSequentially(typed);
    expect(await input.inputValue()).toBe(typed);
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(async () => (await client.call('GET', `/svc-api/employee-attributes?employee.id=${ada.id}`)).body.items)
      .toContainEqual(expect.objectContaining({ value }));
  }
  await page.evaluate(() => localStorage.removeItem('muster.language'));
});

it('errors are in words of people, in their language, and vanish when they are corrected', async () => {
  await page.goto('/console/people?open=hire');
  await drawer().getByLabel('E-mail').fill('nora');
  await drawer().getByLabel('Phone').fill('call me');
  await drawer().getByRole('button', { name: 'Hire' }).click();
  const summary = drawer().getByRole('alert').filter({ hasText: 'Correct 4 entries' });
  await summary.getByText('Enter an e-mail address such as name@example.com.').waitFor();
  await summary.getByText('Enter a phone number such as +33 6 12 34 56 78.').waitFor();
  expect(await drawer().textContent()).not.toMatch(/member|pattern|\[0-9\]/);
  await drawer().getByLabel('E-mail').fill('nora@example.com');
  await drawer().getByRole('alert').filter({ hasText: 'Correct 3 entries' }).waitFor();
  await drawer().getByRole('button', { name: 'Cancel' }).click();
  // languages.test.ts reads them in one language.
  if (!isFull) return;
  await page.evaluate(() => localStorage.setItem('muster.language', 'fr-FR'));
  await page.goto('/console/people?open=hire');
  await drawer().getByRole('button', { name: 'Embaucher' }).click();
  await drawer().getByRole('alert').getByText('Remplissez ce champ.').first().waitFor();
  await page.evaluate(() => localStorage.removeItem('muster.language'));
});

it('unsaved entries are not lost by Escape, a click outside, or another page', async () => {
  const ada = await hired(client, company, { familyName: 'Aardvark' });
  await page.goto('/console/people');
  await page.getByRole('link', { name: 'Ada Aardvark' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await drawer().getByLabel('Given name').fill('Augusta');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.mouse.click(20, 400);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.goBack();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(await drawer().getByLabel('Given name').inputValue()).toBe('Augusta');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect((await employeeNow(client, ada)).givenName).toBe('Ada');
  expect(at.errors).toEqual([]);
});

it('a form that is saved offline stays open with an error, and cancelled it is never written', async () => {
  const ada = await hired(client, company);
  await open(ada, 'edit');
  await drawer().getByLabel('Given name').fill('Augusta');
  await page.context().setOffline(true);
  await page.getByText('You are offline.').first().waitFor();
  await drawer().getByRole('button', { name: 'Save' }).click();
  await drawer().getByRole('alert').getByText('nothing was saved').waitFor();
  expect(await drawer().getByLabel('Given name').inputValue()).toBe('Augusta');
  await drawer().getByRole('button', { name: 'Cancel' }).click();
  await page.context().setOffline(false);
  await expect.poll(() => page.getByText('You are offline.').count()).toBe(0);
  // Whatever waited for the network would be sent at once.
  await page.waitForTimeout(500);
  expect((await employeeNow(client, ada)).givenName).toBe('Ada');
});

it('an attribute that holds a file takes an upload, shows it, and replaces it', async () => {
  await created('/svc-api/employee-attribute-definitions', {
    id: 'e_contract',
    name: 'Contract',
    schema: { $ref: '/svc-api/schemas/file-reference' },
  });
  const ada = await hired(client, company);
  await page.goto(`/console/people/${ada.id}?tab=attributes&open=value-new`);
  await drawer().getByRole('combobox', { name: 'Attribute' }).click();
  await page.getByRole('option', { name: 'Contract' }).click();
  const upload = async (button: string, name: string, mimeType: string, buffer: Buffer) => {
    const choosing = page.waitForEvent('filechooser');
    await drawer().getByRole('button', { name: button }).click();
    await (await choosing).setFiles({ name, mimeType, buffer });
    await drawer().getByText(name).waitFor();
  };
  await upload('Choose a file', 'contract.txt', 'text/plain', Buffer.from('first'));
  await drawer().getByRole('button', { name: 'Save' }).click();
  await page.getByRole('main').getByText('contract.txt').waitFor();
  await page.getByRole('button', { name: 'Edit: Contract' }).click();
  await drawer().getByText('contract.txt').waitFor();
  await upload('Replace', 'signed.png', 'image/png', await somePng());
  await drawer().getByRole('button', { name: 'Save' }).click();
  await page.getByRole('main').getByText('signed.png').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Preview' }).click();
  const picture = page.getByRole('dialog', { name: 'signed.png' }).getByRole('img', { name: 'signed.png' });
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  const downloading = page.waitForEvent('download');
  await page.getByRole('main').getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('signed.png');
  expect(at.errors).toEqual([]);
});

async function created(path: string, body: object): Promise<Row> {
  const reply = await client.call('POST', path, { body });
  if (reply.status !== 201) throw new Error(`POST ${path} answers ${reply.status}: ${reply.text}`);
  return reply.body;
}

// Forms about people while they are open: accessible in light and dark mode, and no wider than a phone.
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { type Stage, stage } from '../support/console/console.ts';
import { problemsIn } from '../support/console/open-states.ts';
import { createExample, pathOf, type Row } from '../support/examples.ts';
import { inFull } from '../support/form.ts';
import { employmentsOf, hired, moved, newCompany, positionsOf, at as reference } from '../support/people/people.ts';

let at: Stage;
let page: Page;
let ada: Row;
let change: () => Promise<unknown>;
const words: Record<string, string> = {};

beforeAll(async () => {
  at = await stage();
  const { account, client, ...company } = await newCompany(at.service);
  ada = await hired(client, company, {}, {}, { jobTitle: 'Fitter' });
  const [employment] = await employmentsOf(client, ada);
  const second = await moved(client, company, employment as Row, '2030-03-01', { jobTitle: 'Foreman' });
  await hired(client, company, {}, {}, { manager: reference(ada) });
  await createExample(client, departments, { manager: reference(ada) });
  const [first] = await positionsOf(client, ada);
  Object.assign(words, {
    'the first position': `position-edit-${first?.id}`,
    'a split': `position-split-${first?.id}`,
    'a later position': `position-edit-${second.id}`,
    'a deletion': `position-delete-${second.id}`,
    'an employment': `employment-edit-${employment?.id}`,
    'a split employment': `employment-split-${employment?.id}`,
  });
  change = () => client.call('PATCH', pathOf(employees, ada.id), { body: { givenName: 'Adele' } });
  page = await at.open(null, await at.service.person(account));
});

afterAll(async () => {
  await at.close();
});

const dialog = () => page.getByRole('dialog').first();
const show = (word: string) => page.goto(`/console/people/${ada.id}?tab=career&open=${word}`);

const states: readonly (readonly [name: string, open: () => Promise<unknown>])[] = [
  [
    'hiring with errors',
    async () => {
      await page.goto('/console/people?open=hire');
      await dialog().getByLabel('E-mail').fill('nora');
      await dialog().getByRole('button', { name: 'Hire' }).click();
      await dialog().getByRole('alert').waitFor();
    },
  ],
  ['a new position', () => show('move')],
  [
    'an open calendar',
    async () => {
      await show('move');
      await dialog().getByRole('button', { name: 'Open the calendar' }).click();
      await page.getByRole('table').first().waitFor();
    },
  ],
  [
    'a leaver',
    async () => {
      await show('end');
      await dialog().getByText('Departments that this person heads (1)').waitFor();
    },
  ],
  ...['the first position', 'a later position', 'a split', 'a deletion', 'an employment', 'a split employment'].map(
    (name) => [name, () => show(words[name] ?? '')] as const,
  ),
  [
    'unsaved entries',
    async () => {
      await show('edit');
      await dialog().getByLabel('Given name').fill('Augusta');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Keep editing' }).waitFor();
    },
  ],
  [
    'a conflict',
    async () => {
      await show('edit');
      await dialog().getByLabel('Given name').fill('Augusta');
      await change();
      await dialog().getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Take their version' }).waitFor();
    },
  ],
];

// A blank that is typed on Close would close the drawer, with all that is in it.
it('a drawer opens with the focus on its first field, also before its form', async () => {
  await page.goto(`/console/people/${ada.id}?tab=attributes`);
  await page.getByRole('button', { name: 'Add a value' }).click();
  await expect
    .poll(() =>
      dialog()
        .getByRole('combobox', { name: 'Attribute' })
        .evaluate((one) => one === document.activeElement),
    )
    .toBe(true);
});

inFull('no open form has an accessibility problem', { timeout: 180_000 }, async () => {
  const found: string[] = [];
  for (const [name, open] of states) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open();
    await dialog().waitFor();
    found.push(...(await problemsIn(page)).map((one) => `${name}: ${one}`));
  }
  console.info(`open forms without an accessibility problem: ${states.length}`);
  expect(found).toEqual([]);
  expect(at.errors).toEqual([]);
});

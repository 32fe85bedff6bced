// Two people correct the same career: the version that somebody saw is the one that is changed or deleted.
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Page } from '../judges/browser.ts';
import { companyPage } from '../support/console/company-page.ts';
import type { Stage } from '../support/console/console.ts';
import { problemsIn } from '../support/console/open-states.ts';
import { pathOf, type Row } from '../support/examples.ts';
import { inFull } from '../support/form.ts';
import { type Company, employmentsOf, hired, moved, positionsOf, rehired } from '../support/people/people.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let client: TestClient;
let company: Company;
let page: Page;
let ada: Row;
/** Of requests that change something: the method and whether it names a version. */
const sent: string[] = [];

beforeAll(async () => {
  ({ at, client, company, page } = await companyPage(null));
  page.on('request', (request) => {
    const isChange = ['PATCH', 'DELETE'].includes(request.method());
    if (isChange) sent.push(`${request.method()} ${'if-match' in request.headers() ? 'with' : 'without'} a version`);
  });
});

beforeEach(async () => {
  sent.length = 0;
  ada = await hired(client, company, {}, { end: { date: '2024-12-31' } }, { jobTitle: 'Fitter' });
  const again = await rehired(client, company, ada, { start: { date: '2026-01-01' } }, { jobTitle: 'Foreman' });
  await moved(client, company, again, '2030-03-01', { jobTitle: 'Director' });
});

afterAll(() => at.close());

const dialog = (name: string) => page.getByRole('dialog', { name });
const changedTitle = 'Somebody else has changed this meanwhile';
const open = (word: string) => page.goto(`/console/people/${ada.id}?tab=career&open=${word}`);
const last = async (): Promise<Row> => (await positionsOf(client, ada)).at(-1) as Row;
const changed = async (path: string, body: object) =>
  expect((await client.call('PATCH', path, { body })).status).toBe(200);

it('a double click on a busy machine saves once, and is no conflict with oneself', async () => {
  await open(`position-edit-${(await last()).id}`);
  const form = dialog('Edit a position');
  await form.getByLabel('Job title').fill('Manager');
  // Both clicks wait until the browser is free, and arrive before anything is drawn again.
  await form.getByRole('button', { name: 'Save' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await form.waitFor({ state: 'detached' });
  expect(await dialog(changedTitle).count()).toBe(0);
  expect(sent).toEqual(['PATCH with a version']);
  expect(await last()).toMatchObject({ jobTitle: 'Manager' });
});

it('a position that somebody else has changed is saved over it only after both versions were shown', async () => {
  const { id } = await last();
  await open(`position-edit-${id}`);
  const form = dialog('Edit a position');
  await form.getByLabel('Job title').fill('Manager');
  await changed(pathOf(jobPositions, id), { jobTitle: 'President', notes: 'From the board' });
  await form.getByRole('button', { name: 'Save' }).click();
  const conflict = dialog(changedTitle);
  await conflict.getByRole('cell', { name: 'Manager' }).waitFor();
  await conflict.getByRole('cell', { name: 'President' }).waitFor();
  expect((await last()).jobTitle).toBe('President');
  await conflict.getByRole('button', { name: 'Save my version' }).click();
  await expect.poll(last).toMatchObject({ jobTitle: 'Manager', notes: 'From the board' });
  expect(new Set(sent)).toEqual(new Set(['PATCH with a version']));
});

inFull(
  'a position that somebody else has changed is deleted only after both versions were shown, and comes back as new',
  async () => {
    const { id } = await last();
    await open(`position-delete-${id}`);
    const question = dialog('Delete this position?');
    await question.getByText('Deleted').waitFor();
    await expect.poll(() => question.getByRole('button', { name: 'Delete' }).isEnabled()).toBe(true);
    await changed(pathOf(jobPositions, id), { jobTitle: 'President' });
    await question.getByRole('button', { name: 'Delete' }).click();
    const conflict = dialog(changedTitle);
    await conflict.getByRole('cell', { name: 'Director' }).waitFor();
    await conflict.getByRole('cell', { name: 'President' }).waitFor();
    expect(await positionsOf(client, ada)).toHaveLength(3);
    expect(await problemsIn(page)).toEqual([]);
    await conflict.getByRole('button', { name: 'Delete this version' }).click();
    await page.getByText('The position is deleted.').first().waitFor();
    expect(await positionsOf(client, ada)).toHaveLength(2);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(async () => (await last()).jobTitle).toBe('President');
    expect(sent).toEqual(['DELETE with a version', 'DELETE with a version']);
  },
);

inFull('the deletion of a changed position can be given up', async () => {
  const { id } = await last();
  await open(`position-delete-${id}`);
  const question = dialog('Delete this position?');
  await expect.poll(() => question.getByRole('button', { name: 'Delete' }).isEnabled()).toBe(true);
  await changed(pathOf(jobPositions, id), { jobTitle: 'President' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await dialog(changedTitle).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect((await last()).jobTitle).toBe('President');
});

inFull(
  'an employment that somebody else has changed is edited, deleted and ended only after both versions were shown',
  async () => {
    const [, second] = await employmentsOf(client, ada);
    const path = pathOf(employments, second?.id ?? '');
    const now = async () => (await employmentsOf(client, ada)).find(({ id }) => id === second?.id);
    const conflict = dialog(changedTitle);
    await open(`employment-edit-${second?.id}`);
    const form = dialog('Edit an employment');
    await form.getByLabel('Id in another system').fill('mine');
    await changed(path, { remoteId: 'theirs' });
    await form.getByRole('button', { name: 'Save' }).click();
    await conflict.getByRole('cell', { name: 'theirs' }).waitFor();
    await conflict.getByRole('button', { name: 'Take their version' }).click();
    await expect.poll(() => form.getByLabel('Id in another system').inputValue()).toBe('theirs');

    await open('end');
    const end = page.getByRole('dialog').first();
    await end.getByRole('textbox', { name: 'Last day' }).fill('31/12/2031');
    await changed(path, { end: { date: '2032-06-30' } });
    await end.getByRole('button', { name: 'End employment' }).click();
    await conflict.getByRole('cell', { name: '31 Dec 2031' }).waitFor();
    await conflict.getByRole('cell', { name: '30 Jun 2032' }).waitFor();
    expect(await now()).toMatchObject({ end: { date: '2032-06-30' } });
    await conflict.getByRole('button', { name: 'Save my version' }).click();
    await expect.poll(now).toMatchObject({ end: { date: '2031-12-31' }, remoteId: 'theirs' });

    await open(`employment-delete-${second?.id}`);
    const question = dialog('Delete this employment?');
    await expect.poll(() => question.getByRole('button', { name: 'Delete' }).isEnabled()).toBe(true);
    await changed(path, { remoteId: 'again' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await conflict.getByRole('cell', { name: 'again' }).waitFor();
    expect(await now()).toBeDefined();
    await conflict.getByRole('button', { name: 'Delete this version' }).click();
    await expect.poll(now).toBeUndefined();
    expect(sent.filter((one) => one.includes('without'))).toEqual([]);
    expect(at.errors).toEqual([]);
  },
);

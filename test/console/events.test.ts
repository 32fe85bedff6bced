// A hiring in one window, and its events in another.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stage, stage } from '../support/console/console.ts';
import type { Row } from '../support/examples.ts';
import { newCompany } from '../support/people/people.ts';

let at: Stage;

beforeAll(async () => {
  at = await stage();
});

afterAll(async () => {
  await at.close();
});

it('a person is hired in one window, and the three events of it arrive live in another', async () => {
  const { account, place, department, template } = await newCompany(at.service);
  const person = await at.service.person(account);
  await at.service.publisher.publishAll();
  const topics = 'employee.created,employment.created,job-position.created';
  const log = await at.open(`/events?topic=${topics}`, person);
  await log.getByRole('status').getByText('Following live').waitFor();

  const page = await at.open('/people', person);
  await page.getByRole('button', { name: 'Hire' }).click();
  const form = page.getByRole('dialog', { name: 'Hire somebody' });
  await form.getByLabel('Given name').fill('Nora');
  await form.getByLabel('Family name').fill('Lindqvist');
  const choose = async (label: string, { title, name = title }: Row) => {
    await form.getByLabel(label).click();
    await page.getByRole('option', { name: String(name) }).click();
  };
  await choose('Kind of employment', template);
  await choose('Establishment', place);
  await choose('Department', department);
  await form.getByRole('button', { name: 'Hire' }).click();
  await page.getByRole('heading', { name: 'Nora Lindqvist', level: 1 }).waitFor();

  await log.getByRole('status').getByText('3 new events').waitFor();
  for (const topic of topics.split(',')) await log.getByRole('button', { name: topic }).waitFor();
  await log.getByRole('button', { name: 'employee.created' }).click();
  await log.getByText('"familyName": "Lindqvist"').waitFor();
  expect(at.errors).toEqual([]);
});

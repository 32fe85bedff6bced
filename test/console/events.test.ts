// A hiring, and its events in a window that is open meanwhile.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stage, stage } from '../support/console/console.ts';
import { hired, newCompany } from '../support/people/people.ts';

let at: Stage;

beforeAll(async () => {
  at = await stage();
});

afterAll(async () => {
  await at.close();
});

it('a person is hired, and the three events of it arrive live in an open window', async () => {
  const { account, client, ...company } = await newCompany(at.service);
  await at.service.publisher.publishAll();
  const topics = 'employee.created,employment.created,job-position.created';
  const log = await at.open(`/events?topic=${topics}`, await at.service.person(account));
  await log.getByRole('status').getByText('Following live').waitFor();
  await hired(client, company, { givenName: 'Nora', familyName: 'Lindqvist' });
  await log.getByRole('status').getByText('3 new events').waitFor();
  for (const topic of topics.split(',')) await log.getByRole('button', { name: topic }).waitFor();
  await log.getByRole('button', { name: 'employee.created' }).click();
  await log.getByText('"familyName": "Lindqvist"').waitFor();
  expect(at.errors).toEqual([]);
});

// A split of an employment takes several requests. Whichever of them fails, all of it is done or nothing.
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page, Route } from '../judges/browser.ts';
import { companyPage } from '../support/console/company-page.ts';
import type { Stage } from '../support/console/console.ts';
import { pathOf, type Row } from '../support/examples.ts';
import { inFull, oneIn } from '../support/form.ts';
import { type Company, employmentsOf, hired, moved, positionsOf } from '../support/people/people.ts';
import type { TestClient } from '../support/service.ts';

let at: Stage;
let client: TestClient;
let company: Company;
let page: Page;

beforeAll(async () => {
  ({ at, client, company, page } = await companyPage(null));
});

afterAll(() => at.close());

const drawer = () => page.getByRole('dialog').first();
const careerOf = async (person: Row) => [
  ...(await employmentsOf(client, person)).map(({ start, end }) =>
    [start, end].map((day) => (day as { date: string } | null)?.date ?? null).join(' '),
  ),
  ...(await positionsOf(client, person)).map(({ startsOn, endsOn, jobTitle }) => `${jobTitle} ${startsOn} ${endsOn}`),
];

const whole = ['2024-01-01 ', 'Fitter 2024-01-01 2030-02-28', 'Foreman 2030-03-01 null'];
const halved = [
  '2024-01-01 2027-12-31',
  '2028-01-01 ',
  'Fitter 2024-01-01 2027-12-31',
  'Fitter 2028-01-01 2030-02-28',
  'Foreman 2030-03-01 null',
];

/** The form is open and filled in. */
async function readyToSplit(): Promise<{ ada: Row; foreman: Row }> {
  const ada = await hired(client, company, {}, {}, { jobTitle: 'Fitter' });
  const [employment] = await employmentsOf(client, ada);
  const foreman = await moved(client, company, employment as Row, '2030-03-01', { jobTitle: 'Foreman' });
  await page.goto(`/console/people/${ada.id}?tab=career&open=employment-split-${employment?.id}`);
  await drawer().getByLabel('The second one starts on').fill('01/01/2028');
  return { ada, foreman };
}

const split = () => drawer().getByRole('button', { name: 'Split' }).click();
const done = () => page.getByText('The employment is split.').first().waitFor();

/** The writing requests in order; the one at a place has another fate. */
async function withFate(place: number, fate: (route: Route) => Promise<unknown>, work: () => Promise<void>) {
  let written = 0;
  const seen: string[] = [];
  await page.route('**/svc-api/**', (route) => {
    const method = route.request().method();
    if (method === 'GET') return route.fallback();
    seen.push(`${method} ${new URL(route.request().url()).pathname.replace(/\/\d+$/, '/…')}`);
    written += 1;
    return written - 1 === place ? fate(route) : route.fallback();
  });
  await work().finally(() => page.unroute('**/svc-api/**'));
  return seen;
}

const steps = ['the version', 'a deletion', 'the end', 'the second employment', 'its second position'];
const places = steps.map((name, place) => [name, place] as const);

it.each(oneIn(steps.length, places, 3))('an error at %s leaves nothing', async (_, place) => {
  const { ada } = await readyToSplit();
  const fail = (route: Route) => route.fulfill({ status: 500, body: '' });
  // The same answer each time that it is asked.
  let failing = '';
  await page.route('**/svc-api/**', (route) => {
    const key = route.request().headers()['idempotency-key'];
    return failing !== '' && key === failing ? fail(route) : route.fallback();
  });
  const seen = await withFate(
    place,
    (route) => {
      failing = route.request().headers()['idempotency-key'] ?? '';
      return fail(route);
    },
    async () => {
      await split();
      await drawer().getByRole('alert').getByText('The service had an error').waitFor();
    },
  );
  await page.unroute('**/svc-api/**');
  expect(seen.length).toBeGreaterThan(place);
  expect(await careerOf(ada)).toEqual(whole);
  // The entries are still there.
  await split();
  await done();
  expect(await careerOf(ada)).toEqual(halved);
});

it.each(oneIn(steps.length, places, 2))('an answer lost at %s is found out', async (_, place) => {
  const { ada } = await readyToSplit();
  await withFate(
    place,
    async (route) => {
      await route.fetch();
      return place % 2 === 0 ? route.abort('connectionreset') : route.fulfill({ status: 500, body: '' });
    },
    async () => {
      await split();
      await done();
    },
  );
  expect(await careerOf(ada)).toEqual(halved);
});

inFull('a network that is gone for seconds in the middle leaves nothing', async () => {
  const { ada } = await readyToSplit();
  await withFate(
    2,
    async (route) => {
      await page.context().setOffline(true);
      setTimeout(() => page.context().setOffline(false), 4000);
      return route.abort('internetdisconnected');
    },
    async () => {
      await split();
      await drawer().getByRole('alert').first().waitFor({ timeout: 30_000 });
    },
  );
  expect(await careerOf(ada)).toEqual(whole);
});

inFull('what somebody else has changed meanwhile stays', async () => {
  const { ada, foreman } = await readyToSplit();
  await client.call('PATCH', pathOf(jobPositions, foreman.id), { body: { notes: 'Nights' } });
  await split();
  await done();
  expect(await careerOf(ada)).toEqual(halved);
  expect((await positionsOf(client, ada)).at(-1)).toMatchObject({ notes: 'Nights' });
  expect(at.errors).toEqual([]);
});

// The search of every page is loaded when it is first opened. On a slow network, what is typed until then is kept.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stage, stage } from '../support/console/console.ts';
import { hired, newCompany } from '../support/people/people.ts';

let at: Stage;
let who: Awaited<ReturnType<Stage['service']['person']>>;

beforeAll(async () => {
  at = await stage();
  const { account, client, ...company } = await newCompany(at.service);
  await hired(client, company, { givenName: 'Nora', familyName: 'Lindqvist' });
  who = await at.service.person(account);
});

afterAll(() => at.close());

/** The search arrives when it is let go. */
async function slowPage() {
  const page = await at.open(null, who);
  const arrival = Promise.withResolvers<void>();
  await page.route(/\/assets\/search-(?!by-)[^/]*\.js$/, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  // A page with a route takes nothing from the cache.
  await page.goto('/console/people');
  await page.getByRole('button', { name: 'Hire' }).waitFor();
  const input = page.getByPlaceholder('Search for pages and people').or(page.getByRole('dialog').getByRole('textbox'));
  return { page, arrive: () => arrival.resolve(), input: input.first() };
}

it('what is typed before the search has arrived is searched for', async () => {
  const { page, arrive, input } = await slowPage();
  await page.keyboard.press('/');
  await input.waitFor({ timeout: 2000 });
  await page.keyboard.type('Lind');
  expect(await input.inputValue()).toBe('Lind');
  arrive();
  await page.getByRole('dialog').getByText('Nora Lindqvist').waitFor();
  await page.keyboard.type('qvist');
  await expect.poll(() => input.inputValue()).toBe('Lindqvist');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Nora Lindqvist', level: 1 }).waitFor();
  await page.close();
});

it('a search that is given up before it has arrived does not open', async () => {
  const { page, arrive, input } = await slowPage();
  await page.keyboard.press('/');
  await input.waitFor();
  await page.keyboard.press('Escape');
  await input.waitFor({ state: 'detached' });
  arrive();
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.close();
  expect(at.errors).toEqual([]);
});

it('of a text that is longer than the service takes, the beginning is searched for', async () => {
  const page = await at.open('/people', who);
  await page.getByRole('searchbox', { name: 'Search' }).fill('Lindqvist '.repeat(120));
  await page.waitForResponse((response) => /contains=Lindqvist/.test(response.url()));
  await page.getByRole('link', { name: 'Nora Lindqvist' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

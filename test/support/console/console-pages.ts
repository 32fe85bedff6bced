/** All pages of the console, from its table of routes: a new page is tested without a change here. */
import { readFileSync } from 'node:fs';
import type { Page } from '../../judges/browser.ts';

const table = readFileSync(new URL('../../../console/app/routes.tsx', import.meta.url), 'utf8');

/** As in the table, with `$id` for an id. */
export const addresses: readonly string[] = [...table.matchAll(/\bwithin\('(\/[^']*)'\)|\bpath: '(\/[^']*)'/g)].map(
  ([, inside, outside]) => inside ?? outside ?? '',
);

type Go = (page: Page, path: string) => Promise<void>;

/** Opens a page from its beginning. An id in its address is taken from the first link on the page above. */
export const openPage = (page: Page, address: string): Promise<void> => openBy(load, page, address);

/** The same as a link in the console does it: the document stays, and with it axe, whose loading takes longer than its use. */
export const followTo = (page: Page, address: string): Promise<void> => openBy(follow, page, address);

async function openBy(go: Go, page: Page, address: string): Promise<void> {
  const [above = '', ...rest] = address.split(/\/\$\w+/);
  await go(page, `/console${above}`);
  if (rest.length === 0) return;
  const links = page.locator(`main a[href^="/console${above}/"]`);
  await links.first().waitFor();
  const targets = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  const named = targets.find((target) => !addresses.includes(target.replace('/console', '')));
  if (named === undefined) throw new Error(`Nothing on ${above} leads to ${address}.`);
  await go(page, `${named}${rest.join('')}`);
}

async function load(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilDrawn(page);
}

/** Pages without the frame, and the first page after them, are loaded. */
async function follow(page: Page, path: string): Promise<void> {
  const isFramed = (await page.getByRole('navigation', { name: 'Main navigation' }).count()) > 0;
  if (!isFramed || /\/(sign-in|invitation)$/.test(path)) return load(page, path);
  await page.evaluate((to) => {
    if (location.pathname === to) return;
    for (const title of document.querySelectorAll('h1')) title.dataset.left = '';
    history.pushState(null, '', to);
  }, path);
  await page.locator('h1:not([data-left])').first().waitFor();
  await waitUntilDrawn(page);
}

/** The page has a title, shows nothing as loading, and has no running transition. */
export async function waitUntilDrawn(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => {
    const loading = '[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root:not([aria-hidden])';
    const isMoving = document
      .getAnimations()
      .some((one) => one instanceof CSSTransition && one.playState === 'running');
    return document.querySelector(loading) === null && !isMoving;
  });
}

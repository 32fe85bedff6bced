/** All pages of the console, from its table of routes: a new page is tested without a change here. */
import { readFileSync } from 'node:fs';
import type { Page } from '../../judges/browser.ts';

const table = readFileSync(new URL('../../../console/app/routes.tsx', import.meta.url), 'utf8');

/** As in the table, with `$id` for an id. */
export const addresses: readonly string[] = [...table.matchAll(/\bwithin\('(\/[^']*)'\)|\bpath: '(\/[^']*)'/g)].map(
  ([, inside, outside]) => inside ?? outside ?? '',
);

/** Opens a page. An id in its address is taken from the first link on the page above. */
export async function openPage(page: Page, address: string): Promise<void> {
  const [above = '', ...rest] = address.split(/\/\$\w+/);
  await page.goto(`/console${above}`);
  await waitUntilDrawn(page);
  if (rest.length === 0) return;
  const links = page.locator(`main a[href^="/console${above}/"]`);
  await links.first().waitFor();
  const targets = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  const named = targets.find((target) => !addresses.includes(target.replace('/console', '')));
  if (named === undefined) throw new Error(`Nothing on ${above} leads to ${address}.`);
  await page.goto(`${named}${rest.join('')}`);
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

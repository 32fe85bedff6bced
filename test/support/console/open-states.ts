/** What is open on a page, looked at in light and dark mode and at the width of a phone. */
import type { Page } from '../../judges/browser.ts';
import { violations } from './accessibility.ts';
import { waitUntilDrawn } from './console-pages.ts';

/** The page behind it has its own test. */
const opened = '[role=dialog], .mantine-Popover-dropdown';

/** The problems that are found in a part of the page; by default in what is open. */
export async function problemsIn(page: Page, part: string = opened): Promise<string[]> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await waitUntilDrawn(page);
  const found = await violations(page, undefined, part);
  await page.emulateMedia({ colorScheme: 'dark' });
  await waitUntilDrawn(page);
  found.push(...(await violations(page, ['color-contrast'], part)));
  await page.setViewportSize({ width: 390, height: 844 });
  await waitUntilDrawn(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize({ width: 1280, height: 800 });
  return width > 390 ? [...found, `${width} pixels wide`] : found;
}

/** What is open on a page, looked at in light and dark mode and at the width of a phone. */
import type { Page } from '../../judges/browser.ts';
import { violations } from './accessibility.ts';
import { waitUntilDrawn } from './console-pages.ts';

/** What lies over the page, which has its own test. */
export const opened = '[role=dialog], [role=menu], .mantine-Popover-dropdown';

/** In what lies over the page, otherwise in the page with its open tab or part. */
export async function openedPart(page: Page): Promise<string> {
  return (await page.locator(opened).filter({ visible: true }).count()) > 0 ? opened : 'main';
}

/** A blank that is typed must not close what was opened. */
export const focusProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const isWrong = focused?.matches('[class*="-close"]') && focused.closest('[role=dialog]') !== null;
    return isWrong ? ['the focus is on Close'] : [];
  });

/** The problems that are found in a part of the page; by default in what is open. */
export async function problemsIn(
  page: Page,
  part: string = '[role=dialog], .mantine-Popover-dropdown',
): Promise<string[]> {
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

/** What is open on a page, looked at in light and dark mode and at the width of a phone. */
import type { Page } from '../../judges/browser.ts';
import { isFull } from '../form.ts';
import { violations } from './accessibility.ts';
import { waitUntilDrawn } from './console-pages.ts';

/** What lies over the page, which has its own test. */
export const opened = '[role=dialog], [role=menu], .mantine-Popover-dropdown';

/** In what lies over the page, otherwise in the page with its open tab or part. */
export async function openedPart(page: Page): Promise<string> {
  return (await page.locator(opened).filter({ visible: true }).count()) > 0 ? opened : 'main';
}

/** A blank that is typed must not close what was opened, and what is typed must not be lost in a field to copy from. */
export const focusProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const dialog = focused?.closest('[role=dialog]');
    if (!focused || !dialog) return [];
    if (focused.matches('[class*="-close"]')) return ['the focus is on Close'];
    const isLost = focused.matches('[data-copy]') && dialog.querySelector('form input:not([readonly])') !== null;
    return isLost ? ['the focus is on a field to copy from'] : [];
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
  found.push(...(await cutProblems(page)));
  await page.setViewportSize({ width: 1280, height: 800 });
  return found;
}

/** For a story about something else, as `violationsInFull`. */
export const problemsInFull: typeof problemsIn = async (...seen) => (isFull ? problemsIn(...seen) : []);

/** On a phone nothing is wider than the screen, and no badge ends in dots. */
const cutProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    const labels = [...document.querySelectorAll<HTMLElement>('[role=dialog] .mantine-Badge-label')];
    const cut = labels.filter((label) => label.scrollWidth > label.clientWidth + 1);
    return [
      ...(scrollWidth > window.innerWidth ? [`${scrollWidth} pixels wide`] : []),
      ...cut.map((label) => `“${label.textContent}” is cut`),
    ];
  });

/** Counts the clicks of a job in the console, as the page receives them. */
import type { Page } from '../../judges/browser.ts';

declare global {
  interface Window {
    countedClicks?: number;
  }
}

export async function clicksOf(page: Page, job: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    if (window.countedClicks === undefined) {
      window.addEventListener(
        'pointerdown',
        () => {
          window.countedClicks = (window.countedClicks ?? 0) + 1;
        },
        true,
      );
    }
    window.countedClicks = 0;
  });
  await job();
  return page.evaluate(() => window.countedClicks ?? 0);
}

/** What a first visit costs: bytes over the network, and time until a page answers. */
import type { Page } from '../judges/browser.ts';

export interface Load {
  /** Of answers with their headers, as they were compressed. */
  readonly transferredBytes: number;
  /** From the start of the navigation until what was waited for is there. */
  readonly readyMs: number;
}

/** Loads an address with nothing kept from before, and gzip as the one compression. */
export async function firstLoad(page: Page, address: string, isReady: (page: Page) => Promise<unknown>): Promise<Load> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  await network.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } });
  let transferredBytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    transferredBytes += encodedDataLength;
  });
  await page.goto(`/console${address}`);
  await isReady(page);
  const readyMs = await page.evaluate(() => performance.now());
  await network.detach();
  return { transferredBytes, readyMs };
}

/** A row leads somewhere, and the search takes a word. */
export async function tableIsReady(page: Page): Promise<void> {
  await page.locator('main a[href^="/console/people/"]').first().waitFor();
  await page.getByRole('main').getByRole('textbox', { name: 'Search' }).click({ trial: true });
}

export const shellIsReady = (page: Page): Promise<void> =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').first().waitFor();

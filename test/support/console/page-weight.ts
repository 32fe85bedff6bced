/** The cost of a first page load: bytes over the network, and time until the page responds. */
import type { Page } from '../../judges/browser.ts';

export interface Load {
  /** Of all responses with headers, compressed. */
  readonly transferredBytes: number;
  /** The part that the document itself refers to: the frame of every page. */
  readonly shellBytes: number;
  /** From the start of the navigation until the page responds. */
  readonly readyMs: number;
}

/** Loads an address with an empty cache and gzip as the only compression. */
export async function firstLoad(page: Page, address: string, isReady: (page: Page) => Promise<unknown>): Promise<Load> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  await network.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } });
  const urls = new Map<string, string>();
  const bytes = new Map<string, number>();
  network.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url !== undefined) bytes.set(url, (bytes.get(url) ?? 0) + encodedDataLength);
  });
  await page.goto(`/console${address}`);
  await isReady(page);
  const readyMs = await page.evaluate(() => performance.now());
  await network.detach();
  const document = page.url();
  const named = new Set([document, ...(await namedIn(page, document))]);
  const sum = (counted: readonly number[]) => counted.reduce((total, one) => total + one, 0);
  return {
    transferredBytes: sum([...bytes.values()]),
    shellBytes: sum([...bytes].filter(([url]) => named.has(url)).map(([, one]) => one)),
    readyMs,
  };
}

/** In the original document: scripts add more elements later. */
async function namedIn(page: Page, document: string): Promise<string[]> {
  const text = await (await page.request.get(document)).text();
  const links = [...text.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+\.(?:js|css))"/g)];
  return links.map(([, link = '']) => new URL(link, document).href);
}

/** A row has a link, and the search accepts text. */
export async function tableIsReady(page: Page): Promise<void> {
  await page.locator('main a[href^="/console/people/"]').first().waitFor();
  await page.getByRole('main').getByRole('searchbox').click({ trial: true });
}

/** "Slow 3G" as the tools of Chrome had it: 400 ms until an answer begins, 400 kbit/s both ways. */
export const slowNetwork = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Until the browser has drawn anything, with an empty cache on a slow network. */
export async function firstContentMs(page: Page, address: string): Promise<number> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  await network.send('Network.emulateNetworkConditions', slowNetwork);
  await page.goto(`/console${address}`, { waitUntil: 'commit' });
  const drawnMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const seen = (entries: PerformanceEntryList) => {
          const first = entries.find(({ name }) => name === 'first-contentful-paint');
          if (first) resolve(first.startTime);
        };
        new PerformanceObserver((list) => seen(list.getEntries())).observe({ type: 'paint', buffered: true });
      }),
  );
  await network.detach();
  return drawnMs;
}

/**
 * Browser contexts that the files of a worker use one after another. A context starts without cookies, permissions and stored
 * values, but keeps its process, in which the code of the console is compiled, and until the end of the file its cache.
 */
import { inject } from 'vitest';
import { findFreePort, isFree } from '../../../server/platform/database/embedded/free-port.ts';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  connectTo,
  type Page,
} from '../../judges/browser.ts';

const options: BrowserContextOptions = {
  locale: 'en-GB',
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
};

export interface UsedContext {
  readonly context: BrowserContext;
  /** A page without a program, which keeps the process alive while no test uses the context. */
  readonly anchor: Page;
}

/** Generous, because the machine may be busy. */
const patienceMs = 15_000;

const stored = 'local_storage,indexeddb,cache_storage,service_workers';

let browser: Promise<Browser> | undefined;
const idle = new Map<string, UsedContext[]>();

export function sharedBrowser(): Promise<Browser> {
  browser ??= connectTo(inject('browserAddress'));
  return browser;
}

export async function newContext(own: Browser, url: string): Promise<BrowserContext> {
  const context = await own.newContext({ ...options, baseURL: url });
  context.setDefaultTimeout(patienceMs);
  return context;
}

export async function takeContext(url: string): Promise<UsedContext> {
  const kept = idle.get(url)?.pop();
  if (kept !== undefined) {
    await clear(kept, url);
    return kept;
  }
  const context = await newContext(await sharedBrowser(), url);
  const anchor = await context.newPage();
  await anchor.goto('/livez');
  return { context, anchor };
}

/** For the next one who takes a context; `takeContext` clears it. */
export function returnContext(used: UsedContext, url: string): void {
  idle.set(url, [...(idle.get(url) ?? []), used]);
}

/** Pages end before the service that they talk to. */
export const leaveServiceAt = async (url: string): Promise<void> => {
  const pages = (idle.get(url) ?? []).flatMap(({ context, anchor }) =>
    context.pages().filter((page) => page !== anchor),
  );
  await Promise.all(pages.map((page) => page.close()));
};

/** Of this address: the next service has the same one, and the entity tags of new databases are alike. */
export const forgetServiceAt = async (url: string): Promise<void> => {
  await Promise.all((idle.get(url) ?? []).map(forget));
};

async function forget({ context, anchor }: UsedContext): Promise<void> {
  const network = await context.newCDPSession(anchor);
  await network.send('Network.clearBrowserCache');
  await network.detach();
}

async function clear({ context, anchor }: UsedContext, url: string): Promise<void> {
  await context.setOffline(false);
  await context.unrouteAll();
  await context.clearCookies();
  await context.clearPermissions();
  const storage = await context.newCDPSession(anchor);
  await storage.send('Storage.clearDataForOrigin', { origin: url, storageTypes: stored });
  await storage.detach();
}

let keptPort: number | undefined;

/** The same for all services of a worker that run one after another: code is compiled once for each address. */
export async function takePort(): Promise<number> {
  const port = keptPort !== undefined && (await isFree(keptPort)) ? keptPort : await findFreePort();
  keptPort = undefined;
  return port;
}

export function returnPort(port: number): void {
  keptPort = port;
}

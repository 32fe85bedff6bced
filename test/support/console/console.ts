/**
 * The console in a real browser, with the service of its worker or with one of its own. People whom a story does not sign in
 * itself get the cookies of a sign-in through HTTP.
 */
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import type { ServiceOptions } from '../../../server/service/options.ts';
import { loopbackNetworks } from '../../../server/settings/webhooks.ts';
import { standardLimits } from '../../../server/webhooks/limits.ts';
import type { Browser, BrowserContext, Page } from '../../judges/browser.ts';
import type { Browser as Cookies } from '../people/person.ts';
import { ownAccounts, type SharedService, type TestService, testService } from '../service.ts';
import {
  forgetServiceAt,
  leaveServiceAt,
  newContext,
  returnContext,
  returnPort,
  sharedBrowser,
  takeContext,
  takePort,
  type UsedContext,
} from './contexts.ts';

export interface Windows {
  /**
   * A separate browser context at an address of the console, or on an empty page, without cookies or with those of a person.
   * A test that changes the clock of a browser says `unused`: nobody else has used the context, or will.
   */
  open(path: string | null, who?: Cookies | null, state?: 'unused'): Promise<Page>;
  /** Script errors and messages of the browser about refused content, of all pages so far. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

export interface Stage extends Windows {
  readonly service: SharedService;
}

export interface OwnStage extends Windows {
  readonly service: TestService;
}

/** A name, not an IP address: passkeys belong to a name. */
const urlAt = (port: number): string => `http://localhost:${port}`;

/** One attempt; after that only a redelivery sends. */
const webhooks = {
  networks: loopbackNetworks,
  resolve: async () => ['127.0.0.1'],
  limits: { ...standardLimits, waitsMs: [] },
  isSending: false,
};

let shared: Promise<TestService> | undefined;

/**
 * The service that the files of a worker use one after the other, each with accounts of its own: it has planned its
 * statements, and the browser has loaded and compiled its pages. It ends with the worker.
 */
export async function stage(): Promise<Stage> {
  shared ??= findFreePort().then((port) => testService({ port, publicUrl: urlAt(port), webhooks }));
  const service = ownAccounts(await shared);
  return { ...(await windowsAt(service.addresses.publicUrl, { isLasting: true })), service };
}

/** For stories that move the clock, or need settings or accounts that no other story has. */
export async function ownStage(overrides: Partial<ServiceOptions> = {}): Promise<OwnStage> {
  const port = await takePort();
  const url = urlAt(port);
  const service = await testService({ port, publicUrl: url, ...overrides });
  const windows = await windowsAt(url);
  return {
    ...windows,
    service,
    async close() {
      await windows.close();
      await service.stop();
      returnPort(port);
    },
  };
}

interface WindowsOptions {
  /** Otherwise the shared one. */
  readonly own?: Browser;
  /** The service goes on, so what the browser has cached stays right. */
  readonly isLasting?: boolean;
}

export async function windowsAt(url: string, { own, isLasting = false }: WindowsOptions = {}): Promise<Windows> {
  const errors: string[] = [];
  const used = new Set<UsedContext>();
  const unused: BrowserContext[] = [];
  return {
    errors,
    async open(path, who = null, state) {
      const taken = own || state === 'unused' ? null : await takeContext(url);
      const context = taken?.context ?? (await newContext(own ?? (await sharedBrowser()), url));
      if (taken) used.add(taken);
      if (state === 'unused') unused.push(context);
      if (who !== null) await giveCookies(context, url, who);
      const page = await context.newPage();
      page.on('pageerror', ({ message }) => errors.push(`${page.url()}: ${message}`));
      page.on('console', (line) => {
        // Responses with 4xx are part of stories; the browser logs them as errors.
        if (line.type() === 'error' && !/^Failed to load resource/.test(line.text())) {
          errors.push(`${page.url()}: ${line.text()}`);
        }
      });
      // The next test of the same file may use it.
      page.on('close', () => {
        if (!taken || context.pages().some((one) => one !== taken.anchor) || !used.delete(taken)) return;
        returnContext(taken, url);
      });
      if (path !== null) await page.goto(`/console${path}`);
      return page;
    },
    async close() {
      await Promise.all(unused.map((context) => context.close()));
      await own?.close();
      for (const one of used) returnContext(one, url);
      used.clear();
      await leaveServiceAt(url);
      if (!isLasting) await forgetServiceAt(url);
    },
  };
}

const giveCookies = (context: BrowserContext, url: string, { cookies }: Cookies): Promise<void> =>
  context.addCookies([...cookies].map(([name, value]) => ({ name, value, url, httpOnly: true })));

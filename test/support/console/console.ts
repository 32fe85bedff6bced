/**
 * The console in a real browser, with its own service. People whom a story does not sign in itself get the cookies of a
 * sign-in through HTTP.
 */
import type { ServiceOptions } from '../../../server/service/options.ts';
import type { Browser, BrowserContext, Page } from '../../judges/browser.ts';
import type { Browser as Cookies } from '../people/person.ts';
import { type TestService, testService } from '../service.ts';
import {
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
   * A separate browser context at an address of the console, without cookies or with those of a person. A test that is about
   * the cache of a browser, or changes its clock, says `unused`: nobody else has used the context, or will.
   */
  open(path: string, who?: Cookies | null, state?: 'unused'): Promise<Page>;
  /** Script errors and messages of the browser about refused content, of all pages so far. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

export interface Stage extends Windows {
  readonly service: TestService;
}

/** A name, not an IP address: passkeys belong to a name. */
export async function stage(overrides: Partial<ServiceOptions> = {}): Promise<Stage> {
  const port = overrides.port ?? (await takePort());
  const url = `http://localhost:${port}`;
  const service = await testService({ port, publicUrl: url, ...overrides });
  const windows = await windowsAt(url);
  return {
    ...windows,
    service,
    async close() {
      await windows.close();
      await service.stop();
      if (overrides.port === undefined) returnPort(port);
    },
  };
}

/** In the shared browser, unless another one is given. */
export async function windowsAt(url: string, own?: Browser): Promise<Windows> {
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
      await page.goto(`/console${path}`);
      return page;
    },
    async close() {
      await Promise.all(unused.map((context) => context.close()));
      await own?.close();
      for (const one of used) returnContext(one, url);
      used.clear();
      await leaveServiceAt(url);
    },
  };
}

const giveCookies = (context: BrowserContext, url: string, { cookies }: Cookies): Promise<void> =>
  context.addCookies([...cookies].map(([name, value]) => ({ name, value, url, httpOnly: true })));

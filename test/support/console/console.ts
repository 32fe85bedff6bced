/**
 * The console in a real browser, with its own service. People whom a story does not sign in itself get the cookies of a
 * sign-in through HTTP.
 */
import { inject } from 'vitest';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import type { ServiceOptions } from '../../../server/service-options.ts';
import { type Browser, type BrowserContext, connectTo, type Page } from '../../judges/browser.ts';
import type { Browser as Cookies } from '../people/person.ts';
import { type TestService, testService } from '../service.ts';

export interface Windows {
  /** A separate browser context at an address of the console, without cookies or with those of a person. */
  open(path: string, who?: Cookies | null): Promise<Page>;
  /** Script errors and messages of the browser about refused content, of all pages so far. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

export interface Stage extends Windows {
  readonly service: TestService;
}

/** Generous, because the machine may be busy. */
const patienceMs = 15_000;

/** A name, not an IP address: passkeys belong to a name. */
export async function stage(overrides: Partial<ServiceOptions> = {}): Promise<Stage> {
  const port = overrides.port ?? (await findFreePort());
  const url = `http://localhost:${port}`;
  const service = await testService({ port, publicUrl: url, ...overrides });
  const windows = await windowsAt(url);
  return {
    ...windows,
    service,
    async close() {
      await windows.close();
      await service.stop();
    },
  };
}

/** In the shared browser, unless another one is given. */
export async function windowsAt(url: string, own?: Browser): Promise<Windows> {
  const browser = own ?? (await connectTo(inject('browserAddress')));
  const errors: string[] = [];
  return {
    errors,
    async open(path, who = null) {
      const context = await browser.newContext({
        baseURL: url,
        locale: 'en-GB',
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(patienceMs);
      if (who !== null) await giveCookies(context, url, who);
      const page = await context.newPage();
      page.on('pageerror', ({ message }) => errors.push(`${page.url()}: ${message}`));
      page.on('console', (line) => {
        // Responses with 4xx are part of stories; the browser logs them as errors.
        if (line.type() === 'error' && !/^Failed to load resource/.test(line.text())) {
          errors.push(`${page.url()}: ${line.text()}`);
        }
      });
      await page.goto(`/console${path}`);
      return page;
    },
    close: () => browser.close(),
  };
}

const giveCookies = (context: BrowserContext, url: string, { cookies }: Cookies): Promise<void> =>
  context.addCookies([...cookies].map(([name, value]) => ({ name, value, url, httpOnly: true })));

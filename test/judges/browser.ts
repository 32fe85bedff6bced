/** A real browser: the Chromium of a package, so that nothing has to be installed on the machine. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sparticuz, { inflate } from '@sparticuz/chromium';
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';

export { AxeBuilder } from '@axe-core/playwright';
export type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Request, Route } from 'playwright-core';

/**
 * Its sandbox needs rights that a container does not have; it only opens our pages. The pages of a context have one process,
 * which compiles the console once.
 */
const args = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--process-per-site'];

/** The package also contains libraries that a minimal machine lacks. */
const { resolve } = createRequire(import.meta.url);
const libraries = join(dirname(resolve('@sparticuz/chromium')), '../bin/al2023.tar.br');

/** What the processes of a browser share lies in its temporary folder. */
async function started<Started>(
  start: (options: LaunchOptions) => Promise<Started>,
  temporary = process.env.TMPDIR,
): Promise<Started> {
  const executablePath = await sparticuz.executablePath();
  const env = { ...process.env, ...(temporary !== undefined && { TMPDIR: temporary }) };
  const options = { executablePath, args, env };
  try {
    return await start(options);
  } catch (error) {
    if (!/shared libraries/.test(String(error))) throw error;
    const LD_LIBRARY_PATH = join(await inflate(libraries), 'lib');
    return start({ ...options, env: { ...env, LD_LIBRARY_PATH } });
  }
}

export const launchBrowser = (): Promise<Browser> => started((options) => chromium.launch(options));

/** One browser for several processes, which connect to its address. */
export const startBrowser = (temporary?: string): Promise<BrowserServer> =>
  started((options) => chromium.launchServer(options), temporary);

export const connectTo = (address: string): Promise<Browser> => chromium.connect(address);

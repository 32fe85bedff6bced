/** A real browser: the Chromium that comes as a package, so that nothing has to be installed on the machine. */
import sparticuz from '@sparticuz/chromium';
import { type BrowserServer, chromium } from 'playwright-core';

export { AxeBuilder } from '@axe-core/playwright';
export type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** Its own sandbox needs rights that a container does not have; every page it opens is ours. */
const options = async () => ({
  executablePath: await sparticuz.executablePath(),
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
});

/** One browser, to be connected to by its address. */
export const startBrowser = async (): Promise<BrowserServer> => chromium.launchServer(await options());

export const connectTo = (address: string) => chromium.connect(address);

export const launchBrowser = async () => chromium.launch(await options());

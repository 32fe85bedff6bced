/** The demo as `npm start` creates it, with a browser in which a person is signed in: for manual programs. */
import { setTimeout as pause } from 'node:timers/promises';
import { generate } from 'otplib';
import { type Browser, launchBrowser, type Page } from '../../judges/browser.ts';
import { type DataFolder, dataFolder, demoClient } from '../started-service.ts';
import { setScene } from './console-scene.ts';

export interface ConsoleDemo {
  /** A window of an operator, who sees the most. */
  open(width: number, colours: 'light' | 'dark'): Promise<Page>;
  stop(): Promise<void>;
}

interface Person {
  readonly email: string;
  readonly password: string;
}

/** The service soon sends all pending deliveries itself. */
const deliveredMs = 3000;

export async function consoleDemo(): Promise<ConsoleDemo> {
  const folder = await dataFolder();
  const browser = await launchBrowser();
  const closings = [() => folder.discard(), () => browser.close()];
  const stop = async () => {
    for (const close of closings.toReversed()) await close();
  };
  try {
    const { url } = await folder.start();
    const { receiver } = await setScene(await demoClient(folder.credentials()), () => pause(deliveredMs));
    closings.push(() => receiver.close());
    const cookies = await signIn(browser, url, await operatorOf(folder));
    return {
      async open(width, colours) {
        const context = await browser.newContext({
          baseURL: url,
          locale: 'en-GB',
          colorScheme: colours,
          reducedMotion: 'reduce',
          viewport: { width, height: width < 500 ? 844 : 800 },
        });
        await context.addCookies(cookies);
        return context.newPage();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function operatorOf({ run }: DataFolder): Promise<Person> {
  const who = ['--account', 'demo', '--email', 'ada.verne@demo.example.com', '--name', 'Ada Verne'];
  const { stdout, stderr } = await run(['cli/main.ts', 'administrators', 'create', ...who, '--operator', '--json']);
  if (stdout === '') throw new Error(`Nobody could be made to sign in: ${stderr}`);
  return JSON.parse(stdout);
}

async function signIn(browser: Browser, url: string, { email, password }: Person) {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/console/sign-in?account=demo');
  await page.getByLabel('E-mail').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/console\/?$/);
  await addFactor(page);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** Without a second factor an operator does not see the accounts of the installation. */
async function addFactor(page: Page): Promise<void> {
  const post = (path: string, body: object) =>
    page.evaluate(
      async ([address, sent]) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(`/admin-api/profile/${address}`, { method: 'POST', headers, body: sent });
        if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`);
        return answer.json();
      },
      [path, JSON.stringify(body)] as const,
    );
  const { id, secret } = await post('totp', {});
  await post('totp/confirmation', { id, code: await generate({ secret }) });
}

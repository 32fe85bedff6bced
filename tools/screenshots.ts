/**
 * Pictures of every page of the console, filled by the demo company, as wide as a desk and as a phone, in light and in
 * dark: `npm run screenshots`, or `npm run screenshots -- /people /attributes` for these pages alone. They go to
 * `screenshots/`, to be looked at; with `--readme` the chosen ones go to docs/pictures instead.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { type Browser, launchBrowser, type Page } from '../test/judges/browser.ts';
import { addresses, settled, visit } from '../test/support/console-pages.ts';
import { setScene } from '../test/support/console-scene.ts';
import { type DataFolder, dataFolder, demoClient, root } from '../test/support/started-service.ts';

interface Picture {
  readonly address: string;
  readonly width: 1280 | 390;
  readonly colours: 'light' | 'dark';
}

/** Those of the README by their names. */
const chosen: Readonly<Record<string, Picture>> = {
  'console-people': { address: '/people', width: 1280, colours: 'light' },
  'console-person': { address: '/people/$id', width: 1280, colours: 'dark' },
};

const { values, positionals } = parseArgs({ options: { readme: { type: 'boolean' } }, allowPositionals: true });

const folder = await dataFolder();
const browser = await launchBrowser();
try {
  const { url } = await folder.start();
  const { receiver } = await setScene(await demoClient(folder.credentials()), () => pause(3000));
  const cookies = await signIn(browser, url, await operatorOf(folder));
  if (values.readme) await takeChosen(browser, url, cookies);
  else await takeAll(browser, url, cookies);
  await receiver.close();
} finally {
  await browser.close();
  await folder.discard();
}

type Cookies = Awaited<ReturnType<typeof signIn>>;

interface Person {
  readonly email: string;
  readonly password: string;
}

/** Who runs the installation sees the most. */
async function operatorOf({ run }: DataFolder): Promise<Person> {
  const who = ['--account', 'demo', '--email', 'ada.verne@demo.example.com', '--name', 'Ada Verne'];
  const { stdout, stderr } = await run(['cli/main.ts', 'administrators', 'create', ...who, '--operator', '--json']);
  if (stderr !== '') process.stderr.write(stderr);
  return JSON.parse(stdout);
}

async function signIn(from: Browser, url: string, { email, password }: Person) {
  const context = await from.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/console/sign-in?account=demo');
  await page.getByLabel('E-mail').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/console\/?$/);
  const kept = await context.cookies();
  await context.close();
  return kept;
}

async function pageFor(from: Browser, url: string, cookies: Cookies, { width, colours }: Picture): Promise<Page> {
  const context = await from.newContext({
    baseURL: url,
    locale: 'en-GB',
    colorScheme: colours,
    reducedMotion: 'reduce',
    viewport: { width, height: width === 390 ? 844 : 800 },
  });
  await context.addCookies(cookies);
  return context.newPage();
}

async function takeAll(from: Browser, url: string, cookies: Cookies): Promise<void> {
  const target = join(root, 'screenshots');
  await mkdir(target, { recursive: true });
  const wanted = positionals.length > 0 ? addresses.filter((one) => positionals.includes(one)) : addresses;
  for (const width of [1280, 390] as const) {
    const page = await pageFor(from, url, cookies, { address: '/', width, colours: 'light' });
    for (const address of wanted) {
      await page.emulateMedia({ colorScheme: 'light' });
      await visit(page, address);
      for (const colours of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: colours });
        await settled(page);
        const name = `${address.slice(1).replaceAll('/', '-').replace('$', '') || 'home'}-${width}-${colours}`;
        await page.screenshot({ path: join(target, `${name}.png`) });
        console.log(name);
      }
    }
    await page.context().close();
  }
}

async function takeChosen(from: Browser, url: string, cookies: Cookies): Promise<void> {
  for (const [name, picture] of Object.entries(chosen)) {
    const page = await pageFor(from, url, cookies, picture);
    await visit(page, picture.address);
    const taken = await page.screenshot();
    const { size } = await sharp(taken)
      .webp({ quality: 82 })
      .toFile(join(root, 'docs/pictures', `${name}.webp`));
    console.log(`${name}: ${Math.round(size / 1000)} kB`);
    await page.context().close();
  }
}

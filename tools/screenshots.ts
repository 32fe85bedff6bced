/**
 * Screenshots of every page of the console with the demo data, and of everything that a page can open, in desktop and phone
 * width, light and dark: `npm run screenshots`, or `npm run screenshots -- /people /attributes` for some pages. They are
 * written to `screenshots/`. With `--pages` nothing is opened; with `--readme` the pictures of the README are written to
 * docs/pictures instead.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import type { Page } from '../test/judges/browser.ts';
import { type ConsoleDemo, consoleDemo } from '../test/support/console/console-demo.ts';
import { addresses, openPage, waitUntilDrawn } from '../test/support/console/console-pages.ts';
import { openAgain, type Reached, refuseWrites, visitStates } from '../test/support/console/every-state.ts';
import { root } from '../test/support/started-service.ts';

interface Picture {
  readonly address: string;
  readonly width: number;
  readonly colours: 'light' | 'dark';
  /** Actions on the page before the picture. */
  readonly before?: (page: Page) => Promise<unknown>;
}

/** The pictures of the README by name. */
const chosen: Readonly<Record<string, Picture>> = {
  'console-home': { address: '/', width: 1280, colours: 'light' },
  'console-people': { address: '/people', width: 1280, colours: 'light' },
  'console-person': {
    address: '/people/$id',
    width: 1280,
    colours: 'dark',
    before: (page) => page.getByRole('tab', { name: 'Career' }).click(),
  },
  'console-departments': { address: '/departments', width: 1280, colours: 'light' },
  'console-attribute': { address: '/attributes/new', width: 1280, colours: 'light', before: designed },
  'console-deliveries': {
    address: '/webhook-endpoints/$id',
    width: 1280,
    colours: 'dark',
    before: async (page) => {
      await page.getByRole('button', { name: '2 attempts' }).first().click();
      await page.getByRole('button', { name: '2 attempts' }).first().scrollIntoViewIfNeeded();
    },
  },
};

/** A half-designed attribute with two properties. */
async function designed(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bank details');
  await page.getByRole('textbox', { name: 'Id', exact: true }).fill('e_bankDetails');
  await page.getByText('Several properties', { exact: true }).click();
  const properties = page.getByRole('group', { name: /^Properties/ });
  await properties.getByRole('textbox', { name: 'Name', exact: true }).fill('Holder');
  await properties.getByRole('button', { name: 'Add a property' }).click();
  await properties.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Branch');
  await properties.getByLabel('Kind of value').last().click();
  await page.getByRole('option', { name: 'Whole number' }).click();
  await page.evaluate(() => window.scrollTo(0, 0));
}

const sizes = [
  [1280, 800],
  [390, 844],
] as const;
const folder = join(root, 'screenshots');
const { values, positionals } = parseArgs({
  options: { readme: { type: 'boolean' }, pages: { type: 'boolean' } },
  allowPositionals: true,
});

const wanted = positionals.length > 0 ? addresses.filter((one) => positionals.includes(one)) : addresses;
const demo = await consoleDemo();
try {
  if (values.readme) await takeChosen(demo);
  else await takeAll(demo);
  if (!values.readme && !values.pages) await takeOpened(demo);
} finally {
  await demo.stop();
}

/** Of a page or one of its states, without what a file system may refuse. */
function fileOf(name: string): string {
  return join(folder, `${name.replaceAll(/[^\w-]+/g, '-').slice(0, 150)}.png`);
}

function nameOf(address: string): string {
  return address.slice(1).replaceAll('/', '-').replace('$', '') || 'home';
}

async function takeAll({ open }: ConsoleDemo): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const width of [1280, 390]) {
    const page = await open(width, 'light');
    for (const address of wanted) {
      await openPage(page, address);
      for (const colours of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: colours });
        await waitUntilDrawn(page);
        const name = `${nameOf(address)}-${width}-${colours}`;
        await page.screenshot({ path: fileOf(name) });
        console.log(name);
      }
      await page.emulateMedia({ colorScheme: 'light' });
    }
    await page.context().close();
  }
}

async function takeOpened({ open: openWindow }: ConsoleDemo): Promise<void> {
  const page = await openWindow(1280, 'light');
  await refuseWrites(page);
  for (const address of wanted) {
    await openPage(page, address);
    const named = page.url();
    const open = () => openAgain(page, named);
    const judge = async ({ pressed }: Reached) => {
      const name = `${nameOf(address)}-${pressed.map((one) => one.split(' › ').at(-1)).join('-')}`;
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        for (const colours of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: colours });
          await waitUntilDrawn(page);
          await page.screenshot({ path: fileOf(`${name}-${width}-${colours}`) });
        }
      }
      await page.setViewportSize({ width: sizes[0][0], height: sizes[0][1] });
      await page.emulateMedia({ colorScheme: 'light' });
      console.log(name);
    };
    await visitStates(page, { open, judge });
  }
  await page.context().close();
}

async function takeChosen({ open }: ConsoleDemo): Promise<void> {
  for (const [name, { address, width, colours, before }] of Object.entries(chosen)) {
    const page = await open(width, colours);
    await openPage(page, address);
    await before?.(page);
    await waitUntilDrawn(page);
    const file = join(root, 'docs/pictures', `${name}.webp`);
    const { size } = await sharp(await page.screenshot())
      .webp({ quality: 82 })
      .toFile(file);
    console.log(`${name}: ${Math.round(size / 1000)} kB`);
    await page.context().close();
  }
}

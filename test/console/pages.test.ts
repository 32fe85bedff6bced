// Every page of the console with the demo data: accessible, in light and dark, and on a phone; of some pages also something
// that they open. every-state.test.ts opens everything.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, findAccount } from '../../server/identity/accounts/accounts.ts';
import type { Page } from '../judges/browser.ts';
import { violations } from '../support/console/accessibility.ts';
import { type Windows, windowsAt } from '../support/console/console.ts';
import { addresses, followTo, waitUntilDrawn } from '../support/console/console-pages.ts';
import { type Scene, setScene } from '../support/console/console-scene.ts';
import { judgeOneState, refuseWrites } from '../support/console/every-state.ts';
import { focusProblems, openedPart } from '../support/console/open-states.ts';
import { phoneProblems } from '../support/console/phone.ts';
import { type Demo, demoAt } from '../support/demo.ts';
import { inForm, oneIn, partOf } from '../support/form.ts';
import { deliver } from '../support/webhooks/webhooks.ts';

let demo: Demo;
let account: Account;
let windows: Windows;
let scene: Scene;
let page: Page;

beforeAll(async () => {
  demo = await demoAt();
  const found = await findAccount(demo.service.database, 'demo', 'demo');
  if (found === null) throw new Error('There is no demo.');
  account = found;
  scene = await setScene(demo.call, () => deliver(demo.service));
  windows = await windowsAt(demo.service.url);
  // An operator sees the most.
  page = await windows.open('/profile', await demo.service.person(account, 'owner', true));
  await refuseWrites(page);
});

afterAll(async () => {
  console.info(`pages of the console: ${looked} of ${addresses.length * everyLook.length} looks`);
  await windows.close();
  await demo.stop();
  await scene.receiver.close();
});

let looked = 0;
const everyLook = ['light', 'dark', 'phone'] as const;
type Look = (typeof everyLook)[number];
/** In the short form a page has one look, and its neighbours the others; axe, which takes longest, looks at one in three. */
const inTurn: readonly Look[] = ['light', 'phone', 'phone', 'dark', 'phone', 'phone'];
const looksAt = (address: string): readonly Look[] =>
  inForm<readonly Look[]>({
    short: inTurn.slice((addresses.indexOf(address) + 1) % inTurn.length).slice(0, 1),
    full: everyLook,
  });

async function look(address: string): Promise<void> {
  const looks = looksAt(address);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: looks.includes('light') ? 'light' : 'dark' });
  await followTo(page, address);
  if (looks.includes('light')) expect(await violations(page)).toEqual([]);
  if (looks.includes('dark')) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await waitUntilDrawn(page);
    // All other rules give the same result in the light.
    expect(await violations(page, looks.includes('light') ? ['color-contrast'] : undefined)).toEqual([]);
  }
  if (looks.includes('phone')) await expect.poll(() => phoneProblems(page)).toEqual([]);
  expect(windows.errors).toEqual([]);
  looked += looks.length;
}

const opening = oneIn(4, partOf(4, addresses, 1), 1);

/** Of one state, and the page is left as it was found. */
async function problemsOpened(address: string): Promise<string[]> {
  const found: string[] = [];
  await page.setViewportSize({ width: 1280, height: 800 });
  await judgeOneState(page, address.length, {
    open: () => followTo(page, address),
    judge: async ({ pressed }) => {
      const problems = [...(await focusProblems(page)), ...(await violations(page, undefined, await openedPart(page)))];
      found.push(...problems.map((one) => `${pressed.join(' → ')}: ${one}`));
    },
  });
  await page.goto('about:blank');
  return found;
}

it('a text that can hardly be read is found, also when the page is judged again', async () => {
  await page.goto('about:blank');
  await page.setContent('<main><p style="color: #ccc; background: #fff">Hardly to be read</p></main>');
  expect(await violations(page)).toContainEqual(expect.stringContaining('color-contrast'));
  expect(await violations(page, ['color-contrast'])).toHaveLength(1);
});

describe.each(addresses)('the page %s', (address) => {
  it('has no accessibility problem in light or dark mode, and fits on a phone', async () => {
    await look(address);
    if (opening.includes(address)) expect(await problemsOpened(address)).toEqual([]);
  });
});

/** Buttons for people who may change something; none of them opens, filters or signs out. */
const changing =
  /^(Hire|Add|New|Create|Declare|Edit|Delete|Archive|Bring back|Save|Disable|Enable|Deactivate|Activate|Move|Make|Send|Replay|Approve|Reject|Invite|Revoke|End)\b/;

/** From buttons, and from the first menu of the rows. */
async function changesOffered(own: Page): Promise<string[]> {
  const main = own.getByRole('main');
  const namesOf = (found: ReturnType<Page['getByRole']>): Promise<string[]> =>
    found.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''));
  const names = await namesOf(main.getByRole('button'));
  const menu = main.getByRole('button', { name: /^Actions for/ }).first();
  if ((await menu.count()) > 0) {
    await menu.click();
    await own.getByRole('menuitem').first().waitFor();
    names.push(...(await namesOf(own.getByRole('menuitem'))));
  }
  return names.filter((name) => changing.test(name));
}

describe('an auditor', () => {
  it('is offered no change on any page that their navigation leads to', async () => {
    const owner = page;
    await owner.setViewportSize({ width: 1280, height: 800 });
    const auditor = await windows.open('/people', await demo.service.person(account, 'auditor'));
    await waitUntilDrawn(auditor);
    const links = await auditor.getByRole('navigation', { name: 'Main navigation' }).getByRole('link').all();
    const led = await Promise.all(
      links.map(async (link) => (await link.getAttribute('href'))?.slice('/console'.length)),
    );
    const readable = addresses.filter((one) => led.includes(one) || led.includes(one.replace(/\/\$\w+$/, '')));
    const offered: string[] = [];
    for (const address of oneIn(16, readable, 3)) {
      await followTo(auditor, address);
      offered.push(...(await changesOffered(auditor)).map((name) => `${address}: ${name}`));
    }
    expect(offered).toEqual([]);
    for (const address of oneIn(2, ['/people/$id', '/departments'])) {
      await followTo(owner, address);
      expect(await changesOffered(owner)).not.toEqual([]);
    }
  }, 120_000);
});

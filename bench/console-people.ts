/** Whether many people are as smooth in the console as 250, in a real browser, and as 5,000, the size of a large org chart. */
import { byService } from '@muster/contract/author.ts';
import { findAccount } from '../server/identity/accounts/accounts.ts';
import { derivedKeys } from '../server/identity/auth/installation-key.ts';
import { vaultOf } from '../server/identity/auth/vault.ts';
import { type Database, openDatabase } from '../server/platform/database/database.ts';
import { type Browser, launchBrowser, type Page } from '../test/judges/browser.ts';
import { buildIfStale } from '../test/support/console/console-setup.ts';
import { tableIsReady } from '../test/support/console/page-weight.ts';
import { personOf, type TestPerson } from '../test/support/people/person.ts';
import { withInstallation } from './installation.ts';
import { rareBeginning } from './people-rows.ts';
import { accountNames, seedPeople } from './people-seed.ts';

const few = 250;
const inChart = 5000;
const rounds = 3;
/** Something takes at most twice as long as with few people or this much longer, and stops the page this much longer. */
const longerMs = 300;
const stoppedLongerMs = 200;
/** From a click to the next picture, at every size. */
const feedbackMs = 100;

declare global {
  interface Window {
    /** Since the last action began. */
    longestTaskMs: number;
    longestClickMs: number;
  }
}

interface Taken {
  readonly ms: number;
  /** The longest time in which the page could not answer. */
  readonly stoppedMs: number;
  /** The longest time from a click to the next picture; 0 if nothing was clicked. */
  readonly clickMs: number;
}

type Action = (page: Page) => Promise<unknown>;

const rowWithFocus = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')));

/** Each begins where the one before has ended. */
const actions: Readonly<Record<string, Action>> = {
  'opening the list': async (page) => {
    await page.goto('/console/people');
    await tableIsReady(page);
  },
  'the next hundred rows': async (page) => {
    await page.locator('tbody tr[aria-rowindex] a').first().focus();
    const reached = page.waitForFunction(() => document.querySelectorAll('tr[aria-rowindex="120"]').length > 0);
    while ((await rowWithFocus(page)) < 120) await page.keyboard.press('PageDown');
    await reached;
  },
  'sorting by name': async (page) => {
    const answer = page.waitForResponse((one) => one.url().includes('sort='));
    await page.getByRole('columnheader').getByRole('button', { name: 'Name' }).click();
    await answer;
    await page.locator('[data-refreshing]').waitFor({ state: 'detached' });
  },
  searching: async (page) => {
    const answer = page.waitForResponse((one) => one.url().includes(rareBeginning));
    await page.getByRole('main').getByRole('searchbox').fill(rareBeginning);
    await answer;
    await page
      .locator('tbody a', { hasText: /Quillfeather/ })
      .first()
      .waitFor();
    await page.locator('[data-refreshing]').waitFor({ state: 'detached' });
  },
  'opening a person': async (page) => {
    await page
      .locator('tbody a', { hasText: /Quillfeather/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /Quillfeather/ }).waitFor();
    await page.getByRole('tab', { name: 'Career' }).waitFor();
  },
  'the org chart': async (page) => {
    await page.goto('/console/org-chart');
    await page.getByRole('treeitem').first().waitFor();
  },
  'opening its first level again': async (page) => {
    const items = page.getByRole('treeitem');
    await page.getByRole('button', { name: 'Close all' }).click();
    await page.locator('[role=treeitem][aria-level="2"]').first().waitFor({ state: 'detached' });
    const before = await items.count();
    await page.getByRole('button', { name: 'Open one more level' }).click();
    await page.waitForFunction((count) => document.querySelectorAll('[role=treeitem]').length > count, before);
  },
  'opening one branch': async (page) => {
    await page.getByRole('button', { name: 'Close all' }).click();
    await page.locator('[role=treeitem][aria-level="2"]').first().waitFor({ state: 'detached' });
    await page.locator('[role=treeitem] [aria-expanded=false]').first().click();
    await page.locator('[role=treeitem][aria-level="2"]').first().waitFor();
  },
  'departments in it': async (page) => {
    await page.goto('/console/org-chart?by=department');
    await page.getByRole('treeitem').first().waitFor();
    await page.waitForLoadState('networkidle');
  },
};

async function taken(page: Page, act: Action): Promise<Taken> {
  await page.evaluate(() => {
    window.longestTaskMs = 0;
    window.longestClickMs = 0;
  });
  const startedMs = performance.now();
  await act(page);
  const ms = performance.now() - startedMs;
  const { stoppedMs, clickMs } = await page.evaluate(async () => {
    // The browser tells of a click after the picture that follows it.
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100)));
    return { stoppedMs: window.longestTaskMs, clickMs: window.longestClickMs };
  });
  return { ms, stoppedMs, clickMs };
}

/** Observed in every document from its beginning. */
function noteStops(): void {
  window.longestTaskMs = 0;
  window.longestClickMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTaskMs = Math.max(window.longestTaskMs, duration);
  }).observe({ type: 'longtask' });
  const clicks: PerformanceObserverInit & { readonly durationThreshold: number } = {
    type: 'event',
    durationThreshold: 16,
  };
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) {
      if (name === 'click') window.longestClickMs = Math.max(window.longestClickMs, duration);
    }
  }).observe(clicks);
}

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

const middleOf = (found: readonly Taken[]): Taken => ({
  ms: middle(found.map(({ ms }) => ms)),
  stoppedMs: middle(found.map(({ stoppedMs }) => stoppedMs)),
  clickMs: middle(found.map(({ clickMs }) => clickMs)),
});

/** All accounts in turn, action by action: other load of the machine meets them alike. Returns what each of them took. */
async function measure(pages: readonly Page[]): Promise<Map<string, Taken>[]> {
  const all = pages.map(() => new Map<string, Taken[]>());
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, act] of Object.entries(actions)) {
      for (const [index, page] of pages.entries()) {
        await page.bringToFront();
        const one = await taken(page, act);
        const found = all[index];
        // The first round fills caches.
        if (round > 0) found?.set(name, [...(found.get(name) ?? []), one]);
      }
    }
  }
  return all.map((found) => new Map([...found].map(([name, some]) => [name, middleOf(some)])));
}

async function signedIn(database: Database, url: string, name: string): Promise<TestPerson> {
  const account = await findAccount(database, name, 'production');
  if (account === null) throw new Error(`There is no account ${name}.`);
  return personOf({ url, database }, account);
}

const rounded = ({ ms, stoppedMs, clickMs }: Taken): string =>
  `${Math.round(ms)} (${Math.round(stoppedMs)}; ${clickMs === 0 ? '–' : Math.round(clickMs)})`;

/** Prints a line for each action, and returns whether something is missed. */
function report(sizes: readonly number[], [least = new Map(), ...others]: readonly Map<string, Taken>[]): boolean {
  const heads = sizes.map((size) => `${size.toLocaleString('en')} people`);
  process.stdout.write(
    `| milliseconds (longest in which the page stood still; from a click to the next picture) | ${heads.join(' | ')} | |\n`,
  );
  process.stdout.write(`|---|${sizes.map(() => '---:|').join('')}---|\n`);
  let isMissed = false;
  for (const [name, base] of least) {
    const found = others.map((one) => one.get(name) ?? base);
    const isMet =
      found.every(
        ({ ms, stoppedMs }) =>
          ms <= Math.max(base.ms * 2, base.ms + longerMs) && stoppedMs <= base.stoppedMs + stoppedLongerMs,
      ) && [base, ...found].every(({ clickMs }) => clickMs <= feedbackMs);
    isMissed ||= !isMet;
    process.stdout.write(`| ${[name, ...[base, ...found].map(rounded), isMet ? 'met' : 'MISSED'].join(' | ')} |\n`);
  }
  return isMissed;
}

async function pageOf(browser: Browser, url: string, person: TestPerson): Promise<Page> {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB', viewport });
  await context.addCookies([...person.cookies].map(([name, value]) => ({ name, value, url, httpOnly: true })));
  const page = await context.newPage();
  await page.addInitScript(noteStops);
  return page;
}

/** Returns whether a limit was exceeded. */
export async function benchConsole(many: number): Promise<boolean> {
  await buildIfStale();
  return withInstallation(async ({ url: databaseUrl, superuserUrl, masterKey, startNode }) => {
    const sizes = [few, inChart, many];
    await seedPeople({ url: databaseUrl, superuserUrl }, masterKey, sizes);
    const { port } = await startNode();
    const url = `http://localhost:${port}`;
    const database = openDatabase({
      ...{ url: databaseUrl, connectionsMax: 1, statementMs: 60_000, now: () => new Date() },
      ...{ vault: vaultOf(derivedKeys(masterKey)), author: byService(), onError: () => undefined },
    });
    const browser = await launchBrowser();
    try {
      const pages: Page[] = [];
      for (const name of accountNames) pages.push(await pageOf(browser, url, await signedIn(database, url, name)));
      return report(sizes, await measure(pages));
    } finally {
      await browser.close();
      await database.close();
    }
  });
}

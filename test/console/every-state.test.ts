// Every tab, drawer, dialog and menu of every page, found by pressing whatever can be pressed: accessible in light and dark,
// and no wider than a phone. TEST_STATES=1 opens all of them on every page, and TEST_STATES=/people,/leaves on these pages, so
// that parts can run apart; the steps of an import are apart from its page. The suite opens one on each of some pages, in
// pages.test.ts.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findAccount } from '../../server/identity/accounts/accounts.ts';
import { connectTo, type Page } from '../judges/browser.ts';
import { type Windows, windowsAt } from '../support/console/console.ts';
import { addresses, openPage } from '../support/console/console-pages.ts';
import { type Scene, setScene } from '../support/console/console-scene.ts';
import { entrances } from '../support/console/entrances.ts';
import { openAgain, type Reached, refuseWrites, visitStates } from '../support/console/every-state.ts';
import { focusProblems, opened, openedPart, problemsIn } from '../support/console/open-states.ts';
import { type Demo, demoAt } from '../support/demo.ts';
import { deliver } from '../support/webhooks/webhooks.ts';

let demo: Demo;
let windows: Windows;
let scene: Scene;
/** Too long for the suite: minutes for a page with many drawers. */
const wanted = process.env.TEST_STATES;
const all = [...addresses, ...Object.keys(entrances)];
const walked = wanted?.startsWith('/') ? all.filter((one) => wanted.split(',').includes(one)) : all;
/** Of one page. */
const budgetMs = 600_000;
const idle: Page[] = [];
const reached: Reached[] = [];

beforeAll(async () => {
  if (!wanted) return;
  demo = await demoAt();
  const account = await findAccount(demo.service.database, 'demo', 'demo');
  if (account === null) throw new Error('There is no demo.');
  scene = await setScene(demo.call, () => deliver(demo.service));
  windows = await windowsAt(demo.service.url);
  for (const _ of ['one', 'other']) {
    const page = await windows.open('/profile', await demo.service.person(account, 'owner', true));
    await refuseWrites(page);
    idle.push(page);
  }
});

afterAll(async () => {
  if (!wanted) return;
  await windows.close();
  await demo.stop();
  await scene.receiver.close();
  const pages = new Set(reached.map(({ state }) => state.split(' · ')[0])).size;
  console.info(`axe has looked at ${reached.length} open states of ${pages} pages`);
});

async function problemsOf(page: Page, address: string): Promise<string[]> {
  await openPage(page, address.split(' ')[0] ?? '');
  const enter = entrances[address];
  const named = page.url();
  let isFresh = true;
  const open = async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    if (!isFresh) await openAgain(page, named);
    isFresh = false;
    await enter?.(page);
  };
  const found: string[] = [];
  let states = 0;
  const judge = async (state: Reached) => {
    reached.push(state);
    states += 1;
    const all = [...(await focusProblems(page)), ...(await problemsIn(page, await openedPart(page)))];
    found.push(...all.map((one) => `${state.pressed.join(' → ')}: ${one}`));
  };
  const startedMs = performance.now();
  const endsAtMs = startedMs + budgetMs;
  const left = await visitStates(page, { open, judge }, endsAtMs);
  console.info(`${address}: ${states} states in ${Math.round((performance.now() - startedMs) / 1000)} s`);
  // A page that is not finished is a failure with a number, and the pages after it are still looked at.
  return left === 0 ? found : [...found, `${left} ways to open something were not tried in time`];
}

describe.concurrent.each(wanted === undefined ? [] : walked)('what can be opened on %s', (address) => {
  it('has no accessibility problem', { timeout: budgetMs + 300_000 }, async ({ expect: expected }) => {
    const page = idle.pop() as Page;
    expected(await problemsOf(page, address).finally(() => idle.push(page))).toEqual([]);
  });
});

it('a drawer that can hardly be read is found', async () => {
  const browser = await connectTo(inject('browserAddress'));
  const page = await browser.newPage();
  const open = async () => {
    await page.goto('about:blank');
    await page.setContent(`<main><h1>Page</h1>
      <button onclick="document.querySelector('[role=dialog]').hidden = false">Open</button>
      <div role="dialog" aria-label="Drawer" hidden><p style="color: #ccc; background: #fff">Hardly to be read</p></div>
    </main>`);
  };
  const found: string[] = [];
  await visitStates(page, {
    open,
    judge: async () => {
      found.push(...(await problemsIn(page, opened)));
    },
  });
  await browser.close();
  expect(found).toContainEqual(expect.stringContaining('color-contrast'));
});

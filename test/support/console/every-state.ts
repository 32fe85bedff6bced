/**
 * Opens everything that a page of the console can open: tabs, drawers, dialogs, menus, popovers, folded parts. Whatever can
 * be pressed is pressed, so that a new drawer is found without a list of drawers. Nothing is written meanwhile.
 */
import type { Page, Request } from '../../judges/browser.ts';
import { waitUntilDrawn } from './console-pages.ts';
import { findOpeners } from './openers.ts';
import { stateOf } from './page-state.ts';

/** A state of a page, and what was pressed to reach it. */
export interface Reached {
  readonly state: string;
  readonly pressed: readonly string[];
}

interface PageStates {
  /** Shows the page as it is at first. */
  readonly open: () => Promise<void>;
  /** Called once in each other state. */
  readonly judge: (reached: Reached) => Promise<void>;
}

/** Of a list in a drawer of a menu in a tab; what lies deeper is reached in another way too. */
const depthMax = 4;

/**
 * Changes are refused: a button that acts at once only shows its error. Only imports go on, for their later steps. Inside of the page, because a route between page
 * and service turns off the cache of the browser, and hundreds of states load the page again.
 */
export async function refuseWrites(page: Page): Promise<void> {
  page.on('dialog', (dialog) => dialog.accept());
  await page.addInitScript(() => {
    const send = window.fetch.bind(window);
    window.fetch = (input, init) => {
      const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
      const address = input instanceof Request ? input.url : String(input);
      const isSent = /^(get|head)$/i.test(method) || address.endsWith('/svc-api/imports');
      // Not tried again, as an answer of a service that is away would be.
      return isSent ? send(input, init) : Promise.resolve(new Response('', { status: 403 }));
    };
  });
}

/**
 * The page as it is at first, without a language or colours that were chosen. Hundreds are loaded: one that was not drawn in
 * time, on a busy machine, is said and loaded once more.
 */
export async function openAgain(page: Page, address: string): Promise<void> {
  if (page.url() !== 'about:blank') await page.evaluate(() => localStorage.clear());
  await load(page, address).catch(async () => {
    console.info(`${address} showed only: ${(await page.locator('body').innerText()).slice(0, 500)}`);
    await load(page, address);
  });
}

async function load(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
  await waitUntilDrawn(page);
}

/**
 * Every state. Each opener is pressed once, in the first state that offers it. After `endsAtMs` nothing is pressed any more;
 * returns how many openers and states were left.
 */
export async function visitStates(
  page: Page,
  { open, judge }: PageStates,
  endsAtMs = Number.POSITIVE_INFINITY,
): Promise<number> {
  let left = 0;
  const waiting: (readonly string[])[] = [[]];
  const seen = new Set<string>();
  const tried = new Set<string>();
  for (let pressed = waiting.shift(); pressed; pressed = waiting.shift()) {
    if (performance.now() > endsAtMs) return left + waiting.length + 1;
    await open();
    if (!(await pressAll(page, pressed))) continue;
    const before = await stateOf(page);
    const address = page.url();
    seen.add(before);
    for (const opener of await openersOn(page)) {
      if (tried.has(opener)) continue;
      tried.add(opener);
      if (performance.now() > endsAtMs) left += 1;
      if (left > 0 || !(await pressAfter(page, pressed, opener, open))) continue;
      const state = await stateOf(page);
      if (state === before) continue;
      const path = [...pressed, opener];
      if (!seen.has(state) && isSamePage(state, before)) {
        seen.add(state);
        await judge({ state, pressed: path });
        if (path.length < depthMax) waiting.push(path);
      }
      if (await isBack(page, before, address)) continue;
      await open();
      await pressAll(page, pressed);
    }
  }
  return left;
}

/** Something that was pressed before may have taken it away without another state. */
async function pressAfter(
  page: Page,
  before: readonly string[],
  opener: string,
  open: () => Promise<void>,
): Promise<boolean> {
  if (await press(page, opener)) return true;
  await open();
  return pressAll(page, [...before, opener]);
}

/** One state, chosen by a number; false if nothing can be opened. */
export async function judgeOneState(page: Page, chosen: number, { open, judge }: PageStates): Promise<boolean> {
  await open();
  const before = await stateOf(page);
  const openers = await openersOn(page);
  const from = openers.length === 0 ? 0 : chosen % openers.length;
  for (const opener of [...openers.slice(from), ...openers.slice(0, from)]) {
    if (!(await press(page, opener))) continue;
    const state = await stateOf(page);
    if (state === before) continue;
    if (isSamePage(state, before)) {
      await judge({ state, pressed: [opener] });
      return true;
    }
    await open();
  }
  return false;
}

const isSamePage = (one: string, other: string): boolean => one.split(' · ')[0] === other.split(' · ')[0];

/** Escape and the way back of the browser close most of what is open, in less time than loading the page again. */
async function isBack(page: Page, before: string, address: string): Promise<boolean> {
  await page.keyboard.press('Escape');
  await waitUntilDrawn(page);
  if (page.url() !== address) {
    await page.goBack();
    if (page.url() !== address) return false;
    await waitUntilDrawn(page);
  }
  return (await stateOf(page)) === before;
}

async function pressAll(page: Page, openers: readonly string[]): Promise<boolean> {
  for (const opener of openers) if (!(await press(page, opener))) return false;
  return true;
}

/**
 * False if it is not there. Without the mouse, which would wait until the element stands still and is covered by nothing: on
 * a busy machine that takes longer than any limit that is of use, and what is not pressed is not judged.
 */
async function press(page: Page, opener: string): Promise<boolean> {
  const element = (await page.evaluateHandle(findOpeners, opener)).asElement();
  if (!element) return false;
  await untilAnswered(page, () =>
    element.evaluate((one) => {
      if (!(one instanceof HTMLElement)) return;
      one.focus();
      one.click();
    }),
  );
  return true;
}

/** Some drawers load their code when they are first opened, and show nothing until then. */
async function untilAnswered(page: Page, act: () => Promise<unknown>): Promise<void> {
  let sent: Promise<unknown>[] = [];
  const note = (request: Request) => sent.push(request.response().catch(() => null));
  page.on('request', note);
  await act();
  do {
    const waiting = sent;
    sent = [];
    await Promise.all(waiting);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    await waitUntilDrawn(page);
  } while (sent.length > 0);
  page.off('request', note);
}

const openersOn = (page: Page): Promise<string[]> => page.evaluate(findOpeners, null) as Promise<string[]>;

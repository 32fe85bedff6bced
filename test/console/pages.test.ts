// Every page of the console, filled by the demo company: usable by everybody, in light and in dark, and on a phone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAccount } from '../../server/accounts/accounts.ts';
import { AxeBuilder, type Page } from '../judges/browser.ts';
import { type Windows, windowsAt } from '../support/console.ts';
import { addresses, settled, visit } from '../support/console-pages.ts';
import { type Scene, setScene } from '../support/console-scene.ts';
import { type Demo, demoAt } from '../support/demo.ts';
import { deliver } from '../support/webhooks.ts';

let demo: Demo;
let windows: Windows;
let scene: Scene;
let page: Page;

beforeAll(async () => {
  demo = await demoAt();
  const account = await findAccount(demo.service.database, 'demo', 'demo');
  if (account === null) throw new Error('There is no demo.');
  scene = await setScene(demo.call, () => deliver(demo.service));
  windows = await windowsAt(demo.service.url);
  // Who runs the installation sees the most.
  page = await windows.open('/profile', await demo.service.person(account, 'owner', true));
});

afterAll(async () => {
  await windows.close();
  await demo.stop();
  await scene.receiver.close();
});

/** What keeps somebody from using the page, and where. */
async function violations(rules?: string[]): Promise<string[]> {
  const judge = new AxeBuilder({ page }).setLegacyMode(true);
  const judged = await (rules ? judge.withRules(rules) : judge).analyze();
  return judged.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`));
}

const contentWidth = () => page.evaluate(() => document.documentElement.scrollWidth);

describe.each(addresses)('the page %s', (address) => {
  it('has no serious fault of accessibility in light or in dark, and fits on a phone', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    await visit(page, address);
    expect(await violations()).toEqual([]);
    // All rules but this one see the same in the dark.
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(['color-contrast'])).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    await expect.poll(contentWidth).toBeLessThanOrEqual(390);
    expect(windows.complaints).toEqual([]);
  });
});

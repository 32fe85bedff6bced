// The cost of a first page load of the console. It measures time, so nothing else runs meanwhile.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, findAccount } from '../../server/identity/accounts/accounts.ts';
import { launchBrowser } from '../judges/browser.ts';
import { type Windows, windowsAt } from '../support/console/console.ts';
import { buildIfStale } from '../support/console/console-setup.ts';
import { firstContentMs, firstLoad, type Load, tableIsReady } from '../support/console/page-weight.ts';
import { type Demo, demoAt } from '../support/demo.ts';

let demo: Demo;
let account: Account;
let windows: Windows;

beforeAll(async () => {
  await buildIfStale();
  demo = await demoAt();
  const found = await findAccount(demo.service.database, 'demo', 'demo');
  if (found === null) throw new Error('There is no demo.');
  account = found;
  windows = await windowsAt(demo.service.url, { own: await launchBrowser() });
}, 120_000);

afterAll(async () => {
  await windows.close();
  await demo.stop();
});

// With an empty cache. A busy machine gets more attempts, but the same limit.
it('the table of people answers after 1.5 seconds, with 250 kB for the frame and 500 kB for everything', async () => {
  const own = await windows.open('/sign-in', await demo.service.person(account));
  const loads: Load[] = [];
  const endsAtMs = performance.now() + 60_000;
  while ((loads.length < 8 || performance.now() < endsAtMs) && !loads.some(({ readyMs }) => readyMs < 1500)) {
    loads.push(await firstLoad(own, '/people', tableIsReady));
  }
  expect(Math.min(...loads.map(({ readyMs }) => readyMs))).toBeLessThan(1500);
  const [{ shellBytes, transferredBytes }] = loads as [Load];
  expect(shellBytes).toBeGreaterThan(100_000);
  expect(shellBytes).toBeLessThan(250_000);
  expect(transferredBytes).toBeLessThan(500_000);
}, 120_000);

// A busy machine gets more attempts, but the same limit.
it('a slow network shows first content within 2.5 seconds', async () => {
  const own = await windows.open('/sign-in', await demo.service.person(account));
  const drawnMs: number[] = [];
  while (drawnMs.length < 4 && !drawnMs.some((ms) => ms < 2500)) drawnMs.push(await firstContentMs(own, '/people'));
  console.info(`first content on a slow network (400 ms, 400 kbit/s) after ${Math.round(Math.min(...drawnMs))} ms`);
  expect(Math.min(...drawnMs)).toBeLessThan(2500);
}, 60_000);

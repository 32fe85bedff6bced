/**
 * The first page load of the console with the demo data, in a real browser with an empty cache, and on a slow network:
 * `npm run bench -- page-loads`.
 */
import { consoleDemo } from '../test/support/console/console-demo.ts';
import { firstContentMs, firstLoad, type Load, tableIsReady } from '../test/support/console/page-weight.ts';
import { printCosts } from './costs.ts';

const loadsCount = 20;

/** Returns whether a bar is missed. */
export async function benchPageLoads(): Promise<boolean> {
  const demo = await consoleDemo();
  try {
    const page = await demo.open(1280, 'light');
    const loads: Load[] = [];
    while (loads.length < loadsCount) loads.push(await firstLoad(page, '/people', tableIsReady));
    const times = loads.map(({ readyMs }) => readyMs).toSorted((one, other) => one - other);
    const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
    const [{ shellBytes, transferredBytes }] = loads as [Load];
    return printCosts('First page loads', [
      { meaning: 'the table of people answers: half of the loads within', value: at(0.5), unit: 'ms', most: 1500 },
      { meaning: '… 95 % within', value: at(0.95), unit: 'ms', most: null },
      { meaning: 'the frame of all pages, compressed', value: shellBytes / 1000, unit: 'kB', most: 250 },
      { meaning: 'with the table and its people, compressed', value: transferredBytes / 1000, unit: 'kB', most: null },
      {
        ...{ meaning: 'slow network (400 ms, 400 kbit/s): something is shown after', unit: 'ms', most: 2500 },
        value: await firstContentMs(page, '/people'),
      },
    ]);
  } finally {
    await demo.stop();
  }
}

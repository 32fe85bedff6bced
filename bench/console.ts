/**
 * The first page load of the console with the demo data, in a real browser with an empty cache: `node bench/console.ts
 * [loads]`. Exits with 1 if the median load of the table of people takes 1.5 seconds or more until it responds, or if the
 * shared part of all pages has 250 kB or more, compressed with gzip, or if a slow network (400 ms, 400 kbit/s) shows
 * nothing for 2.5 seconds or more.
 */
import { consoleDemo } from '../test/support/console/console-demo.ts';
import { firstContentMs, firstLoad, type Load, tableIsReady } from '../test/support/console/page-weight.ts';

const bars = { readyMs: 1500, shellBytes: 250_000, firstContentMs: 2500 };

const loadsMax = Number(process.argv[2] ?? 20);
const demo = await consoleDemo();
try {
  const page = await demo.open(1280, 'light');
  const loads: Load[] = [];
  for (let load = 0; load < loadsMax; load++) loads.push(await firstLoad(page, '/people', tableIsReady));
  const times = loads.map(({ readyMs }) => readyMs).toSorted((one, other) => one - other);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const [{ shellBytes, transferredBytes }] = loads as [Load];
  const kilo = (bytes: number): string => `${Math.round(bytes / 1000)} kB`;
  console.log(
    `Table of people answers after ${Math.round(at(0.5))} ms (median of ${loadsMax}), ${Math.round(at(0.95))} ms (95%)`,
  );
  console.log(
    `Transferred by gzip: ${kilo(shellBytes)} for the frame, ${kilo(transferredBytes)} with the table and its people`,
  );
  const slowMs = await firstContentMs(page, '/people');
  console.log(`Slow network (400 ms, 400 kbit/s): first content after ${Math.round(slowMs)} ms`);
  const isMet = at(0.5) < bars.readyMs && shellBytes < bars.shellBytes && slowMs < bars.firstContentMs;
  process.exitCode = isMet ? 0 : 1;
} finally {
  await demo.stop();
}

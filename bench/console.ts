/**
 * A first load to the console with the demo company, in a real browser that has kept nothing: `node bench/console.ts
 * [loadsMax]`. Exits with 1 if half of the loadsMax to the table of people take 1.5 seconds or more until it answers, or the
 * frame of the pages takes 250 kB or more, compressed by gzip.
 */
import { consoleDemo } from '../test/support/console/console-demo.ts';
import { firstLoad, type Load, tableIsReady } from '../test/support/console/page-weight.ts';

const bars = { readyMs: 1500, shellBytes: 250_000 };

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
  process.exitCode = at(0.5) < bars.readyMs && shellBytes < bars.shellBytes ? 0 : 1;
} finally {
  await demo.stop();
}

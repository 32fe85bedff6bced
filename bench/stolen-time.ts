/**
 * On a virtual machine the host may take the processors away. What is measured meanwhile says nothing of the service.
 */
import { readFile } from 'node:fs/promises';

interface Ticks {
  readonly stolen: number;
  readonly all: number;
}

/** Zeros where the system does not count it. */
async function ticks(): Promise<Ticks> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8').catch(() => '')).split('\n');
  // user, nice, system, idle, iowait, irq, softirq, steal; what guests use is part of user and nice.
  const counts = line.split(/\s+/).slice(1, 9).map(Number);
  return { stolen: counts[7] ?? 0, all: counts.reduce((sum, count) => sum + count, 0) };
}

/** The result of some work, and the share of all processors that the host took meanwhile, from 0 to 1. */
export async function withStolenShare<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly stolenShare: number }> {
  const before = await ticks();
  const result = await work();
  const after = await ticks();
  return { result, stolenShare: (after.stolen - before.stolen) / Math.max(1, after.all - before.all) };
}

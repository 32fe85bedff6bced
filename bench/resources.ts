/**
 * What the service takes of a machine: starts, commands, a service that nobody asks, and memory under load. As `npm start`
 * runs it, in rounds of its own: `npm run bench -- resources`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cost, printCosts } from './costs.ts';
import { memoryUnderLoad } from './memory.ts';
import { processorMsOf } from './process-use.ts';
import { readyService } from './processes.ts';
import { commandArguments, startEnvironment } from './start-flags.ts';

const root = join(import.meta.dirname, '..');
const commands = 7;
/** After a start, until its own work has ended: twice V8 waits eight seconds, and then collects what it has left behind. */
const settleMs = 30_000;
const idleMs = 30_000;

/** Returns whether a bar is missed. */
export async function benchResources(): Promise<boolean> {
  // What users run: sources that were edited since the last build would run themselves.
  execFileSync(process.execPath, [join(root, 'tools/build-program.ts')]);
  return printCosts('Resources', [...(await costsOfFolder()), ...(await costsOfLoad())]);
}

/** A new data folder, with the demo company and the embedded PostgreSQL. */
async function costsOfFolder(): Promise<Cost[]> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-start-'));
  try {
    const first = await ready(folder);
    await stopped(first.child);
    const next = await ready(folder);
    await pause(settleMs);
    const pid = next.child.pid ?? 0;
    const before = processorMsOf(pid);
    await pause(idleMs);
    const idlePercent = ((processorMsOf(pid) - before) / idleMs) * 100;
    const commandMs: number[] = [];
    for (let count = 0; count < commands; count += 1) commandMs.push(await timeOfCommand(folder));
    await stopped(next.child);
    return [
      { meaning: 'the first start, with demo data', value: first.ms / 1000, unit: 's', digits: 1, most: 6 },
      { meaning: 'the next start', value: next.ms / 1000, unit: 's', digits: 1, most: 1.5 },
      { meaning: 'a muster command: half within', value: middle(commandMs), unit: 'ms', most: 300 },
      { meaning: 'a service that nobody asks: of one core', value: idlePercent, unit: '%', digits: 2, most: 0.5 },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

async function costsOfLoad(): Promise<Cost[]> {
  const { service, floor } = await memoryUnderLoad();
  return [
    { meaning: 'memory after the start', value: service.startMegabytes, unit: 'MB', most: null },
    { meaning: 'memory under load: half of the time within', value: service.middleMegabytes, unit: 'MB', most: 200 },
    { meaning: '… at most', value: service.peakMegabytes, unit: 'MB', most: null },
    { meaning: '… of the floor: half of the time within', value: floor.middleMegabytes, unit: 'MB', most: null },
  ];
}

async function ready(folder: string): Promise<{ child: ChildProcess; ms: number }> {
  const startedMs = performance.now();
  const child = await readyService({ MUSTER_DATA_DIR: folder, PORT: '0' });
  return { child, ms: performance.now() - startedMs };
}

async function stopped(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}

/** One that asks the database. */
async function timeOfCommand(folder: string): Promise<number> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [...commandArguments, 'accounts', 'list'], {
    cwd: root,
    env: { ...startEnvironment, PATH: process.env.PATH ?? '', MUSTER_DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`The command ended with ${status}.`);
  return performance.now() - startedMs;
}

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

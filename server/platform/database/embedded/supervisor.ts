// Supervises a running PostgreSQL: restarts it on the same port when it dies, with growing pauses, and gives up after
// several quick failures, unless the disk is full. After stop(), nothing is restarted.
import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { untilNext } from '../../../repeat.ts';
import type { Cluster } from './cluster.ts';
import { isRunning, type Postmaster, type StartOptions, startPostmaster, stopPostmaster } from './postmaster.ts';

export interface SupervisorOptions extends StartOptions {
  readonly onRestart?: () => void;
  /** Called when PostgreSQL will not be restarted any more. Without it the error is thrown as uncaught. */
  readonly onGiveUp?: (error: Error) => void;
}
export interface Supervisor {
  /** `fastMs`: how long PostgreSQL may take to write its data before it is ended at once. */
  stop(fastMs?: number): Promise<void>;
}

/** Whether a server that is not a child of this process still runs; outside Linux each look costs a process. */
const lookEveryMs = process.platform === 'linux' ? 100 : 1000;
/** The end of a child is reported. */
const lookAtChildEveryMs = 1000;
/** A server that ran this long was healthy: the count of failures starts again. */
const healthyMs = 60_000;
/** With the pauses below about 16 s. */
const failuresMax = 8;
const pauseMs = (failures: number) => Math.min(100 * 2 ** failures, 5000);

/** One segment of the log, and the small files of a start. */
const bytesLeast = 17 << 20;

async function isFull({ folder }: Cluster): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < bytesLeast;
}

export function supervise(cluster: Cluster, first: Postmaster, options: SupervisorOptions): Supervisor {
  const stopping = new AbortController();
  let current = first;

  async function sleep(ms: number, isKeepingAlive: boolean): Promise<void> {
    await pause(ms, undefined, { signal: stopping.signal, ref: isKeepingAlive }).catch(() => undefined);
  }

  /** Until the next look, or until the server has ended. */
  async function rest(): Promise<void> {
    const { ended } = current;
    if (ended === undefined) return sleep(lookEveryMs, false);
    const woken = new AbortController();
    const wake = () => woken.abort();
    const signals = [ended, stopping.signal];
    for (const signal of signals) signal.addEventListener('abort', wake);
    if (!signals.some(({ aborted }) => aborted))
      await pause(untilNext(lookAtChildEveryMs), undefined, { signal: woken.signal, ref: false }).catch(
        () => undefined,
      );
    for (const signal of signals) signal.removeEventListener('abort', wake);
  }

  async function watch(): Promise<void> {
    let failures = 0;
    let startedAtMs = performance.now();
    while (!stopping.signal.aborted) {
      await rest();
      if (stopping.signal.aborted || isRunning(current, cluster)) continue;
      if (performance.now() - startedAtMs > healthyMs) failures = 0;
      if (stopping.signal.aborted) return;
      if (failures === failuresMax) throw new Error(`PostgreSQL keeps failing; gave up after ${failures} restarts.`);
      options.log(`PostgreSQL (process ${current.pid}) is gone; restarting it.`);
      await sleep(pauseMs(failures), true);
      // Without room it cannot start. When there is some, it must not have been given up.
      failures = (await isFull(cluster)) ? Math.min(failures + 1, failuresMax - 1) : failures + 1;
      startedAtMs = performance.now();
      await restart(failures);
    }
  }

  async function restart(failures: number): Promise<void> {
    if (stopping.signal.aborted) return;
    try {
      current = await startPostmaster(cluster, { ...options, signal: stopping.signal }, current.port);
    } catch (error) {
      if (stopping.signal.aborted) return;
      if (failures === failuresMax) throw new Error('PostgreSQL cannot be restarted; gave up.', { cause: error });
      options.log(`Restarting PostgreSQL failed: ${error}`);
      return;
    }
    if (!stopping.signal.aborted) options.onRestart?.();
  }

  const watching = watch().catch((error: Error) => {
    options.log(`${error.message} ${error.cause ?? ''}`);
    if (options.onGiveUp !== undefined) return options.onGiveUp(error);
    // A service without its database must not continue silently.
    process.nextTick(() => {
      throw error;
    });
  });

  return {
    async stop(fastMs) {
      stopping.abort();
      await watching;
      await stopPostmaster(current, cluster, fastMs);
    },
  };
}

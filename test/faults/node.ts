/**
 * A node of the service as `npm start` runs it, in a separate process that is restarted whenever it ends. `stop` leaves
 * no process behind.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startArguments, startEnvironment } from '../../bench/start-flags.ts';
import { endWhenInterrupted } from '../../server/stop-signal.ts';

export interface FragileNode {
  isReady(): boolean;
  /** False: it was not running. A starting node can be killed too. */
  kill(): boolean;
  /** Freezes it between any two steps; false: it was not running. */
  freeze(): boolean;
  /** Continues it. */
  thaw(): void;
  readonly pid: number;
  ready(): Promise<void>;
  /** Its last output, over all its lives. */
  lastLines(): readonly string[];
  /** Each time it ended without being killed after it was ready, with its last output. */
  readonly breakdowns: readonly string[];
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');
/** The end of the banner of every role. */
const lastLine = 'Ctrl-C';
const downMs = 100;
const linesKept = 20;
const lookEveryMs = 20;
/** Includes the recovery of the database. */
const patienceMs = 120_000;

export function startNode(env: Readonly<Record<string, string>>): FragileNode {
  const lines: string[] = [];
  const breakdowns: string[] = [];
  let child: ChildProcess;
  let isReady = false;
  let isStopping = false;

  function hear(chunk: Buffer): void {
    lines.push(...String(chunk).split('\n').filter(Boolean));
    lines.splice(0, lines.length - linesKept);
  }

  function launch(): Promise<unknown[]> {
    const started = spawn(process.execPath, startArguments, {
      cwd: root,
      env: { PATH: process.env.PATH, ...startEnvironment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    started.stdout.on('data', (chunk) => {
      hear(chunk);
      if (child === started && String(chunk).includes(lastLine)) isReady = true;
    });
    started.stderr.on('data', hear);
    return once(started, 'exit');
  }

  async function keepRunning(): Promise<void> {
    while (!isStopping) {
      const [status] = await launch();
      if (isReady && status !== null) breakdowns.push(`A node ended by itself:\n${lines.slice(-12).join('\n')}`);
      isReady = false;
      await pause(downMs);
    }
  }

  const running = keepRunning();
  const stop = async () => {
    isStopping = true;
    child.kill('SIGKILL');
    await running;
    hasEnded();
  };
  const hasEnded = endWhenInterrupted(() => stop());
  return {
    isReady: () => isReady,
    kill() {
      isReady = false;
      return child.kill('SIGKILL');
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    get pid() {
      return child.pid as number;
    },
    async ready() {
      const deadline = performance.now() + patienceMs;
      while (!isReady) {
        if (performance.now() > deadline) throw new Error(`A node does not start any more:\n${lines.join('\n')}`);
        await pause(lookEveryMs);
      }
    },
    lastLines: () => lines,
    breakdowns,
    stop,
  };
}

/**
 * How a person or a supervisor stops a process: the first signal stops it gracefully, a second one at once. What a command
 * or a bench has started ends with it: PostgreSQL has a session of its own and would go on.
 */
import { constants } from 'node:os';

/** npm forwards a Ctrl-C that the terminal has already delivered: two signals this close together count as one. */
const echoMs = 500;

/** A request that takes longer than this does not delay the stop. */
export const finishMs = 10_000;

/** There, SIGHUP says that the terminal was closed. */
export const isAtTerminal = (): boolean => [process.stdin, process.stdout].some(({ isTTY }) => isTTY);

/** Resolves with the first signal. A later one ends the process. */
export function stopSignal(isStoppedByHangUp = true): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let firstAtMs: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    firstAtMs ??= performance.now();
    resolve(signal);
    if (performance.now() - firstAtMs >= echoMs) process.exit(128 + constants.signals[signal]);
  };
  // A terminal that is closed hangs up; PostgreSQL would otherwise be left running.
  if (isStoppedByHangUp) process.on('SIGHUP', onSignal);
  else process.on('SIGHUP', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  return promise;
}

type End = () => Promise<unknown> | boolean;

const ends: End[] = [];
const interruption = new AbortController();
let isWatching = false;

/** Aborted when a process that has something to end is interrupted. */
export const interrupted = interruption.signal;

/** Called if this process is interrupted, the last one first. Returns what to call when it has ended otherwise. */
export function endWhenInterrupted(end: End): () => void {
  if (!isWatching) void watch();
  ends.push(end);
  return () => {
    const index = ends.indexOf(end);
    if (index >= 0) ends.splice(index, 1);
  };
}

async function watch(): Promise<never> {
  isWatching = true;
  const signal = await stopSignal();
  // From now on things fail because others have ended already.
  process.on('uncaughtException', () => undefined);
  interruption.abort();
  for (const end of ends.toReversed()) await Promise.resolve(end()).catch(() => undefined);
  process.exit(128 + constants.signals[signal]);
}

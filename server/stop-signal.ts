/** How a person or a supervisor stops the service: the first signal stops it gracefully, a second one at once. */
import { constants } from 'node:os';

/** npm forwards a Ctrl-C that the terminal has already delivered: two signals this close together count as one. */
const echoMs = 500;

/** Resolves with the first signal. A later one ends the process. */
export function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let firstAtMs: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    firstAtMs ??= performance.now();
    resolve(signal);
    if (performance.now() - firstAtMs >= echoMs) process.exit(128 + constants.signals[signal]);
  };
  // A terminal that is closed hangs up; PostgreSQL would otherwise be left running.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return promise;
}

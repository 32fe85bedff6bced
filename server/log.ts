/** The log of the service: one JSON object per line on standard output, written in batches, complete after `flush`. */
import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

export interface Log {
  readonly logger: Logger;
  /** Writes what is still in memory; await it before the process ends. */
  flush(): Promise<void>;
}

/** One write per request would cost a busy service more than the responses themselves. */
const batchBytes = 16_000;
/** So that a quiet service also shows its lines soon. */
const flushEveryMs = 500;
/** A blocked standard output does not keep the process from ending. */
const flushPatienceMs = 1000;

/** `also` gets each line too. */
export function openLog(
  level: LogLevel,
  dest: number | string = process.stdout.fd,
  also?: { write(line: string): void },
): Log {
  const destination = pino.destination({ dest, sync: false, minLength: batchBytes, periodicFlush: flushEveryMs });
  // A closed terminal costs log lines but must not stop the service. Without this handler, a synchronous flush, such as
  // the one at exit, would retry forever.
  destination.on('error', () => {
    destination.write = () => true;
    destination.flush = (done) => done?.();
    destination.flushSync = () => undefined;
  });
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: described } },
    also
      ? pino.multistream([
          { stream: destination, level: 'trace' },
          { stream: also, level: 'trace' },
        ])
      : destination,
  );
  return {
    logger,
    flush: () =>
      new Promise((resolve) => {
        setTimeout(resolve, flushPatienceMs);
        destination.flush(() => resolve());
      }),
  };
}

/** Database errors contain their whole connection; only these fields are useful. */
function described(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  return {
    name,
    message,
    ...('code' in error && { code: error.code }),
    stack,
    ...(cause !== undefined && { cause: described(cause) }),
  };
}

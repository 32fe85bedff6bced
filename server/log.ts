/** The log of the service: one JSON object per line on standard output, written in batches, complete after `flush`. */
import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

export interface Log {
  readonly logger: Logger;
  /** Writes out what is still in memory; to be awaited before the process ends. */
  flush(): Promise<void>;
}

/** One write per request would cost a busy service more than the requests' own answers. */
const batchBytes = 16_000;
/** A quiet service shows its lines soon all the same. */
const flushEveryMs = 500;
/** Standard output that takes nothing any more does not keep the process from ending. */
const flushPatienceMs = 1000;

export function openLog(level: LogLevel, dest: number | string = process.stdout.fd): Log {
  const destination = pino.destination({ dest, sync: false, minLength: batchBytes, periodicFlush: flushEveryMs });
  // A closed terminal costs log lines; it must not cost the service. Left alone, a synchronous flush, such as the one
  // at exit, would try for ever to write what cannot be written.
  destination.on('error', () => {
    destination.write = () => true;
    destination.flush = (done) => done?.();
    destination.flushSync = () => undefined;
  });
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: described } },
    destination,
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

/** Errors of the database carry their whole connection; what a reader needs is this much. */
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

/** The log of the service: one JSON object per line on standard output, written in batches, complete after `flush`. */
import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

export interface Log {
  readonly logger: Logger;
  /** Writes out what is still in memory; call it before the process ends. */
  flush(): void;
}

/** One write per request would cost a busy service more than the requests' own answers. */
const batchBytes = 4096;
/** A quiet service shows its lines soon all the same. */
const flushEveryMs = 500;

export function openLog(level: LogLevel): Log {
  const destination = pino.destination({ sync: false, minLength: batchBytes, periodicFlush: flushEveryMs });
  // A closed terminal or a full disk costs log lines; it must not cost the service.
  destination.on('error', () => undefined);
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: described } },
    destination,
  );
  return {
    logger,
    flush: () => {
      try {
        destination.flushSync();
      } catch {
        // Standard output is gone or was never opened; there is nobody left to tell.
      }
    },
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

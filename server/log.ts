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

/** Pipes keep a text of this length together: lines of several processes are not mixed. */
const wholeBytes = 4096;

interface LogOptions {
  readonly dest?: number | string;
  /** Gets each line too. */
  readonly also?: { write(line: string): void } | undefined;
  /** Whether other processes write to the same output: each line names its process. */
  readonly isOneOfMany?: boolean;
}

export function openLog(level: LogLevel, { dest = process.stdout.fd, also, isOneOfMany }: LogOptions = {}): Log {
  const minLength = isOneOfMany ? wholeBytes / 2 : batchBytes;
  const destination = pino.destination({
    ...{ dest, sync: false, minLength, periodicFlush: flushEveryMs },
    ...(isOneOfMany && { maxWrite: wholeBytes }),
  });
  // A closed terminal costs log lines but must not stop the service. Without this handler, a synchronous flush, such as
  // the one at exit, would retry forever.
  destination.on('error', () => {
    destination.write = () => true;
    destination.flush = (done) => done?.();
    destination.flushSync = () => undefined;
  });
  const logger = pino(
    {
      level,
      base: isOneOfMany ? { pid: process.pid } : null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: described },
    },
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

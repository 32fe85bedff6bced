/** The log of the service: one JSON object per line on standard output, written in batches, complete after `flush`. */
import { type Logger, pino } from 'pino';
import type { LogLevel } from '../settings/config.ts';
import { gatheredLines } from './gathered-lines.ts';

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
  const destination = pino.destination({ dest, sync: false, ...(isOneOfMany && { maxWrite: wholeBytes }) });
  const lines = gatheredLines(destination, isOneOfMany ? wholeBytes : batchBytes, flushEveryMs);
  // Before the destination writes what it has.
  process.prependListener('beforeExit', lines.handOver).prependListener('exit', lines.handOver);
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
      timestamp,
      serializers: { err: described },
    },
    also
      ? pino.multistream([
          { stream: lines, level: 'trace' },
          { stream: also, level: 'trace' },
        ])
      : lines,
  );
  return {
    logger,
    flush: () =>
      new Promise((resolve) => {
        setTimeout(resolve, flushPatienceMs);
        lines.handOver();
        destination.flush(() => resolve());
      }),
  };
}

let saidMs = 0;
let saidText = '';

/** Most lines of a busy service have the time of the line before. */
function timestamp(): string {
  const nowMs = Date.now();
  if (nowMs !== saidMs) {
    saidMs = nowMs;
    saidText = `,"time":"${new Date(nowMs).toISOString()}"`;
  }
  return saidText;
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

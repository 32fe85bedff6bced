/**
 * The caller and the deadline of statements. A request has one deadline from the moment its caller is known: waiting for
 * a connection and all statements count together.
 */
import type { Span } from '../../tracing.ts';

/** What the database took of a request, for its log line. */
export interface DatabaseUsage {
  statements: number;
  /** For connections. */
  waitMs: number;
  runMs: number;
}

export interface RequestDeadline {
  /** A client application, a key or a session of a person: callers share the connections of an account. */
  readonly callerId: string;
  /** By `performance.now()`: nothing continues after this time. */
  readonly endsAtMs: number;
  /** Whether nothing is written: a running statement is then cancelled if its client disconnects. */
  readonly isRead: boolean;
  readonly usage: DatabaseUsage;
  /** null: nobody traces the request. */
  readonly span: Span | null;
  /** The socket of the client. */
  readonly client: { readonly destroyed: boolean };
  /** Excludes time in which the service waits for others, such as the sender of a body. */
  excluding<T>(wait: Promise<T>): Promise<T>;
  /** Starts again with the full time: for streaming responses. */
  restart(): void;
}

export interface RequestDeadlineOptions {
  readonly callerId: string;
  readonly isRead: boolean;
  readonly client: RequestDeadline['client'];
  readonly span: Span | null;
  /** The time limit of the request. */
  readonly ms: number;
  /** The part of it that has passed while the request waited for its turn. */
  readonly waitedMs: number;
}

export const noUsage = (): DatabaseUsage => ({ statements: 0, waitMs: 0, runMs: 0 });

export function requestDeadline(options: RequestDeadlineOptions): RequestDeadline {
  const { callerId, isRead, client, span, ms, waitedMs } = options;
  const deadline = {
    callerId,
    usage: noUsage(),
    span,
    endsAtMs: performance.now() + ms - waitedMs,
    isRead,
    client,
    async excluding<T>(wait: Promise<T>): Promise<T> {
      const startedAtMs = performance.now();
      try {
        return await wait;
      } finally {
        deadline.endsAtMs += performance.now() - startedAtMs;
      }
    },
    restart() {
      deadline.endsAtMs = performance.now() + ms;
    },
  };
  return deadline;
}

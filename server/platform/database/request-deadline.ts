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

/**
 * Of requests of one caller that are done together: it ends with the first of them, and nobody waits any more when all of
 * their clients have gone. What they take of the database counts for itself.
 */
export function deadlineOfAll(deadlines: readonly RequestDeadline[]): RequestDeadline | null {
  const [first] = deadlines;
  if (!first) return null;
  return {
    ...first,
    endsAtMs: Math.min(...deadlines.map(({ endsAtMs }) => endsAtMs)),
    usage: noUsage(),
    client: {
      get destroyed() {
        return deadlines.every(({ client }) => client.destroyed);
      },
    },
  };
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

/** For each of several requests that have waited for the same statements. */
export function addUsage(to: DatabaseUsage, { statements, waitMs, runMs }: DatabaseUsage): void {
  to.statements += statements;
  to.waitMs += waitMs;
  to.runMs += runMs;
}

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

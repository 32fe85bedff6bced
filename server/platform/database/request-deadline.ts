/**
 * The caller and the deadline of statements. A request has one deadline from the moment its caller is known: waiting for
 * a connection and all statements count together.
 */
export interface RequestDeadline {
  /** A client application, a key or a session of a person: callers share the connections of an account. */
  readonly callerId: string;
  /** By `performance.now()`: nothing continues after this time. */
  readonly endsAtMs: number;
  /** Whether nothing is written: a running statement is then cancelled if its client disconnects. */
  readonly isRead: boolean;
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
  /** The time limit of the request. */
  readonly ms: number;
  /** The part of it that has passed while the request waited for its turn. */
  readonly waitedMs: number;
}

export function requestDeadline({ callerId, isRead, client, ms, waitedMs }: RequestDeadlineOptions): RequestDeadline {
  const deadline = {
    callerId,
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

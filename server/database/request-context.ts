/**
 * The caller and the deadline of statements. A request has one context from the moment its caller is known: waiting for
 * a connection and all statements count together.
 */
export interface RequestContext {
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

export interface RequestContextOptions {
  readonly callerId: string;
  readonly isRead: boolean;
  readonly client: RequestContext['client'];
  /** The time limit of the request. */
  readonly ms: number;
  /** The part of it that has passed while the request waited for its turn. */
  readonly waitedMs: number;
}

export function requestContext({ callerId, isRead, client, ms, waitedMs }: RequestContextOptions): RequestContext {
  const context = {
    callerId,
    endsAtMs: performance.now() + ms - waitedMs,
    isRead,
    client,
    async excluding<T>(wait: Promise<T>): Promise<T> {
      const startedAtMs = performance.now();
      try {
        return await wait;
      } finally {
        context.endsAtMs += performance.now() - startedAtMs;
      }
    },
    restart() {
      context.endsAtMs = performance.now() + ms;
    },
  };
  return context;
}

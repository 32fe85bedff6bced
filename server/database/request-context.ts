/**
 * On whose behalf statements run, and until when. A request has one context from the moment its caller is known: the
 * time that it waits for a connection and the time of all its statements count together.
 */
export interface RequestContext {
  /** A client application, a key or a session of a person: who shares the connections of an account with others. */
  readonly callerId: string;
  /** By `performance.now()`: nothing goes on after this moment. */
  readonly endsAtMs: number;
  /** Whether nothing is written: a statement that runs is then cancelled when its client has gone. */
  readonly isRead: boolean;
  /** The socket of the client. */
  readonly client: { readonly destroyed: boolean };
  /** Time during which the service waits for somebody else, such as the sender of a body, does not count. */
  excluding<T>(wait: Promise<T>): Promise<T>;
  /** Begins again with the full time: for answers that go on for as long as they are read. */
  restart(): void;
}

export interface RequestContextOptions {
  readonly callerId: string;
  readonly isRead: boolean;
  readonly client: RequestContext['client'];
  /** How long the request may take. */
  readonly ms: number;
  /** How much of that is over, because the request waited for its turn. */
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

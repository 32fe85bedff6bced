/**
 * Ends statements of requests whose time is over, and reads whose client has gone: PostgreSQL would work on for nobody.
 * A commit is never ended, nor a write because its client has gone.
 */
import { connect } from 'node:net';
import type pg from 'pg';
import type { RequestContext } from './request-context.ts';

export interface Interruptible {
  /** null: work of the service itself, which takes as long as it takes. */
  readonly context: RequestContext | null;
  connection: pg.PoolClient | null;
  /** Whether a statement runs that may be ended. */
  isBusy: boolean;
  cancellation: Cancellation | null;
}

export interface Cancellation {
  readonly sentAtMs: number;
  /** Resolves when no later statement of the connection can be hit any more. Never fails. */
  readonly done: Promise<void>;
}

/** A server that does not end a statement within this time after it was asked to is not heard from again. */
const graceMs = 1000;

export function interruptOverdue(running: Iterable<Interruptible>): void {
  const nowMs = performance.now();
  for (const work of running) {
    const { context, connection, cancellation } = work;
    if (!context || !connection || !work.isBusy) continue;
    if (cancellation) {
      if (nowMs - cancellation.sentAtMs > graceMs) endConnection(connection);
    } else if (context.endsAtMs <= nowMs || (context.isRead && context.client.destroyed)) {
      work.cancellation = cancel(connection, nowMs);
    }
  }
}

/** Fails what runs on it; the pool then replaces it. */
function endConnection(connection: pg.PoolClient): void {
  (connection as unknown as pg.Client).end().catch(() => undefined);
}

const cancelRequestCode = 80_877_102;

/**
 * By the message that the protocol has for it, over a connection of its own, which needs no log-in. The server closes it
 * once the signal is sent; until then the connection is not given to anybody else, whose statement it might hit.
 */
function cancel(connection: pg.PoolClient, sentAtMs: number): Cancellation {
  // The driver knows them, its types do not.
  const { host, port, processID, secretKey } = connection as unknown as {
    readonly [name in 'port' | 'processID' | 'secretKey']: number;
  } & { readonly host: string };
  const message = Buffer.alloc(16);
  for (const [index, word] of [16, cancelRequestCode, processID, secretKey].entries()) {
    message.writeInt32BE(word, index * 4);
  }
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const done = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.setTimeout(graceMs, () => socket.destroy());
  socket.on('data', () => undefined);
  socket.write(message);
  return { sentAtMs, done };
}

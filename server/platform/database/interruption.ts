/**
 * Cancels statements of requests whose time is over, and reads whose client has disconnected: PostgreSQL would
 * otherwise continue for nobody. A commit is never cancelled, nor is a write because its client has gone.
 */
import { connect } from 'node:net';
import type pg from 'pg';
import type { RequestDeadline } from './request-deadline.ts';

export interface Interruptible {
  /** null: work of the service itself, without a time limit. */
  readonly deadline: RequestDeadline | null;
  connection: pg.PoolClient | null;
  /** Whether a statement runs that may be cancelled. */
  isBusy: boolean;
  cancellation: Cancellation | null;
}

export interface Cancellation {
  readonly sentAtMs: number;
  /** Resolves when the cancellation can no longer hit a later statement of the connection. Never rejects. */
  readonly done: Promise<void>;
}

/** If a statement does not end this long after its cancellation, the server no longer responds. */
const graceMs = 1000;

export function interruptOverdue(running: Iterable<Interruptible>): void {
  const nowMs = performance.now();
  for (const work of running) {
    const { deadline, connection, cancellation } = work;
    if (!deadline || !connection || !work.isBusy) continue;
    if (cancellation) {
      if (nowMs - cancellation.sentAtMs > graceMs) endConnection(connection);
    } else if (deadline.endsAtMs <= nowMs || (deadline.isRead && deadline.client.destroyed)) {
      work.cancellation = cancel(connection, nowMs);
    }
  }
}

/** Fails the running statement; the pool then replaces the connection. */
function endConnection(connection: pg.PoolClient): void {
  (connection as pg.Client).end().catch(() => undefined);
}

const cancelRequestCode = 80_877_102;

/**
 * Sends the protocol's cancel message over a separate connection, which needs no login. The server closes it after it
 * has sent the signal. Until then the cancelled connection is not reused, because the signal might hit another
 * statement.
 */
function cancel(connection: pg.PoolClient, sentAtMs: number): Cancellation {
  // The driver has them, but its types do not.
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

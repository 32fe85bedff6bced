/**
 * How every connection to PostgreSQL is opened, by pools and by single clients alike. A process that freezes or is cut
 * off from the network keeps its locks until PostgreSQL ends its session, so each session states here how long that
 * may take. PostgreSQL by itself waits for ever inside a transaction, and two hours for a lost network.
 */
import { hostname } from 'node:os';
import type pg from 'pg';

export interface ConnectionOptions {
  readonly url: string;
  /** What PostgreSQL shows of the connection to whoever asks who holds a lock. */
  readonly name: string;
  /** The longest statement; 0: no limit. */
  readonly statementMs: number;
  /** The longest wait for a lock; 0: as long as the statement may take. */
  readonly lockMs?: number;
  /** How long PostgreSQL keeps a transaction whose process says nothing. */
  readonly silenceMs?: number;
  /** The same outside a transaction, for a session that holds locks there; 0: for ever. */
  readonly idleMs?: number;
  /** Settings of PostgreSQL beside these. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** As the setting of the service is, unless it is changed. */
const standardSilenceMs = 4000;
/** How long a new connection may take, the wait for a free one of a pool included. */
const connectMsMax = 30_000;
/** PostgreSQL ends a statement at its limit and says so; after this much longer nothing will be heard any more. */
const answerMs = 2000;
/** A connection that is idle is asked whether it is still there. Node asks ten times, once a second. */
const keepAliveMs = 1000;

export function connectionConfig(options: ConnectionOptions): pg.ClientConfig {
  const { url, name, statementMs, lockMs = 0, silenceMs = standardSilenceMs, idleMs = 0, settings = {} } = options;
  const seconds = Math.max(1, Math.floor(silenceMs / 2000));
  const all = {
    // One request gets one processor: PostgreSQL would otherwise give a slow question several, which all others lack.
    max_parallel_workers_per_gather: 0,
    // Compiling a statement takes longer than every statement here is meant to run.
    jit: 'off',
    ...settings,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: silenceMs,
    idle_session_timeout: idleMs,
    tcp_user_timeout: silenceMs,
    tcp_keepalives_idle: seconds,
    tcp_keepalives_interval: 1,
    tcp_keepalives_count: seconds,
  };
  return {
    connectionString: url,
    application_name: `${name} ${hostname()}:${process.pid}`.slice(0, nameBytesMax),
    connectionTimeoutMillis: Math.min(statementMs || connectMsMax, connectMsMax),
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...(statementMs > 0 && { query_timeout: statementMs + answerMs }),
    options: Object.entries(all)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(' '),
  };
}

/** PostgreSQL cuts longer ones, with a notice. */
const nameBytesMax = 63;

/**
 * Lets PostgreSQL notice during a long statement that nobody waits for it any more. Set by a statement, because a server
 * on Windows refuses the setting: there the statement ends at its own limit.
 */
export async function watchClient(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(`set client_connection_check_interval = 1000`).catch(() => undefined);
}

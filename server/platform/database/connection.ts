/**
 * Opens every connection to PostgreSQL, for pools and single clients. A process that freezes or loses its network keeps
 * its locks until PostgreSQL ends its session, so each session sets how long that may take. By default, PostgreSQL
 * waits forever inside a transaction, and two hours for a lost network.
 */
import { hostname } from 'node:os';
import type pg from 'pg';

export interface ConnectionOptions {
  readonly url: string;
  /** The application name that PostgreSQL shows, for example for lock holders. */
  readonly name: string;
  /** The longest statement; 0: no limit. */
  readonly statementMs: number;
  /** The longest wait for a lock; 0: as long as the statement may take. */
  readonly lockMs?: number;
  /** How long PostgreSQL keeps a transaction of a silent process. */
  readonly silenceMs?: number;
  /** The same outside a transaction, for a session that holds locks there; 0: forever. */
  readonly idleMs?: number;
  /** Additional PostgreSQL settings. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The default of the service setting. */
const standardSilenceMs = 4000;
/** How long a new connection may take, including the wait for a free one of the pool. */
const connectMsMax = 30_000;
/** PostgreSQL ends a statement at its limit and reports it; after this additional time no response will come. */
const answerMs = 2000;
/** An idle connection is probed. Node probes ten times, once a second. */
const keepAliveMs = 1000;

export function connectionConfig(options: ConnectionOptions): pg.ClientConfig {
  const { url, name, statementMs, lockMs = 0, silenceMs = standardSilenceMs, idleMs = 0, settings = {} } = options;
  const seconds = Math.max(1, Math.floor(silenceMs / 2000));
  const all = {
    // One request gets one processor: PostgreSQL would otherwise give a slow query several, which others then lack.
    max_parallel_workers_per_gather: 0,
    // Compiling a statement takes longer than any statement here should run.
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

/** PostgreSQL truncates longer names, with a notice. */
const nameBytesMax = 63;

/**
 * Lets PostgreSQL detect during a long statement that the client has gone. Set by a statement, because a server on
 * Windows refuses the setting: there the statement ends at its own limit.
 */
export async function watchClient(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(`set client_connection_check_interval = 1000`).catch(() => undefined);
}

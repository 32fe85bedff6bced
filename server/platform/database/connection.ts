/**
 * Opens every connection to PostgreSQL, for pools and single clients. A process that freezes or loses its network keeps
 * its locks until PostgreSQL ends its session, so each session sets how long that may take. By default, PostgreSQL
 * waits forever inside a transaction, and two hours for a lost network.
 *
 * Settings are set by a statement after connecting, and what it returns is checked. Startup options would save the
 * statement, but a connection pooler refuses them or, with `ignore_startup_parameters`, drops them in silence: times would
 * then be stored in the time zone of the server.
 */
import { hostname } from 'node:os';
import pg from 'pg';
import { type Pooling, serversOf } from '../../settings/database-servers.ts';
import { keepSettings, pathOf } from './pooled.ts';

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
  /** How long a new connection may take; half a minute by default. */
  readonly connectMs?: number;
  /** Additional PostgreSQL settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Found out by default. */
  readonly pooling?: Pooling | undefined;
}

/** The default of the service setting. */
export const standardSilenceMs = 4000;
/** How long a new connection may take, including the wait for a free one of the pool. */
const connectMsMax = 30_000;
/** PostgreSQL ends a statement at its limit and reports it; after this additional time no response will come. */
const answerMs = 2000;
/** An idle connection is probed. Node probes ten times, once a second. */
const keepAliveMs = 1000;

export function connectionConfig(options: ConnectionOptions): pg.ClientConfig {
  const { url, name, statementMs, connectMs = connectMsMax } = options;
  return {
    connectionString: serversOf(url).urls[0],
    application_name: `${name} ${hostname()}:${process.pid}`.slice(0, nameBytesMax),
    connectionTimeoutMillis: Math.min(statementMs || connectMs, connectMs),
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...(statementMs > 0 && { query_timeout: statementMs + answerMs }),
  };
}

/** What a session must be set to; PostgreSQL has all of them since version 14. */
export function sessionSettings(options: ConnectionOptions): Readonly<Record<string, string | number>> {
  const { statementMs, lockMs = 0, silenceMs = standardSilenceMs, idleMs = 0, settings = {} } = options;
  const seconds = Math.max(1, Math.floor(silenceMs / 2000));
  return {
    // One request gets one processor: PostgreSQL would otherwise give a slow query several, which others then lack.
    max_parallel_workers_per_gather: 0,
    // Compiling a statement takes longer than any statement here should run.
    jit: 'off',
    // With UTC and ISO dates, SQL writes timestamps and dates in the format of responses.
    TimeZone: 'UTC',
    DateStyle: 'ISO, MDY',
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
}

/** PostgreSQL truncates longer names, with a notice. */
const nameBytesMax = 63;

/** Lets PostgreSQL detect during a long statement that the client has gone. A server on Windows refuses it. */
const clientWatch = { client_connection_check_interval: 1000 };
const invalidParameterValue = '22023';

const setAll = `select name, set_config(name, value, false) as value from json_each_text($1::json) as given (name, value)
union all select 'transaction_read_only', current_setting('transaction_read_only')`;

type Session = Pick<pg.ClientBase, 'query'>;

/** Makes the settings of a new session valid. Refuses a session in which they are not, or that may not write. */
export async function prepareSession(session: Session, options: ConnectionOptions): Promise<void> {
  const wanted = sessionSettings(options);
  const path = await pathOf(session, options.pooling);
  if (path.isPooled) {
    keepSettings(session, wanted, path);
    return refuseStandby(options, await setNothing(session));
  }
  const inForce = await setSettings(session, { ...wanted, ...clientWatch }).catch((error: { code?: string }) => {
    if (error.code !== invalidParameterValue) throw error;
    return setSettings(session, wanted);
  });
  for (const name of ['TimeZone', 'DateStyle']) {
    if (inForce.get(name) !== wanted[name])
      throw new Error(`PostgreSQL does not take the setting ${name} of a session.`);
  }
  refuseStandby(options, inForce);
}

function refuseStandby({ url }: ConnectionOptions, inForce: ReadonlyMap<string, string>): void {
  if (serversOf(url).isWritableWanted && inForce.get('transaction_read_only') === 'on') {
    throw new Error('The server takes no changes, and DATABASE_URL asks for one that does.');
  }
}

const setNothing = (session: Session): Promise<Map<string, string>> => setSettings(session, {});

async function setSettings(session: Session, wanted: Readonly<Record<string, unknown>>): Promise<Map<string, string>> {
  const { rows } = await session.query<{ name: string; value: string }>(setAll, [JSON.stringify(wanted)]);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** For statements that belong to no account: backups, and moves of whole databases. */
export type Connection = pg.Client;

/** A connection of its own, to the first of the servers that is reached and takes what is asked of it. */
export async function connected(options: ConnectionOptions): Promise<pg.Client> {
  const { urls } = serversOf(options.url);
  let failure: unknown;
  for (const url of urls) {
    const client = new pg.Client({ ...connectionConfig(options), connectionString: url });
    // A lost connection fails the next statement; without a listener it would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await prepareSession(client, options);
      return client;
    } catch (error) {
      failure = error;
      await client.end().catch(() => undefined);
    }
  }
  throw failure;
}

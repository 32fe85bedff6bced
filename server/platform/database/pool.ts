/**
 * A pool of connections. With several servers it connects to one of them, and to the next one after a failure: a request
 * fails only if none of them takes changes.
 */
import pg from 'pg';
import { serversOf } from '../../settings/database-servers.ts';
import { type ConnectionOptions, connectionConfig, prepareSession } from './connection.ts';
import { readInTurns } from './long-results.ts';
import { type ServerChoice, serverChoice } from './server-choice.ts';

/** Callbacks instead of promises, because nearly every request passes here. */
export type Connect = (
  use: (
    failure: Error | undefined,
    connection: pg.PoolClient | undefined,
    release: (isBroken?: boolean | Error) => void,
  ) => void,
) => void;

export interface Pool {
  readonly pool: pg.Pool;
  readonly connect: Connect;
}

export interface PoolOptions extends Omit<ConnectionOptions, 'name' | 'settings'> {
  /** Shared with the other pools of the process; counts only if the address names several servers. */
  readonly servers?: ServerChoice | undefined;
}

export function openPool(options: PoolOptions, connectionsMax: number): Pool {
  // Plans are made once per statement and connection: every statement here is short, and planning costs more than
  // running it.
  const session = { ...options, name: 'muster', settings: { plan_cache_mode: 'force_generic_plan' } };
  const { urls } = serversOf(options.url);
  const config = { ...connectionConfig(session), max: connectionsMax };
  if (urls.length === 1) {
    const pool = new pg.Pool({ ...config, onConnect: (client) => prepared(client, session) });
    return { pool, connect: (use) => pool.connect(use) };
  }
  const servers = options.servers ?? serverChoice(options.url);
  const pool = new pg.Pool({
    ...config,
    onConnect: async (client) => {
      await prepared(client, session);
      servers.accept(client);
    },
    Client: clientOfServer(servers),
  });
  return { pool, connect: (use) => connectToOne(pool, servers, use) };
}

function prepared(client: pg.ClientBase, session: ConnectionOptions): Promise<void> {
  readInTurns(client);
  return prepareSession(client, session);
}

/** A server that is there answers sooner: one that has lost its network is left, and the next one is tried. */
const answerMs = 3000;

/** The pool makes its clients from one configuration; which server it is has to be decided for each. */
function clientOfServer(servers: ServerChoice): new () => pg.Client {
  function client(config: pg.ClientConfig): pg.Client {
    const server = servers.current();
    const connectionTimeoutMillis = Math.min(answerMs, config.connectionTimeoutMillis || answerMs);
    const made = new pg.Client({ ...config, connectionString: servers.urls[server], connectionTimeoutMillis });
    servers.made(made, server);
    return made;
  }
  // A function that returns an object may be called with `new`, which TypeScript only knows of classes.
  return client as unknown as new () => pg.Client;
}

function connectToOne(pool: pg.Pool, servers: ServerChoice, use: Parameters<Connect>[0], attempt = 1): void {
  const tried = servers.current();
  pool.connect((failure, connection, release) => {
    if (!failure) return use(failure, connection, release);
    servers.leave(tried);
    if (attempt < servers.urls.length) return connectToOne(pool, servers, use, attempt + 1);
    use(failure, connection, release);
  });
}

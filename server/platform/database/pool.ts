/**
 * A pool of connections. With several servers it connects to one of them, and to the next one after a failure: a request
 * fails only if none of them takes changes.
 */
import pg from 'pg';
import { serversOf } from '../../database-servers.ts';
import { type ConnectionOptions, connectionConfig, prepareSession } from './connection.ts';
import { readInTurns } from './long-results.ts';

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

export function openPool(options: Omit<ConnectionOptions, 'name' | 'settings'>, connectionsMax: number): Pool {
  // Plans are made once per statement and connection: every statement here is short, and planning costs more than
  // running it.
  const session = { ...options, name: 'muster', settings: { plan_cache_mode: 'force_generic_plan' } };
  const { urls } = serversOf(options.url);
  const choice: Choice = { index: 0 };
  const pool = new pg.Pool({
    ...connectionConfig(session),
    max: connectionsMax,
    onConnect: (client) => {
      readInTurns(client);
      return prepareSession(client, session);
    },
    ...(urls.length > 1 && { Client: clientOfServer(urls, choice) }),
  });
  if (urls.length === 1) return { pool, connect: (use) => pool.connect(use) };
  return { pool, connect: (use) => connectToOne(pool, urls.length, choice, use) };
}

/** The pool makes its clients from one configuration; which server it is has to be decided for each. */
function clientOfServer(urls: readonly string[], choice: Readonly<Choice>): new () => pg.Client {
  function client(config: pg.ClientConfig): pg.Client {
    return new pg.Client({ ...config, connectionString: urls[choice.index] });
  }
  // A function that returns an object may be called with `new`, which TypeScript only knows of classes.
  return client as unknown as new () => pg.Client;
}

interface Choice {
  /** Of the server that connections are made to. */
  index: number;
}

function connectToOne(pool: pg.Pool, servers: number, choice: Choice, use: Parameters<Connect>[0], attempt = 1): void {
  const tried = choice.index;
  pool.connect((failure, connection, release) => {
    if (!failure) return use(failure, connection, release);
    // Several attempts fail together: only the first of them moves on.
    if (choice.index === tried) choice.index = (tried + 1) % servers;
    if (attempt < servers) return connectToOne(pool, servers, choice, use, attempt + 1);
    use(failure, connection, release);
  });
}

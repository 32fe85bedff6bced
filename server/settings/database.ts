/** The settings of the connection to PostgreSQL. */
import { type Pooling, parseReplicas, parseServers, poolings } from './database-servers.ts';
import { oneOf, type ReadSetting, type Setting, wholeNumber } from './setting.ts';

export interface DatabaseLimits {
  readonly databaseConnections: number;
  readonly databaseSilenceMs: number;
  readonly databasePooling: Pooling;
  readonly replicaUrls: readonly string[];
  /** 0: slow statements are not logged. */
  readonly slowStatementMs: number;
}

/** Connections for everything but requests, by what they are for; connections.ts says why each has its own. */
export const otherConnections = {
  background: 2,
  workers: 4,
  imports: 3,
  subjectExports: 2,
  erasures: 2,
  provisioning: 2,
  snapshots: 6,
};

const others = Object.values(otherConnections).reduce((sum, count) => sum + count, 0);
/** Fewer would let one slow request hold up the others. */
const leastForRequests = 5;
const usualForRequests = 16;

/** Of all connections of a process. */
export const connectionsForRequests = (all: number): number => all - others;

/**
 * The embedded PostgreSQL allows 110 connections; commands, tools and the superuser need some of them.
 */
export const embeddedConnectionsMax = 90;
const embeddedConnectionsOfOne = 110;

/** What the embedded PostgreSQL allows, for so many processes with so many connections each. */
export const embeddedConnections = (processes: number, each: number): number =>
  embeddedConnectionsOfOne + (processes - 1) * each;

export const databaseSettings = {
  databaseUrl: {
    name: 'DATABASE_URL',
    shownDefault: 'the embedded PostgreSQL',
    meaning: 'The connection string of a PostgreSQL server to use instead of the embedded one, or of several servers.',
    allowed:
      'a postgres:// or postgresql:// connection string; several hosts are separated by commas, and target_session_attrs ' +
      'is any, primary or read-write',
    isSecret: true,
    fallback: null,
    parse: (text) => parseServers(text) && text,
  } satisfies Setting<string | null>,
  replicaUrls: {
    name: 'MUSTER_REPLICA_URLS',
    shownDefault: 'none',
    meaning:
      'Connection strings of standby servers of the same database, separated by commas: they answer reads when they have everything that the primary has. For each, a node opens as many connections as for requests, and one more.',
    allowed: 'a comma-separated list of postgres:// or postgresql:// connection strings, with one host each',
    isSecret: true,
    fallback: [],
    parse: parseReplicas,
  } satisfies Setting<readonly string[]>,
  databaseConnections: wholeNumber(
    'MUSTER_DATABASE_CONNECTIONS',
    others + usualForRequests,
    [others + leastForRequests, 1000],
    `How many database connections each process of the service opens at most: ${others} for background work and exports, the others for requests. The embedded PostgreSQL allows ${embeddedConnectionsMax}.`,
  ),
  // Below the time limit of a request: a request that waits for a frozen node still gets its response in time.
  databaseSilenceMs: wholeNumber(
    'MUSTER_DATABASE_SILENCE_MS',
    4000,
    [1000, 600_000],
    'How long PostgreSQL keeps the locks of a node that freezes or loses its network inside a transaction, in milliseconds.',
  ),
  databasePooling: oneOf(
    'MUSTER_POOLING',
    poolings,
    'auto',
    'What a connection to the database is: a session of PostgreSQL (session), or one that a pooler gives out by the transaction, such as PgBouncer (transaction). By default, it is found out.',
  ),
  slowStatementMs: wholeNumber(
    'MUSTER_SLOW_STATEMENT_MS',
    1000,
    [0, 3_600_000],
    'How long a statement may take before it is logged, with its name and without its values, in milliseconds; 0: none is.',
  ),
};

export const readDatabaseLimits = (read: ReadSetting): DatabaseLimits => ({
  databaseConnections: read(databaseSettings.databaseConnections),
  databaseSilenceMs: read(databaseSettings.databaseSilenceMs),
  databasePooling: read(databaseSettings.databasePooling),
  replicaUrls: read<readonly string[]>(databaseSettings.replicaUrls),
  slowStatementMs: read(databaseSettings.slowStatementMs),
});

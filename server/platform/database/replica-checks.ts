/** Whether replicas can answer reads, for `muster doctor`. A start does not ask: without replicas, the primary answers. */
import type pg from 'pg';
import type { Pooling } from '../../settings/database-servers.ts';
import type { Check } from './checks.ts';
import { connected } from './connection.ts';

interface Primary {
  readonly position: number;
  readonly isDistributed: boolean;
  readonly schema: string;
}

interface Standby {
  readonly isStandby: boolean;
  readonly position: number | null;
  readonly schema: string | null;
}

const schema = `(select max(name) from migrations)`;

const askPrimary = `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as position, ${schema} as schema,
  exists (select from pg_extension where extname = 'citus') as "isDistributed"`;
const askStandby = `select pg_is_in_recovery() as "isStandby", ${schema} as schema,
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as position`;

export async function checkReplicas(url: string, replicas: readonly string[], pooling: Pooling): Promise<Check[]> {
  if (replicas.length === 0) return [];
  const options = { name: 'muster check', statementMs: 10_000, connectMs: 10_000, pooling };
  const primary = await asked<Primary>({ ...options, url }, askPrimary);
  if (primary.isDistributed) {
    return [
      {
        name: 'replicas',
        finding: 'The database is distributed, and replicas of its coordinator are not used.',
        mend: 'Remove MUSTER_REPLICA_URLS.',
      },
    ];
  }
  return Promise.all(
    replicas.map(async (replica) => {
      const host = new URL(replica).host;
      const found = await asked<Standby>({ ...options, url: replica }, askStandby).catch((error: Error) => error);
      return { name: 'replicas', ...judge(host, primary, found) };
    }),
  );
}

async function asked<Row extends pg.QueryResultRow>(
  options: Parameters<typeof connected>[0],
  text: string,
): Promise<Row> {
  const session = await connected(options);
  try {
    return (await session.query<Row>(text)).rows[0] as Row;
  } finally {
    await session.end().catch(() => undefined);
  }
}

function judge(host: string, primary: Primary, found: Standby | Error): Omit<Check, 'name'> {
  if (found instanceof Error) {
    return {
      finding: `The replica ${host} cannot be used: ${found.message || (found as { code?: string }).code}.`,
      mend: 'Start it, and check its connection string in MUSTER_REPLICA_URLS. Until then, the primary answers its reads.',
    };
  }
  if (!found.isStandby || found.position === null) {
    return {
      finding: `The server ${host} is no standby that replays the log of a primary.`,
      mend: 'Name only streaming standbys in MUSTER_REPLICA_URLS; after a failover, the former primary instead of the new one.',
    };
  }
  if (found.schema !== primary.schema) {
    return {
      finding: `The replica ${host} has another schema than the primary (${found.schema}).`,
      mend: 'It follows another server, or is far behind: let it catch up, or make it again from the primary.',
    };
  }
  const behind = Math.max(0, primary.position - found.position);
  const state = behind === 0 ? 'has everything' : `is ${behind} bytes of the log behind`;
  return { finding: `The replica ${host} follows and ${state}.`, mend: null };
}

/**
 * How far the log of the primary has been written: what a replica must have replayed to answer like the primary. One
 * statement for all reads that begin while another one runs, on a connection of its own.
 */
import { type LeasingOptions, openLeasing } from './open-leasing.ts';
import { type RunStatement, runAlone } from './single-statement.ts';
import { statement } from './statement.ts';

export interface Position {
  /** Bytes of the log: every change that was acknowledged before the question is below. */
  readonly at: number;
  /** The run of the server that wrote it: after a failover, equal positions mean different changes. */
  readonly identity: string;
}

export interface PrimaryPosition {
  /** null: nothing can be said, and only the primary answers reads. Never rejects. */
  ask(): Promise<Position | null>;
  /** The last answer. */
  last(): Position | null;
  close(): Promise<void>;
}

/**
 * What is acknowledged has been written to disk, so that the end of what is on disk is enough: it lies before the changes
 * under way. If the server acknowledges sooner, only the end of everything is.
 */
const askPosition = statement(`select pg_wal_lsn_diff(
    case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end, '0/0')::float8 as at,
  substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) || ' '
    || extract(epoch from pg_postmaster_start_time()) as identity,
  exists (select from pg_extension where extname = 'citus') as "isDistributed"`);

const writeIdentity = statement(`with former as (delete from primary_server where identity <> $1)
insert into primary_server (identity) values ($1) on conflict do nothing`);

/** A primary that takes longer to answer is not asked for the sake of a replica. */
const answerMs = 2000;

export function primaryPosition(options: LeasingOptions): PrimaryPosition {
  const { leasing, close } = openLeasing({ ...options, connectionsMax: 1, statementMs: answerMs, isShared: false });
  const requester = { accountId: null, deadline: null, part: 'position' };
  const run: RunStatement = (asker, asked, values) => runAlone(leasing, asker, asked, values);
  let written = '';
  let last: Position | null = null;
  let running: Promise<Position | null> | null = null;
  let next: Promise<Position | null> | null = null;

  async function askOnce(): Promise<Position | null> {
    const [found] = await run<Position & { isDistributed: boolean }>(requester, askPosition, []);
    // The log of a coordinator says nothing about its workers.
    if (!found || found.isDistributed) return null;
    if (written !== found.identity) {
      await run(requester, writeIdentity, [found.identity]);
      written = found.identity;
    }
    last = { at: found.at, identity: found.identity };
    return last;
  }

  function start(): Promise<Position | null> {
    running = askOnce()
      .catch(() => null)
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    // An answer that is already under way may be older than a change that the asker knows of.
    ask() {
      if (running === null) return start();
      next ??= running.then(() => {
        next = null;
        return running ?? start();
      });
      return next;
    },
    last: () => last,
    close,
  };
}

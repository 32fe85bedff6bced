/**
 * Weekly partitions of events, deliveries, attempts and logged requests, all by the time of the machine: the clock of a
 * sandbox creates none and keeps none. There are as many as the longest retention of any account needs, and a few
 * ahead. A week that has expired in every account is dropped as a whole. Until then, and for accounts with a shorter
 * retention, housekeeping removes rows.
 */
import type { Database } from '../platform/database/database.ts';
import { isLockTimeout } from '../platform/database/errors.ts';

/** Tables with the same retention as events. */
export const eventTables: readonly string[] = ['events', 'deliveries', 'delivery_attempts'];
export const logTables: readonly string[] = ['request_log'];

const weekMs = 7 * 86_400_000;
/** Writers find the partition, unless the machine's clock has jumped; then the first writer creates it. */
const weeksAhead = 2;
/** Dropping waits for readers; other readers must not queue behind it. */
const lockMs = 2000;

export async function makePartitions(database: Pick<Database, 'query'>, now: Date): Promise<void> {
  const moments = Array.from({ length: weeksAhead + 1 }, (_, week) => new Date(now.getTime() + week * weekMs));
  await database.query(
    'select ensure_partition(parent, moment) from unnest($1::text[]) as parent, unnest($2::timestamptz[]) as moment',
    [[...eventTables, ...logTables], moments],
  );
  // By the clock of the database, as their rows.
  await database.query(
    `select ensure_versions_partition(now()), ensure_versions_partition(now() + interval '92 days')`,
  );
}

/** The log of reads is kept for years and lies in months. */
export async function makeMonths(
  database: Pick<Database, 'query'>,
  tables: readonly string[],
  now: Date,
): Promise<void> {
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  await database.query(
    'select ensure_month(parent, moment) from unnest($1::text[]) as parent, unnest($2::timestamptz[]) as moment',
    [tables, [now, next]],
  );
}

export const dropMonths = (database: Database, tables: readonly string[], oldest: Date): Promise<void> =>
  dropExpired(
    database,
    tables,
    `to_timestamp(right(child.relname, 7), 'YYYY"m"MM') + interval '1 month' <= $2`,
    oldest,
  );

/**
 * A delivery is created with its event or later, and an attempt after its delivery: rows in such a week are at most as
 * old.
 */
export const dropPartitions = (database: Database, tables: readonly string[], oldest: Date): Promise<void> =>
  dropExpired(
    database,
    tables,
    `to_timestamp(right(child.relname, 7), 'IYYY"w"IW') + interval '168 hours' <= $2`,
    oldest,
  );

async function dropExpired(
  database: Database,
  tables: readonly string[],
  isExpired: string,
  oldest: Date,
): Promise<void> {
  const expired = await database.query<{ name: string }>(
    `select child.relname as name
from pg_inherits join pg_class as child on child.oid = inhrelid join pg_class as parent on parent.oid = inhparent
where parent.relname = any($1) and parent.relkind = 'p'
  and ${isExpired}`,
    [tables, oldest],
  );
  for (const { name } of expired) {
    await database
      .together(async (query) => {
        await query(`set local lock_timeout = ${lockMs}`);
        // The name comes from the catalogue and consists of a table and a week.
        await query(`drop table if exists "${name}"`);
      })
      .catch(unlessBusy);
  }
}

/** A long reader is not interrupted; the week is dropped the next time. */
function unlessBusy(error: unknown): void {
  if (!isLockTimeout(error)) throw error;
}

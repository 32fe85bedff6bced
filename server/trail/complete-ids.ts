/**
 * Up to which ids the audit log and the log of reads are complete. Ids are drawn before their rows are visible, so a row
 * may appear after one with a higher id. All rows up to an id are there once every transaction and statement that was
 * running when the id was drawn has ended. The server knows which are running; nothing is stored for it, so that a
 * restored backup changes nothing.
 */
import type { Database } from '../platform/database/database.ts';

export interface CompleteIds {
  readonly auditId: string;
  readonly readId: string;
}

/** A sequence that nothing was drawn from shows its first value as the last one. */
const lastOf = (sequence: string): string =>
  `(select case when is_called then last_value else last_value - 1 end from ${sequence})::text`;

const drawnText = `
select ${lastOf('audit_entries_id_seq')} as "auditId", ${lastOf('read_log_id_seq')} as "readId"`;

/** Of this database only, and only those that can have drawn an id: others hold nothing back. */
const runningText = `
select exists (
  select from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
    and (backend_xid is not null and xact_start <= $1::timestamptz or state = 'active' and query_start <= $1::timestamptz)
) as "isRunning"`;

/** Each call returns the latest ids that are known to be complete; null at first. */
export function watchCompleteIds(database: Database): () => Promise<CompleteIds | null> {
  let complete: CompleteIds | null = null;
  let mark: { readonly ids: CompleteIds; readonly at: string } | null = null;
  return async () => {
    if (mark) {
      const [row] = await database.query<{ isRunning: boolean }>(runningText, [mark.at]);
      if (row?.isRunning) return complete;
      complete = mark.ids;
    }
    const [ids] = await database.query<CompleteIds>(drawnText);
    // After the ids are read: every transaction that has drawn one of them began before.
    const [moment] = await database.query<{ at: string }>('select clock_timestamp()::text as at');
    mark = ids && moment ? { ids, at: moment.at } : null;
    return complete;
  };
}

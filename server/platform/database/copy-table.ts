/** Copies the rows of a table from one database to another as one stream of COPY, in constant memory. */
import { pipeline } from 'node:stream/promises';
import { from, to } from 'pg-copy-streams';
import type { Connection } from './connection.ts';

/** `table` and `columns` are quoted. Partitions are copied one by one, so that each row keeps its partition. */
export async function copyTable(
  source: Connection,
  target: Connection,
  table: string,
  columns: readonly string[],
): Promise<void> {
  const list = columns.join(', ');
  const reading = source.query(to(`copy (select ${list} from only ${table}) to stdout`));
  const writing = target.query(from(`copy ${table} (${list}) from stdin`));
  await pipeline(reading, writing);
}

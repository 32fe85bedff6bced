/** Which lines of a file are imported. They are marked in the transaction that imports them. */
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

const among = statement(`
select line::text as line from import_checkpoints, unnest($3::bigint[]) as line
where account_id = $1 and digest = $2 and lines @> line`);

/** The lines that are already imported. */
export async function linesMarked(session: Session, digest: Buffer, lines: readonly number[]): Promise<Set<number>> {
  const rows = await session.run<{ line: string }>(among, [digest, lines]);
  return new Set(rows.map(({ line }) => Number(line)));
}

const mark = statement(`
insert into import_checkpoints as checkpoint (account_id, digest, started_at, lines)
select $1, $2, $3, coalesce(range_agg(int8range(line, line, '[]')), '{}') from unnest($4::bigint[]) as line
on conflict (account_id, digest) do update set lines = checkpoint.lines + excluded.lines`);

export async function markLines(tx: Tx, digest: Buffer, lines: readonly number[]): Promise<void> {
  if (lines.length > 0) await tx.run(mark, [digest, tx.now, lines]);
}

/**
 * Which lines of a file are imported. They are marked in the transaction that imports them, under a lock on the batch:
 * a killed process loses its batch and the marks together, and two runs over one file share the work.
 */
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

const begin = statement(`
insert into imports (account_id, digest, started_at) values ($1, $2, $3) on conflict (account_id, digest) do nothing`);

export async function beginImport(session: Session, digest: Buffer): Promise<void> {
  await session.run(begin, [digest, session.now]);
}

const finish = statement(
  'update imports set finished_at = coalesce(finished_at, $3) where account_id = $1 and digest = $2',
);

export async function finishImport(session: Session, digest: Buffer): Promise<void> {
  await session.run(finish, [digest, session.now]);
}

const finished = statement(
  'select 1 from imports where account_id = $1 and digest = $2 and finished_at is not null limit 1',
);

/** Whether an earlier run has completed the file. */
export async function isFinished(session: Session, digest: Buffer): Promise<boolean> {
  return (await session.run(finished, [digest])).length > 0;
}

const lock = statement('select pg_advisory_xact_lock(hashtextextended($1 || $2, $3))');

/** Another run on the same lines waits until this transaction ends and then finds them marked. */
export async function lockBatch(tx: Tx, digest: Buffer, firstLine: number): Promise<void> {
  await tx.run(lock, [digest.toString('hex'), firstLine]);
}

const among = statement(`
select line::text as line from imports, unnest($3::bigint[]) as line
where account_id = $1 and digest = $2 and lines @> line`);

/** The lines that are already imported. */
export async function linesIn(session: Session, digest: Buffer, lines: readonly number[]): Promise<Set<number>> {
  const rows = await session.run<{ line: string }>(among, [digest, lines]);
  return new Set(rows.map(({ line }) => Number(line)));
}

const mark = statement(`
with going as (select range_agg(int8range(line, line, '[]')) as lines from unnest($3::bigint[]) as line)
update imports set lines = imports.lines + going.lines from going
where account_id = $1 and digest = $2 and not imports.lines && going.lines
returning 1`);

export async function markIn(tx: Tx, digest: Buffer, lines: readonly number[]): Promise<void> {
  if (lines.length === 0) return;
  const marked = await tx.run(mark, [digest, lines]);
  if (marked.length === 0) throw new Error('Another import of this file is under way.');
}

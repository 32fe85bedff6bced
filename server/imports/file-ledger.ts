/**
 * Which lines of a file are imported, for `muster import`: a file is known by its content. Lines are marked in the
 * transaction that imports them, under a lock on the batch: a killed process loses its batch and the marks together, and
 * two runs over one file share the work.
 */
import type { Database, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { linesMarked, markLines } from './checkpoint.ts';
import type { ImportLedger } from './import.ts';
import { type Line, remoteIdOf } from './line.ts';

const begin = statement(`
insert into import_checkpoints (account_id, digest, started_at) values ($1, $2, $3)
on conflict (account_id, digest) do nothing`);

const finish = statement(
  'update import_checkpoints set finished_at = coalesce(finished_at, $3) where account_id = $1 and digest = $2',
);

const finished = statement(
  'select 1 from import_checkpoints where account_id = $1 and digest = $2 and finished_at is not null limit 1',
);

/** Runs an import of a file, and remembers that it came to its end. */
export async function withFileLedger(
  database: Database,
  accountId: string,
  digest: Buffer,
  isDryRun: boolean,
  work: (ledger: ImportLedger) => Promise<void>,
): Promise<void> {
  const session = database.session(accountId);
  const isRepeated = (await session.run(finished, [digest])).length > 0;
  if (!isDryRun) await session.run(begin, [digest, session.now]);
  await work(fileLedger(digest, isRepeated));
  if (!isDryRun) await session.run(finish, [digest, session.now]);
}

const fileLedger = (digest: Buffer, isRepeated: boolean): ImportLedger => ({
  async passedOver(tx, batch, isDryRun) {
    if (!isDryRun) await lockBatch(tx, digest, batch[0]?.number ?? 0);
    const before = await linesMarked(
      tx,
      digest,
      batch.map(({ number }) => number),
    );
    // After the whole file was imported, running it again updates rows that it identifies by remote id.
    return (line: Line) => before.has(line.number) && !(isRepeated && 'body' in line && remoteIdOf(line.body) !== null);
  },
  async record(tx, outcomes, isDryRun) {
    if (isDryRun) return;
    const isIn = outcomes.filter(({ fate }) => fate !== 'failed' && fate !== 'passedOver').map(({ number }) => number);
    await markLines(tx, digest, isIn);
  },
});

const lock = statement('select pg_advisory_xact_lock(hashtextextended($1 || $2, $3))');

/** Another run on the same lines waits until this transaction ends and then finds them marked. */
async function lockBatch(tx: Tx, digest: Buffer, firstLine: number): Promise<void> {
  await tx.run(lock, [digest.toString('hex'), firstLine]);
}

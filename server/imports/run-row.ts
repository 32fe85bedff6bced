/** The row of an import while a worker runs it: its beginning, its progress batch by batch, and its end. */
import { createHash } from 'node:crypto';
import { limits } from '@muster/contract/limits.ts';
import { type ImportedCollection, importErrors, imports } from '@muster/contract/resources/imports.ts';
import type { Database, Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { idIs, insertMany, setHiddenColumns, update } from '../platform/store/write.ts';
import { linesMarked, markLines } from './checkpoint.ts';
import type { ImportLedger } from './import.ts';
import { endOf } from './import-verbs.ts';
import type { LineOutcome } from './line.ts';
import type { FileFormat } from './lines.ts';
import { isStillLeased } from './queue.ts';

export interface Counts {
  readonly lines: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
}

export interface RunRow {
  readonly id: string;
  readonly revision: string;
  readonly collection: ImportedCollection;
  readonly isDryRun: boolean;
  readonly format: FileFormat;
  readonly status: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly counts: Counts;
  readonly progress: { readonly bytesDone: number; readonly bytes: number };
  readonly fileId: string | null;
  readonly clientApplicationId: string;
  readonly clientId: string;
  readonly scopes: string;
  readonly administratorId: string | null;
}

/** The import has ended, or another worker has it: nothing more may be written. */
export class NotOurs extends Error {}

const row = (lock: string) =>
  statement(`
select id::text as id, revision::text as revision, collection, is_dry_run as "isDryRun", file_format as format, status, counts, progress,
  file_id as "fileId", client_application_id::text as "clientApplicationId", client_id as "clientId", scopes,
  administrator_id::text as "administratorId"
from imports where account_id = $1 and id = $2${lock}`);

const locked = row(' for no key update');

async function lockRow(tx: Tx, id: string): Promise<RunRow | null> {
  const [found] = await tx.run<RunRow>(locked, [id]);
  return found ?? null;
}

const key = (id: string): Buffer => createHash('sha256').update(`import ${id}`).digest();

/** The row to run; null if it is gone. One that has ended is returned as it is. */
export const beginRun = (database: Database, accountId: string, id: string): Promise<RunRow | null> =>
  database.transaction(accountId, async (tx) => {
    const current = await lockRow(tx, id);
    if (current?.status !== 'waiting') return current;
    await update(tx, imports, current, { status: 'running', startedAt: tx.now.toISOString() });
    return { ...current, status: 'running' };
  });

/** Ends it unless it has ended. */
export const endRun = (
  database: Database,
  accountId: string,
  id: string,
  nodeId: string,
  status: 'done' | 'failed',
  failureReason: string | null,
): Promise<void> =>
  database.transaction(accountId, async (tx) => {
    if (!(await isStillLeased(tx, id, nodeId))) throw new NotOurs();
    const current = await lockRow(tx, id);
    if (current?.status !== 'running') return;
    const { bytes } = current.progress;
    const progress = status === 'done' ? { bytesDone: bytes, bytes } : current.progress;
    await update(tx, imports, current, { status, failureReason, progress, ...endOf(tx) });
  });

const unmarked = statement('delete from import_checkpoints where account_id = $1 and digest = $2');

/** After the bytes are removed. */
export async function forgetFile(session: Session, id: string): Promise<void> {
  await setHiddenColumns(session, imports, [idIs(id)], { fileId: null });
  await session.run(unmarked, [key(id)]);
}

/** Every line of a committed batch is done, also a failed one: it has its error. */
export const runLedger = (id: string, nodeId: string, bytesDone: () => number): ImportLedger => ({
  async passedOver(tx, batch) {
    const done = await linesMarked(
      tx,
      key(id),
      batch.map(({ number }) => number),
    );
    return ({ number }) => done.has(number);
  },
  async record(tx, outcomes) {
    const fresh = outcomes.filter(({ fate }) => fate !== 'passedOver');
    if (!(await isStillLeased(tx, id, nodeId))) throw new NotOurs();
    const current = await lockRow(tx, id);
    if (current?.status !== 'running') throw new NotOurs();
    await keepErrors(tx, current, fresh);
    const { bytes } = current.progress;
    const progress = { bytesDone: Math.max(current.progress.bytesDone, Math.min(bytes, bytesDone())), bytes };
    await update(tx, imports, current, { counts: added(current.counts, fresh), progress });
    await markLines(
      tx,
      key(id),
      fresh.map(({ number }) => number),
    );
  },
});

function added(counts: Counts, outcomes: readonly LineOutcome[]): Counts {
  const count = (fate: LineOutcome['fate']) => outcomes.filter((one) => one.fate === fate).length;
  return {
    lines: counts.lines + outcomes.length,
    created: counts.created + count('created'),
    updated: counts.updated + count('updated'),
    unchanged: counts.unchanged + count('unchanged'),
    failed: counts.failed + count('failed'),
  };
}

const drawn = statement(`
select nextval('import_errors_id_seq')::text as id from generate_series(1, $2::int) where $1::bigint is not null`);

async function keepErrors(
  tx: Tx,
  { id, clientApplicationId, counts }: RunRow,
  outcomes: readonly LineOutcome[],
): Promise<void> {
  const failed = outcomes
    .filter(({ fate }) => fate === 'failed')
    .toSorted((one, other) => one.number - other.number)
    .slice(0, Math.max(0, limits.importErrorsMax - counts.failed));
  if (failed.length === 0) return;
  const ids = await tx.run<{ id: string }>(drawn, [failed.length]);
  const rows = failed.map(({ number, errors }, index) => ({
    id: ids[index]?.id,
    line: number,
    errors: { ...errors },
    clientApplicationId,
    'import.id': id,
  }));
  await insertMany(tx, importErrors, rows);
}

/**
 * Imports a file: each line creates a row or updates the one that it names, with the rules and events of single
 * requests. Each batch is a transaction that also records its lines, so an interrupted import continues where it
 * stopped. Used by `muster import` and by `/svc-api/imports`.
 */

import { importables } from '@muster/contract/importables.ts';
import type { ImportedCollection } from '@muster/contract/resources/imports.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { type DryRunMemory, dryRunMemory } from './dry-run.ts';
import { runEmployees } from './employees-batch.ts';
import { type Line, type LineOutcome, type ReadLine, remoteIdOf } from './line.ts';
import { runLineByLine } from './line-by-line.ts';
import { managerIn } from './names.ts';

export interface Import {
  readonly database: Database;
  readonly accountId: string;
  /** Names the import in its events. */
  readonly run: string;
  readonly collection: ImportedCollection;
  /** The rights of the import at this moment: asked for each batch. Throws if it must not go on. */
  readonly access: () => AccessContext | Promise<AccessContext>;
  readonly lines: AsyncIterable<Line>;
  /** Checks everything and writes nothing. */
  readonly isDryRun: boolean;
  readonly ledger: ImportLedger;
  /** After each committed batch. */
  readonly onBatch: (outcomes: readonly LineOutcome[]) => void | Promise<void>;
  /** Runs the work of a batch when it is its turn. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Which lines of the file are done. */
export interface ImportLedger {
  /** The lines of a batch that are done, and whether they are passed over. Another run on them waits. */
  passedOver(tx: Tx, batch: readonly Line[], isDryRun: boolean): Promise<(line: Line) => boolean>;
  /** Records the outcomes of a batch, in its transaction. */
  record(tx: Tx, outcomes: readonly LineOutcome[], isDryRun: boolean): Promise<void>;
}

/** Employees are checked and written together; other lines are requests of their own, which hold locks longer. */
const batchLines = { together: 500, single: 50 };

/** While the database writes one batch, the next is checked. More would only wait for each other. */
const batchesAtOnce = 2;

export async function importLines(order: Import): Promise<void> {
  const { collection, isDryRun, onBatch } = order;
  const isTogether = collection === 'employees';
  const memory = dryRunMemory(importables[collection]);
  const running: Running[] = [];
  const finishFirst = async () => {
    const outcomes = await running.shift()?.outcomes;
    await onBatch((outcomes ?? []).toSorted((one, other) => one.number - other.number));
  };
  try {
    for await (const batch of batchesOf(order.lines, isTogether ? batchLines.together : batchLines.single)) {
      // A dry run learns from each batch which rows later ones may refer to.
      const atOnceMax = isDryRun || !isTogether ? 1 : batchesAtOnce;
      while (running.length >= atOnceMax || running.some(({ about }) => dependsOn(batch, about))) await finishFirst();
      const outcomes = order.inTurn(() => runBatch(order, batch, memory));
      // Its failure is handled in order.
      outcomes.catch(() => undefined);
      running.push({
        outcomes,
        about: new Set(batch.flatMap((line) => ('body' in line && remoteIdOf(line.body)) || [])),
      });
    }
    while (running.length > 0) await finishFirst();
  } finally {
    // After a failure nothing of this import is still being written.
    await Promise.allSettled(running.map(({ outcomes }) => outcomes));
  }
}

interface Running {
  readonly outcomes: Promise<LineOutcome[]>;
  /** The remote ids of its lines. */
  readonly about: ReadonlySet<string>;
}

/** Whether a batch refers to a person in another batch that is still running. */
const dependsOn = (batch: readonly Line[], about: ReadonlySet<string>): boolean =>
  batch.some(
    (line) => 'body' in line && (about.has(remoteIdOf(line.body) ?? '') || about.has(managerIn(line.body) ?? '')),
  );

async function* batchesOf(lines: AsyncIterable<Line>, size: number): AsyncGenerator<readonly Line[], undefined> {
  let batch: Line[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** What a dry run has found, on its way out of the transaction that is undone. */
class DryRunDone extends Error {
  readonly outcomes: LineOutcome[];

  constructor(outcomes: LineOutcome[]) {
    super('A dry run is undone.');
    this.outcomes = outcomes;
  }
}

async function runBatch(order: Import, batch: readonly Line[], memory: DryRunMemory): Promise<LineOutcome[]> {
  const { accountId, isDryRun, ledger } = order;
  const access = await order.access();
  const database = order.database.by({ ...access.caller.author, run: order.run });
  if (!isDryRun) {
    return database.transaction(accountId, async (tx) => {
      const outcomes = await outcomesOf(tx, access, order, batch, memory);
      await ledger.record(tx, outcomes, isDryRun);
      return outcomes;
    });
  }
  const outcomes = await database
    .transaction<LineOutcome[]>(accountId, async (tx) => {
      throw new DryRunDone(await outcomesOf(tx, access, order, batch, memory));
    })
    .catch((error: unknown) => {
      if (error instanceof DryRunDone) return error.outcomes;
      throw error;
    });
  await database.transaction(accountId, (tx) => ledger.record(tx, outcomes, isDryRun));
  return outcomes;
}

async function outcomesOf(
  tx: Tx,
  access: AccessContext,
  { collection, isDryRun, ledger }: Import,
  batch: readonly Line[],
  memory: DryRunMemory,
): Promise<LineOutcome[]> {
  const isPassedOver = await ledger.passedOver(tx, batch, isDryRun);
  const outcomes: LineOutcome[] = batch.filter(isPassedOver).map(({ number }) => ({ number, fate: 'passedOver' }));
  const due = batch.filter((line) => !isPassedOver(line));
  for (const line of due) {
    if ('errors' in line) outcomes.push({ number: line.number, fate: 'failed', errors: line.errors });
  }
  const read: readonly ReadLine[] = due.filter((line) => 'body' in line);
  if (collection === 'employees') return [...outcomes, ...(await runEmployees(tx, access, read, isDryRun, memory))];
  const importable = importables[collection];
  if (!isDryRun) return [...outcomes, ...(await runLineByLine(tx, access, importable, read))];
  const fates = await runLineByLine(
    tx,
    access,
    importable,
    read.map((line) => memory.withoutNew(line)),
  );
  return [...outcomes, ...memory.remember(read, fates)];
}

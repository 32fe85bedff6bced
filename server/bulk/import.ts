/**
 * Imports people from a file: new people are hired, and people with a known `remoteId` are updated, with the rules and
 * events of single requests. Each batch is a transaction that also marks its lines, so an interrupted import continues
 * when it is started again.
 */
import type { Database, Tx } from '../platform/database/database.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { beginImport, finishImport, isFinished, linesIn, lockBatch, markIn } from './checkpoint.ts';
import { type ImportBatchOptions, runImportBatch } from './import-batch.ts';
import { type Line, type LineOutcome, type ReadLine, remoteIdOf } from './line.ts';
import { managerIn, withoutManager } from './names.ts';

export interface Import {
  readonly database: Database;
  readonly access: AccessContext;
  /** Identifies a file by its content. */
  readonly digest: Buffer;
  readonly lines: AsyncIterable<Line>;
  /** Checks everything and writes nothing. */
  readonly isDryRun: boolean;
  /** After each committed batch. */
  readonly onBatch: (outcomes: readonly LineOutcome[]) => void | Promise<void>;
}

const batchLines = 500;

export async function importEmployees(order: Import): Promise<void> {
  const { access, digest, isDryRun, onBatch } = order;
  const database = order.database.by({ ...order.database.author, run: runIdOf(digest) });
  const session = database.session(access.caller.accountId);
  const isRepeated = await isFinished(session, digest);
  if (!isDryRun) await beginImport(session, digest);
  const hired = new Set<string>();
  const running: Running[] = [];
  const tellFirst = async () => {
    const outcomes = await running.shift()?.outcomes;
    await onBatch((outcomes ?? []).toSorted((one, other) => one.number - other.number));
  };
  for await (const batch of batchesOf(order.lines)) {
    // A dry run learns from each batch which people later ones may refer to.
    const atOnceMax = isDryRun ? 1 : batchesAtOnce;
    while (running.length >= atOnceMax || running.some(({ about }) => dependsOn(batch, about))) await tellFirst();
    const outcomes = database.transaction(access.caller.accountId, (tx) =>
      runBatch(tx, order, batch, isRepeated, hired),
    );
    // Its failure is handled in order.
    outcomes.catch(() => undefined);
    running.push({
      outcomes,
      about: new Set(batch.flatMap((line) => ('body' in line && remoteIdOf(line.body)) || [])),
    });
  }
  while (running.length > 0) await tellFirst();
  if (!isDryRun) await finishImport(session, digest);
}

/** Names the import in its events: the same for every run over the same file. */
const runIdOf = (digest: Buffer): string => digest.toString('hex').slice(0, 32);

interface Running {
  readonly outcomes: Promise<LineOutcome[]>;
  /** The remote ids of its lines. */
  readonly about: ReadonlySet<string>;
}

/** While the database writes one batch, the next is checked. More would only wait for each other. */
const batchesAtOnce = 2;

/** Whether a batch refers to a person in another batch that is still running. */
const dependsOn = (batch: readonly Line[], about: ReadonlySet<string>): boolean =>
  batch.some(
    (line) => 'body' in line && (about.has(remoteIdOf(line.body) ?? '') || about.has(managerIn(line.body) ?? '')),
  );

async function* batchesOf(lines: AsyncIterable<Line>): AsyncGenerator<readonly Line[], undefined> {
  let batch: Line[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < batchLines) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function runBatch(
  tx: Tx,
  { access, digest, isDryRun }: Import,
  batch: readonly Line[],
  isRepeated: boolean,
  hired: Set<string>,
): Promise<LineOutcome[]> {
  if (!isDryRun) await lockBatch(tx, digest, batch[0]?.number ?? 0);
  const before = await linesIn(
    tx,
    digest,
    batch.map(({ number }) => number),
  );
  // After the whole file was imported, running it again updates people that it identifies by remote id.
  const isPassedOver = (line: Line): boolean =>
    before.has(line.number) && !(isRepeated && 'body' in line && remoteIdOf(line.body) !== null);
  const outcomes: LineOutcome[] = batch.filter(isPassedOver).map(({ number }) => ({ number, fate: 'passedOver' }));
  const due = batch.filter((line) => !isPassedOver(line));
  for (const line of due) {
    if ('errors' in line) outcomes.push({ number: line.number, fate: 'failed', errors: line.errors });
  }
  const options: ImportBatchOptions = { isDryRun, isHiredBefore: (body) => hired.has(remoteIdOf(body) ?? '') };
  let pending: readonly ReadLine[] = due.filter((line) => 'body' in line);
  while (pending.length > 0) {
    const { now, later } = independent(pending);
    const fates = await runImportBatch(
      tx,
      access,
      isDryRun ? now.map((line) => underNobodyNew(line, hired)) : now,
      options,
    );
    outcomes.push(...fates);
    if (isDryRun) remember(now, fates, hired);
    pending = later;
  }
  if (!isDryRun) {
    const isIn = ({ number, fate }: LineOutcome) => fate !== 'failed' && !before.has(number);
    const gone = outcomes.filter(isIn).map(({ number }) => number);
    await markIn(tx, digest, gone);
  }
  return outcomes;
}

/** A dry run hires nobody, so later lines about the same person would not find them. */
function remember(lines: readonly ReadLine[], fates: readonly LineOutcome[], hired: Set<string>): void {
  const isHired = new Set(fates.filter(({ fate }) => fate === 'hired').map(({ number }) => number));
  for (const { number, body } of lines) {
    const known = remoteIdOf(body);
    if (known !== null && isHired.has(number)) hired.add(known);
  }
}

function underNobodyNew(line: ReadLine, hired: ReadonlySet<string>): ReadLine {
  const manager = managerIn(line.body);
  return manager !== null && hired.has(manager) ? { ...line, body: withoutManager(line.body) } : line;
}

/** Lines about, or managed by, a person of an earlier line in the batch must wait for that line. */
function independent(lines: readonly ReadLine[]): { now: ReadLine[]; later: ReadLine[] } {
  const about = new Set<string>();
  const now: ReadLine[] = [];
  const later: ReadLine[] = [];
  for (const line of lines) {
    const own = remoteIdOf(line.body);
    const manager = managerIn(line.body);
    const waits = (own !== null && about.has(own)) || (manager !== null && about.has(manager));
    (waits ? later : now).push(line);
    if (own !== null) about.add(own);
  }
  return { now, later };
}

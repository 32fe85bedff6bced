/**
 * Runs an approved erasure. Its beginning is one transaction: the rows, versions and events of the person go, and the
 * ledger names them. From then on nobody is answered about the person. The steps after it clear logs, sandboxes and
 * bytes. Each is stored when it is done, so that a worker that takes over goes on with the next one.
 */
import { erasures } from '@muster/contract/administration/erasures.ts';
import { type Copy, copiesOfPerson } from '../admin/sandboxes/copies-of-person.ts';
import { reduceEvents } from '../events/erased.ts';
import type { KeptFiles } from '../files/kept-files.ts';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { findOne, lockOne, type StoredRow } from '../platform/store/read.ts';
import type { JsonObject } from '../platform/verbs/body.ts';
import { parsed, updateLocked } from '../platform/verbs/standard.ts';
import { areInFlight, clearAttempts } from './attempts.ts';
import { clearAuthors } from './authors.ts';
import { countPerson } from './counted.ts';
import { recordByService } from './erasures.ts';
import { isHeld, lockedPerson } from './holds.ts';
import type { ErasureLedger } from './ledger.ts';
import { clearAnswers, clearAuditEntries, clearFreeTexts, clearInvitations, clearRequests } from './logs.ts';
import { type Claim, dequeue, keepLease, LeaseLost, release } from './queue.ts';
import { removePerson, type Traces } from './remove-person.ts';
import { collectStatistics, forgetStatistics } from './statistics.ts';
import { runRepeatable, runStep, type StepParts, Stopping } from './steps.ts';
import { forgetTraces, keepTraces, tracesOf } from './traces.ts';

export interface ErasureParts extends StepParts {
  readonly files: KeptFiles;
  /** Null: there is none, and a restored backup brings people back. */
  readonly ledger: ErasureLedger | null;
  /** How long a receiver of events may take, unless the account says otherwise. */
  readonly attemptMs: number;
  /** There are new events of an account. */
  readonly onChange: (accountId: string) => void;
}

/** Requests and reads are logged in the background: nodes write for so long what they noted before the beginning. */
const lateSeconds = 3;
/** A receiver of an event, or a copy of the account, is waited for. */
const waitSeconds = 2;
/** After an error. */
const retrySeconds = 2;

interface Erasure {
  readonly status: string;
  readonly employee: { readonly id: string };
}

const erasureIn = (row: StoredRow): Erasure => parsed(row, '') as JsonObject & Erasure;

/** A leased erasure whose person is left in nothing but the planner's statistics. */
interface Cleared {
  readonly claim: Claim;
  readonly traces: Traces;
}

/** Runs leased erasures as far as possible and releases them. An error in one stops no other. */
export async function runErasures(
  parts: ErasureParts,
  nodeId: string,
  claims: readonly Claim[],
  onError: (error: unknown) => void,
): Promise<void> {
  const { database } = parts;
  /** The step returns after how many seconds the erasure has to go on; null: it has not to be released. */
  const attempt = async (claim: Claim, step: () => Promise<number | null>) => {
    try {
      const wait = await step();
      if (wait !== null) await release(database, nodeId, claim, wait);
    } catch (error) {
      // The database may be away: this node claims again what it could not release.
      await release(database, nodeId, claim, error instanceof Stopping ? 0 : retrySeconds).catch(onError);
      if (!(error instanceof LeaseLost || error instanceof Stopping)) onError(error);
    }
  };
  const cleared: Cleared[] = [];
  for (const claim of claims) {
    await attempt(claim, async () => {
      const outcome = await clearPerson(parts, nodeId, claim);
      if (outcome === null || typeof outcome === 'number') return outcome;
      // Before the statistics, which take longer than all other steps: a receiver that answers slowly is waited for.
      if (!(await areEventsCleared(parts, nodeId, claim, outcome))) return waitSeconds;
      cleared.push({ claim, traces: outcome });
      return null;
    });
  }
  if (cleared.length === 0) return;
  const collected = await collectStatistics(
    parts,
    nodeId,
    cleared.map(({ claim }) => claim),
  ).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  for (const { claim, traces } of cleared) {
    await attempt(claim, async () => {
      if (collected) throw collected.error;
      return (await end(parts, nodeId, claim, traces)) ? null : waitSeconds;
    });
  }
}

/** Returns what was cleared, or after how many seconds it has to go on; null: it has ended. */
async function clearPerson(parts: ErasureParts, nodeId: string, claim: Claim): Promise<Traces | number | null> {
  const { database, onChange, isStopping } = parts;
  const { accountId, erasureId } = claim;
  if (isStopping?.()) throw new Stopping();
  await begin(parts, nodeId, accountId, erasureId);
  onChange(accountId);
  const row = await findOne(database.session(accountId), erasures, erasureId);
  if (!row || erasureIn(row).status !== 'running') {
    await database.transaction(accountId, (tx) => dequeue(tx, erasureId));
    return null;
  }
  const { id: employeeId } = erasureIn(row).employee;
  const wait = await secondsToWait(database, accountId, employeeId);
  if (wait > 0) return wait;
  const traces = await tracesOf(database.session(accountId), erasureId);
  for (const [step, clear] of Object.entries(logSteps)) {
    await runStep(parts, nodeId, claim, step, (tx) => clear(tx, traces));
  }
  if (!(await eraseCopies(parts, nodeId, claim, employeeId, traces.texts))) return waitSeconds;
  // By each worker: files may have come back from a backup with this row, which cannot tell.
  await parts.files.erase(accountId, traces.fileIds);
  return traces;
}

/** By the names under which they are stored. Authors first: audit entries tell who administered the account. */
const logSteps = {
  authors: clearAuthors,
  'audit-entries': clearAuditEntries,
  requests: clearRequests,
  'free-texts': clearFreeTexts,
  invitations: clearInvitations,
  answers: clearAnswers,
} as const;

async function clearLogs(tx: Tx, traces: Traces): Promise<void> {
  for (const clear of Object.values(logSteps)) await clear(tx, traces);
}

const added = statement(`
insert into erased_people (account_id, employee_id, erased_at) values ($1, $2::bigint, now()) on conflict do nothing`);

/** One at a time in the installation: a bucket cannot append to the ledger. Until the end of the transaction. */
const oneAtATime = statement(`select pg_advisory_xact_lock(${advisoryLocks.erasure}) where $1::bigint is not null`);

async function begin({ database, ledger }: ErasureParts, nodeId: string, accountId: string, erasureId: string) {
  await database.transaction(accountId, async (tx) => {
    await keepLease(tx, erasureId, nodeId);
    const row = await lockOne(tx, erasures, erasureId);
    if (!row || erasureIn(row).status !== 'approved') return;
    const { id: employeeId } = erasureIn(row).employee;
    await tx.run(lockedPerson, [employeeId]);
    if (await isHeld(tx, employeeId)) return refuse(tx, ledger, row, employeeId);
    const { counts } = await countPerson(tx, employeeId);
    await keepTraces(tx, erasureId, await removePerson(tx, employeeId));
    await tx.run(added, [employeeId]);
    const startedAt = tx.now.toISOString();
    await updateLocked(tx, erasures, row, { status: 'running', startedAt, counts });
    await recordByService(tx, 'started', erasureId, { employee: { id: employeeId } });
    await keepLease(tx, erasureId, nodeId);
    // Last, so that a failure before it leaves no line; a line whose transaction does not commit is erased at a start.
    await tx.run(oneAtATime);
    await ledger?.append({ account: accountId, employee: employeeId, at: startedAt });
  });
}

async function refuse(tx: Tx, ledger: ErasureLedger | null, row: StoredRow, employeeId: string): Promise<void> {
  const endedAt = tx.now.toISOString();
  await updateLocked(tx, erasures, row, { status: 'refused', refusalReason: 'legal-hold', endedAt });
  await recordByService(tx, 'refused', row.id, { employee: { id: employeeId }, refusalReason: 'legal-hold' });
  // A node that was killed at the end of the beginning has left a line.
  const lines = (await ledger?.read()) ?? [];
  if (!lines.some(({ account, employee }) => account === tx.accountId && employee === employeeId)) return;
  await tx.run(oneAtATime);
  await ledger?.append({ account: tx.accountId, employee: employeeId, at: endedAt, isWithdrawn: true });
}

const secondsLeft = statement(`
select ceil(${lateSeconds} - extract(epoch from now() - erased_at))::integer as seconds from erased_people
where account_id = $1 and employee_id = $2::bigint`);

async function secondsToWait(database: Database, accountId: string, employeeId: string): Promise<number> {
  const [row] = await database.session(accountId).run<{ seconds: number }>(secondsLeft, [employeeId]);
  return Math.min(lateSeconds, row?.seconds ?? 0);
}

/**
 * The copies of the person in sandboxes, which are not copied themselves, and what somebody has written there of the
 * person. False: a copy is being made, and may hold the person.
 */
async function eraseCopies(
  parts: ErasureParts,
  nodeId: string,
  claim: Claim,
  employeeId: string,
  texts: readonly string[],
): Promise<boolean> {
  const { database } = parts;
  const { copies, sandboxIds, copyingIds } = await copiesOfPerson(database, claim.accountId, employeeId);
  const ready = sandboxIds.filter((id) => !copyingIds.includes(id));
  for (const sandboxId of ready) {
    await runRepeatable(parts, nodeId, claim, `sandbox ${sandboxId}`, async () => {
      for (const copy of copies.filter(({ accountId }) => accountId === sandboxId)) {
        await eraseCopy(parts, copy, claim.erasureId);
      }
      await database.transaction(sandboxId, (tx) => clearLogs(tx, { rows: [], eventIds: [], fileIds: [], texts }));
    });
  }
  return copyingIds.length === 0;
}

async function eraseCopy(
  { database, files, onChange }: ErasureParts,
  { accountId, employeeId }: Copy,
  erasureId: string,
): Promise<void> {
  await database.transaction(accountId, async (tx) => {
    await keepTraces(tx, erasureId, await removePerson(tx, employeeId));
    await clearLogs(tx, await tracesOf(tx, erasureId));
  });
  const { fileIds } = await tracesOf(database.session(accountId), erasureId);
  await files.erase(accountId, fileIds);
  await database.transaction(accountId, (tx) => forgetTraces(tx, erasureId));
  onChange(accountId);
}

/** False: a request to a receiver is under way, whose answer may repeat what it was sent. */
const areEventsCleared = (parts: ErasureParts, nodeId: string, claim: Claim, traces: Traces): Promise<boolean> =>
  parts.database.transaction(claim.accountId, async (tx) => {
    await keepLease(tx, claim.erasureId, nodeId);
    const row = await lockOne(tx, erasures, claim.erasureId);
    return row === null || clearEvents(tx, row, traces, parts.attemptMs);
  });

async function clearEvents(tx: Tx, row: StoredRow, traces: Traces, attemptMs: number): Promise<boolean> {
  const eventIds = await reduceEvents(tx, traces.rows);
  await clearAttempts(tx, eventIds);
  const isCleared = !(await areInFlight(tx, erasureIn(row).employee.id, eventIds, attemptMs));
  // An answer that comes meanwhile may be among the samples.
  if (!isCleared) await forgetStatistics(tx, row.id);
  return isCleared;
}

/** False: as above. An event may have been published, and sent, in between. */
async function end(
  { database, attemptMs }: ErasureParts,
  nodeId: string,
  { accountId, erasureId }: Claim,
  traces: Traces,
): Promise<boolean> {
  return database.transaction(accountId, async (tx) => {
    await keepLease(tx, erasureId, nodeId);
    const row = await lockOne(tx, erasures, erasureId);
    if (!row) return true;
    if (!(await clearEvents(tx, row, traces, attemptMs))) return false;
    await updateLocked(tx, erasures, row, { status: 'done', endedAt: tx.now.toISOString() });
    await recordByService(tx, 'done', erasureId, { employee: erasureIn(row).employee });
    await forgetTraces(tx, erasureId);
    await dequeue(tx, erasureId);
    return true;
  });
}

/**
 * Runs imports, whichever node they were sent to. Batches of different accounts take turns, so that a long import of one
 * does not hold up another. A killed node loses its batch, and another node goes on after the last committed one.
 */
import { randomUUID } from 'node:crypto';
import { importables } from '@muster/contract/importables.ts';
import { scopesFor } from '@muster/contract/kit/resource.ts';
import { imports } from '@muster/contract/resources/imports.ts';
import { isOpenTo, scopesIn } from '@muster/contract/scopes.ts';
import { accessContextOn } from '../access-context.ts';
import { fairQueue } from '../files/fair-queue.ts';
import type { KeptFiles } from '../files/kept-files.ts';
import { BytesAltered } from '../files/sealed-bytes.ts';
import { BytesMissing } from '../files/storage.ts';
import { type BackgroundCallers, backgroundCaller } from '../identity/auth/background-caller.ts';
import { importLines } from '../imports/import.ts';
import { linesOf, UnreadableFile } from '../imports/lines.ts';
import { type Claim, claimSome, dequeue, release, renewAll, renewedEveryMs } from '../imports/queue.ts';
import { beginRun, endRun, forgetFile, NotOurs, type RunRow, runLedger } from '../imports/run-row.ts';
import type { Concerned } from '../people/day-rollover.ts';
import { isOpenAccount } from '../platform/database/closed-accounts.ts';
import type { Database } from '../platform/database/database.ts';
import { UnavailableError } from '../platform/database/errors.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { repeat } from '../repeat.ts';
import type { WaitingWork } from './waiting-work.ts';

export interface ImportWorker {
  stop(): Promise<void>;
}

export interface ImportWorkerOptions extends BackgroundCallers {
  /** Whether this node runs imports. */
  readonly isRunning: boolean;
  /** For the search for work, so that the connections for it are opened when there is some. */
  readonly lookups: Database;
  /** Whether there is something to claim. */
  readonly waiting: WaitingWork;
  readonly files: KeptFiles;
  /** Days that have begun are recorded before lines depend on them. */
  readonly beforeReading: (accountId: string, concerned: Concerned) => Promise<void> | undefined;
  /** There are new events of an account. */
  readonly onChange: (accountId: string) => void;
  readonly onError: (error: unknown) => void;
}

const everyMs = 500;
/** Imports that one node has open: their batches take turns. */
const openMax = 16;
/** Batches that run at the same time: as many as an import of one account alone can use. */
const batchesAtOnce = 2;
/** A batch waits for its turn as long as it takes. */
const turns = { atOnceMax: batchesAtOnce, waitingMax: 1000, waitMs: 3_600_000 };
/** An import that fails so often without a batch between them will not succeed. */
const attemptsMax = 5;
const retrySeconds = 2;

/** The reason why an import cannot go on. */
class ImportFailure extends Error {}

export function startImports(options: ImportWorkerOptions): ImportWorker {
  const { database, lookups, onError } = options;
  const nodeId = randomUUID();
  const queue = fairQueue(turns);
  const running = new Set<Promise<void>>();
  let isStopping = false;

  async function look(): Promise<void> {
    if (!options.isRunning || isStopping || running.size >= openMax) return;
    if (!(await options.waiting.has('imports'))) return;
    for (const claim of await claimSome(lookups, nodeId, openMax - running.size)) {
      const work = runOne(claim)
        .catch(onError)
        .finally(() => {
          running.delete(work);
          // The next one of the account waits for this one.
          setImmediate(looking.run);
        });
      running.add(work);
    }
  }

  async function runOne(claim: Claim): Promise<void> {
    const { accountId, importId } = claim;
    try {
      const row = await beginRun(database, accountId, importId);
      if (row?.status === 'running') await end(claim, await outcomeOf(claim, row));
      if (row) await removeFile(accountId, row);
      await dequeue(database, claim);
    } catch (error) {
      if (error instanceof NotOurs) return release(database, nodeId, claim, { afterSeconds: 0, isCounted: false });
      // A database that is away, or full, says nothing about the import.
      const isCounted = !(error instanceof UnavailableError);
      await release(database, nodeId, claim, { afterSeconds: retrySeconds, isCounted });
      throw error;
    }
  }

  const end = (claim: Claim, failureReason: string | null): Promise<void> =>
    endRun(
      database,
      claim.accountId,
      claim.importId,
      nodeId,
      failureReason === null ? 'done' : 'failed',
      failureReason,
    );

  /** Null, or why it cannot go on. */
  async function outcomeOf(claim: Claim, row: RunRow): Promise<string | null> {
    try {
      if (claim.attempts > attemptsMax) throw new ImportFailure('An internal error stopped it again and again.');
      await run(claim.accountId, row);
      return null;
    } catch (error) {
      if (error instanceof ImportFailure || error instanceof UnreadableFile) return error.message;
      if (error instanceof BytesMissing || error instanceof BytesAltered) return 'The stored file cannot be read.';
      throw error;
    }
  }

  async function run(accountId: string, row: RunRow): Promise<void> {
    const { collection, format, isDryRun, fileId } = row;
    const stream = await options.files.read({ accountId, fileId: fileId ?? '' });
    let bytesRead = 0;
    const counted = async function* () {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        bytesRead += chunk.length;
        yield chunk;
      }
    };
    try {
      await importLines({
        database,
        accountId,
        run: row.id,
        collection,
        access: () => accessOf(accountId, row),
        lines: linesOf(importables[collection], format, counted()),
        isDryRun,
        ledger: runLedger(row.id, nodeId, () => bytesRead),
        onBatch: () => options.onChange(accountId),
        inTurn: (work) =>
          queue.pass(accountId, () => {
            // What has not begun is left to another node.
            if (isStopping) throw new NotOurs();
            return work();
          }),
      });
    } finally {
      stream.destroy();
    }
  }

  /** A right that was withdrawn ends the import with its next batch. */
  async function accessOf(accountId: string, row: RunRow): Promise<AccessContext> {
    const { resource } = importables[row.collection];
    const starter = { ...row, scopes: row.scopes.split(' ') };
    const caller = await backgroundCaller(options, starter);
    // A closed account may be kept: then it goes on.
    if (!caller && (await isClosed(accountId))) throw new NotOurs();
    if (!caller) throw new ImportFailure('The client application or the person who sent it may not do this any more.');
    for (const needed of [scopesFor(imports, 'create'), scopesFor(resource, 'create')]) {
      if (isOpenTo(needed, caller.scopes)) continue;
      throw new ImportFailure(`The scope ${scopesIn(needed).join(', ')} is needed, and was withdrawn.`);
    }
    await options.beforeReading(accountId, 'all');
    return accessContextOn(resource, caller, () => database.session(accountId));
  }

  async function isClosed(accountId: string): Promise<boolean> {
    const closed = `select 1 from accounts where id = $1 and not ${isOpenAccount('id')}`;
    return (await database.query(closed, [accountId])).length > 0;
  }

  async function removeFile(accountId: string, { id, fileId }: RunRow): Promise<void> {
    if (fileId === null) return;
    await options.files.remove({ accountId, fileId });
    await forgetFile(database.session(accountId), id);
  }

  const looking = repeat(everyMs, look, onError);
  const renewing = repeat(
    renewedEveryMs,
    async () => {
      if (running.size > 0) await renewAll(database, nodeId);
    },
    onError,
  );
  return {
    async stop() {
      isStopping = true;
      await looking.stop();
      await Promise.allSettled([...running]);
      await renewing.stop();
    },
  };
}

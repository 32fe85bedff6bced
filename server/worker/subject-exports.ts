/**
 * Makes archives about people, one at a time on each node, whichever node they were asked at. A killed node leaves its
 * lease, and another node, or the same one after its start, begins the archive again.
 */
import { randomUUID } from 'node:crypto';
import type { KeptFiles } from '../files/kept-files.ts';
import type { AccountAddress, AddressBook } from '../identity/accounts/addresses.ts';
import type { Concerned } from '../people/day-rollover.ts';
import type { Database } from '../platform/database/database.ts';
import { UnavailableError } from '../platform/database/errors.ts';
import { repeat } from '../repeat.ts';
import { storeArchive } from '../subject-exports/archive.ts';
import { claimOne, dequeue, type ExportClaim, release, renew, renewedEveryMs } from '../subject-exports/queue.ts';
import { beginRun, completeRun, type ExportRun, failRun, NotOurs, noteProgress } from '../subject-exports/run.ts';
import type { WaitingWork } from './waiting-work.ts';

export interface SubjectExportsOptions {
  /** Whether this node makes archives. */
  readonly isRunning: boolean;
  readonly database: Database;
  /** For the search for work, so that the connections for it are opened when there is some. */
  readonly lookups: Database;
  /** Whether there is something to claim. */
  readonly waiting: WaitingWork;
  readonly addresses: AddressBook;
  readonly files: KeptFiles;
  /** Days that have begun are recorded before rows that depend on them are read. */
  readonly beforeReading: (accountId: string, concerned: Concerned) => Promise<void> | undefined;
  readonly onError: (error: unknown) => void;
}

const everyMs = 500;
/** An export that fails so often will not succeed. */
const attemptsMax = 5;
const retrySeconds = 2;

export function startSubjectExports(options: SubjectExportsOptions): { stop(): Promise<void> } {
  const { database, lookups, files, onError } = options;
  const nodeId = randomUUID();
  let current: ExportClaim | null = null;
  let isStopping = false;

  async function look(): Promise<void> {
    if (!options.isRunning || !(await options.waiting.has('subjectExports'))) return;
    while (!isStopping) {
      current = await claimOne(lookups, nodeId);
      if (!current) return;
      await runOne(current).catch(onError);
      current = null;
    }
  }

  async function runOne(claim: ExportClaim): Promise<void> {
    if (claim.attempts > attemptsMax) {
      await failRun(database, claim, 'An internal error stopped it again and again.');
      return dequeue(database, claim);
    }
    try {
      const run = await beginRun(database, claim);
      if (run) await made(claim, run);
      await dequeue(database, claim);
    } catch (error) {
      // A database that is away, or full, says nothing about the export.
      const isCounted = !(error instanceof NotOurs || error instanceof UnavailableError);
      await release(database, claim, nodeId, { afterSeconds: retrySeconds, isCounted });
      if (!(error instanceof NotOurs)) throw error;
    }
  }

  async function made(claim: ExportClaim, run: ExportRun): Promise<void> {
    try {
      await make(claim, run);
    } catch (error) {
      // Bytes of an attempt that does not count. If the database is away, it may count, and the next one removes them if not.
      const isUndone = !(error instanceof UnavailableError);
      if (isUndone) await files.remove({ accountId: claim.accountId, fileId: run.fileId }).catch(onError);
      throw error;
    }
  }

  async function make(claim: ExportClaim, run: ExportRun): Promise<void> {
    const { accountId } = claim;
    const { fileId, formerFileId, employeeId } = run;
    if (formerFileId !== null) await files.remove({ accountId, fileId: formerFileId });
    const account = await addressOf(accountId);
    await options.beforeReading(accountId, 'all');
    let partsDone = 0;
    const order = {
      ...{ database, files, accountId, employeeId, account: account.name },
      baseUrl: options.addresses.baseUrlOf(account),
      language: run.language ?? run.accountLanguage ?? ('en-GB' as const),
      onPart: async () => {
        // What has been done is begun again by another node.
        if (isStopping) throw new NotOurs();
        partsDone += 1;
        await noteProgress(database, claim, nodeId, fileId, partsDone);
      },
    };
    const archive = await storeArchive(order, fileId);
    await completeRun(database, claim, nodeId, fileId, archive);
  }

  async function addressOf(accountId: string): Promise<AccountAddress & { readonly name: string }> {
    const [account] = await database.query<AccountAddress & { name: string }>(
      'select name, environment, sandbox from accounts where id = $1',
      [accountId],
    );
    if (!account) throw new NotOurs();
    return account;
  }

  const looking = repeat(everyMs, look, onError);
  const renewing = repeat(
    renewedEveryMs,
    async () => {
      if (current) await renew(database, current, nodeId);
    },
    onError,
  );
  return {
    async stop() {
      isStopping = true;
      await looking.stop();
      await renewing.stop();
    },
  };
}

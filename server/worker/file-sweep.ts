/**
 * Removes unused files: those without a reference for a day or the time set by the account, and bytes without a row,
 * which a crash or a lost connection left behind. Both stay in quarantine for 30 days and return if a row refers to
 * them again. Every node may do it at the same time, but never in the storage of another installation.
 */

import { knownFiles, sweepFiles } from '../files/file-verbs.ts';
import type { KeptFiles } from '../files/kept-files.ts';
import { filesOfImports } from '../imports/import-verbs.ts';
import type { Database } from '../platform/database/database.ts';
import { repeat } from '../repeat.ts';
import { expiredArchives, filesOfExports, forgetArchive } from '../subject-exports/export-verbs.ts';

export interface FileSweep {
  /** Removes every file that is due now, with its event and its bytes. */
  removeUnreferenced(): Promise<void>;
  /** Removes archives about people that can no longer be downloaded. No quarantine: they are made again on request. */
  removeArchives(): Promise<void>;
  /** Removes bytes older than a day that belong to no file. */
  removeOrphans(): Promise<void>;
  /**
   * Restores files that a row refers to again, and permanently removes those that have been in quarantine for 30 days.
   */
  tidyQuarantine(): Promise<void>;
  stop(): Promise<void>;
}

export interface FileSweepOptions {
  readonly database: Database;
  readonly files: KeptFiles;
  readonly now: () => Date;
  /** Whether the machine's clock is trusted; otherwise nothing is removed. */
  readonly isClockTrusted: () => Promise<boolean>;
  /** Called when events are waiting for publication. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
  /** Throws unless the storage belongs to this installation; called before anything is removed. */
  readonly checkStorage: () => Promise<void>;
}

/** Longer than it takes to notice that a wrong database was restored or configured. */
export const quarantineDays = 30;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function startFileSweep(options: FileSweepOptions): FileSweep {
  const { database, files, now, isClockTrusted, onChange, onError, checkStorage } = options;
  let isStopping = false;

  /** By a resource, by an import that has not ended, or by an archive that can be downloaded. */
  async function stillKnown(accountId: string, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
    const session = database.session(accountId);
    const lists = [knownFiles, filesOfImports, filesOfExports].map((known) => known(session, fileIds));
    return new Set((await Promise.all(lists)).flatMap((ids) => [...ids]));
  }

  async function removeUnreferenced(): Promise<void> {
    if (!(await isClockTrusted())) return;
    await checkStorage();
    for (const { id: accountId } of await database.query<{ id: string }>('select id from accounts')) {
      for (let isMoreDue = true; isMoreDue && !isStopping; ) {
        const swept = await database.transaction(accountId, (tx) => sweepFiles(tx));
        isMoreDue = swept.isMoreDue;
        if (swept.removed.length > 0) onChange();
        // If the process ends here, the bytes have no row and are removed later as orphans.
        for (const fileId of swept.removed) await files.retire({ accountId, fileId }, now());
      }
    }
  }

  async function removeArchives(): Promise<void> {
    if (!(await isClockTrusted())) return;
    await checkStorage();
    for (const { id: accountId } of await database.query<{ id: string }>('select id from accounts')) {
      const session = database.session(accountId);
      for (let some = await expiredArchives(session); some.length > 0 && !isStopping; ) {
        for (const archive of some) {
          await files.remove({ accountId, fileId: archive.fileId });
          await forgetArchive(session, archive);
        }
        some = await expiredArchives(session);
      }
    }
  }

  async function removeOrphans(): Promise<void> {
    if (!(await isClockTrusted())) return;
    await checkStorage();
    for await (const { accountId, fileIds } of files.olderThan(new Date(now().getTime() - dayMs))) {
      if (isStopping) return;
      const known = await stillKnown(accountId, fileIds);
      for (const fileId of fileIds.filter((id) => !known.has(id))) await files.retire({ accountId, fileId }, now());
    }
  }

  async function tidyQuarantine(): Promise<void> {
    if (!(await isClockTrusted())) return;
    await checkStorage();
    await files.tidyQuarantine(new Date(now().getTime() - quarantineDays * dayMs), stillKnown);
  }

  let hours = 0;
  async function everyHour(): Promise<void> {
    hours += 1;
    await removeArchives();
    await removeUnreferenced();
    // Once a day, because they list the whole storage, and not at the start. The first time soon after it: a process that
    // is restarted every day would never do it.
    if (hours % 24 !== 2) return;
    await removeOrphans();
    await tidyQuarantine();
  }

  const hourly = repeat(hourMs, everyHour, onError);
  hourly.run();
  return {
    removeUnreferenced,
    removeArchives,
    removeOrphans,
    tidyQuarantine,
    async stop() {
      isStopping = true;
      await hourly.stop();
    },
  };
}

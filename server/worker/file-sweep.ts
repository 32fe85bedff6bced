/**
 * Removes files that nobody needs: those that nothing has named for a day or as long as the account says, and bytes
 * without a row, which a crash or a lost connection left behind. Both lie in quarantine for 30 days, and come back when a
 * row names them again. Every node may do it at the same time; none does it in the storage of another installation.
 */

import { knownFiles, sweepFiles } from '../files/file-verbs.ts';
import type { KeptFiles } from '../files/kept-files.ts';
import type { Database } from '../platform/database/database.ts';
import { repeat } from '../repeat.ts';

export interface FileSweep {
  /** Removes every file that is due now, with its event and its bytes. */
  removeUnreferenced(): Promise<void>;
  /** Removes bytes older than a day that belong to no file. */
  removeOrphans(): Promise<void>;
  /** Brings back what a row names again, and removes for good what has been in quarantine for 30 days. */
  tidyQuarantine(): Promise<void>;
  stop(): Promise<void>;
}

export interface FileSweepOptions {
  readonly database: Database;
  readonly files: KeptFiles;
  /** Unless the account sets its own. */
  readonly unreferencedHours: number;
  readonly now: () => Date;
  /** Whether the machine's clock is believed; nothing is removed by one that is not. */
  readonly isClockTrusted: () => Promise<boolean>;
  /** Says that events are waiting for publication. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
  /** Throws unless the storage is that of this installation; asked before anything is removed. */
  readonly checkStorage: () => Promise<void>;
}

/** Longer than it takes to notice that a database was restored, or pointed at, by mistake. */
export const quarantineDays = 30;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function startFileSweep(options: FileSweepOptions): FileSweep {
  const { database, files, unreferencedHours, now, isClockTrusted, onChange, onError, checkStorage } = options;
  let isStopping = false;

  async function removeUnreferenced(): Promise<void> {
    if (!(await isClockTrusted())) return;
    await checkStorage();
    for (const { id: accountId } of await database.query<{ id: string }>('select id from accounts')) {
      for (let isMoreDue = true; isMoreDue && !isStopping; ) {
        const swept = await database.transaction(accountId, (tx) => sweepFiles(tx, unreferencedHours));
        isMoreDue = swept.isMoreDue;
        if (swept.removed.length > 0) onChange();
        // Should this end here, their bytes have no row from now on, and are removed as such.
        for (const fileId of swept.removed) await files.retire({ accountId, fileId }, now());
      }
    }
  }

  async function removeOrphans(): Promise<void> {
    if (!(await isClockTrusted())) return;
    await checkStorage();
    for await (const { accountId, fileIds } of files.olderThan(new Date(now().getTime() - dayMs))) {
      if (isStopping) return;
      const known = await knownFiles(database.session(accountId), fileIds);
      for (const fileId of fileIds.filter((id) => !known.has(id))) await files.retire({ accountId, fileId }, now());
    }
  }

  async function tidyQuarantine(): Promise<void> {
    if (!(await isClockTrusted())) return;
    await checkStorage();
    await files.tidyQuarantine(new Date(now().getTime() - quarantineDays * dayMs), (accountId, fileIds) =>
      knownFiles(database.session(accountId), fileIds),
    );
  }

  async function daily(): Promise<void> {
    await removeOrphans();
    await tidyQuarantine();
  }

  const hourly = repeat(hourMs, removeUnreferenced, onError);
  const everyDay = repeat(dayMs, daily, onError);
  hourly.run();
  return {
    removeUnreferenced,
    removeOrphans,
    tidyQuarantine,
    async stop() {
      isStopping = true;
      await Promise.all([hourly.stop(), everyDay.stop()]);
    },
  };
}

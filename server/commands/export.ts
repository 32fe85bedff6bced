/** Every row of a resource at one moment, in the order of ids, as a list of the API shows it. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { addressedFor, bareTail } from '../http/response/encode.ts';
import { listIn, snapshotPages } from '../http/snapshot/snapshot-pages.ts';
import { dayRollover } from '../people/day-rollover.ts';
import type { Database } from '../platform/database/database.ts';
import { separated, withTail } from '../platform/store/address.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { recordOperatorRead } from '../reads/operator-reads.ts';
import { addRows, type ShownHolder } from '../reads/shown.ts';

export interface Export {
  readonly database: Database;
  readonly access: AccessContext;
  readonly resource: Resource;
  readonly now: () => Date;
  /** Before the first page. */
  readonly onCount: (rows: number) => void;
  /** JSON texts of some rows. The next page waits until they are written. */
  readonly onPage: (texts: readonly string[]) => Promise<void>;
}

const everything = {
  sort: [{ path: 'id', isDescending: false }],
  filters: [],
  isCounted: true,
  rows: 1000,
} as const;

export async function exportRows(exported: Export): Promise<void> {
  const { database, access, resource, now, onCount, onPage } = exported;
  const { caller } = access;
  const { accountId } = caller;
  // As before any read: pending days are recorded first.
  if (resource.followsDays) await daysRecorded(database, now, accountId);
  await database.snapshot(accountId, async (session) => {
    const list = listIn(session, resource, access);
    for await (const { representations, ids, totalCount } of snapshotPages(list, everything)) {
      if (totalCount !== null) onCount(totalCount);
      const rows = separated(representations);
      const reading: ShownHolder = { shown: null };
      addRows(reading, resource, rows, ids);
      await recordOperatorRead(
        database.by(caller.author).session(accountId),
        `muster export ${resource.path}`,
        reading,
      );
      const texts = rows.map((text) => addressedFor(resource, withTail(text, bareTail), caller));
      if (texts.length > 0) await onPage(texts);
    }
  });
}

/** All of them, however long it takes, because the file is used later. */
async function daysRecorded(database: Database, now: () => Date, accountId: string): Promise<void> {
  const failures: unknown[] = [];
  const onError = (error: unknown) => failures.push(error);
  const days = dayRollover({
    ...{ database, background: database, nowOf: now, isMovable: () => true },
    ...{ onChange: () => undefined, onError },
  });
  await days.beforeReading(accountId, 'all');
  if (failures.length > 0) throw failures[0];
}

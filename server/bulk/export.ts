/**
 * Every row of a resource at one moment, in the order of ids, as a list of the API shows it. Read page by page inside
 * one snapshot, so neither this process nor the database holds more than a page.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { verbsOf } from '../behaviours.ts';
import { bareTail } from '../http/response/encode.ts';
import { dayRollover } from '../people/day-rollover.ts';
import type { Database } from '../platform/database/database.ts';
import { addressed, separated, withTail } from '../platform/store/address.ts';
import type { PageQuestion } from '../platform/store/list-page.ts';
import type { AccessContext } from '../platform/verbs/access.ts';

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

const pageRows = 1000;

export async function exportRows({ database, access, resource, now, onCount, onPage }: Export): Promise<void> {
  const { accountId, baseUrl } = access.caller;
  // As before any read: pending days are recorded first.
  if (resource.followsDays) await daysRecorded(database, now, accountId);
  await database.snapshot(accountId, async (session) => {
    const find = (question: PageQuestion) => verbsOf(resource).list(session, access, question);
    onCount((await find({ ...everything, limit: 0, start: 0, isCounted: true })).totalCount ?? 0);
    let start: PageQuestion['start'] = { isBackward: false, values: null };
    for (let hasNext = true; hasNext; ) {
      const page = await find({ ...everything, limit: pageRows, start });
      const texts = separated(page.representations).map((text) => addressed(withTail(text, bareTail), baseUrl));
      if (texts.length > 0) await onPage(texts);
      hasNext = page.hasNext;
      start = { isBackward: false, values: page.last };
    }
  });
}

/** All of them, however long it takes, because the file is used later. */
async function daysRecorded(database: Database, now: () => Date, accountId: string): Promise<void> {
  const failures: unknown[] = [];
  const onError = (error: unknown) => failures.push(error);
  const days = dayRollover({ database, background: database, nowOf: now, onChange: () => undefined, onError });
  await days.beforeReading(accountId, 'all');
  if (failures.length > 0) throw failures[0];
}

const everything = {
  sort: [{ path: 'id', isDescending: false }],
  filters: [],
  isCounted: false,
  isLinked: true,
} as const;

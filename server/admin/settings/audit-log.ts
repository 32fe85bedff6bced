/** The audit log on the command line. */
import { auditEntries } from '@muster/contract/administration/audit-entries.ts';
import type { Session } from '../../platform/database/database.ts';
import { separated } from '../../platform/store/address.ts';
import type { Page, Position } from '../../platform/store/list-page.ts';
import { findPage } from '../../platform/store/page.ts';
import type { JsonObject } from '../../platform/verbs/body.ts';
import { parsed } from '../../platform/verbs/standard.ts';

/** Newest first. `action` null: all. */
export async function auditLogOf(
  session: Session,
  { limit, action }: { readonly limit: number; readonly action: string | null },
): Promise<JsonObject[]> {
  const entries: JsonObject[] = [];
  let start: Position = { isBackward: false, values: null };
  // A page of large entries is shorter than requested.
  for (let hasNext = true; hasNext && entries.length < limit; ) {
    const page: Page = await findPage(session, auditEntries, {
      limit: limit - entries.length,
      sort: [{ path: 'id', isDescending: true }],
      filters: [],
      start,
      isCounted: false,
      isLinked: true,
      conditions: action === null ? [] : [(place) => `shown_row.action = ${place(action)}`],
    });
    const texts = separated(page.representations);
    entries.push(...texts.map((representation) => parsed({ id: '', revision: '', representation }, '')));
    hasNext = page.hasNext;
    start = { isBackward: false, values: page.last };
  }
  return entries;
}

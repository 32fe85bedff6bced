/** The audit log as the operator reads it at the command line. */
import { auditEntries } from '@muster/contract/administration/audit-entries.ts';
import type { Session } from '../database/database.ts';
import { separated } from '../store/address.ts';
import { findPage } from '../store/page.ts';
import type { JsonObject } from '../verbs/body.ts';
import { parsed } from '../verbs/standard.ts';

/** Newest first. `action` null: all. */
export async function deedsOf(
  session: Session,
  { limit, action }: { readonly limit: number; readonly action: string | null },
): Promise<JsonObject[]> {
  const page = await findPage(session, auditEntries, {
    limit,
    sort: [{ path: 'id', isDescending: true }],
    filters: [],
    start: 0,
    isCounted: false,
    isLinked: false,
    conditions: action === null ? [] : [(place) => `shown_row.action = ${place(action)}`],
  });
  return separated(page.representations).map((representation) => parsed({ id: '', revision: '', representation }, ''));
}

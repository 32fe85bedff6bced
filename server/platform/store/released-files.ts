/** Files that are referenced without a dedicated column: records the time when such a reference is removed. */
import { files } from '@muster/contract/resources/files.ts';
import type { Session } from '../database/database.ts';
import { isUuid } from './columns.ts';
import { setHiddenColumns } from './write.ts';

/** Runs in the transaction that removes the references. The clean-up later checks for other references. */
export async function releaseFiles(session: Session, ids: readonly string[]): Promise<void> {
  const named = ids.filter(isUuid);
  if (named.length === 0) return;
  await setHiddenColumns(session, files, [(place) => `id = any(${place(named)}::uuid[])`], {
    unreferencedSince: session.now,
  });
}

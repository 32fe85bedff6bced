/** Files that are named without a column of their own for each: the moment when such a reference is taken back is noted. */
import { files } from '@muster/contract/resources/files.ts';
import type { Session } from '../database/database.ts';
import { isUuid } from './columns.ts';
import { tend } from './write.ts';

/** In the transaction that takes the references back; whoever removes files looks whether something else names them. */
export async function releaseFiles(session: Session, ids: readonly string[]): Promise<void> {
  const named = ids.filter(isUuid);
  if (named.length === 0) return;
  await tend(session, files, [(place) => `id = any(${place(named)}::uuid[])`], { unreferencedSince: session.now });
}

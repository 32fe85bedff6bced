/**
 * A backup marks its place while it writes there. A mark that a later backup finds is of one that was interrupted or has
 * failed: what it left is removed first, because a full disk may be why.
 */
import { Readable } from 'node:stream';
import { type BackupStore, draftsFolder } from './backup-store.ts';
import type { Manifest } from './manifest.ts';
import { removeUnneeded } from './prune.ts';

const folder = 'unfinished';
const markOf = (id: string): string => `${folder}/${id}`;

export const markBegun = (store: BackupStore, id: string): Promise<void> =>
  store.write(markOf(id), Readable.from([Buffer.from(id)]));

export const markEnded = (store: BackupStore, id: string): Promise<void> => store.remove(markOf(id));

/** Returns how many backups were interrupted. Only one backup writes at a time, so no draft is in use. */
export async function removeInterrupted(store: BackupStore, complete: readonly Manifest[]): Promise<number> {
  const marks = await store.names(folder);
  if (marks.length === 0) return 0;
  for (const draft of await store.names(draftsFolder)) await store.remove(draft);
  await removeUnneeded(store, complete);
  for (const mark of marks) await store.remove(mark);
  return marks.filter((mark) => !complete.some(({ id }) => markOf(id) === mark)).length;
}

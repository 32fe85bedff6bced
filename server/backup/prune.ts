/** Removes old backups, and what no other backup needs. */
import type { BackupStore } from './backup-store.ts';
import { type Manifest, readManifests, removeManifest } from './manifest.ts';
import { removeSegments } from './wal.ts';

/** Manifests go first: an interrupted removal leaves objects that nobody needs, which the next one removes. */
export async function prune(store: BackupStore, keep: number): Promise<number> {
  const all = await readManifests(store);
  const [old, kept] = [all.slice(0, -keep), all.slice(-keep)];
  for (const manifest of old) await removeManifest(store, manifest);
  if (old.length > 0) await removeUnneeded(store, kept);
  return old.length;
}

/** Removes the objects that none of these backups needs. */
export async function removeUnneeded(store: BackupStore, kept: readonly Manifest[]): Promise<void> {
  const needed = new Set(
    kept.flatMap(({ packs, uploads }) => [...packs.map(({ name }) => name), ...uploads.map(({ object }) => object)]),
  );
  for (const folder of ['packs', 'files']) {
    for (const name of await store.names(folder)) if (!needed.has(name)) await store.remove(name);
  }
  await removeSegments(store, kept);
}

/**
 * Restores a backup. The database is made and recovered in a folder of its own inside the data folder, and moved to its
 * place at the very end: an interrupted restore leaves nothing that a service would start on.
 */
import { constants } from 'node:fs';
import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ErasureLedger, ledgerFileName, linesOf } from '../erasure/ledger.ts';
import { type FileStorage, installationKeys } from '../files/storage.ts';
import { findCluster } from '../platform/database/embedded/cluster.ts';
import { borrowEmbedded, type DatabaseServer } from '../platform/database/embedded.ts';
import type { Vault } from '../platform/database/vault.ts';
import type { BackupStore } from './backup-store.ts';
import { makeDraft } from './drafts.ts';
import { checkManifest, type Manifest } from './manifest.ts';
import { readPacks } from './packs.ts';
import type { RestorePlan } from './plan.ts';
import { readUpload } from './uploads.ts';
import { readSegment } from './wal.ts';

export interface RestoreTarget {
  readonly dataDir: string;
  readonly storage: FileStorage;
  readonly ledger: ErasureLedger;
}

export interface BackupReader {
  readonly store: BackupStore;
  readonly vault: Vault;
}

/** `newest` has the last known erasures. `finish` runs on the recovered database before it gets its place. */
export async function restore(
  reader: BackupReader,
  { plan, newest }: { readonly plan: RestorePlan; readonly newest: Manifest },
  { dataDir, storage, ledger }: RestoreTarget,
  finish: (server: DatabaseServer) => Promise<void>,
): Promise<void> {
  const present = findCluster(dataDir);
  if (present !== undefined) {
    throw new Error(
      `The data folder ${dataDir} has a database already: move its folder "${present}" away, or set MUSTER_DATA_DIR to an empty folder.`,
    );
  }
  for (const manifest of new Set([plan.base, newest])) await checkManifest(reader.store, reader.vault, manifest);
  const draft = await makeDraft(dataDir, 'restoring-');
  try {
    const server = await recover(reader, plan, draft.folder);
    await finish(server).finally(() => server.stop());
    await restoreUploads(reader, plan.base, newest, storage);
    await restoreOthers(reader, newest, storage, ledger);
    const passwords = 'postgres-passwords.json';
    await rename(join(draft.folder, passwords), join(dataDir, passwords));
    await rename(join(draft.folder, 'postgres'), join(dataDir, 'postgres'));
  } finally {
    await draft.remove();
  }
}

/** As long as it takes: an installation that is restored has no other work. */
const recoveryMs = 24 * 3_600_000;

/** Writes the database into an empty folder and applies the log up to the target of the plan. Returns it running. */
export async function recover(reader: BackupReader, plan: RestorePlan, draft: string): Promise<DatabaseServer> {
  const { base, segments, target } = plan;
  for (const folder of ['postgres', ...base.folders])
    await mkdir(join(draft, folder), { recursive: true, mode: 0o700 });
  const files = base.files.filter(({ path }) => path.startsWith('postgres'));
  // The others are made by their first piece.
  for (const { path, pieces } of files)
    if (pieces.length === 0) await writeFile(join(draft, path), '', { mode: 0o600 });
  await readPacks(reader.store, reader.vault, { ...base, files }, async (path, position, piece) => {
    const file = await open(join(draft, path), constants.O_WRONLY | constants.O_CREAT, 0o600);
    await file.write(piece, 0, piece.length, position).finally(() => file.close());
  });
  for (const segment of segments) {
    const bytes = await readSegment(reader.store, reader.vault, base.chain, segment);
    await writeFile(join(draft, 'postgres/pg_wal', segment.name), bytes, { mode: 0o600 });
  }
  await writeFile(join(draft, 'postgres/recovery.signal'), '', { mode: 0o600 });
  const settings = {
    // Every segment is in the folder of the log already; PostgreSQL looks there next.
    restore_command: 'false',
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    hot_standby: 'off',
    ...(target && 'time' in target && { recovery_target_time: target.time.toISOString().replace('Z', '+00') }),
    ...(target && 'point' in target && { recovery_target_name: target.point }),
  };
  return borrowEmbedded({ dataDir: draft, log: () => undefined, settings, startMs: recoveryMs });
}

/** Files of later backups too: the database may name files that were uploaded after its own backup. */
async function restoreUploads(
  { store, vault }: BackupReader,
  base: Manifest,
  newest: Manifest,
  storage: FileStorage,
): Promise<void> {
  const there = new Set<string>();
  for await (const key of storage.keys()) there.add(key);
  for (const upload of [...base.uploads, ...newest.uploads]) {
    if (there.has(upload.key)) continue;
    await readUpload(store, vault, upload, storage);
    there.add(upload.key);
  }
}

/** The erasures, and the mark by which a restore is noticed. What the storage has already is not older. */
async function restoreOthers(
  { store, vault }: BackupReader,
  newest: Manifest,
  storage: FileStorage,
  ledger: ErasureLedger,
): Promise<void> {
  const files = newest.files.filter(({ path }) => !path.startsWith('postgres'));
  const content = new Map<string, Buffer>(files.map(({ path, bytes }) => [path, Buffer.alloc(bytes)]));
  await readPacks(store, vault, { ...newest, files }, async (path, position, piece) => {
    content.get(path)?.set(piece, position);
  });
  const known = new Set((await ledger.read()).map((line) => JSON.stringify(line)));
  for (const path of [ledgerFileName, `storage/${installationKeys.erasures}`]) {
    for (const line of linesOf(content.get(path)?.toString() ?? '')) {
      if (known.has(JSON.stringify(line))) continue;
      known.add(JSON.stringify(line));
      await ledger.append(line);
    }
  }
  const mark = installationKeys.restoreMark;
  const marked = content.get(`storage/${mark}`);
  const keys = new Set<string>();
  for await (const key of storage.keys()) if (key === mark) keys.add(key);
  if (marked && keys.size === 0) await storage.write(mark, bytesOf(marked));
}

async function* bytesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

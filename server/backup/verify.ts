/** Proves that a backup can be restored: restores it into a scratch folder and compares what is there with the manifest. */
import { connected } from '../platform/database/connection.ts';
import type { DatabaseServer } from '../platform/database/embedded.ts';
import { makeDraft } from './drafts.ts';
import { checkManifest, type Manifest } from './manifest.ts';
import { DamagedBackup } from './objects.ts';
import { planForPoint } from './plan.ts';
import { type BackupReader, recover } from './restore.ts';
import { differences, tally } from './tally.ts';
import { readUpload } from './uploads.ts';
import { readSegment } from './wal.ts';

export interface Verified {
  /** null: the backup has no counts to compare with. */
  readonly tables: number | null;
  readonly rows: number | null;
  readonly files: number;
}

/** `tryService` starts the service on the restored database and throws if it does not work. */
export async function verifyBackup(
  reader: BackupReader,
  manifests: readonly Manifest[],
  manifest: Manifest,
  dataDir: string,
  tryService: (server: DatabaseServer, folder: string) => Promise<void>,
): Promise<Verified> {
  await checkManifest(reader.store, reader.vault, manifest);
  for (const upload of manifest.uploads) await readUpload(reader.store, reader.vault, upload, null);
  const plan = planForPoint(manifests, manifest);
  // Those that only an earlier backup needs are not read by the restore.
  for (const segment of manifest.segments) {
    if (!plan.segments.includes(segment)) await readSegment(reader.store, reader.vault, manifest.chain, segment);
  }
  const { folder, remove } = await makeDraft(dataDir, 'verifying-');
  try {
    const server = await recover(reader, plan, folder);
    try {
      const rows = await compare(server, manifest);
      await tryService(server, folder);
      return { ...rows, files: manifest.uploads.length };
    } finally {
      await server.stop();
    }
  } finally {
    await remove();
  }
}

async function compare(server: DatabaseServer, { tables, id }: Manifest): Promise<Omit<Verified, 'files'>> {
  if (!tables) return { tables: null, rows: null };
  const url = new URL(server.superuserUrl);
  url.pathname = new URL(server.url).pathname;
  const client = await connected({ url: url.href, name: 'muster backup verify', statementMs: 0 });
  const found = await tally(client).finally(() => client.end());
  const different = differences(tables, found);
  if (different.length > 0) {
    throw new DamagedBackup(`the restored tables are not those of backup ${id}: ${different.join(', ')}.`);
  }
  const counts = Object.values(tables);
  return { tables: counts.length, rows: counts.reduce((sum, { rows }) => sum + rows, 0) };
}

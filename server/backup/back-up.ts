/**
 * A backup of the embedded PostgreSQL while it runs, and of everything else in the data folder. The order matters: the
 * database, then its log, then the files, so that every file that the database names is there.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ledgerFileName } from '../erasure/ledger.ts';
import type { FileStorage } from '../files/storage.ts';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';
import { type Connection, connected } from '../platform/database/connection.ts';
import type { Vault } from '../platform/database/vault.ts';
import type { BackupStore } from './backup-store.ts';
import { clusterFiles, openPieces } from './cluster-files.ts';
import { markBegun, markEnded, removeInterrupted } from './interrupted.ts';
import { writeLastBackup } from './last-backup.ts';
import { type BackedUpFile, type Manifest, readManifests, writeManifest } from './manifest.ts';
import { type PackWriter, packWriter, pieceBytes } from './packs.ts';
import { prune } from './prune.ts';
import { tallyAt } from './tally.ts';
import { copyUploads, ownKeys } from './uploads.ts';
import { copySegments, openChain, segmentAt, segmentBefore, segmentsBetween } from './wal.ts';

export interface BackupSource {
  readonly dataDir: string;
  /** Only the superuser may back up. */
  readonly superuserUrl: string;
  /** Of the database of the service. */
  readonly databaseUrl: string;
  readonly storage: FileStorage;
  readonly vault: Vault;
  readonly keyCheck: string;
}

export interface BackupResult {
  readonly manifest: Manifest;
  /** What this backup has added to the store, before compression. */
  readonly newBytes: number;
  readonly removed: number;
  /** How many earlier backups in this place did not come to their end. */
  readonly interrupted: number;
}

/** `keep`: how many backups stay; null: all. */
export async function backUp(source: BackupSource, store: BackupStore, keep: number | null): Promise<BackupResult> {
  const url = new URL(source.superuserUrl);
  url.pathname = new URL(source.databaseUrl).pathname;
  const client = await connected({ url: url.href, name: 'muster backup', statementMs: 0 });
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      advisoryLocks.backup,
    ]);
    if (!rows[0]?.taken) throw new Error('Another backup of this database is under way.');
    const { manifest, newBytes, interrupted } = await backUpOnce(source, store, client, url.href);
    const removed = keep === null ? 0 : await prune(store, keep);
    await writeLastBackup(source.dataDir, { at: manifest.until, to: store.name });
    return { manifest, newBytes, removed, interrupted };
  } finally {
    await client.end();
  }
}

async function backUpOnce(
  source: BackupSource,
  store: BackupStore,
  client: Connection,
  url: string,
): Promise<Omit<BackupResult, 'removed'>> {
  const { vault, keyCheck } = source;
  const cluster = join(source.dataDir, 'postgres');
  const facts = await factsOf(client);
  const former = await readManifests(store);
  const foreign = former.find(({ installation }) => installation !== facts.installation);
  if (foreign)
    throw new Error(`${store.name} holds backups of another installation: give this one a place of its own.`);
  const interrupted = await removeInterrupted(store, former);
  const newest = former.at(-1) ?? null;
  const usable = newest?.keyCheck === keyCheck ? newest : null;
  const chain = await openChain(client, store.name, usable);
  const startedAt = new Date();
  const id = `${startedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomBytes(3).toString('hex')}`;
  await markBegun(store, id);
  const packs = packWriter(store, vault, id, usable);
  const base = await baseBackup(client, cluster, packs, id);
  const point = `muster ${id}`;
  const counting = await tallyAt(client, url, point);
  try {
    const end = await endOfLog(client);
    const firstSegment = segmentAt(facts.timeline, base.startLsn);
    const lastSegment = segmentBefore(facts.timeline, end.lsn);
    const missing = segmentsBetween(chain.last ?? firstSegment, lastSegment).slice(chain.last === null ? 0 : 1);
    const segments = await copySegments(store, vault, { chain: chain.name, cluster, names: missing });
    const tables = (await counting?.count()) ?? null;
    const { uploads, bytes: uploadBytes } = await copyUploads(source, store, usable);
    const files = [...base.files, ...(await otherFiles(source, packs))];
    const manifest: Manifest = {
      format: 1,
      id,
      installation: facts.installation,
      keyCheck,
      schema: facts.schema,
      postgres: facts.postgres,
      chain: chain.name,
      startLsn: base.startLsn,
      stopLsn: base.stopLsn,
      startedAt: startedAt.toISOString(),
      consistentAt: base.consistentAt.toISOString(),
      until: end.at.toISOString(),
      point,
      firstSegment,
      lastSegment,
      segments,
      folders: base.folders,
      files,
      packs: await packs.finish(),
      uploads,
      tables,
    };
    await writeManifest(store, vault, manifest);
    await markEnded(store, id);
    await client.query('select pg_replication_slot_advance($1, $2)', [chain.name, end.lsn]);
    return { manifest, newBytes: packs.newBytes() + uploadBytes, interrupted };
  } finally {
    await counting?.drop().catch(() => undefined);
  }
}

interface Facts {
  readonly installation: string;
  readonly schema: string;
  readonly postgres: string;
  readonly timeline: number;
}

async function factsOf(client: Connection): Promise<Facts> {
  const { rows } = await client.query<Facts>(`
select (select id::text from public.installation) as installation, (select max(name) from public.migrations) as schema,
  current_setting('server_version') as postgres, (select timeline_id from pg_control_checkpoint()) as timeline`);
  if (!rows[0]?.installation) throw new Error('The database has no data yet: start the service once.');
  return rows[0];
}

interface Base {
  readonly startLsn: string;
  readonly stopLsn: string;
  readonly consistentAt: Date;
  readonly folders: string[];
  readonly files: BackedUpFile[];
}

const labelPath = 'postgres/backup_label';

/** Files change while they are copied. The log from the start to the stop makes them whole again. */
async function baseBackup(client: Connection, cluster: string, packs: PackWriter, id: string): Promise<Base> {
  const { rows: start } = await client.query<{ lsn: string }>('select pg_backup_start($1, true)::text as lsn', [id]);
  const { folders, files: paths } = await clusterFiles(cluster);
  const files: BackedUpFile[] = [];
  const memory = Buffer.alloc(pieceBytes);
  for (const path of paths) {
    const pieces = await openPieces(join(cluster, path), memory);
    if (pieces) files.push(await packs.add(`postgres/${path}`, pieces));
  }
  const { rows: stop } = await client.query<{ lsn: string; labelfile: string; at: Date }>(
    'select lsn::text, labelfile, clock_timestamp() as at from pg_backup_stop(false)',
  );
  const { lsn: stopLsn = '', labelfile = '', at } = stop[0] ?? {};
  if (at === undefined) throw new Error('PostgreSQL did not say where the backup ends.');
  files.push(await packs.add(labelPath, Readable.from([Buffer.from(labelfile)])));
  return {
    startLsn: start[0]?.lsn ?? '',
    stopLsn,
    // Rounded up: the milliseconds of a Date are cut off.
    consistentAt: new Date(at.getTime() + 1),
    folders: folders.map((folder) => `postgres/${folder}`),
    files,
  };
}

/**
 * A restore to a moment stops at the first later transaction, so there must be one: an empty one is enough. Then the
 * current segment ends, so that it can be copied.
 */
async function endOfLog(client: Connection): Promise<{ lsn: string; at: Date }> {
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at from pg_current_xact_id()');
  const { rows: switched } = await client.query<{ lsn: string }>('select pg_switch_wal()::text as lsn');
  return { lsn: switched[0]?.lsn ?? '', at: rows[0]?.at ?? new Date() };
}

/** Small files of the data folder and of the storage that change. Each is absent in some installations. */
async function otherFiles({ dataDir, storage }: BackupSource, packs: PackWriter): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  for (const name of ['postgres-passwords.json', ledgerFileName]) {
    const bytes = await readFile(join(dataDir, name)).catch(absent);
    if (bytes) files.push(await packs.add(name, Readable.from(bytes.length > 0 ? inPieces(bytes) : [])));
  }
  for (const key of await ownKeys(storage)) {
    const bytes = await buffer(await storage.read(key));
    files.push(await packs.add(`storage/${key}`, Readable.from(inPieces(bytes))));
  }
  return files;
}

const inPieces = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

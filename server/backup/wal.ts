/**
 * The write-ahead log of a chain of backups. A replication slot keeps its segments in the data folder until a backup has
 * copied them. A slot is not part of a backup, so a restored database begins a chain of its own.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from '../platform/database/connection.ts';
import type { Vault } from '../platform/database/vault.ts';
import type { BackupStore } from './backup-store.ts';
import type { Manifest, WalSegment } from './manifest.ts';
import { DamagedBackup, digestOf, readObject, writeObject } from './objects.ts';

/** What initdb uses. */
const segmentBytes = 1n << 24n;
const segmentsPerFile = (1n << 32n) / segmentBytes;

const hex = (value: bigint): string => value.toString(16).toUpperCase().padStart(8, '0');

export function lsnOf(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** The name of the segment that holds the byte before this position, or at it. */
export const segmentBefore = (timeline: number, lsn: string): string =>
  nameOf(timeline, (lsnOf(lsn) - 1n) / segmentBytes);
export const segmentAt = (timeline: number, lsn: string): string => nameOf(timeline, lsnOf(lsn) / segmentBytes);

const nameOf = (timeline: number, number: bigint): string =>
  hex(BigInt(timeline)) + hex(number / segmentsPerFile) + hex(number % segmentsPerFile);

const partsOf = (name: string): { timeline: number; number: bigint } => ({
  timeline: Number.parseInt(name.slice(0, 8), 16),
  number: BigInt(`0x${name.slice(8, 16)}`) * segmentsPerFile + BigInt(`0x${name.slice(16)}`),
});

/** From the first to the last, both included; they are on one timeline. */
export function segmentsBetween(first: string, last: string): string[] {
  const { timeline, number } = partsOf(first);
  const count = Number(partsOf(last).number - number) + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => nameOf(timeline, number + BigInt(index)));
}

const slotPrefix = 'muster_backup_';
/** For so many places; a place that is not used any more gives up its slot to others. */
const slotsMax = 4;

export interface Chain {
  readonly name: string;
  /** The last segment that the chain has already; null: it begins. */
  readonly last: string | null;
}

/** Continues the chain of the newest backup in the store, or begins another one. */
export async function openChain(client: Connection, place: string, newest: Manifest | null): Promise<Chain> {
  const tag = createHash('sha256').update(place).digest('hex').slice(0, 8);
  const { rows: slots } = await client.query<{ name: string; isLost: boolean }>(
    `select slot_name as name, coalesce(wal_status = 'lost', true) as "isLost" from pg_replication_slots
where starts_with(slot_name, $1) order by restart_lsn nulls first`,
    [slotPrefix],
  );
  const current = slots.find(({ name }) => name === newest?.chain);
  if (newest && current && !current.isLost) return { name: current.name, last: newest.lastSegment };
  const stale = slots.filter(({ name, isLost }) => isLost || name.startsWith(`${slotPrefix}${tag}_`));
  const surplus = slots.filter((slot) => !stale.includes(slot)).slice(0, -(slotsMax - 1));
  const dropped = [...stale, ...(slots.length - stale.length >= slotsMax ? surplus : [])];
  for (const { name } of dropped) await client.query('select pg_drop_replication_slot($1)', [name]);
  const name = `${slotPrefix}${tag}_${randomBytes(6).toString('hex')}`;
  await client.query('select pg_create_physical_replication_slot($1, true)', [name]);
  return { name, last: null };
}

const objectOf = (chain: string, segment: string): string => `wal/${chain}/${segment}`;

/** Copies complete segments. */
export async function copySegments(
  store: BackupStore,
  vault: Vault,
  { chain, cluster, names }: { chain: string; cluster: string; names: readonly string[] },
): Promise<WalSegment[]> {
  const copied: WalSegment[] = [];
  for (const name of names) {
    const bytes = await readFile(join(cluster, 'pg_wal', name));
    await writeObject(store, vault, objectOf(chain, name), bytes);
    copied.push({ name, digest: digestOf(vault, bytes) });
  }
  return copied;
}

export async function readSegment(
  store: BackupStore,
  vault: Vault,
  chain: string,
  { name, digest }: WalSegment,
): Promise<Buffer> {
  const bytes = await readObject(store, vault, objectOf(chain, name));
  if (digestOf(vault, bytes) !== digest)
    throw new DamagedBackup(`the segment ${name} is not the one that was written.`);
  return bytes;
}

/** Removes the segments before the first that a kept backup needs, and chains that none needs. */
export async function removeSegments(store: BackupStore, kept: readonly Manifest[]): Promise<void> {
  const firstOf = new Map<string, string>();
  for (const { chain, firstSegment } of kept) {
    const known = firstOf.get(chain);
    if (known === undefined || firstSegment < known) firstOf.set(chain, firstSegment);
  }
  for (const object of await store.names('wal')) {
    const [, chain = '', segment = ''] = object.split('/');
    const first = firstOf.get(chain);
    if (first === undefined || segment < first) await store.remove(object);
  }
}

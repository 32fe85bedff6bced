/**
 * Pieces of files, stored once however many backups contain them. A file is cut at fixed positions, because PostgreSQL
 * changes pages in place. Pieces are gathered into packs: a database has thousands of small files, and a bucket takes as
 * long for a small object as for a large one.
 */
import type { Vault } from '../platform/database/vault.ts';
import type { BackupStore } from './backup-store.ts';
import type { BackedUpFile, Manifest, Pack } from './manifest.ts';
import { DamagedBackup, digestOf, readObject, writeObject } from './objects.ts';

export const pieceBytes = 1 << 18;
const packBytes = 32 << 20;

export interface PackWriter {
  /** Cuts the file into pieces and stores those that no pack holds yet. */
  add(path: string, content: AsyncIterable<Buffer>): Promise<BackedUpFile>;
  /** Every pack that the added files need. */
  finish(): Promise<Pack[]>;
  /** The bytes that were not in any pack. */
  newBytes(): number;
}

/** `former`: a backup whose packs can be used again. */
export function packWriter(store: BackupStore, vault: Vault, id: string, former: Manifest | null): PackWriter {
  const packOf = new Map<string, Pack>();
  for (const pack of former?.packs ?? []) for (const { digest } of pack.pieces) packOf.set(digest, pack);
  const used = new Set<Pack>();
  const made: Pack[] = [];
  const waiting = new Map<string, Buffer>();
  let waitingBytes = 0;
  let written = 0;

  async function flush(): Promise<void> {
    if (waiting.size === 0) return;
    const pieces = [...waiting].map(([digest, { length }]) => ({ digest, bytes: length }));
    const pack = { name: `packs/${id}-${made.length + 1}`, pieces };
    await writeObject(store, vault, pack.name, Buffer.concat([...waiting.values()]));
    made.push(pack);
    for (const { digest } of pieces) packOf.set(digest, pack);
    waiting.clear();
    waitingBytes = 0;
  }

  return {
    async add(path, content) {
      const pieces: string[] = [];
      let bytes = 0;
      for await (const piece of content) {
        const digest = digestOf(vault, piece);
        pieces.push(digest);
        bytes += piece.length;
        const pack = packOf.get(digest);
        if (pack) used.add(pack);
        if (pack || waiting.has(digest)) continue;
        // A copy, because the reader uses its memory again.
        waiting.set(digest, Buffer.from(piece));
        waitingBytes += piece.length;
        written += piece.length;
        if (waitingBytes >= packBytes) await flush();
      }
      return { path, bytes, pieces };
    },
    async finish() {
      await flush();
      return [...[...used].filter((pack) => !made.includes(pack)), ...made];
    },
    newBytes: () => written,
  };
}

/** Reads every pack that the files need once, and passes each piece to the places that need it. */
export async function readPacks(
  store: BackupStore,
  vault: Vault,
  { packs, files }: Pick<Manifest, 'packs' | 'files'>,
  onPiece: (path: string, position: number, piece: Buffer) => Promise<void>,
): Promise<void> {
  const places = new Map<string, { path: string; position: number }[]>();
  for (const { path, pieces } of files) {
    for (const [index, digest] of pieces.entries()) {
      const place = { path, position: index * pieceBytes };
      const known = places.get(digest);
      if (known) known.push(place);
      else places.set(digest, [place]);
    }
  }
  for (const pack of packs) {
    if (!pack.pieces.some(({ digest }) => places.has(digest))) continue;
    const content = await readObject(store, vault, pack.name);
    let start = 0;
    for (const { digest, bytes } of pack.pieces) {
      const piece = content.subarray(start, start + bytes);
      start += bytes;
      const wanted = places.get(digest);
      if (!wanted) continue;
      if (digestOf(vault, piece) !== digest) throw new DamagedBackup(`${pack.name} does not hold what it should.`);
      for (const { path, position } of wanted) await onPiece(path, position, piece);
      places.delete(digest);
    }
  }
  const [missing] = [...places.values()].flat();
  if (missing) throw new DamagedBackup(`no pack holds a part of ${missing.path}.`);
}

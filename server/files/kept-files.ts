/**
 * The bytes of files, from upload to download: admitted a few at a time, checked, encrypted and stored. Derived files
 * are stored next to the original and removed with it.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Vault } from '../platform/database/vault.ts';
import { fairQueue } from './fair-queue.ts';
import { type KeptPreview, keptPreview, previewKeys } from './kept-previews.ts';
import { type ReceivedFile, receiveUpload } from './multipart.ts';
import { openedBytes, sealedBytes } from './sealed-bytes.ts';
import { BytesMissing, type FileStorage, keyParts, storageKey } from './storage.ts';
import { type OpenTable, type ReceivedTable, receiveTable } from './table-upload.ts';

/** The account and the id of a file. */
export interface FilePlace {
  readonly accountId: string;
  readonly fileId: string;
}

export interface KeptFiles {
  /** Stores the one file of a form and resolves when it is durable; any failure leaves nothing behind. */
  receive(request: IncomingMessage, sender: string, place: FilePlace): Promise<ReceivedFile>;
  /** The same for a file of rows: `open` is asked as soon as its name and type are known, and checks its beginning. */
  receiveTable(request: IncomingMessage, sender: string, place: FilePlace, open: OpenTable): Promise<ReceivedTable>;
  /** Stores bytes that the service itself makes; all or nothing. */
  store(place: FilePlace, source: AsyncIterable<Buffer>): Promise<void>;
  read(place: FilePlace): Promise<Readable>;
  /** The image reduced to fit into a square; null if that is not possible. */
  preview(place: FilePlace, file: { contentType: string; size: number }, side: number): Promise<KeptPreview | null>;
  /** Permanently, with everything derived from it: for an upload that failed. */
  remove(place: FilePlace): Promise<void>;
  /** The same for several, and for what is in quarantine: of a person who is erased. */
  erase(accountId: string, fileIds: readonly string[]): Promise<void>;
  /** The same for these and for everything in quarantine of an account that is removed. */
  eraseAccount(accountId: string, fileIds: readonly string[]): Promise<void>;
  /** Into quarantine, from where it returns when it is read; derived files are then created again. */
  retire(place: FilePlace, now: Date): Promise<void>;
  /** Restores every quarantined file that `isKnown` reports, and removes the others after their time. */
  tidyQuarantine(
    before: Date,
    known: (accountId: string, fileIds: string[]) => Promise<ReadonlySet<string>>,
  ): Promise<void>;
  /** Files written before then, in groups of one account. */
  olderThan(moment: Date): AsyncIterable<{ accountId: string; fileIds: string[] }>;
}

export interface KeptFilesOptions {
  readonly storage: FileStorage;
  readonly vault: Vault;
  readonly bodyBytesMax: number;
}

/** More would wait longer than a client does. */
const waitingMax = 5000;
const waitMs = 120_000;
const silenceMs = 30_000;
/** Checked together for existence. */
const batchKeys = 500;

export function keptFiles({ storage, vault, bodyBytesMax }: KeptFilesOptions): KeptFiles {
  const entrance = fairQueue({ atOnceMax: storage.writesAtOnceMax, waitingMax, waitMs });

  /** If a row refers to the file again, for example after a restore of the database, it finds its bytes. */
  async function found(key: string): Promise<Readable> {
    try {
      return await storage.read(key);
    } catch (error) {
      if (error instanceof BytesMissing && (await storage.restore(key))) return storage.read(key);
      throw error;
    }
  }

  async function read({ accountId, fileId }: FilePlace): Promise<Readable> {
    const key = storageKey(accountId, fileId);
    const sealed = await found(key);
    const bytes = openedBytes(sealed, vault, key);
    try {
      // Detects bytes that cannot be decrypted while an error can still be sent.
      const first = await bytes.next();
      return Readable.from(beginningWith(first, bytes), { objectMode: false }).on('close', () => sealed.destroy());
    } catch (error) {
      sealed.destroy();
      throw error;
    }
  }

  async function discard(isMeant: (key: string) => boolean): Promise<void> {
    for await (const quarantined of storage.quarantined()) {
      if (isMeant(quarantined.key)) await storage.discard(quarantined);
    }
  }

  async function remove({ accountId, fileId }: FilePlace): Promise<void> {
    for (const key of [storageKey(accountId, fileId), ...previewKeys(accountId, fileId)]) await storage.remove(key);
  }

  return {
    receive(request, sender, { accountId, fileId }) {
      const key = storageKey(accountId, fileId);
      return entrance.pass(sender, () =>
        receiveUpload(request, { bodyBytesMax, silenceMs }, (bytes) =>
          storage.write(key, sealedBytes(bytes, vault, key)),
        ),
      );
    },
    receiveTable(request, sender, { accountId, fileId }, open) {
      const key = storageKey(accountId, fileId);
      return entrance.pass(sender, () =>
        receiveTable(request, { bodyBytesMax, silenceMs }, open, (bytes) =>
          storage.write(key, sealedBytes(bytes, vault, key)),
        ),
      );
    },
    store({ accountId, fileId }, source) {
      const key = storageKey(accountId, fileId);
      return storage.write(key, sealedBytes(source, vault, key));
    },
    read,
    preview: (place, { contentType, size }, side) =>
      keptPreview(storage, vault, place, { contentType, size, read: () => read(place), owner: place.accountId }, side),
    remove,
    async erase(accountId, fileIds) {
      if (fileIds.length === 0) return;
      for (const fileId of fileIds) await remove({ accountId, fileId });
      const keys = new Set(fileIds.map((fileId) => storageKey(accountId, fileId)));
      await discard((key) => keys.has(key));
    },
    async eraseAccount(accountId, fileIds) {
      for (const fileId of fileIds) await remove({ accountId, fileId });
      await discard((key) => keyParts(key)?.accountId === accountId);
    },
    async retire({ accountId, fileId }, now) {
      for (const key of previewKeys(accountId, fileId)) await storage.remove(key);
      await storage.quarantine(storageKey(accountId, fileId), now);
    },
    async tidyQuarantine(before, known) {
      for await (const { accountId, fileIds, entries } of quarantinedByAccount(storage)) {
        const named = await known(accountId, fileIds);
        for (const [fileId, since] of entries) {
          const key = storageKey(accountId, fileId);
          if (named.has(fileId)) await storage.restore(key);
          else if (since <= before) await storage.discard({ key, since });
        }
      }
    },
    olderThan: (moment) => byAccount(storage.list(moment)),
  };
}

async function* beginningWith(
  first: IteratorResult<Buffer, void>,
  rest: AsyncGenerator<Buffer, void, undefined>,
): AsyncGenerator<Buffer, void, undefined> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

const accountForm = /^\d{1,18}$/;
const fileForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface InQuarantine {
  readonly accountId: string;
  readonly fileIds: string[];
  readonly entries: [fileId: string, since: Date][];
}

/** In groups of one account, as they come. */
async function* quarantinedByAccount(storage: FileStorage): AsyncGenerator<InQuarantine> {
  let accountId = '';
  let entries: [string, Date][] = [];
  const batch = () => ({ accountId, fileIds: entries.map(([fileId]) => fileId), entries });
  for await (const { key, since } of storage.quarantined()) {
    const parts = keyParts(key);
    if (!parts || !accountForm.test(parts.accountId) || !fileForm.test(parts.fileId)) continue;
    if (entries.length > 0 && (parts.accountId !== accountId || entries.length === batchKeys)) {
      yield batch();
      entries = [];
    }
    accountId = parts.accountId;
    entries.push([parts.fileId, since]);
  }
  if (entries.length > 0) yield batch();
}

/** Keys of one account mostly come one after the other. Foreign keys are ignored. */
async function* byAccount(keys: AsyncIterable<string>): AsyncGenerator<{ accountId: string; fileIds: string[] }> {
  let accountId = '';
  let found = new Set<string>();
  for await (const key of keys) {
    const parts = keyParts(key);
    if (!parts || !accountForm.test(parts.accountId) || !fileForm.test(parts.fileId)) continue;
    if (found.size > 0 && (parts.accountId !== accountId || found.size === batchKeys)) {
      yield { accountId, fileIds: [...found] };
      found = new Set();
    }
    accountId = parts.accountId;
    found.add(parts.fileId);
  }
  if (found.size > 0) yield { accountId, fileIds: [...found] };
}

/** Where the bytes of files are kept, by key. What is kept is sealed; a storage neither knows nor looks into it. */
import type { Readable } from 'node:stream';

export interface FileStorage {
  /** All of it, safe from a crash, or nothing: a source that fails leaves nothing under the key. */
  write(key: string, source: AsyncIterable<Buffer>): Promise<void>;
  /** Throws `BytesMissing` when nothing is kept under the key. Whoever asked reads it to its end or destroys it. */
  read(key: string): Promise<Readable>;
  /** What is not there is as good as removed. */
  remove(key: string): Promise<void>;
  /** The keys of what was last written before then. Also clears what writes that died left behind until then. */
  list(before: Date): AsyncIterable<string>;
  /** How many may be written at once without holding more than some 100 MB of memory together. */
  readonly writesAtOnceMax: number;
}

export class BytesMissing extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`Nothing is kept under ${key}.`, options);
    this.name = 'BytesMissing';
  }
}

/** `variant` tells what is derived from a file, such as a preview, from the file itself. */
export const storageKey = (accountId: string, fileId: string, variant?: string): string =>
  variant === undefined ? `${accountId}/${fileId}` : `${accountId}/${fileId}.${variant}`;

export interface KeyParts {
  readonly accountId: string;
  readonly fileId: string;
  readonly variant: string | undefined;
}

const keyForm = /^([a-z0-9-]{1,64})\/([a-z0-9-]{2,64})(?:\.([a-z0-9-]{1,64}))?$/;

/** null: not a key of ours. No key can lead out of the storage: it has no dots but the one before the variant. */
export function keyParts(key: string): KeyParts | null {
  const [, accountId, fileId, variant] = keyForm.exec(key) ?? [];
  return accountId === undefined || fileId === undefined ? null : { accountId, fileId, variant };
}

export function partsOfKey(key: string): KeyParts {
  const parts = keyParts(key);
  if (parts === null) throw new Error(`${JSON.stringify(key)} is no key of a file.`);
  return parts;
}

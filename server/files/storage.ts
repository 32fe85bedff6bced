/** Where the bytes of files are kept, by key. What is kept is sealed; a storage neither knows nor looks into it. */
import type { Readable } from 'node:stream';

export interface FileStorage {
  /** All of it, safe from a crash, or nothing: a source that fails leaves nothing under the key. */
  write(key: string, source: AsyncIterable<Buffer>): Promise<void>;
  /** Throws `BytesMissing` when nothing is kept under the key. Anyone who asked reads it to its end or destroys it. */
  read(key: string): Promise<Readable>;
  /** For good. What is not there is as good as removed. */
  remove(key: string): Promise<void>;
  /** Takes it away so that it can be brought back; what is not there is left alone. */
  quarantine(key: string, now: Date): Promise<void>;
  /** Brings the newest of this key back. False: none is in quarantine. */
  restore(key: string): Promise<boolean>;
  /** Everything in quarantine. */
  quarantined(): AsyncIterable<Quarantined>;
  /** Removes one for good. */
  discard(quarantined: Quarantined): Promise<void>;
  /** The id of the installation whose files these are; null: nobody has said. */
  marker(): Promise<string | null>;
  /** Says it, unless somebody has: then nothing changes. Returns what stands there now. */
  mark(installationId: string): Promise<string>;
  /** Says it, whatever was said before. */
  remark(installationId: string): Promise<void>;
  /** How people call this storage. */
  readonly name: string;
  /** Every key. Looks and changes nothing. */
  keys(): AsyncIterable<string>;
  /** The keys of what was last written before then. Also clears what writes that died left behind until then. */
  list(before: Date): AsyncIterable<string>;
  /** How many may be written at once without holding more than some 100 MB of memory together. */
  readonly writesAtOnceMax: number;
}

/** A key that was taken away, and when. */
export interface Quarantined {
  readonly key: string;
  readonly since: Date;
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

/**
 * Names in quarantine: the key with underscores for hyphens, so that nobody takes one for a file, and the moment in
 * milliseconds, so that a storage needs no clock of its own.
 */
export function quarantineName({ key, since }: Quarantined): string {
  partsOfKey(key);
  return `${key.replaceAll('-', '_')}.${since.getTime()}`;
}

const quarantineForm = /^([a-z0-9_]{1,64}\/[a-z0-9_]{2,64})\.(\d{1,15})$/;

/** null: not of our making. */
export function quarantinedAs(name: string): Quarantined | null {
  const [, key, ms] = quarantineForm.exec(name) ?? [];
  return key === undefined ? null : { key: key.replaceAll('_', '-'), since: new Date(Number(ms)) };
}

export const newestFirst = (one: Quarantined, other: Quarantined): number =>
  other.since.getTime() - one.since.getTime();

export function partsOfKey(key: string): KeyParts {
  const parts = keyParts(key);
  if (parts === null) throw new Error(`${JSON.stringify(key)} is no key of a file.`);
  return parts;
}

/** Stores the bytes of files by key. They are encrypted; a storage does not interpret them. */
import type { Readable } from 'node:stream';

export interface FileStorage {
  /** All or nothing, durable after a crash: a failing source leaves nothing under the key. */
  write(key: string, source: AsyncIterable<Buffer>): Promise<void>;
  /** Throws `BytesMissing` if the key does not exist. The caller reads the stream to its end or destroys it. */
  read(key: string): Promise<Readable>;
  /** Permanently. A missing key is not an error. */
  remove(key: string): Promise<void>;
  /** Removes it so that it can be restored; a missing key is not an error. */
  quarantine(key: string, now: Date): Promise<void>;
  /** Restores the newest version of this key. False: none is in quarantine. */
  restore(key: string): Promise<boolean>;
  quarantined(): AsyncIterable<Quarantined>;
  /** Removes it permanently. */
  discard(quarantined: Quarantined): Promise<void>;
  /** The id of the owning installation; null: not marked. */
  marker(): Promise<string | null>;
  /** Marks the owner, unless another is marked. Returns the current owner. */
  mark(installationId: string): Promise<string>;
  /** Marks the owner, whatever was marked before. */
  remark(installationId: string): Promise<void>;
  /** The name of this storage for people. */
  readonly name: string;
  /** Every key. Changes nothing. */
  keys(): AsyncIterable<string>;
  /** The keys last written before then. Also removes unfinished writes from before then. */
  list(before: Date): AsyncIterable<string>;
  /** How many files may be written at once with at most some 100 MB of memory. */
  readonly writesAtOnceMax: number;
}

/** What the installation itself keeps there, under a name that no account has. */
export const installationKeys = {
  erasures: 'installation/erasures',
  restoreMark: 'installation/restore-mark',
} as const;

/** A removed key, and when it was removed. */
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

/** `variant` distinguishes derived files, such as a preview, from the file itself. */
export const storageKey = (accountId: string, fileId: string, variant?: string): string =>
  variant === undefined ? `${accountId}/${fileId}` : `${accountId}/${fileId}.${variant}`;

export interface KeyParts {
  readonly accountId: string;
  readonly fileId: string;
  readonly variant: string | undefined;
}

const keyForm = /^([a-z0-9-]{1,64})\/([a-z0-9-]{2,64})(?:\.([a-z0-9-]{1,64}))?$/;

/** null: not one of our keys. No key can lead out of the storage: its only dot precedes the variant. */
export function keyParts(key: string): KeyParts | null {
  const [, accountId, fileId, variant] = keyForm.exec(key) ?? [];
  return accountId === undefined || fileId === undefined ? null : { accountId, fileId, variant };
}

/**
 * Names in quarantine: the key with underscores for hyphens, so that it is not mistaken for a file, and the time in
 * milliseconds, so that a storage needs no clock.
 */
export function quarantineName({ key, since }: Quarantined): string {
  partsOfKey(key);
  return `${key.replaceAll('-', '_')}.${since.getTime()}`;
}

const quarantineForm = /^([a-z0-9_]{1,64}\/[a-z0-9_]{2,64})\.(\d{1,15})$/;

/** null: not one of our names. */
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

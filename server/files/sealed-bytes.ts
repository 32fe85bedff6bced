/**
 * Encryption of files at rest, chunk by chunk in constant memory. Each file has its own key, which the vault encrypts
 * and which is stored at the beginning. Every chunk is verified before it is passed on: changes, moves, cuts, additions
 * and chunks of other files are detected.
 */
import { type CipherKey, createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import type { Vault } from '../platform/database/vault.ts';

export const chunkBytes = 65_536;
const tagBytes = 16;
const keyBytes = 32;
/** Identifies the format of everything that follows. */
const version = 1;
/** The version, and the length of the encrypted key. */
const prefixBytes = 3;

export class BytesAltered extends Error {
  constructor(about: string, options?: ErrorOptions) {
    super(`The bytes kept of ${about} are not those that were written.`, options);
    this.name = 'BytesAltered';
  }
}

/** `about` identifies the file and must be given again to decrypt. */
export async function* sealedBytes(
  source: AsyncIterable<Buffer>,
  vault: Vault,
  about: string,
): AsyncGenerator<Buffer, void, undefined> {
  const bare = randomBytes(keyBytes);
  const sealedKey = Buffer.from(vault.seal(bare.toString('base64url'), about));
  const key = createSecretKey(bare);
  yield beginning(sealedKey);
  const reader = pieceReader(source);
  try {
    for (let index = 0, isLast = false; !isLast; index += 1) {
      const pieces = await reader.take(chunkBytes);
      // The last chunk is as long as the others or shorter, and empty only if the file is empty.
      isLast = await reader.isAtEnd();
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast));
      for (const piece of pieces) yield cipher.update(piece);
      cipher.final();
      yield cipher.getAuthTag();
    }
  } finally {
    await reader.leave();
  }
}

/** Throws `BytesAltered` instead of the first chunk that was changed. */
export async function* openedBytes(
  source: AsyncIterable<Buffer>,
  vault: Vault,
  about: string,
): AsyncGenerator<Buffer, void, undefined> {
  const altered = (cause?: unknown) => new BytesAltered(about, { cause });
  const reader = pieceReader(source);
  try {
    const prefix = Buffer.concat(await reader.take(prefixBytes));
    if (prefix.length < prefixBytes || prefix[0] !== version) throw altered();
    const sealedKey = Buffer.concat(await reader.take(prefix.readUInt16BE(1)));
    const key = openedKey(sealedKey.toString(), vault, about);
    for (let index = 0, isLast = false; !isLast; index += 1) {
      const pieces = await reader.take(chunkBytes + tagBytes);
      isLast = await reader.isAtEnd();
      yield* openedChunk(key, pieces, nonceOf(index, isLast), altered);
    }
  } finally {
    await reader.leave();
  }
}

/**
 * The bytes of a file with its key encrypted by the current key of the installation; null: it is already. The content
 * stays as it is. Throws `BytesAltered` if the key cannot be decrypted.
 */
export async function renewedBytes(
  source: AsyncIterable<Buffer>,
  vault: Vault,
  about: string,
): Promise<AsyncGenerator<Buffer, void, undefined> | null> {
  const reader = pieceReader(source);
  const prefix = Buffer.concat(await reader.take(prefixBytes));
  const sealedKey =
    prefix.length < prefixBytes || prefix[0] !== version ? [] : await reader.take(prefix.readUInt16BE(1));
  try {
    const renewed = vault.renewed(Buffer.concat(sealedKey).toString(), about);
    if (renewed !== null) return withKey(Buffer.from(renewed), reader);
  } catch (cause) {
    await reader.leave();
    throw new BytesAltered(about, { cause });
  }
  await reader.leave();
  return null;
}

async function* withKey(sealedKey: Buffer, reader: PieceReader): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield beginning(sealedKey);
    while (!(await reader.isAtEnd())) yield* await reader.take(chunkBytes);
  } finally {
    await reader.leave();
  }
}

function beginning(sealedKey: Buffer): Buffer {
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt8(version);
  prefix.writeUInt16BE(sealedKey.length, 1);
  return Buffer.concat([prefix, sealedKey]);
}

function openedKey(sealedKey: string, vault: Vault, about: string): CipherKey {
  try {
    return createSecretKey(Buffer.from(vault.open(sealedKey, about), 'base64url'));
  } catch (cause) {
    throw new BytesAltered(about, { cause });
  }
}

/** Verified completely before any part is passed on. */
function openedChunk(
  key: CipherKey,
  sealed: readonly Buffer[],
  nonce: Buffer,
  altered: (cause?: unknown) => Error,
): readonly Buffer[] {
  const { pieces, tag } = withoutTag(sealed);
  if (tag.length < tagBytes) throw altered();
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAuthTag(tag);
  const opened = pieces.map((piece) => decipher.update(piece));
  try {
    decipher.final();
  } catch (cause) {
    throw altered(cause);
  }
  return opened;
}

/** The tag is the last bytes of a chunk, however the pieces are split. */
function withoutTag(sealed: readonly Buffer[]): { pieces: Buffer[]; tag: Buffer } {
  const pieces: Buffer[] = [];
  let bytesLeft = sealed.reduce((sum, { length }) => sum + length, 0) - tagBytes;
  const tag: Buffer[] = [];
  for (const piece of sealed) {
    const length = Math.max(0, Math.min(piece.length, bytesLeft));
    if (length > 0) pieces.push(piece.subarray(0, length));
    if (length < piece.length) tag.push(piece.subarray(length));
    bytesLeft -= piece.length;
  }
  return { pieces, tag: Buffer.concat(tag) };
}

/** Never twice with one key: the key belongs to one file, written once. The last byte marks the last chunk. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

interface PieceReader {
  /** The requested number of bytes, or all that are left, in the original pieces: nothing is copied. */
  take(length: number): Promise<readonly Buffer[]>;
  isAtEnd(): Promise<boolean>;
  /** Releases the source, also if it was not read to its end. */
  leave(): Promise<void>;
}

function pieceReader(source: AsyncIterable<Buffer>): PieceReader {
  const iterator = source[Symbol.asyncIterator]();
  /** Read but not yet taken; null: the source has ended. */
  let next: Buffer | null = Buffer.alloc(0);

  async function hold(): Promise<void> {
    while (next?.length === 0) {
      const { value, done } = await iterator.next();
      next = done ? null : value;
    }
  }
  return {
    async take(length) {
      const pieces: Buffer[] = [];
      for (let missing = length; missing > 0; ) {
        await hold();
        if (next === null) break;
        const piece: Buffer = next.subarray(0, missing);
        next = next.subarray(missing);
        pieces.push(piece);
        missing -= piece.length;
      }
      return pieces;
    },
    async isAtEnd() {
      await hold();
      return next === null;
    },
    async leave() {
      if (next !== null) await iterator.return?.();
    },
  };
}

/**
 * Cursors: opaque, beginning with `!`, tamper-evident. One holds the account, the collection, filters, sort, limit,
 * include and position, so that it works alone, and means nothing elsewhere.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Position } from '../store/page.ts';

export interface Cursor {
  /** Filter parameters in a canonical order. */
  readonly filters: readonly (readonly [name: string, values: readonly string[]])[];
  readonly sort: string;
  readonly limit: number;
  readonly include: string;
  readonly position: Position;
}

const macBytes = 16;

/** Long lists of filter values shrink, so that the address of a page stays within the limit of headers. */
const plainBytesMax = 300;
const plain = Buffer.from([0]);
const deflated = Buffer.from([1]);

const packed = (text: string): Buffer =>
  text.length > plainBytesMax
    ? Buffer.concat([deflated, deflateRawSync(text, { level: 9 })])
    : Buffer.concat([plain, Buffer.from(text)]);

const unpacked = (content: Buffer): string =>
  (content[0] === deflated[0] ? inflateRawSync(content.subarray(1)) : content.subarray(1)).toString();

export interface CursorSeal {
  write(accountId: string, path: string, cursor: Cursor): string;
  /** Null when broken, forged, or made for another account or collection. */
  read(accountId: string, path: string, text: string): Cursor | null;
}

export function cursorSeal(key: Buffer): CursorSeal {
  const authenticate = hmacSha256(key);
  const mac = (accountId: string, path: string, content: Buffer) =>
    authenticate(Buffer.concat([Buffer.from(`${accountId}\n${path}\n`), content])).subarray(0, macBytes);
  return {
    write(accountId, path, { filters, sort, limit, include, position }) {
      const content = packed(JSON.stringify([filters, sort, limit, include, position.isBackward, position.values]));
      return `!${Buffer.concat([mac(accountId, path, content), content]).toString('base64url')}`;
    },
    read(accountId, path, text) {
      const bytes = Buffer.from(text.slice(1), 'base64url');
      const content = bytes.subarray(macBytes);
      // The decoder passes over what it does not know: without this, many texts would be the same cursor.
      if (!/^![\w-]+$/.test(text) || content.length === 0) return null;
      if (!timingSafeEqual(bytes.subarray(0, macBytes), mac(accountId, path, content))) return null;
      const [filters, sort, limit, include, isBackward, values] = JSON.parse(unpacked(content));
      return { filters, sort, limit, include, position: { isBackward, values } };
    },
  };
}

const blockBytes = 64;

/**
 * HMAC-SHA-256 (RFC 2104) from two one-shot digests. Node's own makes a native object each time, which the garbage
 * collector then has to look after: several times the cost of the digests, on every page after the first.
 */
export function hmacSha256(key: Buffer): (content: Buffer) => Buffer {
  const padded = Buffer.concat([key, Buffer.alloc(blockBytes - key.length)]);
  const [inner, outer] = [0x36, 0x5c].map((pad) => padded.map((byte) => byte ^ pad)) as [Uint8Array, Uint8Array];
  return (content) => {
    const digest = hash('sha256', Buffer.concat([inner, content]), 'buffer');
    return hash('sha256', Buffer.concat([outer, digest]), 'buffer');
  };
}

/**
 * Cursors: opaque, beginning with `!`, tamper-evident. A cursor contains the account, the collection, filters, sort,
 * limit, include and position, so it works alone and is invalid elsewhere.
 */
import type { KeyObject } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Position } from '../../platform/store/list-page.ts';
import { isSameText, macLength, textMac } from './mac.ts';

export interface Cursor {
  /** Filter parameters in a canonical order. */
  readonly filters: readonly (readonly [name: string, values: readonly string[]])[];
  readonly sort: string;
  readonly limit: number;
  readonly include: string;
  readonly position: Position;
}

/** Long lists of filter values are compressed, so that the address of a page stays within the header limit. */
const plainCharactersMax = 300;

/** The first letter shows how the content is packed. */
const packed = (text: string): string =>
  text.length > plainCharactersMax
    ? `d${deflateRawSync(text, { level: 9 }).toString('base64url')}`
    : `p${Buffer.from(text).toString('base64url')}`;

function unpacked(content: string): string {
  const bytes = Buffer.from(content.slice(1), 'base64url');
  return (content.startsWith('d') ? inflateRawSync(bytes) : bytes).toString();
}

export interface CursorSigner {
  write(accountId: string, path: string, cursor: Cursor): string;
  /** Null if it is damaged, forged, or belongs to another account or collection. */
  read(accountId: string, path: string, text: string): Cursor | null;
}

/** Accepts only texts that this function wrote. Nothing before the content contains a line break. */
export function cursorSigner(key: KeyObject): CursorSigner {
  const macOf = textMac(key);
  const mac = (accountId: string, path: string, content: string) => macOf(`${accountId}\n${path}\n${content}`);
  return {
    write(accountId, path, { filters, sort, limit, include, position }) {
      const content = packed(JSON.stringify([filters, sort, limit, include, position.isBackward, position.values]));
      return `!${mac(accountId, path, content)}${content}`;
    },
    read(accountId, path, text) {
      const content = text.slice(1 + macLength);
      if (!isSameText(text.slice(0, 1 + macLength), `!${mac(accountId, path, content)}`)) return null;
      const [filters, sort, limit, include, isBackward, values] = JSON.parse(unpacked(content));
      return { filters, sort, limit, include, position: { isBackward, values } };
    },
  };
}

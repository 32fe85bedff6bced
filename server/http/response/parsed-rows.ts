/** The rows of a response as objects: parsed at the first use, and once for all uses. */
import type { OpenText } from '../../platform/database/texts.ts';
import { addressed, separated, withTail } from '../../platform/store/address.ts';
import type { JsonObject } from '../../platform/verbs/body.ts';
import { inPieces } from './in-pieces.ts';

/** Addresses in them are relative to the account's address. */
export type ParsedRows = () => Promise<readonly JsonObject[]>;

/** Rows of a response, as texts and, if something needs it, parsed. */
export interface LinkedRows {
  readonly ids: readonly string[];
  readonly representations: OpenText | null;
  readonly parsed: ParsedRows;
}

/** @param kept the members that are used; null: all. The others are released row by row, not with the whole page. */
export function parsedRows(representations: OpenText | null, kept: readonly string[] | null): ParsedRows {
  let parsed: Promise<JsonObject[]> | undefined;
  return () => {
    parsed ??= inPieces(separated(representations), (text) => {
      const row = JSON.parse(addressed(withTail(text, '}'), '')) as JsonObject;
      return kept === null ? row : Object.fromEntries(kept.map((member) => [member, row[member]]));
    });
    return parsed;
  };
}

/**
 * Representations are written by SQL, stored in events and sent to Node without the address of the account: a mark
 * stands in its place, and the edge puts the address in. Rows then do not depend on the host that an operator chose,
 * and a page travels without its most repeated text.
 *
 * The mark is a raw control character. JSON text never contains one (inside strings it is always escaped), so no value
 * of a client can be taken for a mark.
 */
import { randomUUID } from 'node:crypto';
import type { OpenText } from '../database/texts.ts';

export const addressMark = '\u0001';

/** The same inside a SQL string constant of the form E'…'. */
export const addressMarkInSql = '\\x01';

export const addressed = (text: OpenText, baseUrl: string): string => text.replaceAll(addressMark, baseUrl);

/** An open text with what this process adds behind it, such as the closing brace. */
export const withTail = (text: OpenText, tail: string): OpenText => (text + tail) as OpenText;

/** Open texts put together, with what stands between them. */
export const joinedTexts = (texts: readonly OpenText[], between: string): OpenText => texts.join(between) as OpenText;

/** A structure that a column holds for itself, with addresses below that of the account: to be looked into here. */
export const parsedColumn = (text: string): unknown => JSON.parse(text.replaceAll(addressMark, ''));

/** Stands for the mark inside a value until that value is JSON text; unguessable, so no client can send it. */
export const addressToken = randomUUID();

/** Written by this process of values that it has, so there is nothing to decrypt in it. */
export const addressedJson = (value: unknown): OpenText =>
  JSON.stringify(value).replaceAll(addressToken, addressMark) as OpenText;

/** The same without its closing brace, as a representation is kept. */
export const unclosedJson = (value: unknown): OpenText => addressedJson(value).slice(0, -1) as OpenText;

/** Stands between the rows of a page, for the same reason as safe as the mark of an address. */
export const rowMark = '\u0002';
export const rowMarkInSql = "E'\\x02'";

/** The rows of a page with something else between them. */
export const rowsJoinedBy = (rows: OpenText, between: string): OpenText =>
  rows.replaceAll(rowMark, between) as OpenText;

/** The rows of a page. */
export const separated = <Text extends string>(texts: Text | null): Text[] =>
  // What is a part of an open text is open.
  texts === null ? [] : (texts.split(rowMark) as Text[]);

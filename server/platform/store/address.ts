/**
 * SQL writes representations without the address of the account, and they are stored in events and sent to Node in this
 * form: a marker replaces the address, and the HTTP layer inserts it. Rows therefore do not depend on the host, and a
 * page is transferred without its most repeated text.
 *
 * The marker is a raw control character. JSON text never contains one (inside strings it is always escaped), so no
 * value of a client can be mistaken for a marker.
 */
import { randomUUID } from 'node:crypto';
import type { OpenText } from '../database/texts.ts';

export const addressMark = '\u0001';

/** The same inside a SQL string constant of the form E'…'. */
export const addressMarkInSql = '\\x01';

/** Expressions: V8 replaces by them in one pass. `replaceAll` with a text joins pieces, which takes three times as long. */
const addressMarks = new RegExp(addressMark, 'g');

export const addressed = (text: OpenText, baseUrl: string): string => text.replace(addressMarks, baseUrl);

const sourceAtAddress = `"source":"${addressMark}"`;

/** The same for events, whose `source` names the account also where several accounts share an address. */
export const addressedEvents = (text: OpenText, baseUrl: string, source: string): string =>
  source === baseUrl
    ? addressed(text, baseUrl)
    : text.replaceAll(sourceAtAddress, () => `"source":${JSON.stringify(source)}`).replace(addressMarks, baseUrl);

/** An open text with a suffix from this process, such as the closing brace. */
export const withTail = (text: OpenText, tail: string): OpenText => (text + tail) as OpenText;

/** An open text with a member from this process before another one; at its end if that is not there. */
export function withMember(text: OpenText, name: string, value: string, before: string | undefined): OpenText {
  const written = `,"${name}":${JSON.stringify(value)}`;
  // A quote inside a text is escaped, so this is found only where a member begins.
  const at = before === undefined ? -1 : text.indexOf(`,"${before}":`);
  return at === -1 ? withTail(text, written) : ((text.slice(0, at) + written + text.slice(at)) as OpenText);
}

/** Joins open texts with a separator. */
export const joinedTexts = (texts: readonly OpenText[], between: string): OpenText => texts.join(between) as OpenText;

/** A structure of a column, parsed for use in this process; addresses stay relative to the account. */
export const parsedColumn = (text: string): unknown => JSON.parse(text.replaceAll(addressMark, ''));

/** Replaces the marker inside a value until that value becomes JSON text; unguessable, so no client can send it. */
export const addressToken = randomUUID();

/** Written by this process from plain values, so it contains nothing to decrypt. */
export const addressedJson = (value: unknown): OpenText =>
  JSON.stringify(value).replaceAll(addressToken, addressMark) as OpenText;

/** The same without the closing brace, as representations are stored. */
export const unclosedJson = (value: unknown): OpenText => addressedJson(value).slice(0, -1) as OpenText;

/** Separates the rows of a page; as safe as the marker of an address, for the same reason. */
export const rowMark = '\u0002';
export const rowMarkInSql = "E'\\x02'";
const rowMarks = new RegExp(rowMark, 'g');

/** The rows of a page with another separator. */
export const rowsJoinedBy = (rows: OpenText, between: string): OpenText => rows.replace(rowMarks, between) as OpenText;

export const separated = <Text extends string>(texts: Text | null): Text[] =>
  // A part of an open text is open.
  texts === null ? [] : (texts.split(rowMark) as Text[]);

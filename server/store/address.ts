/**
 * Representations are written by SQL, stored in events and sent to Node without the address of the account: a mark
 * stands in its place, and the edge puts the address in. Rows then do not depend on the host that an operator chose,
 * and a page travels without its most repeated text.
 *
 * The mark is a raw control character. JSON text never contains one (inside strings it is always escaped), so no value
 * of a client can be taken for a mark.
 */
import { randomUUID } from 'node:crypto';

export const addressMark = '\u0001';

/** The same inside a SQL string constant of the form E'…'. */
export const addressMarkInSql = '\\x01';

export const addressed = (text: string, baseUrl: string): string => text.replaceAll(addressMark, baseUrl);

/** Stands for the mark inside a value until that value is JSON text; unguessable, so no client can send it. */
export const addressToken = randomUUID();

export const addressedJson = (value: unknown): string => JSON.stringify(value).replaceAll(addressToken, addressMark);

/** Stands between the rows of a page, for the same reason as safe as the mark of an address. */
export const rowMark = '\u0002';
export const rowMarkInSql = "E'\\x02'";

export const separated = (text: string | null): string[] => (text === null ? [] : text.split(rowMark));

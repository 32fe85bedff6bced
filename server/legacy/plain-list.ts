/** A list of the third generation whose rows need nothing but SQL, and the members that such lists are made of. */
import type { Condition } from '../platform/store/condition.ts';
import { listV3, singleV3 } from './envelope.ts';
import { noSuchRow } from './errors.ts';
import { askedById } from './leaves.ts';
import { type Description, type ObjectMember, type Plain, type Sql, written } from './members.ts';
import { parseQuery } from './query/parse.ts';
import type { LegacyReader, LegacyRequest, LegacyResource } from './reader.ts';
import { countRows, readPage } from './sql/page.ts';

export interface PlainList {
  /** Without its article, for 404. */
  readonly noun: string;
  readonly description: (reader: LegacyReader) => Description;
  /** What the reader may see. */
  readonly seenBy: (reader: LegacyReader) => readonly Condition[];
}

export function plainList({ noun, description, seenBy }: PlainList): LegacyResource {
  async function list(request: LegacyRequest): Promise<string[]> {
    const { reader, session } = request;
    const described = description(reader);
    const query = parseQuery(described, request.query, session.now);
    const conditions = seenBy(reader);
    const [page, count] = await Promise.all([
      query.isOnlyCounted ? null : readPage(session, described, query, conditions),
      query.isCounted ? countRows(session, described, query, conditions) : null,
    ]);
    return listV3(request, page?.parts ?? null, count);
  }

  async function read(request: LegacyRequest, wanted: string): Promise<string[]> {
    const { reader, session } = request;
    const described = { ...description(reader), isCountable: false };
    const query = parseQuery(described, request.query, session.now);
    if (!/^[1-9]\d{0,17}$/.test(wanted)) throw noSuchRow(noun, wanted);
    const asked = askedById(query, integer(described.key[0] as string), wanted);
    const { found, parts } = await readPage(session, described, asked, seenBy(reader));
    if (found === 0) throw noSuchRow(noun, wanted);
    return singleV3(request, parts);
  }

  return { list, read };
}

export const integer = (sql: Sql): Plain => ({ kind: 'integer', sql });
export const text = (sql: Sql): Plain => ({ kind: 'text', sql });
export const truth = (sql: Sql): Plain => ({ kind: 'boolean', sql });
export const maybe = (member: Plain): Plain => ({ ...member, isNullable: true });

/** An address needs no escaping. */
export function addressAt(baseUrl: string, path: string, id: string): Plain {
  const address: Sql = (place) => `${place(baseUrl)}::text || '/${path}/' || ${id}::text`;
  return { ...text(address), shown: (place) => `'"' || ${written(address, place)} || '"'` };
}

/** A row of another table, by its alias; null if there is none. */
export const perhapsNamed = (alias: string, name: string, url: Plain): ObjectMember => ({
  kind: 'object',
  isThere: `${alias}.id is not null`,
  members: { id: maybe(integer(`${alias}.id`)), name: maybe(text(name)), url: maybe(url) },
});

/** Reads rows of a resource by id: one, one for update, or several. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session, Tx } from '../database/database.ts';
import { sentTogether } from '../database/sent-together.ts';
import { type Statement, statement } from '../database/statement.ts';
import type { OpenText, StoredText } from '../database/texts.ts';
import { canName, columnAt, idTypeOf, tableOf } from './columns.ts';
import { binder, type Condition } from './condition.ts';
import { drawIds } from './draw-ids.ts';
import { opened } from './sealing.ts';
import { type Shown, shownColumns } from './shown-columns.ts';
import { lockedText, storedText } from './stored-text.ts';

/** A row for a response: JSON text without its closing brace, and the columns that the server needs. */
export interface StoredRow {
  readonly id: string;
  /** The basis of the entity tag. */
  readonly revision: string;
  readonly representation: OpenText;
}

const rowColumns = (text: string): string => `id::text as id, revision::text as revision, ${text} as representation`;

/** Most reads have no condition: their statement is always the same. */
const readStatements = new WeakMap<Resource, Statement>();

function readStatement(resource: Resource): Statement {
  const known = readStatements.get(resource);
  if (known) return known;
  const made = statement(
    `select ${rowColumns(storedText(resource, 'shown_row'))} from ${tableOf(resource)} as shown_row where account_id = $1 and id = any($2::${idTypeOf(resource)}[])`,
  );
  readStatements.set(resource, made);
  return made;
}

export async function findOne(
  session: Session,
  resource: Resource,
  id: string,
  conditions: readonly Condition[] = [],
  shownAs: Shown = null,
): Promise<StoredRow | null> {
  if (!canName(resource, id)) return null;
  if (session.gather && conditions.length === 0 && shownAs === null) {
    return opened(session, await session.gather<StoredRow>(readStatement(resource), id));
  }
  const [row] = await findSome(session, resource, [id], conditions, shownAs);
  return row ?? null;
}

/** Reads one row and locks it against changes and new references until the transaction ends. */
export async function lockOne(
  tx: Tx,
  resource: Resource,
  id: string,
  conditions: readonly Condition[] = [],
): Promise<StoredRow | null> {
  if (!canName(resource, id)) return null;
  const { values, place } = binder([id]);
  const all = ['account_id = $1', 'id = $2', ...conditions.map((condition) => condition(place))];
  const [row] = await tx.run<StoredRow>(
    statement(
      `select ${rowColumns(lockedText(resource, 'shown_row'))} from ${tableOf(resource)} as shown_row where ${all.join(' and ')} for update of shown_row`,
    ),
    values,
  );
  return opened(tx, row ?? null);
}

/** A row to look up by id, with conditions. */
export interface ReferenceLookup {
  readonly resource: Resource;
  readonly id: string;
  readonly conditions: readonly Condition[];
  /** The path of an additional member to return as text. */
  readonly along?: string;
}

export interface FoundOne {
  readonly isArchived: boolean;
  readonly along: string | null;
  readonly contentType: string | null;
  readonly size: string | null;
}

export type Found = ReadonlyMap<Resource, ReadonlyMap<string, FoundOne>>;

const foundColumns = 'type, id, "isArchived", along, "contentType", size';

/** Rows that a body refers to, of any resources, protected from deletion until the transaction ends. */
export async function findReferenced(session: Session, wanted: readonly ReferenceLookup[]): Promise<Found> {
  const { values, place } = binder();
  const kinds = [...Map.groupBy(wanted, ({ resource }) => resource)].map(([resource, some]) => {
    const ids = new Set(some.map(({ id }) => id).filter((id) => canName(resource, id)));
    const named = `account_id = $1 and id = any(${place([...ids])}::${idTypeOf(resource)}[])`;
    const conditions = (some[0]?.conditions ?? []).map((condition) => condition(place));
    const isArchived = 'isArchived' in resource.fields ? 'is_archived' : 'false';
    const content = resource.content ? 'content_type, size::text' : 'null, null';
    const along = some[0]?.along === undefined ? 'null' : `${columnAt(some[0].along)}::text`;
    const text = `select '${resource.type}', id::text, ${isArchived}, ${along}, ${content}
  from ${lockedRows(tableOf(resource), named, conditions)}`;
    return { resource, text };
  });
  if (kinds.length === 0) return new Map();
  const rows = await session.run<FoundOne & { type: string; id: string }>(
    statement(`with ${kinds.map(({ text }, index) => `kind_${index} (${foundColumns}) as (${text})`).join(',\n')}
${kinds.map((_, index) => `select * from kind_${index}`).join(' union all ')}`),
    values,
  );
  return new Map(
    kinds.map(({ resource }) => [
      resource,
      new Map(rows.filter(({ type }) => type === resource.type).map((row) => [row.id, row])),
    ]),
  );
}

/** Conditions may read tables of other servers of Citus, and rows are locked by a step that reads no others. */
const lockedRows = (table: string, named: string, conditions: readonly string[]): string =>
  conditions.length === 0
    ? `${table} as shown_row where ${named} for key share`
    : `(select * from ${table} where ${named} for key share) as shown_row where ${conditions.join(' and ')}`;

/** Ids of new rows, and what those rows will refer to. Both travel together. */
export const drawIdsAndFind = (
  session: Session,
  resource: Resource,
  count: number,
  wanted: readonly ReferenceLookup[],
): Promise<[string[], Found]> => sentTogether([drawIds(session, resource, count), findReferenced(session, wanted)]);

/** Several rows by id, to embed in a page. */
export async function findSome(
  session: Session,
  resource: Resource,
  ids: readonly string[],
  conditions: readonly Condition[],
  shownAs: Shown = null,
  from: Condition | null = null,
): Promise<StoredRow[]> {
  const { where, values, place } = amongIds(resource, ids, conditions);
  const { revision, representation } = shownColumns(
    shownAs,
    place,
    from ? undefined : storedText(resource, 'shown_row'),
  );
  const rows = await session.run<StoredRow>(
    statement(`select id::text as id, (${revision})::text as revision, ${representation} as representation
from ${(from ?? tableRows(resource))(place)} ${where} order by shown_row.id`),
    values,
  );
  return rows.map((row) => opened(session, row));
}

/** SQL after `from`: the table, unless rows are read as of another time. */
const tableRows =
  (resource: Resource): Condition =>
  () =>
    `${tableOf(resource)} as shown_row`;

/** A row of which only the size is known, because it would not fit. */
export interface Unread {
  readonly id: string;
  readonly representation: null;
}

interface Fitting {
  readonly always: number;
  readonly bytesMax: number;
  readonly shownAs: Shown;
  readonly from?: Condition;
}

/**
 * For large rows: as many as fit, in the order of the ids. The first ones are read whatever their size. The others are
 * listed.
 */
export async function findFitting(
  session: Session,
  resource: Resource,
  ids: readonly string[],
  conditions: readonly Condition[],
  { always, bytesMax, shownAs, from }: Fitting,
): Promise<(StoredRow | Unread)[]> {
  const { where, values, place } = amongIds(resource, ids, conditions);
  const stored = from ? undefined : storedText(resource, 'shown_row');
  const { revision: version, representation: text } = shownColumns(shownAs, place, stored);
  const rows = await session.run<{ id: string; revision: string; representation: StoredText | null }>(
    statement(`select id::text as id, revision::text as revision,
  case when ordinal <= ${place(always)}::bigint or bytes_so_far <= ${place(bytesMax)}::bigint then representation end as representation
from (
  select *, sum(octet_length(representation)) over (order by ordinal rows unbounded preceding) as bytes_so_far
  from (
    select id, ${version} as revision, ${text} as representation, array_position($2::${idTypeOf(resource)}[], id) as ordinal
    from ${(from ?? tableRows(resource))(place)} ${where}
  ) as found
) as sized order by sized.id`),
    values,
  );
  return rows.map(({ id, revision, representation }) =>
    representation === null ? { id, representation } : opened(session, { id, revision, representation }),
  );
}

function amongIds(resource: Resource, ids: readonly string[], conditions: readonly Condition[]) {
  const { values, place } = binder([ids.filter((id) => canName(resource, id))]);
  const all = [`id = any($2::${idTypeOf(resource)}[])`, ...conditions.map((condition) => condition(place))];
  return { where: `where account_id = $1 and ${all.join(' and ')}`, values, place };
}

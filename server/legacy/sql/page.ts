/**
 * A page of a legacy list in one statement: finds the rows of the page first, by filters and order, and then joins the
 * shown members to these rows only.
 */
import type { Session } from '../../platform/database/database.ts';
import { binder, type Condition, type Place } from '../../platform/store/condition.ts';
import { badQuery } from '../errors.ts';
import { type Description, written } from '../members.ts';
import type { LegacyQuery, OrderKey } from '../query/query.ts';
import { joinsFor, relationsIn } from './joins.ts';
import { criteriaOf, narrowed, type RowCondition } from './narrowing.ts';
import { recurring } from './recurring.ts';
import { objectText } from './shown.ts';

export interface LegacyPage {
  /** The JSON texts of the rows, separated by commas inside each part. */
  readonly parts: readonly string[];
  readonly found: number;
  /** The first column of the key of each row, which is a number. */
  readonly keys: () => readonly string[];
}

/** `conditions` are additional: who belongs to the list, and what the reader may see. */
export async function readPage(
  session: Session,
  description: Description,
  { terms, order, selection, paging }: Pick<LegacyQuery, 'terms' | 'order' | 'selection' | 'paging'>,
  conditions: readonly Condition[],
): Promise<LegacyPage> {
  const narrowing = await narrowed(session, description, terms);
  const { values, place } = binder();
  const keys = orderOf(description, order, place);
  const rows: Rows = {
    description,
    conditions: [...narrowing.conditions, ...conditions.map(onRelations)],
    keys,
    walk: narrowing.isWalked ? walkOf(description, order, keys) : null,
  };
  const item = objectText(description.members, selection, place);
  const { row } = description;
  const text = `select count(*)::integer as found,
  case when sum(sum(octet_length(item))) over () <= ${itemBytesMax} then string_agg(item, ',' order by number) end as part,
  string_agg(key, ',' order by number) as keys from (
  select ${item} as item, ${description.key[0]}::text as key, row_number() over (order by ${keys.join(', ')}) - 1 as number
  from (select ${row}.* from ${rowsWhere(rows, place)}
    order by ${keys.join(', ')} limit ${paging.size} offset ${paging.first}) as ${row}
  ${joinsFor(description, [item, ...keys], place, 'joinOfPage')}
) as page group by number / ${rowsInPart} order by number / ${rowsInPart}`;
  const found = await session.run<{ found: number; part: string | null; keys: string }>(recurring(text), values);
  const parts = found.map(({ part }) => part ?? tooLarge());
  return {
    parts,
    found: found.reduce((sum, { found: rowsFound }) => sum + rowsFound, 0),
    keys: () => found.flatMap(({ keys: some }) => some.split(',')),
  };
}

/**
 * Each part is decoded and encoded at once, with other requests in between. A text of more than 128 kB is also never
 * copied when garbage is collected, which made others wait longer than all the rest of a page of 10,000 rows.
 */
const rowsInPart = 200;

/** More than 10,000 rows with usual members need, and little enough for the memory of a process. */
const itemBytesMax = 64_000_000;

function tooLarge(): never {
  const sentence = `These rows take more than ${itemBytesMax / 1_000_000} MB together.`;
  throw badQuery(sentence, { paging: [sentence, 'Ask for fewer rows at once, such as paging=0,100.'] });
}

/** How rows are read in their order, at least by its first key, until enough match; null: they have to be sorted. */
type Walk = 'by an index' | { readonly relation: string } | null;

function walkOf({ relations }: Description, order: readonly OrderKey[], keys: readonly string[]): Walk {
  const [first] = order;
  const used = relationsIn(keys.join(', '), relations);
  const [relation = '', ...others] = relationsIn(keys[0] ?? '', relations);
  if (others.length === 0 && relations[relation]?.inOrder) return { relation };
  const isLed = first === undefined || first.member.leadsTo !== undefined;
  return isLed && used.length === 0 ? 'by an index' : null;
}

const onRelations = (sql: Condition): RowCondition => ({ sql, isOnRelations: true });

/** Over all pages. */
export async function countRows(
  session: Session,
  description: Description,
  { terms }: Pick<LegacyQuery, 'terms'>,
  conditions: readonly Condition[],
): Promise<number> {
  const { values, place } = binder();
  const all = [...criteriaOf(description, terms).map(({ led }) => led), ...conditions.map(onRelations)];
  const rows: Rows = { description, conditions: all, keys: [], walk: null };
  const [found] = await session.run<{ count: string }>(
    { text: `select count(*)::text as count from ${rowsWhere(rows, place)}` },
    values,
  );
  return Number(found?.count);
}

interface Rows {
  readonly description: Description;
  readonly conditions: readonly RowCondition[];
  readonly keys: readonly string[];
  readonly walk: Walk;
}

/** SQL after `from`: the matching rows, with the relations that conditions and order use. */
function rowsWhere({ description, conditions, keys, walk }: Rows, place: Place): string {
  const { row } = description;
  const texts = conditions.map(({ sql, isOnRelations }) => ({ text: sql(place), isOnRelations }));
  const joined = [...texts.filter(({ isOnRelations }) => isOnRelations).map(({ text }) => text), ...keys];
  const joins = joinsFor(description, joined, place, 'join', walk && walk !== 'by an index' ? [walk.relation] : []);
  const where = [`${row}.account_id = $1`, ...texts.map(({ text }) => text)];
  return `${sourceOf(description, keys, walk, place)} ${joins} where ${where.join(' and ')}`;
}

/** Without `offset` the planner would expect few matching rows and read and sort them all. */
function sourceOf({ table, row, relations }: Description, keys: readonly string[], walk: Walk, place: Place): string {
  const isOwn = `${row}.account_id = $1`;
  if (walk === null) return `${table} as ${row}`;
  if (walk === 'by an index') {
    return `(select * from ${table} as ${row} where ${isOwn} order by ${keys.join(', ')} offset 0) as ${row}`;
  }
  const { rows, on } = relations[walk.relation]?.inOrder ?? { rows: '', on: '' };
  const order = (keys[0] ?? '').replace(`${walk.relation}.`, '');
  return `(${written(rows, place)} order by ${order} offset 0) as ${walk.relation}
    join lateral (select * from ${table} as ${row} where ${isOwn} and ${on} offset 0) as ${row} on true`;
}

/** Texts are sorted alphabetically without regard to case; nulls come last. */
function orderOf({ key }: Description, order: readonly OrderKey[], place: Place): string[] {
  const asked = order.flatMap(({ member, isDescending }) => {
    const columns = member.order ?? [member.kind === 'text' ? folded(written(member.sql, place)) : member.sql];
    return columns.map((column) => `${written(column, place)} ${isDescending ? 'desc' : 'asc'}`);
  });
  return [...asked, ...key];
}

const folded = (sql: string): string => `ordering(${sql}) collate "C"`;

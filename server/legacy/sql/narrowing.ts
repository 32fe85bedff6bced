/**
 * Which filter of a very large table leads to its rows. The planner does not know the values, so it gets hints: the
 * filter with the fewest rows uses its index, and the others check the rows that it finds. If no filter has few rows,
 * the table is read in the requested order until the page is full.
 */
import type { Session } from '../../platform/database/database.ts';
import { binder, type Condition, type Place } from '../../platform/store/condition.ts';
import { type Description, written } from '../members.ts';
import type { Term } from '../query/query.ts';
import { conditionOf } from './conditions.ts';
import { relationsIn } from './joins.ts';
import { recurring } from './recurring.ts';

/** A condition on the rows of a list. */
export interface RowCondition {
  readonly sql: Condition;
  /** Uses relations, which are joined to the row. */
  readonly isOnRelations: boolean;
}

/** A filter as a condition. */
export interface Criterion {
  readonly led: RowCondition;
  /** The same, without the use of an index. */
  readonly unled: RowCondition;
  /** How many rows it leads to; null if no index serves it. */
  readonly leadsTo: 'few' | 'many' | null;
  /** How many values rows may equal; the rows of one value are in the order of the key. Infinite for a range. */
  readonly values: number;
}

/** So many rows are found and sorted in the time that it takes to write a page. */
const fewMax = 30_000;

/** So many values that each lead to few rows lead to few rows together. */
const fewValuesMax = 100;

export function criteriaOf(description: Description, terms: readonly Term[]): Criterion[] {
  const sets = Map.groupBy(terms, (term) => setOf(description, term));
  return [...sets].flatMap(([relation, some]) => {
    if (relation === null) return some.map(ofRow);
    // Conditions on arrays cost most: if they lead nowhere, rows are checked one after the other.
    const [ofArrays, others] = [some.filter(({ through }) => through), some.filter(({ through }) => !through)];
    return [
      ...ofArrays.map((term) => ({ ...ofSet(description, relation, [term]), unled: ofRow(term).unled })),
      ...(others.length > 0 ? [ofSet(description, relation, others)] : []),
    ];
  });
}

/** The relation that a term uses alone, if only a row with a relation can match. */
function setOf({ relations, row }: Description, { member, through, operator, hasNull }: Term): string | null {
  const unbound = () => 'null';
  const sql = `${through ? written(through.from, unbound) : ''} ${written(member.sql, unbound)}`;
  const [name = '', ...others] = relationsIn(sql, relations);
  const relation = relations[name];
  if (!relation?.asSet || others.length > 0 || new RegExp(`\\b${row}\\.`).test(sql)) return null;
  const isMetByNone = hasNull || operator === 'notequal';
  return relation.isOptional && isMetByNone ? null : name;
}

function ofRow(term: Term): Criterion {
  const { member, operator, hasNull, values, through } = term;
  const isLed = !hasNull && !through && operator !== 'notequal' && operator !== 'like' && operator !== 'starts';
  const isEqual = operator === 'equals';
  return {
    led: { sql: (place) => conditionOf(term, place), isOnRelations: true },
    unled: { sql: (place) => `(${conditionOf(term, place)}) is true`, isOnRelations: true },
    leadsTo: isLed && member.leadsTo ? (isEqual ? member.leadsTo : 'many') : null,
    values: isEqual ? values.length : Number.POSITIVE_INFINITY,
  };
}

/** All conditions on one relation are evaluated once, and rows are found by its ids. */
function ofSet({ relations }: Description, relation: string, terms: readonly Term[]): Criterion {
  const { column, table, isLeading } = relations[relation]?.asSet ?? { column: '', table: '', isLeading: false };
  const ids = (place: Place) =>
    `select ${relation}.id from ${table} as ${relation} where ${relation}.account_id = $1 and ${terms
      .map((term) => conditionOf(term, place))
      .join(' and ')}`;
  return {
    // With an array, the planner starts from the ids.
    led: { sql: (place) => `${column} = any(array(${ids(place)}))`, isOnRelations: false },
    unled: { sql: (place) => `(${column} in (${ids(place)})) is true`, isOnRelations: false },
    leadsTo: isLeading ? 'many' : null,
    values: Number.POSITIVE_INFINITY,
  };
}

export interface Narrowing {
  readonly conditions: readonly RowCondition[];
  /** No condition leads to rows: they are read in order until enough match. */
  readonly isWalked: boolean;
}

export async function narrowed(session: Session, description: Description, terms: readonly Term[]): Promise<Narrowing> {
  const criteria = criteriaOf(description, terms);
  if (!description.isVast) return { conditions: criteria.map(({ led }) => led), isWalked: false };
  const leading = criteria.filter(({ leadsTo }) => leadsTo !== null);
  const leader = leading.length > 0 ? await leaderAmong(session, description, leading) : undefined;
  // Together with one that leads to few rows, others of the same table may share its index.
  const isLed = (criterion: Criterion) =>
    criterion === leader || (leader?.leadsTo === 'few' && criterion.led.isOnRelations);
  return {
    conditions: criteria.map((criterion) => (isLed(criterion) ? criterion.led : criterion.unled)),
    isWalked: leader === undefined,
  };
}

/** The criterion with the fewest rows. Undefined if all have many, and no index has them in order. */
async function leaderAmong(
  session: Session,
  description: Description,
  leading: readonly Criterion[],
): Promise<Criterion | undefined> {
  const few = leading.find(({ leadsTo, values }) => leadsTo === 'few' && values <= fewValuesMax);
  if (few) return few;
  const ordered = leading.find(({ values }) => values === 1);
  if (ordered && leading.length === 1) return ordered;
  const counts = await countsOf(session, description, leading);
  const least = Math.min(...counts);
  return least <= fewMax ? leading[counts.indexOf(least)] : ordered;
}

/** How many rows meet each, as far as it matters. */
async function countsOf(
  session: Session,
  { table, row }: Description,
  leading: readonly Criterion[],
): Promise<number[]> {
  const { values, place } = binder();
  const counts = leading.map(
    ({ led }, index) =>
      `(select count(*) from (select from ${table} as ${row}
  where ${row}.account_id = $1 and ${led.sql(place)} limit ${fewMax + 1}) as met)::text as count_${index}`,
  );
  const [found] = await session.run<Record<`count_${number}`, string>>(
    recurring(`select ${counts.join(', ')}`),
    values,
  );
  return leading.map((_, index) => Number(found?.[`count_${index}`]));
}

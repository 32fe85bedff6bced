/** Terms of a legacy query as conditions on rows. A missing value matches only `null`. */
import type { Place } from '../../platform/store/condition.ts';
import { type Scalar, written } from '../members.ts';
import type { Operator, Span, Term, Value } from '../query/query.ts';

export function conditionOf(term: Term, place: Place): string {
  const { through } = term;
  if (!through) return comparison(term, place);
  return `exists (select from ${written(through.from, place)} where ${comparison(term, place)})`;
}

function comparison({ member, operator, values, hasNull }: Term, place: Place): string {
  const column = written(member.sql, place);
  if (operator === 'notequal') {
    const isAny = values.length > 0 ? amongAny(member, column, values, place) : null;
    if (isAny === null) return hasNull ? `${column} is not null` : 'true';
    // A row without a value equals nothing; `null` says whether it is wanted.
    return hasNull ? `(${column} is not null and not ${isAny})` : `(${isAny}) is not true`;
  }
  const met = values.length > 0 ? positive(member, column, operator, values, place) : null;
  if (met === null) return hasNull ? `${column} is null` : 'false';
  return hasNull ? `(${met} or ${column} is null)` : met;
}

function positive(
  member: Scalar,
  column: string,
  operator: Exclude<Operator, 'notequal'>,
  values: readonly Value[],
  place: Place,
): string {
  if (operator === 'equals') return amongAny(member, column, values, place);
  if (operator === 'like' || operator === 'starts') return holding(column, operator, values, place);
  if (isOfTime(member)) return inTime(member, column, operator, values as readonly Span[], place);
  const sign = { greaterthan: '>', greaterthanorequal: '>=', lessthan: '<', lessthanorequal: '<=' }[
    operator as Compare
  ];
  const compared = `${column} ${sign} ${place(values[0])}::${sqlType(member)}`;
  if (!member.leadsTo) return compared;
  return `(${compared} and ${column} ${sign.startsWith('>') ? '<' : '>'} ${sign.startsWith('>') ? '' : '-'}9223372036854775807)`;
}

type Compare = 'greaterthan' | 'greaterthanorequal' | 'lessthan' | 'lessthanorequal';

const isOfTime = ({ kind }: Scalar): boolean => kind === 'date' || kind === 'moment';

function sqlType(member: Scalar): string {
  if (member.kind === 'enumeration') return member.shows === 'number' ? 'integer' : 'text';
  return {
    integer: 'bigint',
    number: 'numeric',
    text: 'text',
    boolean: 'boolean',
    date: 'date',
    moment: 'timestamptz',
  }[member.kind];
}

function amongAny(member: Scalar, column: string, values: readonly Value[], place: Place): string {
  if (member.among) return member.among(values.map(String), place);
  if (isOfTime(member)) return inAny(member, column, values as readonly Span[], place);
  const type = sqlType(member);
  // A single value uses `=`, so that an index on the column also provides the order.
  return values.length === 1
    ? `${column} = ${place(values[0])}::${type}`
    : `${column} = any(${place(values)}::${type}[])`;
}

/** Case is ignored, and no character is special. */
function holding(column: string, operator: 'like' | 'starts', values: readonly Value[], place: Place): string {
  const lowered = (sql: string) => `lower(${sql} collate "und-x-icu")`;
  const met = (wanted: string) =>
    operator === 'like'
      ? `strpos(${lowered(column)}, ${lowered(wanted)}) > 0`
      : `starts_with(${lowered(column)}, ${lowered(wanted)})`;
  if (values.length === 1) return met(`${place(values[0])}::text`);
  return `exists (select from unnest(${place(values)}::text[]) as wanted where ${met('wanted')})`;
}

const dayMs = 86_400_000;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Years beyond have five digits, which no value reaches. */
const endOfTime = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * A timestamp in the type of the column: a day counts from its midnight, so that limits within a day start with the
 * next.
 */
function boundary(member: Scalar, ms: number, place: Place): string {
  if (member.kind === 'moment')
    return `${place(ms > endOfTime ? 'infinity' : new Date(ms).toISOString())}::timestamptz`;
  const midnight = Math.ceil(ms / dayMs) * dayMs;
  return `${place(midnight > endOfTime ? 'infinity' : dateOf(midnight))}::date`;
}

/** Equal to any of the spans. Days of a date are a list, which an index serves. */
function inAny(member: Scalar, column: string, spans: readonly Span[], place: Place): string {
  if (member.kind === 'moment') {
    const within = spans.map(({ from, until }) => bounded(member, column, from, until, place));
    return within.length === 1 ? String(within[0]) : `(${within.join(' or ')})`;
  }
  const days = spans.filter(({ from }) => from % dayMs === 0).map(({ from }) => dateOf(from));
  if (days.length === 0) return 'false';
  return days.length === 1 ? `${column} = ${place(days[0])}::date` : `${column} = any(${place(days)}::date[])`;
}

/**
 * From one time up to, and without, another. Both ends are always given: with one open end the planner cannot estimate
 * the rows and would read all of them; with two it uses the index.
 */
function bounded(member: Scalar, column: string, from: number | null, until: number | null, place: Place): string {
  const type = member.kind === 'moment' ? 'timestamptz' : 'date';
  const lower = from === null ? `'-infinity'::${type}` : boundary(member, from, place);
  const upper = until === null ? `'infinity'::${type}` : boundary(member, until, place);
  // Nothing is stored at the end of time, so an open end includes everything.
  return `(${column} >= ${lower} and ${column} < ${upper})`;
}

function inTime(
  member: Scalar,
  column: string,
  operator: Operator,
  [one, other]: readonly Span[],
  place: Place,
): string {
  if (!one) return 'false';
  switch (operator) {
    case 'since':
    case 'greaterthanorequal':
      return bounded(member, column, one.from, null, place);
    case 'until':
    case 'lessthanorequal':
      return bounded(member, column, null, one.until, place);
    case 'greaterthan':
      return bounded(member, column, one.until, null, place);
    case 'lessthan':
      return bounded(member, column, null, one.from, place);
    default:
      return bounded(member, column, one.from, other?.until ?? null, place);
  }
}

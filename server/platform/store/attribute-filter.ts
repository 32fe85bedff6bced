/**
 * Filters rows by attribute values in force on a day. Values are found by their keys. A row without a key has no value:
 * none was set, it is null, or it is not in force on that day.
 */
import type { Filter, Resource } from '@muster/contract/kit/resource.ts';
import { ownerColumn, tableOf } from './columns.ts';
import { type Condition, never, type Place } from './condition.ts';

/** A part of an attribute that lists can be filtered and sorted by: a property, or a whole single value. */
export interface AttributePart {
  readonly definitionId: string;
  /** Empty for a single value. */
  readonly property: string;
  readonly keptAs: 'text' | 'number';
  /** Whether one row may have several values in force. */
  readonly isMultiple: boolean;
  /** The type that the part refers to, if it is a reference. */
  readonly target?: string;
  /** The day on which a value must be in force. */
  readonly today: string;
  /** Of the account, by which days begin. */
  readonly timezoneId: string;
}

/** A definition used in a list query. */
export interface Extension {
  /** By the name of the property; under the empty name if the value is not an object. */
  readonly parts: ReadonlyMap<string, ExtensionPart>;
  /** Its values are members of the resource itself. */
  readonly isSystem: boolean;
}

export interface ExtensionPart {
  readonly part: AttributePart;
  /** The filter for its values; null if it has no key. */
  readonly filter: Filter | null;
  readonly isSortable: boolean;
}

/** A condition on a part. */
export type AttributeTerm = { readonly part: AttributePart } & (
  | {
      readonly how: 'among';
      readonly values: readonly string[];
      readonly hasNull: boolean;
      readonly isNegative: boolean;
    }
  | { readonly how: 'between'; readonly from: string | null; readonly to: string | null }
);

/** Which ids a page can still show, and in which direction. */
export interface InIdOrder {
  readonly idsBeyond: ((column: string) => Condition) | null;
  readonly isDown: boolean;
}

/**
 * Three ways to find the same rows (docs/decisions/0019). In the order of ids, along the keys of one value: a page
 * stops when it is full. Together, all matching keys: for few rows, and to count. Row by row, in the order of the list:
 * for many.
 */
export type Way = InIdOrder | 'together' | 'row-by-row';

export function attributeCondition(resource: Resource, term: AttributeTerm, way: Way): Condition {
  const { part } = term;
  const isAny = term.how === 'among' && term.values.length === 0;
  if (term.how === 'between' || !(isAny || term.hasNull || term.isNegative)) return having(resource, part, term, way);
  const { hasNull, isNegative } = term;
  if (isAny && !hasNull) return () => String(isNegative);
  if (isAny) return isNegative ? having(resource, part, null, way) : lacking(resource, part, way);
  const has = having(resource, part, term, 'row-by-row');
  if (isNegative) return hasNull ? allOf([not(has), having(resource, part, null, 'row-by-row')]) : not(has);
  const lacks = lacking(resource, part, 'row-by-row');
  return (place) => `(${has(place)} or ${lacks(place)})`;
}

/** The same for any way to find the rows with a matching value, or with any value if there is no term. */
export function combined(term: AttributeTerm, having: (wanted: AttributeTerm | null) => Condition): Condition {
  if (term.how === 'between') return having(term);
  const { values, hasNull, isNegative } = term;
  const has = values.length === 0 ? () => never : having(term);
  const found: Condition = hasNull ? (place) => `(${has(place)} or not ${having(null)(place)})` : has;
  return isNegative ? not(found) : found;
}

/** Whether the matching keys are in the order of ids. */
export const isInOrderOfIds = (term: AttributeTerm): boolean =>
  term.how === 'among' && (term.values.length === 0 || (term.values.length === 1 && !term.hasNull && !term.isNegative));

/** Whether the keys determine the matching rows, rather than the excluded ones. */
export const isPositive = (term: AttributeTerm): boolean =>
  term.how === 'between' || (term.isNegative ? term.hasNull && term.values.length === 0 : !term.hasNull);

/** SQL: the number of matching rows, counted up to a limit. */
export const countUpTo = (resource: Resource, term: AttributeTerm, most: number, place: Place): string =>
  `(select count(*) from (select from ${keysOf(resource, term.part, conditionByKey(term), place)} limit ${most}) as counted)`;

/** Rows with a matching value in force, or with any value if there is no term. */
function having(resource: Resource, part: AttributePart, term: AttributeTerm | null, way: Way): Condition {
  const holder = heldBy(resource);
  // `offset` forces a look-up per row: the planner would choose a join by a guess at how many rows have the value.
  if (way === 'row-by-row') {
    const wanted = term && conditionByRow(term);
    return (place) =>
      `exists (select from ${keysOf(resource, part, wanted, place)} and ${holder} = shown_row.id offset 0)`;
  }
  const wanted = term && conditionByKey(term);
  // With an array, the planner starts from the ids.
  if (way === 'together') {
    return (place) => `shown_row.id = any(array(select ${holder} from ${keysOf(resource, part, wanted, place)}))`;
  }
  const order = way.isDown ? ` order by ${holder} desc` : '';
  // `distinct`, because the planner would otherwise sort all keys by id itself.
  return (place) => `shown_row.id in (
  select distinct ${holder} from ${keysOf(resource, part, wanted, place)}${beyond(way, holder, place)}${order})`;
}

/** Rows without a value in force. In ascending order, all rows and rows with a value are read in parallel. */
export function lacking(resource: Resource, part: AttributePart, way: Way): Condition {
  if (way === 'row-by-row' || (way !== 'together' && way.isDown))
    return not(having(resource, part, null, 'row-by-row'));
  const holder = heldBy(resource);
  return (place) => `shown_row.id in (
  select one.id from ${tableOf(resource)} as one where one.account_id = $1${beyond(way, 'one.id', place)}
  except
  select ${holder} from ${keysOf(resource, part, null, place)}${beyond(way, holder, place)})`;
}

const beyond = (way: InIdOrder | 'together', column: string, place: Place): string =>
  way !== 'together' && way.idsBeyond ? ` and ${way.idsBeyond(column)(place)}` : '';

const not =
  (condition: Condition): Condition =>
  (place) =>
    `not ${condition(place)}`;

const allOf =
  (conditions: readonly Condition[]): Condition =>
  (place) =>
    conditions.map((condition) => condition(place)).join(' and ');

/** The table of the keys of a resource that attributes are defined for. */
export function keyTableOf({ type, attributeKeysIn }: Resource): string {
  if (attributeKeysIn === undefined) throw new Error(`No attributes are defined for ${type}.`);
  return attributeKeysIn;
}

/** The column of a key that names the row with the value. */
const heldBy = ({ type }: Resource): string => `held.${ownerColumn(type)}`;

/** SQL after `from`: the keys of values in force. */
function keysOf(resource: Resource, part: AttributePart, wanted: Condition | null, place: Place): string {
  return `${keyTableOf(resource)} as held where ${[...inForce('held', part, place), ...(wanted ? [wanted(place)] : [])].join(' and ')}`;
}

export function inForce(table: string, { definitionId, property, today }: AttributePart, place: Place): string[] {
  const day = `${place(today)}::date`;
  return [
    `${table}.account_id = $1`,
    `${table}.definition_id = ${place(definitionId)}`,
    `${table}.property = ${place(property)}`,
    `${table}.applies_from <= ${day}`,
    `${table}.applies_to >= ${day}`,
  ];
}

/** The matching keys in the form of the indexes: the folded text precedes the text. */
function conditionByKey(term: AttributeTerm): Condition {
  if (term.part.keptAs === 'number') return numbers(term, 'held.number_key');
  // For days the folded form is the day itself.
  if (term.how === 'between') return between(term, 'held.ordering_key', 'text');
  const { values } = term;
  const exact = oneOf(values, 'held.text_key', 'text');
  if (values.length === 1) {
    return (place) => `held.ordering_key = ordering(${place(values[0])}::text) and ${exact(place)}`;
  }
  return (place) =>
    `held.ordering_key = any(array(select ordering(one) from unnest(${place(values)}::text[]) as one)) and ${exact(place)}`;
}

/** The same for the keys of one row, which must not be searched by value: a range contains keys of many other rows. */
export function conditionByRow(term: AttributeTerm): Condition {
  if (term.part.keptAs === 'number') return numbers(term, '(held.number_key + 0)');
  return term.how === 'between' ? between(term, 'held.text_key', 'text') : oneOf(term.values, 'held.text_key', 'text');
}

/** A number too small for a double is accepted here but would be an error in the database. */
const numberText = (value: string): string => String(Number(value));

function numbers(term: AttributeTerm, column: string): Condition {
  if (term.how === 'among') return oneOf(term.values.map(numberText), column, 'double precision');
  const { from, to } = term;
  const bounds = { from: from === null ? null : numberText(from), to: to === null ? null : numberText(to) };
  return between(bounds, column, 'double precision');
}

const oneOf = (values: readonly string[], column: string, sqlType: string): Condition =>
  values.length === 1
    ? (place) => `${column} = ${place(values[0])}::${sqlType}`
    : (place) => `${column} = any(${place(values)}::${sqlType}[])`;

interface Bounds {
  readonly from: string | null;
  readonly to: string | null;
}

const between =
  ({ from, to }: Bounds, column: string, sqlType: string): Condition =>
  (place) =>
    [
      ...(from === null ? [] : [`${column} >= ${place(from)}::${sqlType}`]),
      ...(to === null ? [] : [`${column} <= ${place(to)}::${sqlType}`]),
    ].join(' and ');

/**
 * Rows as they were known at a moment, and as they are on a day: SQL with the columns of the table, so that filters,
 * orders and pages work on them as on the table. The state at a moment is the former text of the first version after it;
 * without one it is the row. Rows that were deleted since come from their versions.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { canName, idTypeOf, ownerColumn, tableOf } from './columns.ts';
import type { Condition, Place } from './condition.ts';
import { type FormerColumn, formerColumns, membersIn } from './former-columns.ts';
import type { By, CallerPointInTime, InTime, PointInTime } from './point-in-time.ts';
import { storedText } from './stored-text.ts';
import { visibleTo } from './version-list.ts';

/** Which rows are wanted; SQL. */
export interface Wanted {
  readonly present: readonly string[];
  /** On the last version of a deleted row, `last_version`. */
  readonly deleted: readonly string[];
}

/** Rows that exist now, and rows that were deleted since. Each has its own index, so a list merges them as two sources. */
export type Kind = 'present' | 'deleted';

export const kindsIn = (resource: Resource, pointInTime: CallerPointInTime): readonly Kind[] =>
  momentFor(resource, pointInTime) !== null && pointInTime.formerReaderOf(resource)
    ? ['present', 'deleted']
    : ['present'];

/** The columns that are used; null: all of them. */
export type Used = ReadonlySet<string> | null;

/** Texts alone. */
const none: Used = new Set();

/** SQL of a moment, and conditions on a version after it that name the partitions to look into. */
export interface Moment {
  readonly at: string;
  isAfter(version: string): string;
  /** The same in parts, one after the other in time. */
  readonly isAfterInParts: readonly ((version: string) => string)[];
}

/** Null for now. */
export function momentIn(moment: string | null, { written }: PointInTime, place: Place): Moment | null {
  if (moment === null) return null;
  const at = `${place(moment)}::timestamptz`;
  const isAfter = (version: string) => `${version}.recorded_at > ${at}`;
  if (!written) return { at, isAfter, isAfterInParts: [isAfter] };
  const bounds = written.map((bound) => `${place(bound)}::timestamptz`);
  const within = (from = '', to = '') => {
    return (version: string) =>
      `${isAfter(version)} and ${version}.written_at >= ${from} and ${version}.written_at < ${to}`;
  };
  return {
    at,
    isAfter: within(bounds[0], bounds.at(-1)),
    isAfterInParts: bounds.slice(1).map((bound, index) => within(bounds[index], bound)),
  };
}

/** SQL of the rows of one kind; `ids` is SQL of an array, if only these are wanted. */
export function rowsInTime(
  resource: Resource,
  pointInTime: CallerPointInTime,
  kind: Kind,
  place: Place,
  used: Used,
  ids: string | null = null,
): string {
  const at = momentIn(momentFor(resource, pointInTime), pointInTime, place);
  const day = pointInTime.day === null || resource.asOf !== 'dates' ? null : `${place(pointInTime.day)}::date`;
  const states = (columns: Used) =>
    kind === 'present'
      ? presentStates(resource, at, presentConditions(resource, pointInTime, place, ids), columns)
      : deletedSince(resource, at, deletedConditions(resource, pointInTime, place, ids), columns);
  const inTime = at === null && day === null ? undefined : pointInTime.inTimeOf(resource);
  return inTime ? derived(resource, states, inTime, at, day, used) : states(used);
}

const presentConditions = (
  resource: Resource,
  pointInTime: CallerPointInTime,
  place: Place,
  ids: string | null,
): string[] => [
  ...(ids === null ? [] : [`shown_row.id = any(${ids}::${idTypeOf(resource)}[])`]),
  ...pointInTime.visibleOf(resource).map((condition) => condition(place)),
];

function deletedConditions(
  resource: Resource,
  pointInTime: CallerPointInTime,
  place: Place,
  ids: string | null,
): string[] {
  const reader = pointInTime.formerReaderOf(resource);
  return [
    ...(ids === null ? [] : [`last_version.data_id = any(${ids}::text[])`]),
    ...(reader ? visibleTo(resource, reader, place) : ['false']),
  ];
}

/** For `from`: the rows with these ids. */
export const togetherInTime =
  (resource: Resource, pointInTime: CallerPointInTime, ids: readonly string[]): Condition =>
  (place) => {
    const wanted = place(ids.filter((id) => canName(resource, id)));
    const kinds = kindsIn(resource, pointInTime).map((kind) =>
      rowsInTime(resource, pointInTime, kind, place, none, wanted),
    );
    return `(${kinds.join('\nunion all\n')}) as shown_row`;
  };

/** The moment whose knowledge counts for a resource; null: now. */
export const momentFor = ({ asOf }: Resource, { moment, recordedUntil }: PointInTime): string | null =>
  asOf === 'records' ? recordedUntil : moment;

/** Columns of the states, replaced where they follow from other rows or from the day. */
function derived(
  resource: Resource,
  states: (columns: Used) => string,
  inTime: InTime,
  at: Moment | null,
  day: string | null,
  used: Used,
): string {
  const { joins = '', columns } = inTime({
    day,
    needs: (column) => used === null || used.has(column),
    related: (other, by, some) => statesBy(other, at, by, new Set(some)),
  });
  const shown = [...always, ...columnsOf(resource, at !== null, used)].map((name) =>
    columns[name] === undefined ? `known.${name}` : `${columns[name]} as ${name}`,
  );
  const text = `select ${shown.join(', ')}`;
  const known = [...`${text} ${joins}`.matchAll(/\bknown\.(\w+)/g)].map(([, column = '']) => column);
  return `${text}\nfrom (${states(new Set(known))}) as known ${joins}`;
}

/** SQL of some rows at a moment, for any caller. */
export function statesBy(resource: Resource, at: Moment | null, by: By | Wanted, used: Used): string {
  const { present, deleted } = wantedBy(resource, by);
  const states = presentStates(resource, at, present, used);
  return at === null ? states : `${states}\nunion all\n${deletedSince(resource, at, deleted, used)}`;
}

function wantedBy(resource: Resource, by: By | Wanted): Wanted {
  if ('present' in by) return by;
  if ('id' in by) {
    return { present: [`shown_row.id = ${by.id}`], deleted: [`last_version.data_id = (${by.id})::text`] };
  }
  const owner = ownerColumn(resource.ownedThrough ?? '');
  return { present: [`shown_row.${owner} = ${by.owner}`], deleted: [`last_version.owner_id = ${by.owner}`] };
}

const always = ['account_id', 'id', 'revision', 'representation'];

/** The words of a search by kept words are a column only of earlier states. */
const usedOf = (resource: Resource, isPast: boolean, used: Used): FormerColumn[] =>
  formerColumns(resource).filter(
    ({ column }) =>
      (used === null || used.has(column)) && (isPast || column !== 'searched' || resource.searchedBy !== 'kept-words'),
  );

const columnsOf = (resource: Resource, isPast: boolean, used: Used): string[] =>
  usedOf(resource, isPast, used).map(({ column }) => column);

function presentStates(resource: Resource, at: Moment | null, conditions: readonly string[], used: Used): string {
  if (at !== null) return presentAt(resource, at, conditions, used);
  const columns = [...always, ...columnsOf(resource, false, used)].map((column) => {
    if (column === 'revision') return 'shown_row.revision::text as revision';
    return column === 'representation'
      ? `${storedText(resource, 'shown_row')} as representation`
      : `shown_row.${column}`;
  });
  return `select ${columns.join(', ')} from ${tableRows(resource, conditions)}`;
}

const tableRows = (resource: Resource, conditions: readonly string[]): string =>
  `${tableOf(resource)} as shown_row where ${['shown_row.account_id = $1', ...conditions].join(' and ')}`;

/**
 * The first change after a moment, of the row with this id. Most rows have one in the first partition that is looked into,
 * and then no other is. A creation has no former text, and neither has a row whose texts were erased.
 */
export const firstAfter = ({ type }: Resource, at: Moment, id: string): string => {
  const parts = at.isAfterInParts.map(
    (isAfter) => `select entry.id, entry.former, entry.former_revision, entry.owner_id from versions as entry
      where entry.account_id = $1 and entry.data_type = '${type}' and entry.data_id = ${id} and ${isAfter('entry')}
      order by entry.id limit 1`,
  );
  const [only = ''] = parts;
  return `(${parts.length === 1 ? only : `select * from ((${parts.join(') union all (')})) as entry limit 1`}) as later`;
};

/** The members of a former text. Without the offset, each column that uses them would parse the text again. */
const parsedOnce = (resource: Resource, columns: readonly string[]): string =>
  columns.some((sql) => sql.includes('parsed.members'))
    ? `\n  cross join lateral (select ${membersIn(resource, 'later.former')} as members offset 0) as parsed`
    : '';

function presentAt(resource: Resource, at: Moment, conditions: readonly string[], used: Used): string {
  const either = (now: string, then: string) => `case when later.id is null then ${now} else ${then} end`;
  const text = either(storedText(resource, 'present'), 'later.former');
  const columns = usedOf(resource, true, used).map(({ column, fromMembers }) => {
    const then = fromMembers('parsed.members');
    if (column === 'searched' && resource.searchedBy === 'kept-words') {
      return `${fromMembers(membersIn(resource, text))} as searched`;
    }
    return `${then === null ? `present.${column}` : either(`present.${column}`, then)} as ${column}`;
  });
  return `select present.account_id, present.id, (${either('present.revision', 'later.former_revision')})::text as revision,
  ${[`${text} as representation`, ...columns].join(',\n  ')}
from (select * from ${tableRows(resource, conditions)}) as present
  left join lateral ${firstAfter(resource, at, 'present.id::text')} on true${parsedOnce(resource, columns)}
where (later.id is null or later.former is not null)`;
}

function deletedSince(resource: Resource, at: Moment | null, conditions: readonly string[], used: Used): string {
  if (at === null) throw new Error('Nothing is deleted after now.');
  const idType = idTypeOf(resource);
  const owner = resource.ownedThrough === undefined ? null : ownerColumn(resource.ownedThrough);
  const columns = usedOf(resource, true, used).map(({ column, sqlType, fromMembers }) => {
    const hidden = column === owner ? 'later.owner_id' : `null::${sqlType}`;
    return `${fromMembers('parsed.members') ?? hidden} as ${column}`;
  });
  return `select $1::bigint as account_id, last_version.data_id::${idType} as id, later.former_revision::text as revision,
  ${['later.former as representation', ...columns].join(',\n  ')}
from (
    select distinct on (data_id) * from versions as last_version
    where last_version.account_id = $1 and last_version.data_type = '${resource.type}' and last_version.verb = 'deleted'
      and ${at.isAfter('last_version')}${conditions.map((condition) => ` and ${condition}`).join('')}
    order by data_id, id desc
  ) as last_version
  cross join lateral ${firstAfter(resource, at, 'last_version.data_id')}${parsedOnce(resource, columns)}
where later.former is not null and not exists (
  select from ${tableOf(resource)} as present where present.account_id = $1 and present.id = last_version.data_id::${idType})`;
}

/**
 * The history of an account as one list in the order of time: recorded changes of resources, and what the audit log alone
 * knows, such as sign-ins. Both are read from their own tables; the id of an entry contains its time, so that a page of
 * the merged list begins where an index says.
 */
import { historyEntries } from '@muster/contract/administration/history-entries.ts';
import { administration } from '@muster/contract/administration.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { canName, ownerColumn, tableOf } from '../../platform/store/columns.ts';
import type { Condition, Place } from '../../platform/store/condition.ts';
import { conditionOf, type FilterTerm } from '../../platform/store/filter.ts';
import type { Source } from '../../platform/store/list-page.ts';
import type { SortColumn } from '../../platform/store/order.ts';
import { rowText, stateAfter } from '../../platform/store/version-list.ts';

/** Numbers of changes are even, and those of audit entries odd: no two entries of the same moment have one id. */
const numberOf = (id: string, kind: 'change' | 'audit'): string => `${id} * 2${kind === 'audit' ? ' + 1' : ''}`;

/** Sorts as text: microseconds since 1970, then the number. */
const idText = (at: string, number: string): string =>
  `lpad((extract(epoch from ${at}) * 1000000)::bigint::text, 20, '0') || '-' || lpad((${number})::text, 19, '0')`;

const idForm = /^0*(\d{1,17})-(\d{19})$/;

/** The moment of an id, as text for the database. */
function momentIn(id: string): string {
  const micros = BigInt(idForm.exec(id)?.[1] ?? 0);
  const [second] = new Date(Number(micros / 1000n)).toISOString().split('.');
  return `${second}.${String(micros % 1_000_000n).padStart(6, '0')}Z`;
}

const numberIn = (id: string): string => String(BigInt(idForm.exec(id)?.[2] ?? 0));

const byTime: SortColumn = {
  shown: 'shown_row.id',
  columns: [
    { sql: 'shown_row.recorded_at', sqlType: 'timestamptz', part: momentIn },
    { sql: 'shown_row.number', sqlType: 'bigint', part: numberIn },
  ],
};

/** What the history shows to a caller. */
export interface HistoryReach {
  /** The types whose changes the caller may read. */
  readonly recorded: readonly Resource[];
  /** SQL: whether an audit entry has expired; `entry` is its alias. */
  readonly isExpired: (entry: string, place: Place) => string;
}

export function historySources(reach: HistoryReach, filters: readonly FilterTerm[]): Source[] {
  const order = () => byTime;
  return [
    {
      from: (place) => changes(reach, place, [changeText(reach, place)]),
      counted: (place) => changes(reach, place, []),
      conditions: filters.map((term) => conditionIn(term, ofOwner)),
      order,
    },
    {
      from: (place) => `(${audited(reach, place)}) as shown_row`,
      conditions: filters.map((term) => conditionIn(term, ofSubject)),
      order,
    },
  ];
}

type Among = Extract<FilterTerm, { how: 'among' }>;

function conditionIn(term: FilterTerm, aboutPeople: (ids: string) => string): Condition {
  if (term.how === 'among' && term.name === 'id') return withIds(term);
  if (term.how !== 'among' || term.name !== 'employee.id') return conditionOf(historyEntries, term);
  const { values, isNegative } = term;
  return (place) => {
    const about = aboutPeople(`${place(values)}::text[]`);
    return isNegative ? `(${about}) is not true` : about;
  };
}

const withIds =
  ({ values, isNegative }: Among): Condition =>
  (place) => {
    const named = values.filter((id) => idForm.test(id));
    const pairs = named.map((id) => `(${place(momentIn(id))}::timestamptz, ${place(numberIn(id))}::bigint)`);
    const isNamed = pairs.length === 0 ? 'false' : `(shown_row.recorded_at, shown_row.number) in (${pairs.join(', ')})`;
    return isNegative ? `not (${isNamed})` : isNamed;
  };

/** Ids that no employee can have match nothing. */
const ofOwner = (ids: string): string =>
  `shown_row.employee_id = any(array(select id::bigint from unnest(${ids}) as id where id ~ '^[0-9]{1,18}$'))`;

/** What administrators do about a person, by the declarations: holds, erasures, exports. */
const acts = Object.values<Resource>(administration).filter(
  ({ ownedThrough, isWrittenElsewhere }) => ownedThrough === employees.type && !isWrittenElsewhere,
);

const actOwner = ownerColumn(employees.type);

/** By the index of subjects. */
const ofSubject = (ids: string): string => `(shown_row.subject_type, shown_row.subject_id) in (
  select '${employees.type}', named from unnest(${ids}) as named${acts
    .map(
      (act) => `
  union all select '${act.type}', act.id::text from ${tableOf(act)} as act where act.account_id = $1
    and act.${actOwner} = any(array(select id::bigint from unnest(${ids}) as id where id ~ '^[0-9]{1,18}$'))`,
    )
    .join('')})`;

/** SQL: the person that an audit entry is about. */
const personOf = `case entry.subject_type when '${employees.type}' then entry.subject_id${acts
  .map(
    (act) => `
          when '${act.type}' then (select act.${actOwner}::text from ${tableOf(act)} as act where act.account_id = $1
            and act.id = case when entry.subject_id ~ '^[0-9]{1,18}$' then entry.subject_id::bigint end)`,
  )
  .join('')} end`;

/** SQL of recorded changes, with more columns. */
function changes({ recorded }: HistoryReach, place: Place, more: readonly string[]): string {
  const types = recorded.map(({ type }) => type);
  const number = numberOf('change.id', 'change');
  const columns = [
    `
select change.account_id, ${idText('change.recorded_at', number)} as id, ${number} as number, 1 as revision,
  change.recorded_at, change.owner_id as employee_id, change.data_type || '.' || change.verb as action,
  change.data_type as subject_type, change.data_id as subject_id, change.author::json ->> 'type' as author_type,
  change.author::json ->> 'id' as author_id`,
    ...more,
  ];
  return `(${columns.join(',\n  ')}
from versions as change where change.account_id = $1 and change.data_type = any(${place(types)}::text[])) as shown_row`;
}

/** The text of a change is a subquery, which only the rows of the page evaluate. */
function changeText(reach: HistoryReach, place: Place): string {
  return rowText(
    historyEntries,
    `
      select ${idText('change.recorded_at', numberOf('change.id', 'change'))} as id, change.recorded_at, change.author,
        change.data_type || '.' || change.verb as action, change.data_type as subject_type, change.data_id as subject_id,
        change.owner_id as employee_id, change.changed_attributes, noted.address, noted.trace_id,
        state_after.text || '}' as data,
        case when change.verb = 'updated' then change.former || '}' end as previous_data
      from (${stateAfter(reach.recorded, 'change')}) as state_after
        left join lateral (${notedIn(reach, place)}) as noted on true`,
  );
}

/** The audit entry of the same change has the same time. */
const notedIn = ({ isExpired }: HistoryReach, place: Place): string => `
          select entry.address, entry.trace_id from audit_entries as entry
          where entry.account_id = $1 and entry.subject_type = change.data_type and entry.subject_id = change.data_id
            and entry.created_at = change.recorded_at and not ${isExpired('entry', place)} limit 1`;

/** SQL of audit entries, except those of changes that are recorded. */
function audited({ isExpired }: HistoryReach, place: Place): string {
  const number = numberOf('entry.id', 'audit');
  const type = `case entry.actor_kind when 'person' then 'administrator' else entry.actor_kind end`;
  const id = 'coalesce(entry.actor_id, entry.actor_name)';
  return `
select entry.account_id, ${idText('entry.created_at', number)} as id, ${number} as number, 1 as revision,
  entry.created_at as recorded_at, null::bigint as employee_id, entry.action, entry.subject_type, entry.subject_id,
  ${type} as author_type, ${id} as author_id,
  ${rowText(
    historyEntries,
    `
      select ${idText('entry.created_at', number)} as id, entry.created_at as recorded_at,
        json_build_object('type', ${type}, 'id', ${id}, 'name', entry.actor_name)::text as author, entry.action,
        entry.subject_type, entry.subject_id, entry.address, entry.trace_id,
        ${personOf} as employee_id,
        case when entry.before is not null and entry.after is not null
          then array(select json_object_keys(entry.after)) else '{}'::text[] end as changed_attributes,
        coalesce(entry.after, entry.before)::text as data,
        case when entry.after is not null then entry.before::text end as previous_data`,
  )}
from audit_entries as entry where entry.account_id = $1 and not ${isExpired('entry', place)}
  and not exists (
    select from versions as change where change.account_id = $1 and change.data_type = entry.subject_type
      and change.data_id = entry.subject_id and change.recorded_at = entry.created_at)`;
}

export const canBeEntry = (id: string): boolean => canName(historyEntries, id) && idForm.test(id);

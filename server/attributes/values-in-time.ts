/**
 * Values as they were known at a moment, and those that held on a day. A value with days of its own holds on these, by
 * everything that is known of it. A value without days holds from the moment it is recorded until it is changed or
 * deleted, so the state at the end of the day counts; the same is true of members of employees. Members of employments and
 * positions hold on the days of these.
 */
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import type { Session } from '../platform/database/database.ts';
import { joinedTexts } from '../platform/store/address.ts';
import type { Condition } from '../platform/store/condition.ts';
import type { FilterTerm } from '../platform/store/filter.ts';
import { membersIn } from '../platform/store/former-columns.ts';
import type { Page, PageQuery, Source } from '../platform/store/list-page.ts';
import { pageAmong } from '../platform/store/page.ts';
import { sourcesInTime } from '../platform/store/page-in-time.ts';
import type { CallerPointInTime, InTime } from '../platform/store/point-in-time.ts';
import type { StoredRow } from '../platform/store/read.ts';
import { kindsIn, momentIn, rowsInTime, statesBy } from '../platform/store/rows-in-time.ts';
import { resourceOfValues } from './system-values.ts';
import { systemSources } from './value-sources.ts';

/** Days and the named id are columns of their own, and the text of an earlier state has them. */
export const inTime: InTime = () => {
  const members = membersIn(employeeAttributes, 'known.representation');
  const end = (name: string, open: string) =>
    `coalesce((${members} -> 'applicability' ->> '${name}')::date, '${open}'::date)`;
  const value = `(${members} -> 'value')`;
  return {
    columns: {
      applies_from: end('start', '-infinity'),
      applies_to: end('end', 'infinity'),
      // Of values that are references as a whole.
      value_id: `case when jsonb_typeof(${value}) = 'object' and ${value} ? 'url' and ${value} ? 'type' then ${value} ->> 'id' end`,
    },
  };
};

export const valuesInTime = (session: Session, pointInTime: CallerPointInTime, query: PageQuery): Promise<Page> =>
  pageAmong(session, employeeAttributes, sourcesOf(pointInTime, query), { ...query, conditions: [] });

export async function valueInTime(
  session: Session,
  pointInTime: CallerPointInTime,
  id: string,
): Promise<StoredRow | null> {
  const { representations, revisions, ids } = await valuesInTime(session, pointInTime, {
    limit: 1,
    sort: [{ path: 'id', isDescending: false }],
    filters: [{ how: 'among', name: 'id', values: [id], hasNull: false, isNegative: false }],
    start: { isBackward: false, values: null },
    isCounted: false,
    isLinked: false,
  });
  return ids[0] === undefined
    ? null
    : { id: ids[0], revision: revisions, representation: representations ?? joinedTexts([], '') };
}

function sourcesOf(pointInTime: CallerPointInTime, query: PageQuery): Source[] {
  const { day } = pointInTime;
  const known: CallerPointInTime = { ...pointInTime, recordedUntil: pointInTime.moment };
  const own =
    day === null
      ? sourcesInTime(employeeAttributes, pointInTime, query)
      : [
          ...sourcesInTime(employeeAttributes, known, query, [hasDays, isWithin(day)]),
          ...sourcesInTime(employeeAttributes, pointInTime, query, [hasNoDays, staysWithoutDays(pointInTime)]),
        ];
  return [...own, ...systemSourcesOf(pointInTime, query.filters)];
}

const hasDays: Condition = () => 'shown_row.applicability is not null';
const hasNoDays: Condition = () => 'shown_row.applicability is null';

const isWithin =
  (day: string): Condition =>
  (place) =>
    `shown_row.applies_from <= ${place(day)}::date and shown_row.applies_to >= ${place(day)}::date`;

/** A value that was given days later is one with days. */
const staysWithoutDays =
  (pointInTime: CallerPointInTime): Condition =>
  (place) => {
    if (pointInTime.moment === pointInTime.recordedUntil) return 'true';
    const at = momentIn(pointInTime.moment, pointInTime, place);
    // The rows inside have the same name as the rows outside.
    return `not exists (
  select from (select shown_row.id) as asked
    cross join lateral (${statesBy(employeeAttributes, at, { id: 'asked.id' }, new Set(['applicability']))}) as latest
  where latest.applicability is not null)`;
  };

function systemSourcesOf(pointInTime: CallerPointInTime, filters: readonly FilterTerm[]): Source[] {
  const { day, moment, recordedUntil } = pointInTime;
  const rowsOf = (moment: string | null, targetType: Parameters<typeof resourceOfValues>[0]): Condition[] => {
    const resource = resourceOfValues(targetType);
    const at: CallerPointInTime = { ...pointInTime, day: null, moment };
    return kindsIn(resource, at).map((kind) => (place) => `(${rowsInTime(resource, at, kind, place, null)})`);
  };
  const sources = systemSources(filters, (targetType) =>
    rowsOf(targetType === 'employee' ? recordedUntil : moment, targetType),
  );
  return day === null
    ? sources
    : sources.map((source) => ({ ...source, conditions: [...source.conditions, isWithin(day)] }));
}

/**
 * People, employments and positions on a day: status and what applies follow from the dates, as `career.ts` computes them
 * for today. A day is the calendar day of each establishment. What applies at a moment is read from the employments and
 * positions as they were known then, because changes of these leave the text of their employee as it is.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { addressMarkInSql } from '../platform/store/address.ts';
import { columnAt } from '../platform/store/columns.ts';
import type { By, Derived, Deriving, InTime } from '../platform/store/point-in-time.ts';

interface Days {
  readonly first: string;
  readonly last: string;
}

const employmentDays: Days = { first: 'start_date', last: 'end_date' };
const positionDays: Days = { first: 'starts_on', last: 'ends_on' };

/** SQL: the status on a day. */
const statusOn = (row: string, { first, last }: Days, day: string): string =>
  `case when ${day} < ${row}.${first} then 'upcoming' when ${day} > ${row}.${last} then 'deactivated' else 'active' end`;

/** SQL: a text with another status. No value of a client can contain the unescaped quotes of a member. */
const withStatus = (text: string, before: string, after: string): string =>
  `replace(${text}, ',"status":"' || ${before} || '"', ',"status":"' || ${after} || '"')`;

const dated =
  (days: Days): InTime =>
  ({ day }) => {
    if (day === null) return { columns: {} };
    const status = statusOn('known', days, day);
    return {
      columns: {
        status,
        revision: `known.revision || '-' || ${status}`,
        representation: withStatus('known.representation', 'known.status', status),
      },
    };
  };

export const employmentsInTime = dated(employmentDays);
export const positionsInTime = dated(positionDays);

type Prefix = 'applicableEmployment' | 'applicableJobPosition';

/** The columns of what applies, by the columns of the employment or position that they come from. */
const applicableColumns = (prefix: Prefix): [string, string][] =>
  Object.keys(employees.hidden)
    .filter((path) => path.startsWith(`${prefix}.`))
    .map((path) => {
      const member = path.slice(prefix.length + 1);
      return [columnAt(path), ownColumns[path] ?? columnAt(member)];
    });

const ownColumns: Readonly<Record<string, string>> = {
  'applicableEmployment.startsOn': employmentDays.first,
  'applicableEmployment.endsOn': employmentDays.last,
};

export const employeesInTime: InTime = (deriving) =>
  deriving.day === null ? applicableAtMoment(deriving) : applicableOn(deriving, deriving.day);

/** By the ids in the text of the employee. */
function applicableAtMoment({ needs, related }: Deriving): Derived {
  const columns = (resource: Resource, prefix: Prefix) =>
    applicableColumns(prefix)
      .filter(([column]) => needs(column))
      .map(([column, own]) => {
        const rows = related(resource, { id: `known.${columnAt(`${prefix}.id`)}` }, [own]);
        return [column, `(select applied.${own} from (${rows}) as applied)`];
      });
  return {
    columns: Object.fromEntries([
      ...columns(employments, 'applicableEmployment'),
      ...columns(jobPositions, 'applicableJobPosition'),
    ]),
  };
}

/** The one in effect on the day, otherwise the next one to start, otherwise the last one. */
const positionOn = (rows: string, { first, last }: Days, day: string): string => `
  cross join lateral (
    select * from (${rows}) as own
    order by case when ${day} < own.${first} then 1 when ${day} > own.${last} then 2 else 0 end, abs(own.${first} - ${day})
    limit 1
  ) as position_on`;

/** Positions cover each employment without gaps, so the employment of the position is the one that applies. */
function applicableOn({ needs, related }: Deriving, day: string): Derived {
  const used = (prefix: Prefix) => applicableColumns(prefix).filter(([column]) => needs(column));
  const rows = (resource: Resource, prefix: Prefix, by: By, columns: readonly string[]) =>
    related(resource, by, [...columns, ...used(prefix).map(([, own]) => own)]);
  const positions = rows(jobPositions, 'applicableJobPosition', { owner: 'known.id' }, [
    ...Object.values(positionDays),
    'employment_id',
  ]);
  const applied = rows(
    employments,
    'applicableEmployment',
    { id: 'position_on.employment_id' },
    Object.values(employmentDays),
  );
  const from = (prefix: Prefix, name: string) => used(prefix).map(([column, own]) => [column, `${name}.${own}`]);
  const status = statusOn('employment_on', employmentDays, day);
  const text = withStatus('known.representation', 'known.status', status);
  return {
    joins: `${positionOn(positions, positionDays, day)}\n  cross join lateral (${applied}) as employment_on`,
    columns: {
      ...Object.fromEntries([
        ...from('applicableEmployment', 'employment_on'),
        ...from('applicableJobPosition', 'position_on'),
      ]),
      status,
      applicable_employment_id: 'employment_on.id',
      applicable_job_position_id: 'position_on.id',
      // Other rows decide, so the tag names them.
      revision: `known.revision || '-' || ${status} || '-' || employment_on.id || '-' || position_on.id`,
      representation: withReference(
        withReference(text, 'applicableEmployment', employments, 'employment_on'),
        'applicableJobPosition',
        jobPositions,
        'position_on',
      ),
    },
  };
}

/** SQL: a text with another reference. */
function withReference(text: string, member: Prefix, { type, path }: Resource, row: string): string {
  const reference = (id: string) =>
    `E',"${member}":{"id":"' || ${id} || E'","type":"${type}","url":"${addressMarkInSql}/svc-api/${path}/' || ${id} || '"'`;
  return `replace(${text}, ${reference(`known.${columnAt(`${member}.id`)}`)}, ${reference(`${row}.id`)})`;
}

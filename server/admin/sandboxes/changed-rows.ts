/** Rows of people in a copy: each column as `treatments.ts` defines for its member. */

import type { Resource } from '@muster/contract/kit/resource.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { columnAt, columnOf } from '../../platform/store/columns.ts';
import type { CopiedRow } from '../../platform/store/copying.ts';
import { inventedPerson, inventedTitle } from './invented.ts';
import type { Renumber } from './renumbering.ts';
import { hiddenTreatments, type Treatment } from './treatments.ts';
import { changedKey, changedValue, type ValueSources } from './values.ts';

/** The state of one copy. */
export interface Copying {
  readonly sandboxId: string;
  /** Of this copy, and not stored. */
  readonly secret: string;
  readonly renumber: Renumber;
  readonly values: ValueSources;
}

/** Null: the row is not copied. */
export type Change = (row: CopiedRow, copying: Copying) => CopiedRow | null;

type Column = (row: CopiedRow, copying: Copying) => unknown;

export function changeOf(resource: Resource, members: Readonly<Record<string, Treatment>>): Change {
  const shown = Object.entries(resource.fields).flatMap(([name, field]): [string, Column][] => {
    const treatment = name === 'type' ? 'kept' : members[name];
    const type = name === 'id' ? resource.type : (field.target ?? '');
    return [[columnOf(name, field), columnWith(resource, name, columnOf(name, field), treatment, type)]];
  });
  const hidden = Object.entries(hiddenTreatments[resource.type] ?? {}).map(([path, treatment]): [string, Column] => {
    const [, type = ''] = /^renumbered as (.+)$/.exec(treatment) ?? [];
    const plain = type === '' ? (treatment as Treatment) : 'renumbered';
    return [columnAt(path), columnWith(resource, path, columnAt(path), plain, type)];
  });
  const columns = [...shown, ...hidden];
  return (row, copying) => {
    const changed = Object.fromEntries(columns.map(([column, read]) => [column, read(row, copying)]));
    return resource.type === employeeAttributes.type && changed.value === null ? null : { ...row, ...changed };
  };
}

function columnWith(
  resource: Resource,
  name: string,
  column: string,
  treatment: Treatment | undefined,
  type: string,
): Column {
  if (treatment === undefined) throw new Error(`Nobody says what a copy does with ${name} of ${resource.type}.`);
  if (treatment === 'kept') return (row) => row[column];
  if (treatment === 'empty') return () => (name === 't9n' ? { jobTitle: {} } : null);
  if (treatment === 'to-the-day') return (row) => toTheDay(row[column]);
  if (treatment === 'renumbered') return (row, { renumber }) => renumbered(row[column], type, renumber);
  const invent = inventions[resource.type]?.[name];
  if (!invent) throw new Error(`Nobody says how ${name} of ${resource.type} is invented.`);
  return (row, copying) => (row[column] === null ? null : invent(row, copying));
}

const toTheDay = (moment: unknown): unknown =>
  typeof moment === 'string' ? `${moment.slice(0, 10)}T00:00:00Z` : moment;

function renumbered(ids: unknown, type: string, renumber: Renumber): unknown {
  if (ids === null || ids === undefined) return null;
  return Array.isArray(ids) ? ids.map((id) => renumber(type, String(id))) : renumber(type, String(ids));
}

const person = (row: CopiedRow, { sandboxId, renumber }: Copying) =>
  inventedPerson(sandboxId, renumber('employee', String(row.id)));

/** The id of a row in other systems. */
const remoteId =
  (type: string, column = 'id'): Column =>
  (row, { renumber }) =>
    `${type}-${renumber(type, String(row[column]))}`;

const inventions: Readonly<Record<string, Readonly<Record<string, Column>>>> = {
  employee: {
    remoteId: remoteId('employee'),
    givenName: (row, copying) => person(row, copying).givenName,
    familyName: (row, copying) => person(row, copying).familyName,
    employeeNumber: (row, { renumber }) => `E${renumber('employee', String(row.id))}`,
    email: (row, copying) => person(row, copying).email,
    birthDay: (row, copying) => person(row, copying).birthDay,
    phoneNumber: (row, copying) => person(row, copying).phoneNumber,
    'applicableEmployment.remoteId': remoteId('employment', 'applicable_employment_id'),
    'applicableJobPosition.remoteId': remoteId('job-position', 'applicable_job_position_id'),
    'applicableJobPosition.jobTitle': (row, { secret }) =>
      inventedTitle(secret, String(row.applicable_job_position_job_title)),
  },
  employment: { remoteId: remoteId('employment') },
  'job-position': {
    remoteId: remoteId('job-position'),
    jobTitle: (row, { secret }) => inventedTitle(secret, String(row.job_title)),
  },
  'employee-attribute': {
    value: (row, copying) => changedValue(row, copying).text,
    'value.id': (row, copying) => changedValue(row, copying).namedId,
  },
};

/** Leaves as older systems read them. */
export const changedPeriod: Change = (row, { renumber }) => ({
  ...row,
  id: renumber('leave', String(row.id)),
  employee_id: renumber('employee', String(row.employee_id)),
  cancelled_by_id: renumbered(row.cancelled_by_id, 'employee', renumber),
  comment: null,
  logs: (row.logs as CopiedRow[]).map((step) => ({ ...step, comment: null, date: toTheDay(step.date) })),
  ...daysOf(row, 'created_at', 'confirmed_at', 'cancelled_at', 'deleted_at', 'changed_at'),
});

export const changedHalfDay: Change = (row, { renumber }) => ({
  ...row,
  leave_period_id: renumber('leave', String(row.leave_period_id)),
  employee_id: renumber('employee', String(row.employee_id)),
  ...daysOf(row, 'created_at', 'confirmed_at', 'cancelled_at'),
});

const daysOf = (row: CopiedRow, ...columns: readonly string[]): CopiedRow =>
  Object.fromEntries(columns.map((column) => [column, toTheDay(row[column])]));

/** The search keys of values. */
export const changedKeyRow: Change = (row, copying) => {
  const key = changedKey(row, copying);
  return key && { ...row, ...key, employee_id: copying.renumber('employee', String(row.employee_id)) };
};

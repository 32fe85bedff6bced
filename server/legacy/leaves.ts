/** What both generations of legacy leaves have in common: half-days, their owners, and visibility. */
import { employees } from '@muster/contract/resources/employees.ts';
import type { Condition, Place } from '../platform/store/condition.ts';
import { inOneOf } from '../platform/store/establishments.ts';
import { type Description, type Plain, related, type Scalar, sortValues } from './members.ts';
import type { LegacyQuery } from './query/query.ts';
import type { LegacyReader } from './reader.ts';

export const halfDays = {
  noun: 'a leave',
  table: 'leave_half_days',
  row: 'half',
  isVast: true,
  key: ['half.leave_period_id', 'half.day', 'half.is_afternoon'],
  relations: {
    period: {
      ...related('leave_periods', 'period', 'period.account_id = $1 and period.id = half.leave_period_id'),
      asSet: { column: 'half.leave_period_id', table: 'leave_periods', isLeading: true },
    },
    // The account of a deleted leave may be gone.
    account: {
      ...related('leave_accounts', 'account', 'account.account_id = $1 and account.id = half.leave_account_id', true),
      asSet: { column: 'half.leave_account_id', table: 'leave_accounts', isLeading: false },
    },
    owner: {
      ...related('employees', 'owner', 'owner.account_id = $1 and owner.id = half.employee_id'),
      asSet: { column: 'half.employee_id', table: 'employees', isLeading: true },
    },
    // The sort values, computed once for each owner and account.
    owner_order: sortValues(
      'owner_order',
      `select person.id, ordering(person.given_name || ' ' || person.family_name) collate "C" as name
    from employees as person where person.account_id = $1`,
      'person.id',
      'half.employee_id',
    ),
    account_order: {
      join: `left join (select kind.id, ordering(kind.name) collate "C" as name
    from leave_accounts as kind where kind.account_id = $1 offset 0) as account_order on account_order.id = half.leave_account_id`,
    },
  },
} as const satisfies Partial<Description>;

export const afternoonOf = (row: string): string => `case when ${row}.is_afternoon then 'PM' else 'AM' end`;

/** Members of both generations, under the same names or others. */
export const ownerId: Plain = { kind: 'integer', sql: 'half.employee_id', leadsTo: 'few' };
export const ownerName: Plain = {
  kind: 'text',
  sql: `owner.given_name || ' ' || owner.family_name`,
  order: ['owner_order.name'],
};
export const accountName: Plain = {
  kind: 'text',
  sql: 'account.name',
  isNullable: true,
  order: ['account_order.name'],
};
export const ownerDepartmentId: Plain = {
  kind: 'integer',
  sql: 'owner.applicable_job_position_department_id',
  isOnRequest: true,
};
export const ownerLegalEntityId: Plain = {
  kind: 'integer',
  sql: 'owner.applicable_employment_legal_entity_id',
  isOnRequest: true,
};
export const day: Plain = { kind: 'date', sql: 'half.day', leadsTo: 'many' };
export const leaveAccountId: Plain = { kind: 'integer', sql: 'half.leave_account_id', leadsTo: 'many' };
export const creationDate: Plain = { kind: 'moment', sql: 'half.created_at', leadsTo: 'many' };
export const cancellationDate: Plain = {
  kind: 'moment',
  sql: 'half.cancelled_at',
  isNullable: true,
  leadsTo: 'many',
};

/** Half-days of visible people. Not a join, because this filter does not lead to rows. */
export function seenBy({ establishments, seesFormer, seesFuture }: LegacyReader): Condition[] {
  const limits = [
    ...(seesFormer ? [] : [() => `person.status <> 'deactivated'`]),
    ...(seesFuture ? [] : [() => `person.status <> 'upcoming'`]),
    ...(establishments === null
      ? []
      : [(place: Place) => inOneOf(employees, 'person', `${place(establishments)}::bigint[]`)]),
  ];
  if (limits.length === 0) return [];
  return [
    (place) => `(exists (select from employees as person where person.account_id = $1 and person.id = half.employee_id
    and ${limits.map((limit) => limit(place)).join(' and ')})) is true`,
  ];
}

/** The query for a single row. An impossible id is not found. */
export const askedById = (query: LegacyQuery, member: Scalar, id: string): LegacyQuery => ({
  ...query,
  terms: [...query.terms, { path: 'id', member, through: null, operator: 'equals', values: [id], hasNull: false }],
  paging: { first: 0, size: 1 },
});

/** A half-day by its id; the number is the leave in one generation and the employee in the other. */
export interface HalfDayId {
  readonly number: string;
  readonly day: string;
  readonly isAfternoon: boolean;
}

const bigintMax = 2n ** 63n - 1n;

/** Null if no row can have this id. */
export function halfDayId(number: string, day: string, half: string): HalfDayId | null {
  const at = new Date(`${day}T00:00:00.000Z`);
  // The database has no year 0.
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) && day >= '0001';
  if (!isDay || !/^[1-9]\d*$/.test(number) || BigInt(number) > bigintMax) return null;
  return { number, day, isAfternoon: half === 'PM' };
}

/**
 * The condition that a half-day is one of these, in a form that an index serves. `number` is the column of the number.
 */
export function amongHalfDays(row: string, number: string, ids: readonly (HalfDayId | null)[], place: Place): string {
  const wanted = ids.filter((id) => id !== null);
  const [only] = wanted;
  if (!only) return 'false';
  const columns = [number, 'day', 'is_afternoon'].map((name) => `${row}.${name}`);
  if (wanted.length === 1) {
    return `(${columns[0]} = ${place(only.number)}::bigint and ${columns[1]} = ${place(only.day)}::date
    and ${columns[2]} = ${place(only.isAfternoon)}::boolean)`;
  }
  const numbers = place(wanted.map((id) => id.number));
  const days = place(wanted.map((id) => id.day));
  const halves = place(wanted.map(({ isAfternoon }) => isAfternoon));
  return `((${columns.join(', ')}) in (
    select * from unnest(${numbers}::bigint[], ${days}::date[], ${halves}::boolean[])))`;
}

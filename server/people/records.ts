/**
 * Careers in the database: read under a lock on their employee, written row by row, each change with its event. Every
 * change of a career holds that lock, so what was read stays true until it is written.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import type { Tx } from '../platform/database/database.ts';
import { sentTogether } from '../platform/database/sent-together.ts';
import { statement } from '../platform/database/statement.ts';
import type { FromDatabase, OpenText } from '../platform/database/texts.ts';
import { addressed, withTail } from '../platform/store/address.ts';
import { columnAt, storedFields } from '../platform/store/columns.ts';
import { binder } from '../platform/store/condition.ts';
import type { StoredRow } from '../platform/store/read.ts';
import { type Moved, recordMoves } from '../platform/store/recorded.ts';
import { opened } from '../platform/store/sealing.ts';
import { lockedText, storedText } from '../platform/store/stored-text.ts';
import {
  idIs,
  insert,
  insertMany,
  insertManyShown,
  remove,
  setHiddenColumns,
  update,
} from '../platform/store/write.ts';
import type { Career, Employment, Members, Period, Place, Position } from './career.ts';
import { personBehind, type RowOfPerson } from './row-of-person.ts';
import { zoneOf } from './settings.ts';

/** A career as read: its rows, and their representations. */
export interface Recorded {
  readonly career: Career;
  /** The time of the change: not before anything recorded while it waited for the lock, perhaps past midnight. */
  readonly now: Date;
  readonly shown: ReadonlyMap<string, StoredRow>;
}

export const writtenAs = ({ type }: { readonly type: string }, id: string): string => `${type} ${id}`;

const hiddenColumns = Object.entries(employees.hidden).map(([path, type]) => {
  const column = columnAt(path);
  return `${type === 'timestamptz' ? `to_json(${column}) #>> '{}'` : `${column}::text`} as "${path}"`;
});

const employeeColumns = `'employee' as type, id::text as id, revision::text as revision, ${lockedText(employees, 'employees')} as representation,
  id::text as "employeeId", ${hiddenColumns.join(', ')}`;

/** A lock that allows new references to the employee: two people may become each other's managers at once. */
const lockedEmployee = (person: string) =>
  statement(`
select ${employeeColumns} from employees where account_id = $1 and id = ${person} for no key update`);

/**
 * People with a pending day, oldest first, without waiting for locks. One node at a time, because otherwise a later day
 * of one person could be recorded before an earlier day of another.
 */
const lockedDue = statement(`
with turn as materialized (
  select pg_try_advisory_xact_lock(hashtextextended('days of ' || $1::bigint, 0)) as is_ours
)
select ${employeeColumns} from employees
where account_id = $1 and stale_at <= $2 and (select is_ours from turn)
order by stale_at, employees.id limit $3 for no key update skip locked`);

/** `people` is SQL behind `employee_id`. */
const belongingsOf = (people: string) =>
  statement(`
select 'employment' as type, id::text as id, revision::text as revision, ${storedText(employments, 'employments')} as representation,
  employee_id::text as "employeeId", null as "placeId", null as zone, null as "legalEntityId"
from employments where account_id = $1 and employee_id ${people}
union all
select 'job-position', position.id::text, position.revision::text, ${storedText(jobPositions, 'position')},
  position.employee_id::text, place.id::text, ${zoneOf('place')}, place.legal_entity_id::text
from job_positions as position
  join business_establishments as place on place.account_id = $1 and place.id = position.business_establishment_id
where position.account_id = $1 and position.employee_id ${people}
union all
select 'probationary-period', id::text, revision::text, ${storedText(probationaryPeriods, 'probationary_periods')}, employee_id::text, null, null, null
from probationary_periods where account_id = $1 and employee_id ${people}`);

const belongingsOfMany = belongingsOf('= any($2::bigint[])');

interface CareerRow {
  readonly type: string;
  readonly id: string;
  readonly revision: string;
  readonly representation: OpenText;
  readonly employeeId: string;
  readonly placeId: string | null;
  readonly zone: string | null;
  readonly legalEntityId: string | null;
}

type LockedRow = CareerRow & Record<string, string | null>;

/** Null if there is no such row. */
export async function lockCareer(tx: Tx, known: RowOfPerson): Promise<Recorded | null> {
  const { values, place } = binder([known.id]);
  // The person behind a row never changes, and the first statement decides whether the caller sees it.
  const person = personBehind({ ...known, conditions: [] }, '$2', place);
  // The second statement runs when the first has the lock, and sees what was committed until then.
  const [[row], rows] = await sentTogether([
    tx.run<LockedRow>(lockedEmployee(personBehind(known, '$2', place)), values),
    tx.run<CareerRow>(belongingsOf(`= ${person}`), [known.id]),
  ]);
  return row ? careerOf(tx, row, rows) : null;
}

/** At most `max` people with a pending day until then, in the order of these days. None while another node works. */
export const lockDueCareers = async (tx: Tx, until: Date, max: number): Promise<Recorded[]> =>
  careersOf(tx, await tx.run<LockedRow>(lockedDue, [until, max]));

/** In the order of the employees. */
async function careersOf(tx: Tx, locked: readonly FromDatabase<LockedRow>[]): Promise<Recorded[]> {
  if (locked.length === 0) return [];
  const rows = await tx.run<CareerRow>(belongingsOfMany, [locked.map(({ id }) => id)]);
  const belongings = Map.groupBy(rows, ({ employeeId }) => employeeId);
  return locked.map((row) => careerOf(tx, row, belongings.get(row.id) ?? []));
}

/** Longer than any lock wait; a larger difference means that a clock was moved back. */
const waitingMs = 60_000;

function careerOf(tx: Tx, row: FromDatabase<LockedRow>, rows: readonly FromDatabase<CareerRow>[]): Recorded {
  const { now } = tx;
  const shown = new Map<string, StoredRow>();
  const read = (stored: FromDatabase<CareerRow>, more: object = {}): Members => {
    const one = opened(tx, stored);
    shown.set(writtenAs(one, one.id), one);
    return { ...JSON.parse(addressed(withTail(one.representation, '}'), '')), ...more };
  };
  const ofType = <R extends Members>(type: string) =>
    rows.filter((one) => one.type === type).map((one) => read(one) as R);
  const hidden = Object.fromEntries(Object.keys(employees.hidden).map((path) => [path, row[path]]));
  const places = rows.flatMap(({ placeId, zone: at, legalEntityId }): [string, Place][] =>
    placeId === null ? [] : [[placeId, { zone: at as string, legalEntityId: legalEntityId as string }]],
  );
  const career = {
    employee: read(row, hidden),
    employments: ofType<Employment>('employment'),
    positions: ofType<Position>('job-position'),
    periods: ofType<Period>('probationary-period'),
    places: new Map(places),
  };
  const aheadMs = Date.parse(String(career.employee.lastUpdatedAt)) - now.getTime();
  return { career, shown, now: aheadMs > 0 && aheadMs < waitingMs ? new Date(now.getTime() + aheadMs) : now };
}

/** The recorded state of a new career. */
export const unrecorded: Omit<Recorded, 'now'> = {
  career: { employee: { id: '' }, employments: [], positions: [], periods: [], places: new Map() },
  shown: new Map(),
};

/**
 * Writes what differs and returns the representations of the written rows. Deletions come first, so that their events
 * still name the former establishment; then the employee, so that all others name the new one. The statements travel
 * together: PostgreSQL runs them in the order in which they are sent.
 */
export async function record(
  tx: Tx,
  { career: before, shown }: Omit<Recorded, 'now'>,
  after: Career,
): Promise<Map<string, StoredRow>> {
  const kinds = [
    [probationaryPeriods, before.periods, after.periods],
    [jobPositions, before.positions, after.positions],
    [employments, before.employments, after.employments],
  ] as const;
  const removals = kinds.flatMap(([resource, rows, kept]) =>
    rows
      .filter(({ id }) => !kept.some((row) => row.id === id))
      .map(({ id }) => ({ type: resource.type, id, done: remove(tx, resource, [idIs(id)]) })),
  );
  const employee = [employees, [before.employee], [after.employee]] as const;
  const writes = [employee, ...kinds.toReversed()].flatMap(([resource, rows, kept]) =>
    kept.map((row) => {
      const was = rows.find(({ id }) => id === row.id);
      const current = shown.get(writtenAs(resource, row.id)) as StoredRow;
      const done = was ? recordChanges(tx, resource, was, row, current) : insert(tx, resource, row);
      return { type: resource.type, id: row.id, done };
    }),
  );
  // Rows without an event are not found.
  const belongings = [...removals, ...writes].filter(({ type }) => type !== employees.type);
  const moved = recordMoves(tx, tx.now, movesOf(before, after, belongings));
  await sentTogether([...removals.map(({ done }) => done), ...writes.map(({ done }) => done), moved]);
  const rows = await Promise.all(
    writes.map(async ({ type, id, done }) => [writtenAs({ type }, id), await done] as const),
  );
  return new Map(rows.flatMap(([name, row]) => (row ? [[name, row] as const] : [])));
}

export interface ChangedRow {
  readonly type: string;
  readonly id: string;
}

const establishmentPath = 'applicableJobPosition.businessEstablishment.id';

/** These rows of a person, if the person is in another establishment than before. */
export function movesOf(before: Career, after: Career, changed: readonly ChangedRow[]): Moved[] {
  const [from, to] = [before.employee[establishmentPath], after.employee[establishmentPath]];
  if (typeof from !== 'string' || typeof to !== 'string' || from === to) return [];
  return changed.map(({ type, id }) => ({ type, id, from, to }));
}

/** Writes many new careers. All employees are written before their other rows, because positions refer to managers. */
export async function recordNew(tx: Tx, careers: readonly Career[]): Promise<void> {
  const rows = <R extends Members>(of: (career: Career) => readonly R[]): R[] => careers.flatMap(of);
  await insertMany(
    tx,
    employees,
    rows(({ employee }) => [employee]),
  );
  await insertMany(
    tx,
    employments,
    rows((career) => career.employments),
  );
  await insertMany(
    tx,
    jobPositions,
    rows(({ positions }) => positions),
  );
  await insertMany(
    tx,
    probationaryPeriods,
    rows(({ periods }) => periods),
  );
}

/**
 * The same for a few, without probation, whose statements travel together. Returns the people, in the order of their ids. For
 * one alone, plain values cost a tenth less than lists of them.
 */
export async function recordNewTogether(tx: Tx, careers: readonly Career[]): Promise<StoredRow[]> {
  const [only, ...others] = careers;
  if (only && others.length === 0) {
    const written = await record(tx, unrecorded, only);
    return [written.get(writtenAs(employees, only.employee.id)) as StoredRow];
  }
  const people = careers.map(({ employee }) => employee);
  const employed = careers.flatMap((career) => career.employments);
  const positions = careers.flatMap((career) => career.positions);
  const [written] = await sentTogether([
    insertManyShown(tx, employees, people),
    insertMany(tx, employments, employed),
    insertMany(tx, jobPositions, positions),
  ]);
  return written;
}

async function recordChanges(
  tx: Tx,
  resource: Resource,
  was: Members,
  row: Members,
  current: StoredRow,
): Promise<StoredRow | null> {
  const changed = changedNames(resource, was, row);
  if (changed.length === 0) return null;
  const changes = Object.fromEntries(changed.map((name) => [name, row[name] ?? null]));
  if (changed.some((name) => !(name in resource.hidden))) return update(tx, resource, current, changes);
  await setHiddenColumns(tx, resource, [idIs(row.id)], changes);
  return null;
}

const ofTheStore = ['id', 'createdAt', 'lastUpdatedAt'];

/** The members that differ, and the hidden columns. */
export const changedNames = (resource: Resource, was: Members, row: Members): string[] =>
  storedFields(resource)
    .filter(({ name, sqlType }) => !ofTheStore.includes(name) && !isSame(sqlType, was[name], row[name]))
    .map(({ name }) => name);

/** References are equal by id, timestamps by time, structures by their text. */
function isSame(sqlType: string, one: unknown, other: unknown): boolean {
  const comparable = (value: unknown): unknown => {
    if (value === null || value === undefined) return null;
    if (sqlType === 'timestamptz') return new Date(value as string | Date).getTime();
    if (typeof value !== 'object') return value;
    return 'id' in value ? value.id : JSON.stringify(value);
  };
  return comparable(one) === comparable(other);
}

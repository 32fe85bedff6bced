/**
 * The rules that everybody's career must follow at any time, computed only from the rows that the API shows. Independent
 * of the service, and by other means: days come from a locale, not from offsets.
 */
import { expect } from 'vitest';
import type { Row } from '../examples.ts';

type Named = { readonly id: string };

export interface PlaceRow extends Row {
  readonly timezoneId: string | null;
  readonly legalEntity: Named;
}

export interface EmployeeRow extends Row {
  readonly status: string;
  readonly applicableEmployment: Named;
  readonly applicableJobPosition: Named;
}

export interface EmploymentRow extends Row {
  readonly employee: Named;
  readonly legalEntity: Named;
  readonly status: string;
  readonly start: { readonly date: string };
  readonly end: { readonly date: string } | null;
}

export interface PositionRow extends Row {
  readonly employment: Named;
  readonly employee: Named;
  readonly status: string;
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly businessEstablishment: Named;
  readonly department: Named;
  readonly manager: Named | null;
  readonly updatedAttributes: readonly string[];
}

export interface PeriodRow extends Row {
  readonly employment: Named;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly initialEndsOn: string;
  readonly extendedEndsOn: string | null;
}

/** Everything that an account shows about its people. */
export interface World {
  readonly places: readonly PlaceRow[];
  readonly employees: readonly EmployeeRow[];
  readonly employments: readonly EmploymentRow[];
  readonly positions: readonly PositionRow[];
  readonly periods: readonly PeriodRow[];
}

const today = (timezoneId: string | null, now: Date): string =>
  now.toLocaleDateString('sv-SE', { timeZone: timezoneId ?? 'UTC' });

const nextDay = (date: string): string => {
  const day = new Date(`${date}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
};

function found<R extends Named>(rows: readonly R[], { id }: Named): R {
  const row = rows.find((one) => one.id === id);
  if (!row) throw new Error(`Something names ${id}, which is not there.`);
  return row;
}

const byDay = <R>(rows: readonly R[], dayOf: (row: R) => string): R[] =>
  [...rows].sort((one, other) => dayOf(one).localeCompare(dayOf(other)));

/** Checks everybody at this time. */
export function checkWorld(world: World, now: Date): void {
  expect(new Set(world.employments.map(({ employee }) => employee.id))).toEqual(
    new Set(world.employees.map(({ id }) => id)),
  );
  for (const employee of world.employees) checkCareer(world, employee, now);
  for (const period of world.periods) checkPeriod(world, period);
  const taken = world.periods.map(({ employment }) => employment.id);
  expect(new Set(taken).size).toBe(taken.length);
}

function checkCareer(world: World, employee: EmployeeRow, now: Date): void {
  const own = byDay(
    world.employments.filter((row) => row.employee.id === employee.id),
    ({ start }) => start.date,
  );
  expect(own.length).toBeGreaterThan(0);
  let formerEnd: string | null = '0000-01-01';
  for (const { start, end } of own) {
    // Only the last one is open.
    expect(formerEnd).not.toBeNull();
    expect(start.date > String(formerEnd)).toBe(true);
    expect(end === null || end.date >= start.date).toBe(true);
    formerEnd = end?.date ?? null;
  }
  const stages = own.map((employment) => {
    const positions = byDay(
      world.positions.filter((row) => row.employment.id === employment.id),
      ({ startsOn }) => startsOn,
    );
    checkStages(world, employee, employment, positions);
    return { employment, positions };
  });
  const positions = stages.flatMap((stage) => stage.positions);
  expect(world.positions.filter((row) => row.employee.id === employee.id)).toHaveLength(positions.length);
  positions.forEach((position, index) => {
    checkDifferences(position, positions[index - 1]);
  });
  checkDay(world, employee, stages, now);
}

/** No gap, no overlap, one legal entity, and nobody manages themselves. */
function checkStages(
  world: World,
  employee: Named,
  employment: EmploymentRow,
  positions: readonly PositionRow[],
): void {
  expect(positions.length).toBeGreaterThan(0);
  expect(positions[0]?.startsOn).toBe(employment.start.date);
  expect(positions.at(-1)?.endsOn).toBe(employment.end?.date ?? null);
  positions.forEach((position, index) => {
    const next = positions[index + 1];
    if (next) expect(nextDay(String(position.endsOn))).toBe(next.startsOn);
    expect(position.endsOn === null || position.endsOn >= position.startsOn).toBe(true);
    expect(position.employee.id).toBe(employee.id);
    expect(found(world.places, position.businessEstablishment).legalEntity.id).toBe(employment.legalEntity.id);
    if (position.manager) expect(found(world.employees, position.manager).id).not.toBe(employee.id);
  });
}

const tracked = [
  'remoteId',
  'jobTitle',
  'jobQualification',
  'occupationCategory',
  'workingTimeArrangement',
  'department',
];

function checkDifferences(position: PositionRow, former: PositionRow | undefined): void {
  const text = (row: Row, name: string) => JSON.stringify(row[name] ?? null);
  const expected = former ? tracked.filter((name) => text(position, name) !== text(former, name)) : [];
  expect([position.id, position.updatedAttributes]).toEqual([position.id, expected]);
}

interface Stage {
  readonly employment: EmploymentRow;
  readonly positions: readonly PositionRow[];
}

function checkDay(world: World, employee: EmployeeRow, stages: readonly Stage[], now: Date): void {
  const todayAt = ({ businessEstablishment }: PositionRow) =>
    today(found(world.places, businessEstablishment).timezoneId, now);
  const statusBetween = (from: string, to: string | null, startDay: string, endDay: string) => {
    if (startDay < from) return 'upcoming';
    return to !== null && endDay > to ? 'deactivated' : 'active';
  };
  const positions = stages.flatMap((stage) => stage.positions);
  for (const position of positions) {
    const day = todayAt(position);
    const expected = statusBetween(position.startsOn, position.endsOn, day, day);
    expect(`position ${position.id} ${position.status}`).toBe(`position ${position.id} ${expected}`);
  }
  for (const { employment, positions: own } of stages) {
    const [first, last] = [own[0], own.at(-1)] as [PositionRow, PositionRow];
    const expected = statusBetween(employment.start.date, employment.end?.date ?? null, todayAt(first), todayAt(last));
    expect(`employment ${employment.id} ${employment.status}`).toBe(`employment ${employment.id} ${expected}`);
  }
  const employments = stages.map(({ employment }) => employment);
  const statuses = new Set(employments.map(({ status }) => status));
  const expected = ['active', 'upcoming', 'deactivated'].find((status) => statuses.has(status));
  expect([employee.status, employee.applicableEmployment.id, employee.applicableJobPosition.id]).toEqual([
    expected,
    applicableAmong(employments),
    applicableAmong(positions),
  ]);
}

/** The current one, or the next, or the last. Two are current at once only in different zones: the later one counts. */
function applicableAmong(ordered: readonly { readonly id: string; readonly status: string }[]): string | undefined {
  let [active, upcoming]: (string | undefined)[] = [];
  for (const { id, status } of ordered) {
    if (status === 'active') active = id;
    if (status === 'upcoming') upcoming ??= id;
  }
  return active ?? upcoming ?? ordered.at(-1)?.id;
}

function checkPeriod(world: World, period: PeriodRow): void {
  expect(period.startsOn).toBe(found(world.employments, period.employment).start.date);
  expect(period.endsOn).toBe(period.extendedEndsOn ?? period.initialEndsOn);
  expect(period.initialEndsOn >= period.startsOn).toBe(true);
  expect(period.extendedEndsOn === null || period.extendedEndsOn > period.initialEndsOn).toBe(true);
}

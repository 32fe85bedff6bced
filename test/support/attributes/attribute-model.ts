/**
 * A simple, independent model of values and their state on a day: lists in memory, days compared as text. It shares no
 * code with the service. Members of people come from the rows that the API shows.
 */
import { systemDefinitions, type TargetType } from '@muster/contract/system-definitions.ts';
import type { Row } from '../examples.ts';

export interface Days {
  readonly start: string | null;
  readonly end: string | null;
}

/** `text` and `numbers` are single values; `notes` is an object that refers to an employee. */
export type Kind = 'text' | 'numbers' | 'notes';

export interface ModelDefinition {
  readonly id: string;
  readonly kind: Kind;
  isSingle: boolean;
  isArchived: boolean;
}

export interface ModelValue {
  readonly id: string;
  readonly definition: ModelDefinition;
  readonly employeeId: string;
  days: Days | null;
  /** As it is sent: references as ids. */
  value: unknown;
}

export interface Model {
  definitions: ModelDefinition[];
  values: ModelValue[];
}

/** People as the API shows them. */
export interface People {
  readonly employees: readonly Row[];
  readonly employments: readonly Row[];
  readonly positions: readonly Row[];
}

/** One value, reduced to its content. */
export interface Said {
  readonly id: string;
  readonly definition: string;
  readonly employee: string;
  readonly days: Days | null;
  readonly value: unknown;
}

const holdsOn = (days: Days | null, day: string): boolean =>
  (days?.start ?? '0000-00-00') <= day && day <= (days?.end ?? '9999-99-99');

/** Every value that applies on a day, by id; without a day all values. */
export function saidOn(model: Model, people: People, day: string | null): Map<string, Said> {
  const own = model.values.map(({ id, definition, employeeId, days, value }) => ({
    id,
    definition: definition.id,
    employee: employeeId,
    days,
    value,
  }));
  const members = [
    ...people.employees.flatMap((row) => membersOf(row, 'employee', row.id, null)),
    ...people.employments.flatMap((row) =>
      membersOf(row, 'employment', idIn(row.employee), { start: dateIn(row.start), end: dateIn(row.end) }),
    ),
    ...people.positions.flatMap((row) =>
      membersOf(row, 'job-position', idIn(row.employee), { start: textIn(row.startsOn), end: textIn(row.endsOn) }),
    ),
  ];
  const inForce = [...own, ...members].filter(({ days }) => day === null || holdsOn(days, day));
  return new Map(inForce.map((said) => [said.id, said]));
}

const idIn = (reference: unknown): string => (reference as { id: string }).id;
const dateIn = (day: unknown): string | null => (day as { date: string } | null)?.date ?? null;
const textIn = (day: unknown): string | null => (day as string | null) ?? null;

const membersOf = (row: Row, target: TargetType, employee: string, days: Days | null): Said[] =>
  systemDefinitions
    .filter(({ targetType }) => targetType === target)
    .map(({ id, number }) => ({
      id: `${row.id}${String(number).padStart(3, '0')}`,
      definition: id,
      employee,
      days,
      value: row[id.split('_')[1] as string],
    }));

/** A value from the API in the same form; references of custom definitions as ids. */
export function saidBy(row: Row, model: Model): Said {
  const definition = idIn(row.definition);
  const isOwn = model.definitions.some(({ id }) => id === definition);
  return {
    id: row.id,
    definition,
    employee: idIn(row.employee),
    days: row.applicability as Days | null,
    value: isOwn ? withoutAddresses(row.value) : row.value,
  };
}

function withoutAddresses(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { by, ...rest } = value as Record<string, unknown>;
  return { ...rest, by: by === null ? null : { id: idIn(by) } };
}

/** Whether the service must accept a new value. */
export const canGive = (model: Model, definition: ModelDefinition, employeeId: string, days: Days | null): boolean =>
  !definition.isArchived &&
  isInOrder(days) &&
  !(definition.isSingle && model.values.some((one) => one.definition === definition && one.employeeId === employeeId));

export const isInOrder = (days: Days | null): boolean => !days?.start || !days.end || days.start <= days.end;

/** Days without a start and an end count as no days. */
export const tidied = (days: Days | null): Days | null => (days?.start || days?.end ? days : null);

/** Whether anybody has more than one value. */
export function hasSeveral(model: Model, definition: ModelDefinition): boolean {
  const holders = model.values.filter((one) => one.definition === definition).map(({ employeeId }) => employeeId);
  return new Set(holders).size < holders.length;
}

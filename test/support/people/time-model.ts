/**
 * A naive model of lists as of a day and as known at a moment: it keeps everything that the API showed after each step, and
 * computes statuses and what applies from the dates of these rows alone.
 */
import type { Row } from '../examples.ts';

interface Named {
  readonly id: string;
}

interface Employed extends Row {
  readonly employee: Named;
  readonly start: { readonly date: string };
  readonly end: { readonly date: string } | null;
}

interface Placed extends Row {
  readonly employee: Named;
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly department: Named;
}

/** Everything that an account shows at one time, by collection. */
export interface Shown {
  readonly employees: readonly Row[];
  readonly employments: readonly Employed[];
  readonly 'job-positions': readonly Placed[];
  readonly departments: readonly Row[];
}

export type Family = keyof Shown;
export const families: readonly Family[] = ['employees', 'employments', 'job-positions', 'departments'];

interface Step {
  readonly atMs: number;
  readonly shown: Shown;
}

export interface Model {
  /** What is shown from this moment on, until the next step. */
  add(at: Date, shown: Shown): void;
  /** The rows of a list; without a day, as they were recorded at the moment. */
  rows(family: Family, asOf: string | null, knownAt: Date): readonly Row[];
}

export const nothingShown: Shown = { employees: [], employments: [], 'job-positions': [], departments: [] };

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const endOf = (day: string): number => Date.parse(`${day}T23:59:59.999Z`);

type Status = 'active' | 'upcoming' | 'deactivated';

function statusOn(day: string, first: string, last: string | null): Status {
  if (day < first) return 'upcoming';
  return last !== null && day > last ? 'deactivated' : 'active';
}

const employmentOn = (day: string) => (row: Employed) => ({
  ...row,
  status: statusOn(day, row.start.date, row.end?.date ?? null),
  first: row.start.date,
});

const positionOn = (day: string) => (row: Placed) => ({
  ...row,
  status: statusOn(day, row.startsOn, row.endsOn),
  first: row.startsOn,
});

/** The active one, otherwise the next one to start, otherwise the last one. */
function applicable<R extends { readonly status: Status; readonly first: string }>(rows: readonly R[]): R {
  const inOrder = rows.toSorted((one, other) => one.first.localeCompare(other.first));
  const found =
    inOrder.find(({ status }) => status === 'active') ??
    inOrder.find(({ status }) => status === 'upcoming') ??
    inOrder.at(-1);
  if (!found) throw new Error('A person has no employment.');
  return found;
}

const reference = ({ id, type, url }: Row) => ({ id, type, url });

function employeeOn(day: string, shown: Shown, employee: Row): Row {
  const isTheirs = (row: { readonly employee: Named }) => row.employee.id === employee.id;
  const employment = applicable(shown.employments.filter(isTheirs).map(employmentOn(day)));
  const position = applicable(shown['job-positions'].filter(isTheirs).map(positionOn(day)));
  return {
    ...employee,
    status: employment.status,
    applicableEmployment: reference(employment),
    applicableJobPosition: reference(position),
  };
}

const withoutFirst = <R extends { readonly first: string }>({ first: _, ...row }: R): Omit<R, 'first'> => row;

export function timeModel(): Model {
  const steps: Step[] = [];
  const stepAt = (ms: number): Step => steps.findLast(({ atMs }) => atMs <= ms) ?? { atMs: ms, shown: nothingShown };
  return {
    add: (at, shown) => void steps.push({ atMs: at.getTime(), shown }),
    rows(family, asOf, knownAt) {
      const knownMs = knownAt.getTime();
      const { shown, atMs } = stepAt(knownMs);
      // A day that nobody has recorded by that moment is not known then.
      const day = asOf ?? dayOf(atMs);
      if (family === 'employees') return shown.employees.map((row) => employeeOn(day, shown, row));
      if (family === 'employments') return shown.employments.map(employmentOn(day)).map(withoutFirst);
      if (family === 'job-positions') return shown['job-positions'].map(positionOn(day)).map(withoutFirst);
      return stepAt(asOf === null ? knownMs : Math.min(knownMs, endOf(asOf))).shown.departments;
    },
  };
}

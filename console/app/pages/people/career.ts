/** The employment, position and probation of a person on a day, and the history in order. */
import type { Listed } from '@muster/client/collection.ts';
import type { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import type { employees } from '@muster/contract/resources/employees.ts';
import type { employments } from '@muster/contract/resources/employments.ts';
import type { jobPositions } from '@muster/contract/resources/job-positions.ts';
import type { leaves } from '@muster/contract/resources/leaves.ts';
import type { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';

export type Person = Listed<typeof employees>;
export type Employment = Listed<typeof employments>;
export type Position = Listed<typeof jobPositions>;
export type Probation = Listed<typeof probationaryPeriods>;

export type Leave = Listed<typeof leaves>;
export type Attribute = Listed<typeof employeeAttributes>;

export interface Career {
  readonly employments: readonly Employment[];
  readonly positions: readonly Position[];
  readonly probations: readonly Probation[];
}

const covers = (from: string, to: string | null, day: string): boolean => from <= day && (to === null || day <= to);

/** In effect on the day, otherwise undefined. */
export const employmentOn = ({ employments: all }: Career, day: string): Employment | undefined =>
  all.find(({ start, end }) => covers(start.date, end?.date ?? null, day));

export const positionOn = ({ positions }: Career, day: string): Position | undefined =>
  positions.find(({ startsOn, endsOn }) => covers(startsOn, endsOn, day));

/** What comes next and what was last, seen from a day. */
export interface Outlook {
  /** The position that starts next. */
  readonly next: Position | undefined;
  /** The last day of the employment in effect, otherwise of the last one before the day. */
  readonly lastDay: string | null;
  readonly isEmployed: boolean;
}

export function outlookOn(career: Career, day: string): Outlook {
  const current = employmentOn(career, day);
  const next = career.positions
    .filter(({ startsOn }) => startsOn > day)
    .toSorted((one, other) => one.startsOn.localeCompare(other.startsOn))[0];
  const ended = career.employments.flatMap(({ end }) => (end && end.date < day ? [end.date] : [])).toSorted();
  return {
    next,
    lastDay: current ? (current.end?.date ?? null) : (ended.at(-1) ?? null),
    isEmployed: Boolean(current),
  };
}

/** The position in effect on the day, otherwise the next one, otherwise the last one. */
export function nearestPosition(career: Career, day: string): Position | undefined {
  const before = career.positions.filter(({ startsOn }) => startsOn <= day);
  const last = before.toSorted((one, other) => one.startsOn.localeCompare(other.startsOn)).at(-1);
  return positionOn(career, day) ?? outlookOn(career, day).next ?? last;
}

/** Other events in the history of a person. */
export interface CareerExtras {
  readonly leaves: readonly Leave[];
  readonly attributes: readonly Attribute[];
}

export type Stage = { readonly day: string } & (
  | { readonly kind: 'begins' | 'ends'; readonly employment: Employment }
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'probation'; readonly probation: Probation }
  | { readonly kind: 'leave'; readonly leave: Leave }
  | { readonly kind: 'attribute'; readonly attribute: Attribute }
);

/** The order of events on the same day. */
const order: Readonly<Record<Stage['kind'], number>> = {
  begins: 0,
  position: 1,
  attribute: 2,
  leave: 3,
  probation: 4,
  ends: 5,
};

const nothing: CareerExtras = { leaves: [], attributes: [] };

/** Latest first. A value without a start is not an event. */
export function stagesOf(career: Career, { leaves, attributes }: CareerExtras = nothing): readonly Stage[] {
  const stages: Stage[] = [
    ...career.employments.flatMap((employment): Stage[] => [
      { kind: 'begins', day: employment.start.date, employment },
      ...(employment.end ? [{ kind: 'ends' as const, day: employment.end.date, employment }] : []),
    ]),
    ...career.positions.map((position): Stage => ({ kind: 'position', day: position.startsOn, position })),
    ...career.probations.map((probation): Stage => ({ kind: 'probation', day: probation.endsOn, probation })),
    ...leaves.map((leave): Stage => ({ kind: 'leave', day: leave.startsOn, leave })),
    ...attributes.flatMap((attribute): Stage[] => {
      const day = attribute.applicability?.start;
      return day ? [{ kind: 'attribute', day, attribute }] : [];
    }),
  ];
  return stages.sort((one, other) => other.day.localeCompare(one.day) || order[other.kind] - order[one.kind]);
}

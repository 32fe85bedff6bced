/**
 * A career: one employee with all employments and positions, as it is now or after a change. Everything derived (ends
 * of positions, statuses, what applies today) is computed only here. Pure: takes rows and a time, returns rows.
 */
import { trackedAttributes } from '@muster/contract/resources/job-positions.ts';
import { beginningOf, dayAfter, dayBefore, isBegunEverywhere, todayIn } from './calendar.ts';

export interface Named {
  readonly id: string;
}

export type Status = 'active' | 'upcoming' | 'deactivated';

/** Members of a representation, next to those that a rule uses. */
export interface Members {
  readonly id: string;
  readonly [member: string]: unknown;
}

export interface Employment extends Members {
  readonly remoteId: string | null;
  readonly start: { readonly date: string };
  readonly end: { readonly date: string } | null;
  readonly template: Named;
}

export interface Position extends Members {
  readonly remoteId: string | null;
  readonly employment: Named;
  readonly startsOn: string;
  readonly businessEstablishment: Named;
  readonly department: Named;
  readonly manager: Named | null;
  readonly jobQualification: Named | null;
  readonly occupationCategory: Named | null;
}

export interface Period extends Members {
  readonly employment: Named;
  readonly initialEndsOn: string;
  readonly extendedEndsOn: string | null;
}

/** The properties of an establishment that matter to its people. */
export interface Place {
  readonly zone: string;
  readonly legalEntityId: string;
}

export interface Career {
  readonly employee: Members;
  readonly employments: readonly Employment[];
  readonly positions: readonly Position[];
  readonly periods: readonly Period[];
  readonly places: ReadonlyMap<string, Place>;
}

/** The career with all derived members. Every employment has a position, and there is at least one. */
export function careerAsOf(career: Career, now: Date): Career {
  const employments = career.employments.toSorted((one, other) => (one.start.date < other.start.date ? -1 : 1));
  const stages = employments.map((employment) => ({ employment, positions: chained(employment, career.positions) }));
  const zoneOf = ({ businessEstablishment }: Position) => placeOf(career, businessEstablishment.id).zone;

  const positions = withUpdatedAttributes(stages.flatMap((stage) => stage.positions)).map((position) => {
    const zone = zoneOf(position);
    return { ...position, span: { from: position.startsOn, to: position.endsOn, fromZone: zone, toZone: zone } };
  });
  const spans = stages.map(({ employment, positions: own }) => ({
    ...employment,
    legalEntity: { id: placeOf(career, first(own).businessEstablishment.id).legalEntityId },
    span: {
      from: employment.start.date,
      to: employment.end?.date ?? null,
      fromZone: zoneOf(first(own)),
      toZone: zoneOf(own.at(-1) as Position),
    },
  }));
  const dated = [...positions, ...spans].map(({ span }) => span);
  return {
    ...career,
    employments: spans.map(({ span, ...employment }) => ({ ...employment, status: statusOf(span, now) })),
    positions: positions.map(({ span, ...position }) => ({ ...position, status: statusOf(span, now) })),
    periods: career.periods.map((period) => withProbationEnd(period, employments)),
    employee: { ...career.employee, ...applicable(spans, positions, now), staleAt: nextChange(dated, now) },
  };
}

const first = <T>(rows: readonly T[]): T => rows[0] as T;

function placeOf({ places }: Career, establishmentId: string): Place {
  const place = places.get(establishmentId);
  if (!place) throw new Error(`Establishment ${establishmentId} is missing from the places of a career.`);
  return place;
}

/** The positions of an employment in order, each until the day before the next, the last until the end. */
function chained(employment: Employment, all: readonly Position[]): (Position & { endsOn: string | null })[] {
  const own = positionsOf(employment.id, all);
  return own.map((position, index) => {
    const next = own[index + 1];
    return { ...position, endsOn: next ? dayBefore(next.startsOn) : (employment.end?.date ?? null) };
  });
}

export const positionsOf = (employmentId: string, all: readonly Position[]): Position[] =>
  all
    .filter(({ employment }) => employment.id === employmentId)
    .toSorted((one, other) => (one.startsOn < other.startsOn ? -1 : 1));

/** Compared with the previous position, of any employment. */
function withUpdatedAttributes<P extends Position>(ordered: readonly P[]): (P & { updatedAttributes: string[] })[] {
  return ordered.map((position, index) => {
    const previous = ordered[index - 1];
    const differs = (name: string) => previous !== undefined && !isSame(position[name], previous[name]);
    return { ...position, updatedAttributes: trackedAttributes.filter(differs) };
  });
}

const isSame = (one: unknown, other: unknown): boolean => idOrValue(one) === idOrValue(other);

const idOrValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (value as Named).id : (value ?? null);

const withProbationEnd = (period: Period, employments: readonly Employment[]): Period => ({
  ...period,
  startsOn: employments.find(({ id }) => id === period.employment.id)?.start.date,
  endsOn: period.extendedEndsOn ?? period.initialEndsOn,
});

interface Span {
  readonly from: string;
  readonly to: string | null;
  readonly fromZone: string;
  readonly toZone: string;
}

function statusOf({ from, to, fromZone, toZone }: Span, now: Date): Status {
  if (todayIn(fromZone, now) < from) return 'upcoming';
  return to !== null && todayIn(toZone, now) > to ? 'deactivated' : 'active';
}

/** The current one, otherwise the next one to start, otherwise the last one. If timezones overlap, the later one. */
function applicableOf<R extends { readonly span: Span }>(rows: readonly R[], now: Date): R {
  const withStatus = (status: Status) => rows.filter(({ span }) => statusOf(span, now) === status);
  return (withStatus('active').at(-1) ?? withStatus('upcoming')[0] ?? rows.at(-1)) as R;
}

function applicable(
  employments: readonly (Employment & { legalEntity: Named; span: Span })[],
  positions: readonly (Position & { span: Span })[],
  now: Date,
) {
  const employment = applicableOf(employments, now);
  const position = applicableOf(positions, now);
  return {
    status: statusOf(employment.span, now),
    applicableEmployment: { id: employment.id },
    applicableJobPosition: { id: position.id },
    'applicableEmployment.legalEntity.id': employment.legalEntity.id,
    'applicableEmployment.remoteId': employment.remoteId,
    'applicableEmployment.startsOn': employment.start.date,
    'applicableEmployment.endsOn': employment.end?.date ?? null,
    'applicableEmployment.template.id': employment.template.id,
    'applicableJobPosition.remoteId': position.remoteId,
    'applicableJobPosition.jobTitle': position.jobTitle,
    'applicableJobPosition.businessEstablishment.id': position.businessEstablishment.id,
    'applicableJobPosition.department.id': position.department.id,
    'applicableJobPosition.manager.id': position.manager?.id ?? null,
    'applicableJobPosition.jobQualification.id': position.jobQualification?.id ?? null,
    'applicableJobPosition.occupationCategory.id': position.occupationCategory?.id ?? null,
  };
}

const endOfDays = new Date(Date.UTC(10_000, 0, 1));

/** The next time at which one of these starts or has ended. */
function nextChange(spans: readonly Span[], now: Date): string | null {
  const days = spans.flatMap(({ from, to, fromZone, toZone }) => [
    { day: from, zone: fromZone },
    ...(to === null ? [] : [{ day: dayAfter(to), zone: toZone }]),
  ]);
  const moments = days.filter(({ day }) => !isBegunEverywhere(day, now)).map(({ day, zone }) => beginningOf(day, zone));
  // Years have four digits; an end on the last day of year 9999 means no end.
  const coming = moments.filter((moment) => moment > now && moment < endOfDays).map((moment) => moment.getTime());
  return coming.length === 0 ? null : new Date(Math.min(...coming)).toISOString();
}

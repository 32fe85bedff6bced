/** The positions of a person before and after a change, as one timeline: what begins, ends, moves or goes. */
import type { Career, Employment, Position } from './career.ts';

/** A career while it is edited: only what the timeline shows. */
export interface DraftPosition {
  readonly id: string;
  readonly employmentId: string;
  readonly startsOn: string;
  readonly jobTitle: string | null;
  readonly departmentId: string | undefined;
  readonly managerId: string | undefined;
}

export interface DraftEmployment {
  readonly id: string;
  readonly start: string;
  readonly end: string | null;
}

export interface DraftCareer {
  readonly employments: readonly DraftEmployment[];
  readonly positions: readonly DraftPosition[];
}

export interface Segment extends DraftPosition {
  readonly endsOn: string | null;
  readonly mark: 'same' | 'new' | 'changed' | 'removed';
}

export const draftPosition = (position: Position): DraftPosition => ({
  id: position.id,
  employmentId: position.employment.id,
  startsOn: position.startsOn,
  jobTitle: position.jobTitle,
  departmentId: position.department.id,
  managerId: position.manager?.id,
});

const draftEmployment = ({ id, start, end }: Employment): DraftEmployment => ({
  id,
  start: start.date,
  end: end?.date ?? null,
});

export const draftOf = ({ employments, positions }: Career): DraftCareer => ({
  employments: employments.map(draftEmployment),
  positions: positions.map(draftPosition),
});

/** The day before or after. */
export function dayAfter(day: string, count = 1): string {
  const moment = new Date(`${day}T12:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + count);
  return moment.toISOString().slice(0, 10);
}

/** A position ends on the eve of the next one, or with its employment; the first one starts with it. */
function placed({ employments, positions }: DraftCareer): readonly Omit<Segment, 'mark'>[] {
  return employments.flatMap(({ id, start, end }) => {
    const own = positions
      .filter(({ employmentId }) => employmentId === id)
      .sort((one, other) => one.startsOn.localeCompare(other.startsOn));
    return own.map((position, index) => {
      const next = own[index + 1];
      return {
        ...position,
        startsOn: index === 0 ? start : position.startsOn,
        endsOn: next ? dayAfter(next.startsOn, -1) : end,
      };
    });
  });
}

/** Earliest first; removed ones stay visible. */
export function segmentsOf(before: DraftCareer, after: DraftCareer): readonly Segment[] {
  const was = placed(before);
  const now = placed(after);
  const marked = now.map((one): Segment => {
    const earlier = was.find(({ id }) => id === one.id);
    if (!earlier) return { ...one, mark: 'new' };
    return { ...one, mark: JSON.stringify(earlier) === JSON.stringify(one) ? 'same' : 'changed' };
  });
  const removed = was
    .filter(({ id }) => !now.some((one) => one.id === id))
    .map((one): Segment => ({ ...one, mark: 'removed' }));
  return [...marked, ...removed].sort((one, other) => one.startsOn.localeCompare(other.startsOn));
}

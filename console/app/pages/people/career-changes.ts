/**
 * Changes of a career that take several requests, and how each is undone. A failure in the middle undoes what was done,
 * so that a person never has half of a change.
 */
import type { Create, Patch, Resource } from '@muster/contract/kit/resource.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import { methodsOf } from '../../data/service.ts';
import type { Undo } from '../../resource/use-undoable.ts';
import type { Career, Employment, Position } from './career.ts';
import { dayAfter } from './career-preview.ts';

/** Makes one change and returns how it is undone. */
export type Step = () => Promise<Undo>;

/** In order; the result undoes all of it, last first. */
export async function runAll(steps: readonly Step[]): Promise<Undo> {
  const undos: Undo[] = [];
  const undoAll = async () => {
    for (let undo = undos.pop(); undo; undo = undos.pop()) await undo();
  };
  for (const step of steps) {
    try {
      undos.push(await step());
    } catch (error) {
      await undoAll();
      throw error;
    }
  }
  return undoAll;
}

export const creating =
  <R extends Resource>(resource: R, body: Create<R>): Step =>
  async () => {
    const made = await methodsOf(resource).create(body);
    // Every representation has an id.
    return () => methodsOf(resource).remove((made as { readonly id: string }).id, ifMatch(made.etag));
  };

export const updating =
  <R extends Resource>(resource: R, id: string, patch: Patch<R>, before: Patch<R>, etag?: string): Step =>
  async () => {
    const now = await methodsOf(resource).update(id, patch, ifMatch(etag ?? null));
    return () => methodsOf(resource).update(id, before, ifMatch(now.etag));
  };

const ifMatch = (etag: string | null) => (etag === null ? {} : { ifMatch: etag });

/** The members of a position that a body may have. */
export function positionBody(position: Position) {
  const { remoteId, startsOn, businessEstablishment, department, jobTitle, jobQualification, manager, notes } =
    position;
  const { occupationCategory, workingTimeArrangement, document, t9n } = position;
  return {
    remoteId,
    startsOn,
    businessEstablishment,
    department,
    jobTitle,
    jobQualification,
    manager,
    notes,
    occupationCategory,
    workingTimeArrangement,
    document: document && { id: document.id },
    t9n,
  };
}

const removingPosition =
  (position: Position, etag: string | null = null): Step =>
  async () => {
    await methodsOf(jobPositions).remove(position.id, ifMatch(etag));
    return () =>
      methodsOf(jobPositions).create({ ...positionBody(position), employment: { id: position.employment.id } });
  };

export const removePosition = (position: Position, etag: string): Promise<Undo> => removingPosition(position, etag)();

const ofEmployment = ({ positions }: Career, { id }: Employment): readonly Position[] =>
  positions
    .filter(({ employment }) => employment.id === id)
    .sort((one, other) => one.startsOn.localeCompare(other.startsOn));

type Probation = Career['probations'][number];

/**
 * An employment with its positions and probation, made again: the first position comes with it. If one of them is
 * refused, the employment goes again. Returns its id.
 */
async function recreate(
  employment: Employment,
  own: readonly Position[],
  periods: readonly Probation[] = [],
): Promise<string> {
  const [first, ...later] = own;
  if (!first) throw new Error('An employment has a position.');
  const { remoteId, start, end, template, document, employee } = employment;
  const { startsOn: _, ...firstJobPosition } = positionBody(first);
  const { id } = await methodsOf(employments).create({
    employee: { id: employee.id },
    remoteId,
    start,
    end,
    template,
    document: document && { id: document.id },
    firstJobPosition,
  });
  try {
    for (const position of later) {
      await methodsOf(jobPositions).create({ ...positionBody(position), employment: { id } });
    }
    for (const { initialEndsOn, extendedEndsOn } of periods) {
      await methodsOf(probationaryPeriods).create({ employment: { id }, initialEndsOn, extendedEndsOn });
    }
  } catch (error) {
    await methodsOf(employments).remove(id);
    throw error;
  }
  return id;
}

export async function removeEmployment(career: Career, employment: Employment, etag: string): Promise<Undo> {
  const own = ofEmployment(career, employment);
  const periods = career.probations.filter((period) => period.employment.id === employment.id);
  await methodsOf(employments).remove(employment.id, { ifMatch: etag });
  return () => recreate(employment, own, periods);
}

interface SplitEmployment {
  readonly career: Career;
  readonly employment: Employment;
  readonly etag: string;
  /** The first day of the second one. */
  readonly startsOn: string;
  readonly template: { readonly id: string };
}

/** Ends an employment on the eve of a day, and continues it as another one, with the same positions. */
export function splitEmployment({ career, employment, etag, startsOn, template }: SplitEmployment): Promise<Undo> {
  const own = ofEmployment(career, employment);
  const later = own.filter((position) => position.startsOn > startsOn);
  const current = own.filter((position) => position.startsOn <= startsOn).at(-1);
  if (!current) throw new Error('An employment has a position.');
  // A position that starts on this very day becomes the first one of the second employment.
  const moved = current.startsOn === startsOn && current !== own[0] ? [current, ...later] : later;
  const second = {
    ...employment,
    remoteId: null,
    start: { date: startsOn },
    template: { ...employment.template, ...template },
  };
  return runAll([
    ...[...moved].reverse().map((position) => removingPosition(position)),
    updating(
      employments,
      employment.id,
      { end: { date: dayAfter(startsOn, -1) } },
      { end: employment.end },
      moved.length === 0 ? etag : undefined,
    ),
    async () => {
      const id = await recreate(second, [{ ...current, remoteId: null, startsOn }, ...later]);
      return () => methodsOf(employments).remove(id);
    },
  ]);
}

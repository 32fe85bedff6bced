/** Changes of a career that take several requests, and how each is undone. */
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { probationaryPeriods } from '@muster/contract/resources/probationary-periods.ts';
import { methodsOf } from '../../data/service.ts';
import { creation, removal, runAll, type Step, type Undo, updating, withdrawal } from '../../data/steps.ts';
import type { Career, Employment, Position } from './career.ts';
import { dayAfter } from './career-preview.ts';

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

const recreationOf = (position: Position): Undo =>
  creation(jobPositions, { ...positionBody(position), employment: { id: position.employment.id } });

export async function removePosition(position: Position, etag: string): Promise<Undo> {
  await removal(jobPositions, position.id, etag);
  return recreationOf(position);
}

/** As it is now, not as the page shows it: somebody may have changed it meanwhile, and it is made again. */
const takingAway =
  (id: string, onTaken: (position: Position) => void): Step =>
  async () => {
    const now = await methodsOf(jobPositions).read(id, { include: ['links'] });
    await removal(jobPositions, id, now.etag);
    onTaken(now);
    return recreationOf(now);
  };

const ofEmployment = ({ positions }: Career, { id }: Employment): readonly Position[] =>
  positions
    .filter(({ employment }) => employment.id === id)
    .sort((one, other) => one.startsOn.localeCompare(other.startsOn));

type Probation = Career['probations'][number];

/**
 * An employment with its positions and probation, made again: the first position comes with it. If one of them is
 * refused, the employment goes again, and all of it with it.
 */
function recreating(employment: Employment, own: readonly Position[], periods: readonly Probation[] = []): Step {
  const [first, ...later] = own;
  if (!first) throw new Error('An employment has a position.');
  const { remoteId, start, end, template, document, employee } = employment;
  const { startsOn: _, ...firstJobPosition } = positionBody(first);
  return async () => {
    const { id } = await creation(employments, {
      employee: { id: employee.id },
      remoteId,
      start,
      end,
      template,
      document: document && { id: document.id },
      firstJobPosition,
    })();
    const goesWithIt: Undo = async () => undefined;
    const rest = [
      ...later.map((position) => creation(jobPositions, { ...positionBody(position), employment: { id } })),
      ...periods.map(({ initialEndsOn, extendedEndsOn }) =>
        creation(probationaryPeriods, { employment: { id }, initialEndsOn, extendedEndsOn }),
      ),
    ];
    return runAll([
      async () => withdrawal(employments, id),
      ...rest.map(
        (make): Step =>
          async () => {
            await make();
            return goesWithIt;
          },
      ),
    ]);
  };
}

export async function removeEmployment(career: Career, employment: Employment, etag: string): Promise<Undo> {
  const own = ofEmployment(career, employment);
  const periods = career.probations.filter((period) => period.employment.id === employment.id);
  await removal(employments, employment.id, etag);
  return recreating(employment, own, periods);
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
  const isMoved = current.startsOn === startsOn && current !== own[0];
  const taken: Position[] = [];
  const second = {
    ...employment,
    remoteId: null,
    start: { date: startsOn },
    template: { ...employment.template, ...template },
  };
  return runAll([
    // Nothing changes: the service compares the version, which the removal of a position changes.
    async () => {
      await methodsOf(employments).update(employment.id, {}, { ifMatch: etag });
      return async () => undefined;
    },
    ...[...(isMoved ? [current] : []), ...later]
      .reverse()
      .map(({ id }) => takingAway(id, (position) => taken.unshift(position))),
    updating(employments, employment.id, { end: { date: dayAfter(startsOn, -1) } }, { end: employment.end }),
    async () => {
      if (isMoved) return recreating(second, taken)();
      const now = await methodsOf(jobPositions).read(current.id, { include: ['links'] });
      return recreating(second, [{ ...now, remoteId: null, startsOn }, ...taken])();
    },
  ]);
}

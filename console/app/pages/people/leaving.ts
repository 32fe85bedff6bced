/** What a person who leaves is needed for: reports, departments, requests; and how somebody else takes it over. */
import { departments } from '@muster/contract/resources/departments.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { useAll, useList } from '../../data/queries.ts';
import { methodsOf } from '../../data/service.ts';
import { creating, type Step, updating } from '../../data/steps.ts';
import { useMay } from '../../session.tsx';
import type { Employment, Position } from './career.ts';
import { positionBody } from './career-changes.ts';

export interface LeftBehind {
  readonly isLoading: boolean;
  /** Positions with this manager that last beyond the last day. */
  readonly reports: readonly Position[];
  readonly headed: readonly { readonly id: string; readonly name: string }[];
  readonly requestsCount: number;
}

export function useLeftBehind(personId: string, lastDay: string | null): LeftBehind {
  const may = useMay();
  const positions = useAll(
    jobPositions,
    { filters: { 'manager.id': personId } },
    { isEnabled: may(jobPositions, 'list') },
  );
  const all = useAll(departments, {}, { isEnabled: may(departments, 'list') });
  const waiting = useList(
    leaveRequests,
    { filters: { 'expectedApprover.id': personId, status: 'pending' } },
    { pageSize: 1, isEnabled: may(leaveRequests, 'list') },
  );
  const reports = (positions.data ?? []).filter(
    ({ endsOn, status, employee }) =>
      employee.id !== personId && (lastDay === null ? status !== 'deactivated' : endsOn === null || endsOn > lastDay),
  );
  return {
    isLoading: positions.isLoading || all.isLoading || waiting.isLoading,
    reports,
    headed: (all.data ?? []).filter(({ manager, isArchived }) => manager?.id === personId && !isArchived),
    requestsCount: waiting.data?.pages[0]?.totalCount ?? 0,
  };
}

export interface Handover {
  readonly successorId: string;
  /** The first day under the new manager. */
  readonly from: string;
}

/**
 * A position that has begun before is continued by one with the new manager; later ones only change theirs. A successor who
 * was a report of the leaver now reports to the manager of the leaver.
 */
function takenOver(position: Position, { successorId, from }: Handover, above: Position['manager']): Step {
  const manager = position.employee.id === successorId ? above && { id: above.id } : { id: successorId };
  if (position.startsOn >= from) return updating(jobPositions, position.id, { manager }, { manager: position.manager });
  const { remoteId: _, notes: __, document: ___, ...body } = positionBody(position);
  return creating(jobPositions, { ...body, startsOn: from, manager, employment: { id: position.employment.id } });
}

async function positionOf(employeeId: string, day: string): Promise<Position | undefined> {
  const filters = { 'employment.employee.id': employeeId };
  for await (const one of methodsOf(jobPositions).list({ filters, limit: 1000 })) {
    if (one.startsOn <= day && (one.endsOn ?? day) >= day) return one;
  }
  return undefined;
}

/** Whether the managers above somebody lead to the leaver. */
async function isBelow(employeeId: string | undefined, leaverId: string, day: string): Promise<boolean> {
  const seen = new Set<string>();
  for (let id = employeeId; id !== undefined && !seen.has(id); id = (await positionOf(id, day))?.manager?.id) {
    if (id === leaverId) return true;
    seen.add(id);
  }
  return false;
}

/** A successor from below a report would be above and below them: both would be missing in the org chart. */
const raised =
  (handover: Handover, personId: string, above: Position['manager']): Step =>
  async () => {
    const position = await positionOf(handover.successorId, handover.from);
    const managerId = position?.manager?.id;
    // Reports are taken over with the others.
    const isDeeper = managerId !== personId && (await isBelow(managerId, personId, handover.from));
    return isDeeper && position ? takenOver(position, handover, above)() : async () => undefined;
  };

interface Leaving {
  readonly employment: Employment;
  readonly etag: string;
  readonly lastDay: string;
  readonly leftBehind: LeftBehind;
  /** Null: nobody takes over yet. */
  readonly handover: Handover | null;
  readonly personId: string;
  /** The manager of the leaver. */
  readonly above: Position['manager'];
}

/** The end comes last: if something fails before it, the person is still there. */
export function leavingSteps({ employment, etag, lastDay, leftBehind, handover, ...leaver }: Leaving): readonly Step[] {
  const { headed } = leftBehind;
  const { personId, above } = leaver;
  // What ends before the successor takes over is followed by something else, which stays as it is.
  const reports = leftBehind.reports.filter(({ endsOn }) => handover && (endsOn === null || endsOn >= handover.from));
  const manager = handover && { id: handover.successorId };
  return [
    ...(handover ? [raised(handover, personId, above)] : []),
    ...(handover ? reports.map((position) => takenOver(position, handover, above)) : []),
    ...(manager ? headed.map(({ id }) => updating(departments, id, { manager }, { manager: { id: personId } })) : []),
    updating(employments, employment.id, { end: { date: lastDay } }, { end: employment.end }, etag),
  ];
}

export const withdrawEnd = (id: string, etag: string) =>
  methodsOf(employments).update(id, { end: null }, { ifMatch: etag });

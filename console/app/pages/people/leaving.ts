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

/** A position that has begun before is continued by one with the new manager; later ones only change theirs. */
function takenOver(position: Position, { successorId, from }: Handover): Step {
  const manager = { id: successorId };
  if (position.startsOn >= from) return updating(jobPositions, position.id, { manager }, { manager: position.manager });
  const { remoteId: _, notes: __, document: ___, ...body } = positionBody(position);
  return creating(jobPositions, { ...body, startsOn: from, manager, employment: { id: position.employment.id } });
}

interface Leaving {
  readonly employment: Employment;
  readonly etag: string;
  readonly lastDay: string;
  readonly leftBehind: LeftBehind;
  /** Null: nobody takes over yet. */
  readonly handover: Handover | null;
  readonly personId: string;
}

/** The end comes last: if something fails before it, the person is still there. */
export function leavingSteps({ employment, etag, lastDay, leftBehind, handover, personId }: Leaving): readonly Step[] {
  const { reports, headed } = leftBehind;
  const manager = handover && { id: handover.successorId };
  return [
    ...(handover ? reports.map((position) => takenOver(position, handover)) : []),
    ...(manager ? headed.map(({ id }) => updating(departments, id, { manager }, { manager: { id: personId } })) : []),
    updating(employments, employment.id, { end: { date: lastDay } }, { end: employment.end }, etag),
  ];
}

export const withdrawEnd = (id: string, etag: string) =>
  methodsOf(employments).update(id, { end: null }, { ifMatch: etag });

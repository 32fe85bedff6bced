/** Changes of leaves that can be undone: each is one request, and so is its undoing. */
import type { Listed } from '@muster/client/collection.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { methodsOf } from '../../data/service.ts';
import type { Undo } from '../../data/steps.ts';

/** What a change of a leave may affect. */
export const leaveResources = [leaves, leaveRequests];

export type Leave = Pick<
  Listed<typeof leaves>,
  | 'id'
  | 'employee'
  | 'leaveAccount'
  | 'startsOn'
  | 'startPosition'
  | 'endsOn'
  | 'endPosition'
  | 'status'
  | 'details'
  | 'totalDuration'
>;

export const removing =
  (id: string, etag: string | null): Undo =>
  () =>
    methodsOf(leaves).remove(id, etag === null ? {} : { ifMatch: etag });

/** Back to the days before; a leave that needs an approval again keeps needing it. */
export const movingBack =
  ({ id, startsOn, startPosition, endsOn, endPosition }: Leave, etag: string | null): Undo =>
  () =>
    methodsOf(leaves).update(
      id,
      { startsOn, startPosition, endsOn, endPosition },
      etag === null ? {} : { ifMatch: etag },
    );

/** A cancelled leave stays cancelled: its undoing records the same leave again, with a new request if it had one. */
export async function cancelLeave(leave: Leave, etag: string): Promise<Undo> {
  await methodsOf(leaves).update(leave.id, { status: 'cancelled' }, { ifMatch: etag });
  const { employee, leaveAccount, startsOn, startPosition, endsOn, endPosition, status, details, totalDuration } =
    leave;
  return () =>
    methodsOf(leaves).create({
      employee: { id: employee.id },
      leaveAccount: { id: leaveAccount.id },
      startsOn,
      startPosition,
      endsOn,
      endPosition,
      status,
      details,
      // Only leaves in hours say their total.
      ...(totalDuration.unit === 'hours' && { totalDuration: { value: totalDuration.value, unit: 'hours' as const } }),
    });
}

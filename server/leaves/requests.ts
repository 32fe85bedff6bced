/** Requests as the service itself reads and changes them. Anyone who holds the lock of a leave holds its request, too. */
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { addressed, withTail } from '../platform/store/address.ts';
import type { StoredRow } from '../platform/store/read.ts';
import { opened } from '../platform/store/sealing.ts';
import type { JsonObject } from '../platform/verbs/body.ts';
import { updateLocked } from '../platform/verbs/standard.ts';

export interface Named {
  readonly id: string;
}

/** A request as it is shown, and the version that this is. */
export interface Request {
  readonly id: string;
  readonly revision: string;
  readonly status: string;
  readonly employee: Named;
  readonly leaves: readonly Named[];
  readonly expectedApprover: Named | null;
  readonly approvalLevels: number;
  readonly approvedLevels: number;
}

export const requestIn = ({ representation, revision }: StoredRow): Request => ({
  ...JSON.parse(addressed(withTail(representation, '}'), '')),
  revision,
});

const ofLeave = statement(`
select request.id::text as id, request.revision::text as revision, request.representation
from leaves as leave join leave_requests as request
  on request.account_id = $1 and request.id = leave.leave_request_id
where leave.account_id = $1 and leave.id = $2`);

/** Null where there is nothing to approve. */
export async function requestOf(tx: Tx, leaveId: string): Promise<Request | null> {
  const [row] = await tx.run<StoredRow>(ofLeave, [leaveId]);
  return row ? requestIn(opened(tx, row)) : null;
}

/** A request that nobody decides any more expects nobody. */
export async function closeRequest(tx: Tx, request: Request, changes: JsonObject): Promise<void> {
  await updateLocked(tx, leaveRequests, request, {
    ...(request.expectedApprover && { expectedApprover: null }),
    ...changes,
  });
}

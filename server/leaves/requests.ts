/** Requests as the service reads and changes them. The lock of a leave also protects its request. */
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { addressed, withTail } from '../platform/store/address.ts';
import { isNumericId } from '../platform/store/columns.ts';
import type { StoredRow } from '../platform/store/read.ts';
import { opened } from '../platform/store/sealing.ts';
import { storedText } from '../platform/store/stored-text.ts';
import type { JsonObject } from '../platform/verbs/body.ts';
import { updateLocked } from '../platform/verbs/standard.ts';

export interface Named {
  readonly id: string;
}

/** A request as shown, with its version. */
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
select request.id::text as id, request.revision::text as revision, ${storedText(leaveRequests, 'request')} as representation
from leaves as leave join leave_requests as request
  on request.account_id = $1 and request.id = leave.leave_request_id
where leave.account_id = $1 and leave.id = $2`);

/** Null if the leave needs no approval. */
export async function requestOf(tx: Tx, leaveId: string): Promise<Request | null> {
  if (!isNumericId(leaveId)) return null;
  const [row] = await tx.run<StoredRow>(ofLeave, [leaveId]);
  return row ? requestIn(opened(tx, row)) : null;
}

/** A closed request has no expected approver. */
export async function closeRequest(tx: Tx, request: Request, changes: JsonObject): Promise<void> {
  await updateLocked(tx, leaveRequests, request, {
    ...(request.expectedApprover && { expectedApprover: null }),
    ...changes,
  });
}

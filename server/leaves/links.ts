/** Links between a leave and its request, and to decisions while one is open. */
import { leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { JsonObject } from '../platform/verbs/body.ts';

type Links = Record<string, string | null>;

const decisionsAt = (status: unknown): string | null =>
  status === 'pending' ? `/svc-api/${leaveRequestDecisions.path}` : null;

export const linksOfRequests = async (_: Session, rows: readonly JsonObject[]): Promise<Links[]> =>
  rows.map(({ status }) => ({ approve: decisionsAt(status), deny: decisionsAt(status) }));

const requestsOf = statement(`
select leave.id::text as id, request.id::text as "requestId", request.status
from leaves as leave join leave_requests as request
  on request.account_id = $1 and request.id = leave.leave_request_id
where leave.account_id = $1 and leave.id = any($2::bigint[])`);

export async function linksOfLeaves(session: Session, rows: readonly JsonObject[]): Promise<Links[]> {
  const found = await session.run<{ id: string; requestId: string; status: string }>(requestsOf, [
    rows.map(({ id }) => id),
  ]);
  const requests = new Map(found.map((row) => [row.id, row]));
  return rows.map(({ id }) => {
    const request = requests.get(String(id));
    const decisions = decisionsAt(request?.status);
    return {
      leaveRequest: request ? `/svc-api/${leaveRequests.path}/${request.requestId}` : null,
      approve: decisions,
      deny: decisions,
    };
  });
}

import type { Listed } from '@muster/client/collection.ts';
import type { leaveRequests } from '@muster/contract/resources/leave-requests.ts';

export type Request = Pick<
  Listed<typeof leaveRequests>,
  'id' | 'employee' | 'leaves' | 'status' | 'expectedApprover' | 'approvalLevels' | 'approvedLevels'
>;

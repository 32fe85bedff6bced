/** Examples of leaves, their accounts, requests and decisions: see `examples.ts`. */
import { durationOf, msPer } from './duration.ts';
import { type Examples, moments, referenceTo } from './example.ts';

const employeeOf = (baseUrl: string, id: string) => referenceTo(baseUrl, 'employee', 'employees', id);
const accountId = '3';
const leaveId = '5021';
const requestId = '910';

const account = (): Examples['leaveAccounts'] => {
  const alike = { name: 'Paid leave 2025', unit: 'workingDays', approvalLevels: 2, remoteId: 'PL25' } as const;
  return {
    read: { id: accountId, ...alike, isArchived: false, lastArchivedAt: null, ...moments },
    create: alike,
    update: { approvalLevels: 1 },
    unused: '4',
  };
};

const leave = (baseUrl: string): Examples['leaves'] => {
  const alike = {
    startsOn: '2025-05-28',
    startPosition: 'secondHalfDay',
    endsOn: '2025-06-02',
    endPosition: 'firstHalfDay',
  } as const;
  const half = durationOf(msPer.days / 2, 'days');
  return {
    read: {
      id: leaveId,
      ...alike,
      employee: employeeOf(baseUrl, '1042'),
      leaveAccount: referenceTo(baseUrl, 'leave-account', 'leave-accounts', accountId),
      days: [
        { date: '2025-05-28', range: 'secondHalfDay', duration: half },
        { date: '2025-05-30', range: 'allDay', duration: durationOf(msPer.days, 'days') },
        { date: '2025-06-02', range: 'firstHalfDay', duration: half },
      ],
      totalDuration: durationOf(2 * msPer.days, 'days'),
      status: 'tentative',
      details: null,
      ...moments,
    },
    create: { ...alike, employee: { id: '1042' }, leaveAccount: { id: accountId } },
    update: { status: 'cancelled' },
  };
};

const request = (baseUrl: string): Examples['leaveRequests'] => ({
  read: {
    id: requestId,
    status: 'pending',
    employee: employeeOf(baseUrl, '1042'),
    leaves: [referenceTo(baseUrl, 'leave', 'leaves', leaveId)],
    expectedApprover: employeeOf(baseUrl, '1007'),
    approvalLevels: 2,
    approvedLevels: 1,
    ...moments,
  },
});

const decision = (baseUrl: string): Examples['leaveRequestDecisions'] => ({
  read: {
    id: '1377',
    type: 'leave-request-denial-decision',
    leaveRequest: referenceTo(baseUrl, 'leave-request', 'leave-requests', requestId),
    comment: 'Inventory week, please choose another one.',
    level: 1,
    approver: employeeOf(baseUrl, '1007'),
    createdAt: moments.createdAt,
  },
  create: {
    type: 'leave-request-denial-decision',
    leaveRequest: { id: requestId },
    comment: 'Inventory week, please choose another one.',
    level: 1,
    approver: { id: '1007' },
  },
});

export const leaveExamples = (baseUrl: string) => ({
  leaveAccounts: account(),
  leaves: leave(baseUrl),
  leaveRequests: request(baseUrl),
  leaveRequestDecisions: decision(baseUrl),
});

/** Leaves, requests and decisions for `examples.ts`: each leave has its own employee, so none overlap. */
import { employees } from '@muster/contract/resources/employees.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { type Body, type ExampleMaker, type Origin, type Particulars, pathOf, type Row } from '../example-row.ts';
import { someDay } from '../example-values.ts';
import { exampleSeeds } from '../people/people-examples.ts';
import type { TestClient } from '../service.ts';

/** Employed for a long time, without an end. */
async function somebody(client: TestClient, make: ExampleMaker): Promise<{ id: string }> {
  const employment = await exampleSeeds.employee?.firstEmployment?.(client, make);
  const firstEmployment = { ...employment, start: { date: '2001-01-01' }, end: null };
  const { id } = await make.create(client, employees, { firstEmployment });
  return { id };
}

const requesters = new WeakMap<TestClient, { readonly who: Promise<{ id: string }>; mondays: number }>();

/** One person requests one Monday after the other, because many requests are needed. */
async function pendingRequest(client: TestClient, make: ExampleMaker): Promise<{ id: string }> {
  const requester = requesters.get(client) ?? { who: somebody(client, make), mondays: 0 };
  requesters.set(client, requester);
  requester.mondays += 1;
  const [day] = new Date(Date.UTC(2002, 0, 7 * requester.mondays)).toISOString().split('T');
  const leave = await make.create(client, leaves, { employee: await requester.who, startsOn: day, endsOn: day });
  const { body } = await client.call('GET', `${pathOf(leaveRequests)}?leaves.id=${leave.id}`);
  return { id: (body.items as Row[])[0]?.id ?? '' };
}

export const leaveParticulars: Particulars = {
  leave: {
    startsOn: () => someDay(2024),
    // Close enough to every start that at most 365 days count.
    endsOn: () => someDay(2025).replace(/-(0[4-9]|1\d)-/, '-01-'),
    employee: (_, client, make) => somebody(client, make),
    details: () => ({ nature: 'frenchOrdinarySickness' }),
    // Only with an account of working hours.
    totalDuration: () => undefined,
  },
  'leave-request-decision': {
    leaveRequest: (_, client, make) => pendingRequest(client, make),
    // Only with a denial.
    comment: () => undefined,
  },
};

export const leaveChanges = {
  leave: (): Body => ({ details: { nature: 'frenchOtherSickLeave', lastWorkedOn: someDay(2023) } }),
};

/** A leave does not end before its start, and is longer than a weekend. */
export const leaveSuited = {
  leave: ({ startsOn, endsOn, ...members }: Body): Body => {
    const [first, last] = [String(startsOn), String(endsOn)].toSorted();
    return { ...members, startsOn: first, endsOn: first === last ? '2024-02-29' : last };
  },
};

/** Requests are created with leaves. */
export const leaveOrigins: Readonly<Record<string, Origin>> = {
  'leave-request': (service, client, count, make) => make.populate(service, client, leaves, count),
};

/** Requests: the expected approver of each level, and who may read them. */
import { employees } from '@muster/contract/resources/employees.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { type Body, pathOf, type Row } from '../../support/examples.ts';
import { approve, cancel, deny, leaveAccount, leaveOf, requestOf, stepsOf } from '../../support/leaves/leaves.ts';
import { found } from '../../support/organization/organization.ts';
import { at, type Company, employmentsOf, hired, moved, newCompany, positionsOf } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;
let company: Company;
let levels: readonly [Row, Row, Row];

beforeAll(async () => {
  service = await sharedService();
  ({ account, client, ...company } = await newCompany(service));
  levels = (await Promise.all([1, 2, 3].map((approvalLevels) => leaveAccount(client, { approvalLevels })))) as [
    Row,
    Row,
    Row,
  ];
});

const monday = '2025-03-03';
const reportingTo = (manager: Row | null, members: Body = {}): Promise<Row> =>
  hired(client, company, members, {}, manager ? { manager: at(manager) } : {});

const ask = async (person: Row, approvals: 1 | 2 | 3): Promise<Row> =>
  requestOf(client, await leaveOf(client, person, levels[approvals - 1] as Row, monday));

const requestNow = async ({ id }: Row): Promise<Row> => (await client.call('GET', pathOf(leaveRequests, id))).body;

/** Changes the manager of a person from now on. */
async function reassign(person: Row, manager: Row | null): Promise<void> {
  const [position] = await positionsOf(client, person);
  const body = { manager: manager && at(manager) };
  const { status, text } = await client.call('PATCH', `/svc-api/job-positions/${position?.id}`, { body });
  if (status !== 200) throw new Error(text);
}

describe('the expected approver', () => {
  test('is the manager, then the manager of that one, and so on', async () => {
    const chief = await reportingTo(null);
    const director = await reportingTo(chief);
    const lead = await reportingTo(director);
    const person = await reportingTo(lead);
    const request = await ask(person, 3);
    const expected: unknown[] = [(request.expectedApprover as Row).id];
    for (let level = 1; level <= 3; level += 1) {
      await approve(client, request);
      expected.push((await requestNow(request)).expectedApprover);
    }
    expect(expected).toEqual([
      lead.id,
      expect.objectContaining(at(director)),
      expect.objectContaining(at(chief)),
      null,
    ]);
  });

  test('is null without a manager, also at the levels above', async () => {
    const request = await ask(await reportingTo(null), 2);
    expect(request.expectedApprover).toBeNull();
    await approve(client, request);
    expect(await requestNow(request)).toMatchObject({ expectedApprover: null, status: 'pending', approvedLevels: 1 });
  });

  test('is null if managers manage each other', async () => {
    const one = await reportingTo(null);
    const other = await reportingTo(one);
    await reassign(one, other);
    const request = await ask(one, 3);
    expect(request.expectedApprover).toMatchObject(at(other));
    await approve(client, request);
    // The manager of the other person is the requester.
    expect((await requestNow(request)).expectedApprover).toBeNull();
  });

  test('is not a person who decided a lower level', async () => {
    const one = await reportingTo(null);
    const other = await reportingTo(one);
    const person = await reportingTo(other);
    const request = await ask(person, 3);
    await approve(client, request);
    expect((await requestNow(request)).expectedApprover).toMatchObject(at(one));
    await reassign(one, other);
    await approve(client, request);
    expect(await requestNow(request)).toMatchObject({ expectedApprover: null, approvedLevels: 2 });
  });

  test('is not a person who has left', async () => {
    const manager = await reportingTo(null);
    const person = await reportingTo(manager);
    const [employment] = await employmentsOf(client, manager);
    await client.call('PATCH', `/svc-api/employments/${employment?.id}`, { body: { end: { date: '2025-01-31' } } });
    expect((await ask(person, 1)).expectedApprover).toBeNull();
  });

  test('stays the person when the level opened, and the next one follows from there', async () => {
    const director = await reportingTo(null);
    const lead = await reportingTo(director);
    const person = await reportingTo(lead);
    const request = await ask(person, 2);
    const other = await reportingTo(await reportingTo(null));
    await reassign(person, other);
    expect((await requestNow(request)).expectedApprover).toMatchObject(at(lead));
    await approve(client, request);
    expect((await requestNow(request)).expectedApprover).toMatchObject(at(director));
  });

  test('is looked up when its level opens, not before', async () => {
    const lead = await reportingTo(await reportingTo(null));
    const person = await reportingTo(lead);
    const request = await ask(person, 2);
    const director = await reportingTo(null);
    await reassign(lead, director);
    await approve(client, request);
    expect((await requestNow(request)).expectedApprover).toMatchObject(at(director));
  });

  test('is the manager on the position that applies today, whatever comes later', async () => {
    const [now, later] = [await reportingTo(null), await reportingTo(null)];
    const person = await reportingTo(now);
    await moved(client, company, person.applicableEmployment as Row, '2099-01-01', { manager: at(later) });
    expect((await ask(person, 1)).expectedApprover).toMatchObject(at(now));
  });

  test('is null after the request is closed', async () => {
    const manager = await reportingTo(null);
    for (const close of [approve, deny]) {
      const request = await ask(await reportingTo(manager), 1);
      await close(client, request);
      expect((await requestNow(request)).expectedApprover).toBeNull();
    }
    const leave = await leaveOf(client, await reportingTo(manager), levels[0], monday);
    const request = await requestOf(client, leave);
    const { id, type, url } = request.expectedApprover as Row;
    expect(await stepsOf(service, client, () => cancel(client, leave))).toEqual([
      ['leave.updated', { status: 'tentative' }],
      ['leave-request.updated', { status: 'pending', expectedApprover: { id, type, url } }],
    ]);
  });
});

describe('lists', () => {
  test('are narrowed by state, level, employee, leave and approver', async () => {
    const manager = await reportingTo(null);
    const [first, second] = [await reportingTo(manager), await reportingTo(null)];
    const [asked, partly] = [await ask(first, 2), await ask(second, 2)];
    await approve(client, partly);
    const among = (query: string) => found(client, leaveRequests, `${query}&employee.id=${first.id},${second.id}`);
    expect(await among('status=pending')).toEqual([asked.id, partly.id]);
    expect(await among('status=pending&approvedLevels=1,2')).toEqual([partly.id]);
    expect(await among(`expectedApprover.id=${manager.id}`)).toEqual([asked.id]);
    expect(await among('expectedApprover.id=null')).toEqual([partly.id]);
    expect(await among('-expectedApprover.id=null')).toEqual([asked.id]);
    expect(await among(`leaves.id=${(asked.leaves as Row[])[0]?.id}`)).toEqual([asked.id]);
  });

  test('embed the employee and the expected approver by name alone', async () => {
    const manager = await reportingTo(null);
    const person = await reportingTo(manager);
    const request = await ask(person, 1);
    const path = `${pathOf(leaveRequests, request.id)}?include=embedded`;
    const brief = ({ id, type, url, givenName, familyName }: Row) => ({ id, type, url, givenName, familyName });
    expect((await client.call('GET', path)).body.embedded).toEqual({
      employee: { [person.id]: brief(person), [manager.id]: brief(manager) },
    });
    // Only callers who may read people see names.
    const stranger = await service.client(account, { scopes: ['leave-requests.readonly'] });
    expect((await stranger.call('GET', path)).body.embedded).toEqual({ employee: {} });
    expect((await client.call('GET', pathOf(employees, person.id))).status).toBe(200);
  });
});

test.each(['POST', 'PATCH', 'DELETE'])('%s is not for requests', async (method) => {
  const request = await ask(await reportingTo(null), 1);
  const path = method === 'POST' ? pathOf(leaveRequests) : pathOf(leaveRequests, request.id);
  expect((await client.call(method, path, { body: {} })).status).toBe(405);
});

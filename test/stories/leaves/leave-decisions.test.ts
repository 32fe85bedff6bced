/** Decisions: level by level, each final, each changing the request and the leave in one step. */
import { approval, denial, leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { type Body, pathOf, type Row } from '../../support/examples.ts';
import {
  approve,
  cancel,
  decide,
  deny,
  leaveAccount,
  leaveNow,
  leaveOf,
  requestOf,
  stepsOf,
} from '../../support/leaves/leaves.ts';
import { establishment, eventsSeen, found } from '../../support/organization/organization.ts';
import { at, type Company, employmentsOf, hired, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;
let company: Company;
let manager: Row;
let accounts: Row[];

beforeAll(async () => {
  service = await sharedService();
  ({ account, client, ...company } = await newCompany(service));
  manager = await hired(client, company);
  accounts = await Promise.all([1, 2, 3].map((approvalLevels) => leaveAccount(client, { approvalLevels })));
});

const monday = '2025-03-03';
const comment = 'Inventory week, please choose another one.';

/** A tentative leave of a person with a manager, and its request. */
async function asked(levels: 1 | 2 | 3, isManaged = true): Promise<{ person: Row; leave: Row; request: Row }> {
  const person = await hired(client, company, {}, {}, isManaged ? { manager: at(manager) } : {});
  const leave = await leaveOf(client, person, accounts[levels - 1] as Row, monday);
  return { person, leave, request: await requestOf(client, leave) };
}

const steps = (act: () => Promise<unknown>) => stepsOf(service, client, act);
const requestNow = async ({ id }: Row): Promise<Row> => (await client.call('GET', pathOf(leaveRequests, id))).body;

async function refusal(request: Row, body: Body): Promise<string[]> {
  const reply = await decide(client, request, body);
  if (reply.status !== 400) throw new Error(`It is decided: ${reply.text}`);
  return Object.keys(reply.body.errors);
}

describe('an approval', () => {
  test('of the only level confirms the leave', async () => {
    const { leave, request } = await asked(1);
    const { expectedApprover } = request;
    expect(await steps(() => approve(client, request))).toEqual([
      'leave-request-decision.created',
      ['leave-request.updated', { status: 'pending', expectedApprover, approvedLevels: 0 }],
      ['leave.updated', { status: 'tentative' }],
    ]);
    expect((await leaveNow(client, leave)).status).toBe('confirmed');
    expect(await requestNow(request)).toMatchObject({ status: 'approved', approvedLevels: 1, expectedApprover: null });
  });

  test('that is not the last moves the request alone', async () => {
    const { leave, request } = await asked(2);
    const { expectedApprover } = request;
    expect(await steps(() => approve(client, request))).toEqual([
      'leave-request-decision.created',
      ['leave-request.updated', { expectedApprover, approvedLevels: 0 }],
    ]);
    expect(await requestNow(request)).toMatchObject({ status: 'pending', approvedLevels: 1 });
    expect((await leaveNow(client, leave)).status).toBe('tentative');
  });

  test.each([1, 2, 3] as const)(
    'is wanted %d times where there are as many levels, and not once more',
    async (levels) => {
      const { leave, request } = await asked(levels);
      for (let level = 1; level <= levels; level += 1) {
        expect((await leaveNow(client, leave)).status).toBe('tentative');
        expect(await approve(client, request)).toMatchObject({ type: approval, level });
      }
      expect((await leaveNow(client, leave)).status).toBe('confirmed');
      expect(
        await steps(async () => expect(await refusal(request, { type: approval })).toEqual(['leaveRequest.id'])),
      ).toEqual([]);
      expect(await found(client, leaveRequestDecisions, `leaveRequest.id=${request.id}`)).toHaveLength(levels);
    },
  );
});

describe('a denial', () => {
  test('cancels the leave, whatever its level, with the reason', async () => {
    const { leave, request } = await asked(3);
    await approve(client, request);
    expect(await steps(() => deny(client, request))).toEqual([
      'leave-request-decision.created',
      ['leave-request.updated', { status: 'pending' }],
      ['leave.updated', { status: 'tentative' }],
    ]);
    expect((await leaveNow(client, leave)).status).toBe('cancelled');
    expect(await requestNow(request)).toMatchObject({ status: 'rejected', approvedLevels: 1 });
    const { body } = await client.call('GET', `${pathOf(leaveRequestDecisions)}?leaveRequest.id=${request.id}`);
    expect(body.type).toBe('leave-request-decision');
    expect(body.items).toMatchObject([
      { type: approval, level: 1, approver: null },
      { type: denial, level: 2, approver: null, comment },
    ]);
    expect(body.items[0]).not.toHaveProperty('comment');
  });

  test.each([undefined, null, '', 'no', 'x'.repeat(2001), 5])('with the comment %j is refused', async (given) => {
    const { request } = await asked(1);
    expect(await refusal(request, { type: denial, comment: given })).toEqual(['comment']);
  });

  test('takes a comment of 5 to 2000 characters', async () => {
    for (const given of ['A b c', '🙂'.repeat(2000)]) {
      expect(await deny(client, (await asked(1)).request, { comment: given })).toMatchObject({ comment: given });
    }
  });
});

describe('refused decisions', () => {
  test.each<[string, Body, string[]]>([
    ['an approval with a comment', { type: approval, comment }, ['comment']],
    ['an approval with an empty comment', { type: approval, comment: null }, ['comment']],
    ['a decision that is neither', { type: 'leave-request-decision' }, ['type']],
    ['a decision without a type', {}, ['type']],
    ['a level that is not open', { type: approval, level: 2 }, ['level']],
    ['a level that there is not', { type: approval, level: 4 }, ['level']],
    ['no such request', { type: approval, leaveRequest: { id: '999999' } }, ['leaveRequest.id']],
    ['no request at all', { type: approval, leaveRequest: { id: 'x' } }, ['leaveRequest.id']],
  ])('%s', async (_, body, keys) => {
    const { request } = await asked(2);
    expect(await steps(async () => expect(await refusal(request, body)).toEqual(keys))).toEqual([]);
  });

  test('a level that has been decided', async () => {
    const { request } = await asked(2);
    await approve(client, request, { level: 1 });
    expect(await refusal(request, { type: approval, level: 1 })).toEqual(['level']);
    await approve(client, request, { level: 2 });
  });

  test('every decision after the end', async () => {
    const cancelled = await asked(1);
    await cancel(client, cancelled.leave);
    const denied = await asked(2);
    await deny(client, denied.request);
    for (const { request } of [cancelled, denied]) {
      expect(await refusal(request, { type: approval })).toEqual(['leaveRequest.id']);
      expect(await refusal(request, { type: denial, comment })).toEqual(['leaveRequest.id']);
    }
  });

  test('a change or a deletion of a decision', async () => {
    const decision = await approve(client, (await asked(1)).request);
    for (const method of ['PATCH', 'DELETE']) {
      expect((await client.call(method, pathOf(leaveRequestDecisions, decision.id), { body: {} })).status).toBe(405);
    }
  });
});

describe('in whose name', () => {
  test('it is null by default', async () => {
    expect(await approve(client, (await asked(1)).request)).toMatchObject({ approver: null });
  });

  test('only the expected approver decides', async () => {
    const { person, request } = await asked(1);
    const other = await hired(client, company);
    for (const { id } of [other, person, { id: '999999' }]) {
      expect(await refusal(request, { type: approval, approver: { id } })).toEqual(['approver.id']);
    }
    expect(await approve(client, request, { approver: at(manager) })).toMatchObject({ approver: at(manager) });
  });

  test('without an expected approver, any active employee except the requester decides', async () => {
    const { person, request } = await asked(1, false);
    const left = await hired(client, company);
    const [employment] = await employmentsOf(client, left);
    await client.call('PATCH', `/svc-api/employments/${employment?.id}`, { body: { end: { date: '2025-01-31' } } });
    const upcoming = await hired(client, company, {}, { start: { date: '2099-01-01' } });
    for (const { id } of [person, left, upcoming, { id: '999999' }]) {
      expect(await refusal(request, { type: approval, approver: { id } })).toEqual(['approver.id']);
    }
    expect(await approve(client, request, { approver: at(manager) })).toMatchObject({ approver: at(manager) });
  });

  test('a caller of some establishments cannot name people of others', async () => {
    const other = await establishment(client, company.owner);
    const limited = await service.client(account, { establishments: [other.id] });
    const here = await hired(client, { ...company, place: other });
    const leave = await leaveOf(client, here, accounts[0] as Row, monday);
    const request = await requestOf(client, leave);
    const body = { type: approval, approver: at(manager) };
    expect(Object.keys((await decide(limited, request, body)).body.errors)).toEqual(['approver.id']);
    expect(Object.keys((await decide(limited, (await asked(1)).request, { type: approval })).body.errors)).toEqual([
      'leaveRequest.id',
    ]);
    expect((await decide(limited, request, { type: approval })).status).toBe(201);
  });
});

describe('events of decisions', () => {
  test('have one topic for both kinds, and the type of each in their data', async () => {
    const [one, other] = [await asked(1), await asked(1)];
    const decisions = [await approve(client, one.request), await deny(client, other.request)];
    for (const { id, type } of decisions) {
      const [event] = await eventsSeen(service, client, `&data.type=${type}&data.id=${id}`);
      expect(event).toMatchObject({ topic: 'leave-request-decision.created', data: { id, type } });
      expect(event?.businessEstablishment).toMatchObject(at(company.place));
    }
    const topics = await eventsSeen(service, client, '&topic=leave-request-decision.created');
    expect(topics.map(({ data }) => data.id)).toEqual(expect.arrayContaining(decisions.map(({ id }) => id)));
  });

  test('need a scope that reads requests', async () => {
    await approve(client, (await asked(1)).request);
    const query = '&topic=leave-request-decision.created';
    const reader = await service.client(account, { scopes: ['events.readonly', 'leave-requests.readonly'] });
    expect(await eventsSeen(service, reader, query)).not.toEqual([]);
    const stranger = await service.client(account, { scopes: ['events.readonly', 'leaves.readonly'] });
    expect(await eventsSeen(service, stranger, query)).toEqual([]);
  });
});

test('lists of decisions are narrowed by type, level and approver', async () => {
  const { request } = await asked(2);
  const first = await approve(client, request, { approver: at(manager) });
  const second = await deny(client, request);
  const among = (query: string) => found(client, leaveRequestDecisions, `leaveRequest.id=${request.id}&${query}`);
  expect(await among(`type=${denial}`)).toEqual([second.id]);
  expect(await among(`type=${approval},${denial}`)).toEqual([first.id, second.id]);
  expect(await among('level=2')).toEqual([second.id]);
  expect(await among(`approver.id=${manager.id}`)).toEqual([first.id]);
  expect(await among('approver.id=null')).toEqual([second.id]);
});

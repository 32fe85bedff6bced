/** Confirmed leaves that are moved in an account that wants them approved again, and decisions that are sent twice. */
import { approval, denial, leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { type Body, pathOf, type Row } from '../../support/examples.ts';
import { oneIn } from '../../support/form.ts';
import { approve, decide, leaveAccount, leaveNow, leaveOf, requestOf, stepsOf } from '../../support/leaves/leaves.ts';
import { changed, found } from '../../support/organization/organization.ts';
import { at, type Company, hired, newCompany } from '../../support/people/people.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;
let company: Company;
let oneLevel: Row;
let twoLevels: Row;

beforeAll(async () => {
  service = await testService();
  ({ account, client, ...company } = await newCompany(service));
  oneLevel = await leaveAccount(client, { unit: 'workingDays' });
  twoLevels = await leaveAccount(client, { unit: 'workingDays', approvalLevels: 2 });
});
afterAll(() => service.stop());

const week = '2025-03-03/2025-03-07';

describe('in an account that wants moved leaves approved again, a confirmed leave that is moved', () => {
  let owner: Pick<TestClient, 'call'>;
  const want = async (movedLeavesNeedApproval: boolean) => {
    const body = { movedLeavesNeedApproval };
    expect((await owner.call('PATCH', '/admin-api/account-settings/current', { body })).status).toBe(200);
  };

  beforeAll(async () => {
    owner = await service.person(account, 'owner');
    await want(true);
  });
  afterAll(() => want(false));

  test('becomes tentative with a new request, whether it had one or not', async () => {
    for (const status of ['tentative', 'confirmed']) {
      const leave = await leaveOf(client, await hired(client, company), oneLevel, week, { status });
      const first = status === 'tentative' ? await requestOf(client, leave) : null;
      if (first) await approve(client, first);
      const { startsOn, days, totalDuration } = leave;
      const move = () => changed(client, leaves, leave, { startsOn: '2025-03-04' });
      expect(await stepsOf(service, client, move)).toEqual([
        ['leave.updated', { startsOn, days, totalDuration, status: 'confirmed' }],
        'leave-request.created',
      ]);
      const requests = await found(client, leaveRequests, `leaves.id=${leave.id}`);
      expect(requests).toHaveLength(first ? 2 : 1);
      const [open] = await found(client, leaveRequests, `leaves.id=${leave.id}&status=pending`);
      expect(await periodStatus(leave)).toEqual([0]);
      // Another move before the approval needs none.
      await changed(client, leaves, leave, { startsOn: '2025-03-05' });
      await approve(client, { id: open ?? '' });
      expect((await leaveNow(client, leave)).status).toBe('confirmed');
      expect(await periodStatus(leave)).toEqual([2]);
      expect((await client.call('DELETE', pathOf(leaves, leave.id))).status).toBe(204);
      expect(await found(client, leaveRequests, `leaves.id=${leave.id}`)).toEqual([]);
    }
  });

  test('keeps its state if only its details are corrected', async () => {
    const leave = await leaveOf(client, await hired(client, company), oneLevel, week, { status: 'confirmed' });
    await changed(client, leaves, leave, { details: { nature: 'frenchOtherSickLeave' } });
    expect((await leaveNow(client, leave)).status).toBe('confirmed');
  });
});

describe('a decision that is sent twice', () => {
  /** Nobody is expected: any person may decide every level. */
  const asked = async () => {
    const leave = await leaveOf(client, await hired(client, company), twoLevels, week);
    return { leave, request: await requestOf(client, leave) };
  };
  const twice = async (isAtOnce: boolean, act: () => ReturnType<typeof decide>) =>
    isAtOnce ? Promise.all([act(), act()]) : [await act(), await act()];

  test.each([true, false])('by the same approver decides one level, at once: %s', async (isAtOnce) => {
    const approver = at(await hired(client, company));
    for (const members of [{}, { level: 1 }] as Body[]) {
      const { leave, request } = await asked();
      const replies = await twice(isAtOnce, () => decide(client, request, { type: approval, approver, ...members }));
      expect(replies.map(({ status }) => status)).toEqual([201, 201]);
      expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
      expect(await requestOf(client, leave)).toMatchObject({ status: 'pending', approvedLevels: 1 });
      // The next level is another decision.
      const next = { type: approval, approver, level: 2 };
      const last = await twice(isAtOnce, () => decide(client, request, next));
      expect(last.map(({ status }) => status)).toEqual([201, 201]);
      expect((await leaveNow(client, leave)).status).toBe('confirmed');
      expect(await found(client, leaveRequestDecisions, `leaveRequest.id=${request.id}`)).toHaveLength(2);
    }
  });

  test.each(oneIn(2, [true, false]))('by a signed-in person decides one level, at once: %s', async (isAtOnce) => {
    const owner = await service.person(account, 'owner');
    const { leave, request } = await asked();
    const replies = await twice(isAtOnce, () => decide(owner, request, { type: approval }));
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(await requestOf(client, leave)).toMatchObject({ status: 'pending', approvedLevels: 1 });
  });

  test.each(oneIn(2, [true, false], 1))(
    'by an application that names nobody decides one level, at once: %s',
    async (isAtOnce) => {
      const { leave, request } = await asked();
      const click = () => decide(client, request, { type: approval });
      const replies = await twice(isAtOnce, click);
      expect(replies.map(({ status }) => status)).toEqual([201, 201]);
      expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
      expect(await requestOf(client, leave)).toMatchObject({ status: 'pending', approvedLevels: 1 });
      // Another application decides for itself.
      const other = await service.client(account);
      expect((await decide(other, request, { type: approval })).body).toMatchObject({ level: 2 });
      expect((await leaveNow(client, leave)).status).toBe('confirmed');
    },
  );

  test('by an application that names nobody is the next one after a while, or with its level', async () => {
    for (const [waitMs, members] of [
      [11_000, {}],
      [0, { level: 2 }],
    ] as const) {
      const { leave, request } = await asked();
      await decide(client, request, { type: approval });
      service.advance(waitMs);
      expect((await decide(client, request, { type: approval, ...members })).body).toMatchObject({ level: 2 });
      expect((await leaveNow(client, leave)).status).toBe('confirmed');
      expect((await decide(client, request, { type: approval })).status).toBe(400);
    }
  });

  test('is another one if it is a denial, or has another comment', async () => {
    const approver = at(await hired(client, company));
    const { request } = await asked();
    const deny = (comment: string) => decide(client, request, { type: denial, approver, comment });
    await decide(client, request, { type: approval, approver });
    const first = await deny('Inventory week.');
    expect(first.body).toMatchObject({ type: denial, level: 2 });
    expect((await deny('Inventory week.')).body.id).toBe(first.body.id);
    expect((await deny('Another reason.')).status).toBe(400);
  });

  test('with a comment of blanks has none', async () => {
    const { request } = await asked();
    const refused = await decide(client, request, { type: denial, comment: ' \t\n   ' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['comment']]);
    const approved = await decide(client, request, { type: approval, comment: '      ' });
    expect(approved.status).toBe(201);
    expect(approved.body).not.toHaveProperty('comment');
  });
});

const statuses = statement('select status from leave_periods where account_id = $1 and id = $2');

const periodStatus = async ({ id }: Row): Promise<number[]> =>
  (await service.database.session(account.id).run<{ status: number }>(statuses, [id])).map(({ status }) => status);

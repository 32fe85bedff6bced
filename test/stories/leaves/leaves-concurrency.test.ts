/** Concurrent changes: no half-day is taken twice, no level decided twice, and there is no deadlock. */
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { type Body, pathOf, type Row } from '../../support/examples.ts';
import { inForm } from '../../support/form.ts';
import {
  askLeave,
  cancel,
  decide,
  type LeaveRow,
  leaveAccount,
  leaveNow,
  leaveOf,
  requestOf,
} from '../../support/leaves/leaves.ts';
import { eventsSeen, found } from '../../support/organization/organization.ts';
import { type Company, hired, newCompany } from '../../support/people/people.ts';
import { propertyMs, runsWithin } from '../../support/properties.ts';
import { type Reply, type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;
let company: Company;
let oneLevel: Row;
let twoLevels: Row;

beforeAll(async () => {
  service = await testService();
  ({ account, client, ...company } = await newCompany(service));
  oneLevel = await leaveAccount(client);
  twoLevels = await leaveAccount(client, { approvalLevels: 2 });
});
afterAll(() => service.stop());

afterEach(async () => {
  expect(service.logLines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  // The service would retry such transactions, but only after the database has waited for a second.
  expect(await service.database.query(deadlocks)).toEqual([{ deadlocks: '0' }]);
});

const deadlocks = 'select deadlocks from pg_stat_database where datname = current_database()';

const rounds = inForm({ short: 2, full: 15 });
const statuses = (replies: readonly Reply[]): number[] => replies.map(({ status }) => status).toSorted();
const approval = { type: 'leave-request-approval-decision' };
const denial = { type: 'leave-request-denial-decision', comment: 'Not this week.' };
const patch = ({ id }: Row, body: Body) => client.call('PATCH', pathOf(leaves, id), { body });

test('of several concurrent requests for one half-day exactly one succeeds', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const person = await hired(client, company);
    const replies = await Promise.all(
      ['2025-03-03/2025-03-05', '2025-03-05/2025-03-07', '2025-03-05', '2025-03-03/2025-03-07', '2025-03-05'].map(
        (days) => askLeave(client, person, oneLevel, days),
      ),
    );
    expect(statuses(replies)).toEqual([201, 400, 400, 400, 400]);
    for (const { status, body } of replies) if (status === 400) expect(Object.keys(body.errors)).toEqual(['startsOn']);
    expect(await found(client, leaves, `employee.id=${person.id}`)).toHaveLength(1);
  }
}, 60_000);

test('neighbours at once all get theirs', async () => {
  const person = await hired(client, company);
  const halves = ['2025-03-03', '2025-03-04', '2025-03-05'].flatMap((day) => [
    askLeave(client, person, oneLevel, day, { endPosition: 'firstHalfDay' }),
    askLeave(client, person, oneLevel, day, { startPosition: 'secondHalfDay' }),
  ]);
  expect(statuses(await Promise.all(halves))).toEqual([201, 201, 201, 201, 201, 201]);
});

test('a leave that moves and one that is made never meet', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const person = await hired(client, company);
    const [one, other] = [
      await leaveOf(client, person, oneLevel, '2025-03-03'),
      await leaveOf(client, person, oneLevel, '2025-03-07'),
    ];
    const replies = await Promise.all([
      patch(one, { endsOn: '2025-03-05' }),
      patch(other, { startsOn: '2025-03-05' }),
      askLeave(client, person, oneLevel, '2025-03-05'),
    ]);
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(statuses(replies).slice(1)).toEqual([400, 400]);
  }
}, 60_000);

test('two leaves that change places at once are both refused, and do not wait for each other', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const person = await hired(client, company);
    const [early, late] = ['2025-03-03', '2025-03-07'] as const;
    const [one, other] = [
      await leaveOf(client, person, oneLevel, early),
      await leaveOf(client, person, oneLevel, late),
    ];
    const replies = await Promise.all([
      patch(one, { startsOn: late, endsOn: late }),
      patch(other, { startsOn: early, endsOn: early }),
    ]);
    expect(statuses(replies)).toEqual([400, 400]);
  }
}, 60_000);

test('two approvals of one level at once: one is 201, the other 400', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const leave = await leaveOf(client, await hired(client, company), twoLevels, '2025-03-03');
    const request = await requestOf(client, leave);
    const replies = await Promise.all([1, 2, 3].map(() => decide(client, request, { ...approval, level: 1 })));
    expect(statuses(replies)).toEqual([201, 400, 400]);
    for (const { status, body } of replies) if (status === 400) expect(Object.keys(body.errors)).toEqual(['level']);
    expect(await requestOf(client, leave)).toMatchObject({ status: 'pending', approvedLevels: 1 });
  }
}, 60_000);

test('approvals of several applications at once that name no level decide one level each, and never more than there are', async () => {
  const callers = await Promise.all([1, 2, 3, 4].map(() => service.client(account)));
  for (let round = 0; round < rounds; round += 1) {
    const leave = await leaveOf(client, await hired(client, company), twoLevels, '2025-03-03');
    const request = await requestOf(client, leave);
    const replies = await Promise.all(callers.map((caller) => decide(caller, request, approval)));
    expect(statuses(replies)).toEqual([201, 201, 400, 400]);
    const made = replies.filter(({ status }) => status === 201).map(({ body }) => body.level);
    expect(made.toSorted()).toEqual([1, 2]);
    expect((await leaveNow(client, leave)).status).toBe('confirmed');
  }
}, 60_000);

test('an approval and a denial at once: one decides, the leave and the request agree', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const leave = await leaveOf(client, await hired(client, company), oneLevel, '2025-03-03');
    const request = await requestOf(client, leave);
    const replies = await Promise.all([decide(client, request, approval), decide(client, request, denial)]);
    expect(statuses(replies)).toEqual([201, 400]);
    const isApproved = replies[0]?.status === 201;
    expect((await leaveNow(client, leave)).status).toBe(isApproved ? 'confirmed' : 'cancelled');
    expect((await requestOf(client, leave)).status).toBe(isApproved ? 'approved' : 'rejected');
  }
}, 60_000);

test('a cancellation against an approval: both orders are sound', async () => {
  const endings = new Set<string>();
  for (let round = 0; round < 2 * rounds; round += 1) {
    const leave = await leaveOf(client, await hired(client, company), oneLevel, '2025-03-03');
    const request = await requestOf(client, leave);
    const acts = [() => cancel(client, leave), () => decide(client, request, approval)];
    const [one, other] = round % 2 === 0 ? acts : acts.toReversed();
    const replies = await Promise.all([one?.(), other?.()]);
    const decided = replies.some((reply) => reply?.status === 201);
    expect((await leaveNow(client, leave)).status).toBe('cancelled');
    // If the cancellation comes first, the request is cancelled too and the approval is refused; otherwise it stays
    // approved.
    expect((await requestOf(client, leave)).status).toBe(decided ? 'approved' : 'cancelled');
    expect(replies.filter((reply) => reply?.status === 200)).toHaveLength(1);
    endings.add(decided ? 'approved' : 'cancelled');
  }
  expect(endings.size).toBeGreaterThan(0);
}, 60_000);

test('a deletion against a decision or a change leaves nothing of it behind', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const leave = await leaveOf(client, await hired(client, company), oneLevel, '2025-03-03');
    const request = await requestOf(client, leave);
    const [removal, decision, change] = await Promise.all([
      client.call('DELETE', pathOf(leaves, leave.id)),
      decide(client, request, approval),
      patch(leave, { status: 'cancelled' }),
    ]);
    expect(removal.status).toBe(204);
    expect([201, 400]).toContain(decision.status);
    expect([200, 404]).toContain(change.status);
    expect(await found(client, leaveRequestDecisions, `leaveRequest.id=${request.id}`)).toEqual([]);
    const last = (await eventsSeen(service, client, `&data.id=${leave.id}&data.type=leave`)).at(-1);
    expect(last?.topic).toBe('leave.deleted');
  }
}, 60_000);

test('the unit of an account changes before its first leave or not at all', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const of = await leaveAccount(client);
    const person = await hired(client, company);
    const [change, ask] = await Promise.all([
      client.call('PATCH', pathOf(leaveAccounts, of.id), { body: { unit: 'calendarDays' } }),
      askLeave(client, person, of, '2025-03-07/2025-03-10'),
    ]);
    expect(ask.status).toBe(201);
    const unit = change.status === 200 ? 'calendarDays' : 'workingDays';
    expect(change.status === 200 ? [] : Object.keys(change.body.errors)).toEqual(change.status === 200 ? [] : ['unit']);
    expect((ask.body as LeaveRow).totalDuration.value).toBe(unit === 'calendarDays' ? 4 : 2);
    expect((await client.call('GET', pathOf(leaveAccounts, of.id))).body.unit).toBe(unit);
  }
}, 60_000);

test('an account is archived or deleted before a leave uses it, or after', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const of = await leaveAccount(client);
    const person = await hired(client, company);
    const [removal, ask] = await Promise.all([
      client.call('DELETE', pathOf(leaveAccounts, of.id)),
      askLeave(client, person, of, '2025-03-07'),
    ]);
    expect([`${removal.status} ${ask.status}`]).toContainEqual(expect.stringMatching(/^(204 400|400 201)$/));
    const refused = removal.status === 400 ? removal : ask;
    expect(Object.keys(refused.body.errors)).toEqual([removal.status === 400 ? 'id' : 'leaveAccount.id']);
    const other = await leaveAccount(client);
    const [archival, second] = await Promise.all([
      client.call('PATCH', pathOf(leaveAccounts, other.id), { body: { isArchived: true } }),
      askLeave(client, person, other, '2025-03-10'),
    ]);
    expect(archival.status).toBe(200);
    if (second.status === 400) expect(Object.keys(second.body.errors)).toEqual(['leaveAccount.id']);
    // The first one was written first.
    else expect(Date.parse(second.body.createdAt)).not.toBeNaN();
    expect((await askLeave(client, person, other, '2025-03-11')).status).toBe(400);
  }
}, 60_000);

test(
  'whatever one person asks for, cancels and moves at once, no two leaves meet, and nothing fails',
  async () => {
    const days = fc.integer({ min: 0, max: 8 });
    const act = fc.record({
      kind: fc.constantFrom('ask', 'ask', 'move', 'cancel', 'approve', 'remove'),
      first: days,
      length: fc.integer({ min: 0, max: 2 }),
      which: fc.nat(20),
    });
    const dayAt = (index: number) => new Date(Date.UTC(2025, 2, 3 + index)).toISOString().slice(0, 10);
    const property = fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 14 }), async (acts) => {
      const person = await hired(client, company);
      const calendarDays = await leaveAccount(client, { unit: 'calendarDays' });
      const made = await Promise.all([0, 4, 8].map((day) => leaveOf(client, person, calendarDays, dayAt(day))));
      const replies = await Promise.all(
        acts.map(async ({ kind, first, length, which }) => {
          const leave = made[which % made.length] as Row;
          const [startsOn, endsOn] = [dayAt(first), dayAt(first + length)];
          if (kind === 'ask') return askLeave(client, person, calendarDays, `${startsOn}/${endsOn}`);
          if (kind === 'move') return patch(leave, { startsOn, endsOn });
          if (kind === 'cancel') return cancel(client, leave);
          if (kind === 'remove') return client.call('DELETE', pathOf(leaves, leave.id));
          return decide(client, { id: (await requestOf(client, leave))?.id ?? '0' }, approval);
        }),
      );
      expect(statuses(replies).filter((status) => ![200, 201, 204, 400, 404].includes(status))).toEqual([]);
      const { body } = await client.call(
        'GET',
        `${pathOf(leaves)}?employee.id=${person.id}&-status=cancelled&sort=startsOn`,
      );
      const kept = body.items as { startsOn: string; endsOn: string }[];
      for (const [index, leave] of kept.slice(1).entries())
        expect(leave.startsOn > (kept[index]?.endsOn ?? '')).toBe(true);
    });
    await fc.assert(property, runsWithin(500, 15));
  },
  propertyMs,
);

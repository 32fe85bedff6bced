/** Changes of a leave by state, and their events. */
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, pathOf, type Row } from '../../support/examples.ts';
import {
  approve,
  cancel,
  deny,
  type LeaveRow,
  leaveAccount,
  leaveNow,
  leaveOf,
  requestOf,
  stepsOf,
} from '../../support/leaves/leaves.ts';
import { changed, changeErrors, removalStatus } from '../../support/organization/organization.ts';
import { type Company, employmentsOf, hired, newCompany } from '../../support/people/people.ts';
import { eventsOf } from '../../support/recorded.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
let company: Company;
let oneLevel: Row;
let twoLevels: Row;
let hours: Row;

beforeAll(async () => {
  service = await sharedService();
  ({ client, ...company } = await newCompany(service));
  oneLevel = await leaveAccount(client, { unit: 'workingDays' });
  twoLevels = await leaveAccount(client, { unit: 'workingDays', approvalLevels: 2 });
  hours = await leaveAccount(client, { unit: 'workingHours' });
});

const week = '2025-03-03/2025-03-07';
const somebody = (): Promise<Row> => hired(client, company);
const tentative = async (of = oneLevel, members: Body = {}): Promise<LeaveRow> =>
  leaveOf(client, await somebody(), of, week, members);
const confirmed = (of = oneLevel): Promise<LeaveRow> => tentative(of, { status: 'confirmed' });

const steps = (act: () => Promise<unknown>) => stepsOf(service, client, act);

describe('a change', () => {
  test('of days before the first approval counts them again, and nothing else changes', async () => {
    const leave = await tentative(twoLevels);
    const recorded = await steps(() =>
      changed(client, leaves, leave, { startsOn: '2025-03-06', endPosition: 'firstHalfDay' }),
    );
    const { startsOn, endPosition, days, totalDuration } = leave;
    expect(recorded).toEqual([['leave.updated', { startsOn, endPosition, days, totalDuration }]]);
    expect(await leaveNow(client, leave)).toMatchObject({
      days: [
        { date: '2025-03-06', range: 'allDay' },
        { date: '2025-03-07', range: 'firstHalfDay' },
      ],
      totalDuration: { iso: 'P1DT12H', value: 1.5, unit: 'days' },
      status: 'tentative',
    });
  });

  test.each<[Body, string[]]>([
    [{ endsOn: '2025-03-02' }, ['endsOn']],
    [{ startsOn: '2025-03-07', startPosition: 'secondHalfDay', endPosition: 'firstHalfDay' }, ['endPosition']],
    [{ startsOn: '2025-03-08', endsOn: '2025-03-09' }, ['startsOn']],
    [{ startsOn: '2023-12-29' }, ['startsOn']],
    [{ endsOn: '2027-03-03' }, ['endsOn']],
    [{ status: 'confirmed' }, ['status']],
    [{ employee: { id: '999999' } }, ['employee']],
    [{ leaveAccount: { id: '999999' } }, ['leaveAccount']],
    [{ days: [] }, ['days']],
    [{ totalDuration: { value: 1, unit: 'days' } }, ['totalDuration']],
  ])('%j of a tentative leave is refused', async (body, keys) => {
    const leave = await tentative();
    expect(await changeErrors(client, leaves, leave, body)).toEqual(keys);
    expect(await leaveNow(client, leave)).toEqual(leave);
  });

  test('to the current value is not a change, in any state', async () => {
    const states = [await tentative(), await confirmed(), await tentative(hours)];
    const cancelled = await tentative();
    await cancel(client, cancelled);
    for (const leave of [...states, await leaveNow(client, cancelled)]) {
      const back = () => client.call('PATCH', pathOf(leaves, leave.id), { body: leave });
      expect(await steps(async () => expect((await back()).status).toBe(200))).toEqual([]);
    }
  });

  test('of the days of a leave in hours is refused; it can be cancelled', async () => {
    const leave = await tentative(hours, { totalDuration: { value: 30, unit: 'hours' } });
    expect(await changeErrors(client, leaves, leave, { endsOn: '2025-03-06', endPosition: 'firstHalfDay' })).toEqual([
      'endsOn',
      'endPosition',
    ]);
    await changed(client, leaves, leave, { details: { nature: 'frenchOtherSickLeave' } });
    expect((await cancel(client, leave)).body.status).toBe('cancelled');
  });

  const dates = { startsOn: '2025-03-04' };
  const details = { details: { nature: 'frenchOtherSickLeave' } };

  test('after the first of two approvals may still be of details, and a cancellation', async () => {
    const leave = await tentative(twoLevels);
    await approve(client, await requestOf(client, leave));
    expect(await changeErrors(client, leaves, leave, dates)).toEqual(['startsOn']);
    expect(await changeErrors(client, leaves, leave, { status: 'confirmed' })).toEqual(['status']);
    await changed(client, leaves, leave, details);
    await changed(client, leaves, leave, { status: 'cancelled' });
    expect(await requestOf(client, leave)).toMatchObject({ status: 'cancelled', approvedLevels: 1 });
  });

  test('after the last approval may be of days and details, and a cancellation, which leaves the request approved', async () => {
    const leave = await tentative();
    const request = await requestOf(client, leave);
    await approve(client, request);
    const { startsOn, days, totalDuration } = leave;
    expect(await steps(() => changed(client, leaves, leave, dates))).toEqual([
      ['leave.updated', { startsOn, days, totalDuration }],
    ]);
    expect(await leaveNow(client, leave)).toMatchObject({ ...dates, status: 'confirmed', totalDuration: { value: 4 } });
    expect(await changeErrors(client, leaves, leave, { status: 'tentative' })).toEqual(['status']);
    await changed(client, leaves, leave, details);
    expect(await steps(() => cancel(client, leave))).toEqual([['leave.updated', { status: 'confirmed' }]]);
    expect((await requestOf(client, leave)).status).toBe('approved');
  });

  test('of a leave that was created confirmed may be of days and details too', async () => {
    const leave = await confirmed();
    await changed(client, leaves, leave, { ...dates, ...details });
    expect(await leaveNow(client, leave)).toMatchObject({ ...dates, ...details, status: 'confirmed' });
    expect(await changeErrors(client, leaves, leave, { startsOn: '2025-03-08', endsOn: '2025-03-09' })).toEqual([
      'startsOn',
    ]);
    const inHours = await confirmed(hours);
    expect(await changeErrors(client, leaves, inHours, dates)).toEqual(['startsOn']);
    await changed(client, leaves, inHours, details);
    expect(await steps(() => cancel(client, leave))).toEqual([['leave.updated', { status: 'confirmed' }]]);
  });

  test('of the days of a confirmed leave does not overlap another one', async () => {
    const person = await somebody();
    const leave = await leaveOf(client, person, oneLevel, '2025-03-03', { status: 'confirmed' });
    await leaveOf(client, person, oneLevel, '2025-03-04');
    expect(await changeErrors(client, leaves, leave, { endsOn: '2025-03-04' })).toEqual(['startsOn']);
  });

  test('of a cancelled leave is refused', async () => {
    const leave = await tentative();
    await cancel(client, leave);
    for (const body of [dates, details, { status: 'tentative' }, { status: 'confirmed' }]) {
      expect(await changeErrors(client, leaves, leave, body)).toEqual(Object.keys(body));
    }
  });

  test('that cancels a tentative leave cancels its request', async () => {
    const leave = await tentative();
    expect(await steps(() => cancel(client, leave))).toEqual([
      ['leave.updated', { status: 'tentative' }],
      ['leave-request.updated', { status: 'pending' }],
    ]);
  });

  test('of an employment or a name leaves leaves as they are', async () => {
    const person = await somebody();
    const leave = await leaveOf(client, person, oneLevel, week);
    const [employment] = await employmentsOf(client, person);
    const act = async () => {
      await client.call('PATCH', `/svc-api/employments/${employment?.id}`, { body: { end: { date: '2025-03-04' } } });
      await client.call('PATCH', `/svc-api/employees/${person.id}`, { body: { familyName: 'Lovelace' } });
    };
    const topics = (await eventsOf(service, client, act)).map(({ topic }) => topic);
    expect(topics).toContain('employee.updated');
    expect(topics.filter((topic) => topic.startsWith('leave'))).toEqual([]);
    expect(await leaveNow(client, leave)).toEqual(leave);
  });
});

describe('a deletion', () => {
  test('takes the decisions and the request along', async () => {
    const leave = await tentative(twoLevels);
    const request = await requestOf(client, leave);
    await approve(client, request);
    await deny(client, request);
    expect(await steps(() => client.call('DELETE', pathOf(leaves, leave.id)))).toEqual([
      'leave-request-decision.deleted',
      'leave-request-decision.deleted',
      'leave-request.deleted',
      'leave.deleted',
    ]);
    expect((await client.call('GET', pathOf(leaves, leave.id))).status).toBe(404);
    expect((await client.call('GET', pathOf(leaveRequests, request.id))).status).toBe(404);
  });

  test('works in every state', async () => {
    expect(await removalStatus(client, leaves, await tentative())).toBe(204);
    expect(await steps(async () => removalStatus(client, leaves, await confirmed()))).toEqual(
      expect.arrayContaining(['leave.deleted']),
    );
    const cancelled = await tentative();
    await cancel(client, cancelled);
    expect(await removalStatus(client, leaves, cancelled)).toBe(204);
  });
});

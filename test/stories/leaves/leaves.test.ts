/** Creation of leaves, their events, and refusals. */
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, pathOf, type Row } from '../../support/examples.ts';
import {
  askLeave,
  cancel,
  deny,
  leaveAccount,
  leaveBody,
  leaveNow,
  leaveOf,
  requestOf,
  stepsOf,
} from '../../support/leaves/leaves.ts';
import { changed, changeErrors, creationErrors } from '../../support/organization/organization.ts';
import { at, type Company, hired, newCompany, rehired } from '../../support/people/people.ts';
import { eventsOf } from '../../support/recorded.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
let company: Company;
let oneLevel: Row;
let twoLevels: Row;

beforeAll(async () => {
  service = await sharedService();
  ({ client, ...company } = await newCompany(service));
  oneLevel = await leaveAccount(client, { unit: 'workingDays' });
  twoLevels = await leaveAccount(client, { unit: 'workingDays', approvalLevels: 2 });
});

const week = '2025-03-03/2025-03-07';
const somebody = (): Promise<Row> => hired(client, company);

const steps = (act: () => Promise<unknown>) => stepsOf(service, client, act);

describe('a creation', () => {
  test('without a status makes a tentative leave together with its pending request', async () => {
    const person = await somebody();
    const events = await eventsOf(service, client, () => leaveOf(client, person, twoLevels, week));
    expect(events.map(({ topic }) => topic)).toEqual(['leave.created', 'leave-request.created']);
    const [leave, request] = events.map(({ data }) => data) as [Row, Row];
    expect(leave).toMatchObject({ status: 'tentative', startPosition: 'firstHalfDay', endPosition: 'secondHalfDay' });
    expect(request).toMatchObject({
      status: 'pending',
      employee: at(person),
      leaves: [at(leave)],
      expectedApprover: null,
      approvalLevels: 2,
      approvedLevels: 0,
    });
    expect(events.map(({ businessEstablishment }) => businessEstablishment?.id)).toEqual([
      company.place.id,
      company.place.id,
    ]);
  });

  test('of a confirmed one makes no request', async () => {
    const person = await somebody();
    const made = () => leaveOf(client, person, oneLevel, week, { status: 'confirmed' });
    expect(await steps(made)).toEqual(['leave.created']);
    const { body } = await client.call('GET', `${pathOf(leaveRequests)}?employee.id=${person.id}`);
    expect(body.items).toEqual([]);
  });

  test('may lie in the past or far ahead', async () => {
    const person = await hired(client, company, {}, { start: { date: '1999-01-01' } });
    await leaveOf(client, person, oneLevel, '1999-12-31/2000-01-03');
    const last = await leaveOf(client, person, oneLevel, '9999-12-30/9999-12-31');
    expect(last.totalDuration.iso).toBe('P2D');
  });

  test.each<[string, string, Body, string[]]>([
    ['that ends before it begins', '2025-03-07/2025-03-03', {}, ['endsOn']],
    ['that is cancelled at once', week, { status: 'cancelled' }, ['status']],
    ['that names its days', week, { days: [] }, ['days']],
    ['before the first day of work', '2023-12-29/2024-01-02', {}, ['startsOn']],
    ['of nobody', week, { employee: { id: '999999' } }, ['employee.id']],
    ['on no account', week, { leaveAccount: { id: '999999' } }, ['leaveAccount.id']],
    [
      'of nobody on no account',
      week,
      { employee: { id: 'x' }, leaveAccount: { id: 'y' } },
      ['employee.id', 'leaveAccount.id'],
    ],
  ])('%s is refused', async (_, days, members, keys) => {
    expect(await creationErrors(client, leaves, leaveBody(await somebody(), oneLevel, days, members))).toEqual(keys);
  });

  test('takes no archived account', async () => {
    const archived = await leaveAccount(client);
    await client.call('PATCH', `/svc-api/leave-accounts/${archived.id}`, { body: { isArchived: true } });
    expect(await creationErrors(client, leaves, leaveBody(await somebody(), archived, week))).toEqual([
      'leaveAccount.id',
    ]);
  });

  test('goes from one employment into the next, but not over a gap', async () => {
    const person = await hired(client, company, {}, { end: { date: '2025-03-05' } });
    expect(await creationErrors(client, leaves, leaveBody(person, oneLevel, week))).toEqual(['endsOn']);
    await rehired(client, company, person, { start: { date: '2025-03-06' }, end: { date: '2025-03-06' } });
    expect(await creationErrors(client, leaves, leaveBody(person, oneLevel, week))).toEqual(['endsOn']);
    const leave = await leaveOf(client, person, oneLevel, '2025-03-03/2025-03-06');
    expect(leave.totalDuration.value).toBe(4);
    expect(await creationErrors(client, leaves, leaveBody(person, oneLevel, '2025-03-10'))).toEqual(['startsOn']);
  });

  test('that is refused leaves nothing behind', async () => {
    const person = await somebody();
    await leaveOf(client, person, oneLevel, week);
    expect(await steps(() => askLeave(client, person, twoLevels, '2025-03-07/2025-03-14'))).toEqual([]);
  });
});

describe('no half-day is taken twice', () => {
  const taken = (person: Row, days: string, members: Body = {}) => askLeave(client, person, twoLevels, days, members);
  const outcome = async (person: Row, days: string, members: Body = {}) => {
    const { status, body } = await taken(person, days, members);
    return status === 400 ? Object.keys(body.errors) : status;
  };

  test('a tentative or confirmed leave occupies its half-days in all accounts', async () => {
    for (const status of ['tentative', 'confirmed']) {
      const person = await somebody();
      await leaveOf(client, person, oneLevel, week, { status });
      for (const days of [
        week,
        '2025-03-07',
        '2025-03-05/2025-03-05',
        '2025-02-28/2025-03-03',
        '2025-02-01/2025-04-01',
      ]) {
        expect([days, await outcome(person, days)]).toEqual([days, ['startsOn']]);
      }
      expect(await outcome(person, '2025-02-28')).toBe(201);
      expect(await outcome(person, '2025-03-10')).toBe(201);
      expect(await outcome(await somebody(), week)).toBe(201);
    }
  });

  test('two leaves may share a day, each its half', async () => {
    const person = await somebody();
    await leaveOf(client, person, oneLevel, '2025-03-03/2025-03-05', { endPosition: 'firstHalfDay' });
    expect(await outcome(person, '2025-03-05', { endPosition: 'firstHalfDay' })).toEqual(['startsOn']);
    expect(await outcome(person, '2025-03-05/2025-03-06', { startPosition: 'secondHalfDay' })).toBe(201);
    expect(await outcome(person, '2025-03-05', { startPosition: 'secondHalfDay' })).toEqual(['startsOn']);
  });

  test('a weekend inside a leave is taken as well', async () => {
    const person = await somebody();
    await leaveOf(client, person, oneLevel, '2025-03-07/2025-03-10');
    const calendarDays = await leaveAccount(client, { unit: 'calendarDays' });
    const { status } = await askLeave(client, person, calendarDays, '2025-03-08/2025-03-09');
    expect(status).toBe(400);
  });

  test('cancelled, denied and deleted leaves free their days', async () => {
    const person = await somebody();
    await cancel(client, await leaveOf(client, person, oneLevel, week));
    await deny(client, await requestOf(client, await leaveOf(client, person, oneLevel, week)));
    const { id } = await leaveOf(client, person, oneLevel, week);
    expect((await client.call('DELETE', pathOf(leaves, id))).status).toBe(204);
    expect(await outcome(person, week)).toBe(201);
  });

  test('a leave may move within its own days, but not onto those of another', async () => {
    const person = await somebody();
    const leave = await leaveOf(client, person, oneLevel, week);
    await leaveOf(client, person, oneLevel, '2025-03-10');
    expect((await changed(client, leaves, leave, { startsOn: '2025-03-04', endsOn: '2025-03-07' })).startsOn).toBe(
      '2025-03-04',
    );
    expect(await changeErrors(client, leaves, leave, { endsOn: '2025-03-10' })).toEqual(['startsOn']);
    expect((await leaveNow(client, leave)).endsOn).toBe('2025-03-07');
  });
});

/** The settings of an account, read and changed in one place. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { establishment, legalEntity } from '../support/organization/organization.ts';
import type { TestPerson } from '../support/people/person.ts';
import { type SharedService, sharedService, type TestClient } from '../support/service.ts';

const path = '/admin-api/account-settings/current';
let service: SharedService;
let account: Account;
let owner: TestPerson;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  account = await service.openAccount('acme');
  owner = await service.person(account);
  client = await service.client(account);
});

const change = (body: object, headers = {}) => owner.call('PATCH', path, { body, headers });

describe('the settings of an account', () => {
  test('are one resource, with defaults for values that are not set', async () => {
    const listed = await owner.call('GET', '/admin-api/account-settings?include=totalCount,links');
    expect(listed.body).toMatchObject({ totalCount: 1, links: { prev: null, next: null } });
    const read = await owner.call('GET', path);
    expect(listed.body.items).toEqual([{ ...read.body, links: {} }]);
    expect(read.body).toMatchObject({
      id: 'current',
      type: 'account-setting',
      url: `${service.url}${path}`,
      timezoneId: 'UTC',
      requestsPerMinute: null,
      legacyV2Until: null,
      legacyV2EndsAt: '2026-03-31T23:59:59.000Z',
      hiringDepartment: null,
      workingWeekdays: [1, 2, 3, 4, 5],
      workingMinutesPerDay: 420,
      webhookChallenge: false,
    });
    expect((await owner.call('GET', '/admin-api/account-settings/other')).status).toBe(404);
  });

  test('are changed member by member, and recorded with their former values', async () => {
    const place = await establishment(client, await legalEntity(client));
    const settings = {
      timezoneId: 'Europe/Paris',
      language: 'fr-FR',
      isSecondFactorRequired: false,
      eventDays: 30,
      auditDays: 400,
      requestLogDays: 3,
      unreferencedFileHours: 48,
      legacyV2Until: '2027-01-31T23:59:59.000Z',
      refusedEmailDomains: ['example.org'],
      highestRank: 9,
      workingWeekdays: [1, 2, 3, 4],
      workingMinutesPerDay: 480,
      movedLeavesNeedApproval: true,
      webhookChallenge: true,
      webhookWaitsSeconds: [10, 60],
      webhookAttemptMs: 5000,
      webhookParallelAttempts: 2,
      webhookWarningDays: [1],
      webhookSuspensionDays: 2,
    };
    const changed = await change({ ...settings, hiringBusinessEstablishment: { id: place.id } });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ ...settings, legacyV2EndsAt: settings.legacyV2Until });
    expect(changed.body.hiringBusinessEstablishment).toEqual({
      id: place.id,
      type: 'business-establishment',
      url: `${service.url}/svc-api/business-establishments/${place.id}`,
    });
    expect((await owner.call('GET', path)).body).toEqual(changed.body);
    const { body } = await owner.call(
      'GET',
      '/admin-api/audit-entries?action=account-setting.updated&sort=-id&limit=1',
    );
    expect(body.items[0]).toMatchObject({
      actorName: owner.email,
      subjectId: 'current',
      before: { timezoneId: 'UTC', eventDays: null, workingWeekdays: [1, 2, 3, 4, 5] },
      after: { timezoneId: 'Europe/Paris', eventDays: 30, workingWeekdays: [1, 2, 3, 4] },
    });
    expect(body.items[0].after).not.toHaveProperty('requestsPerMinute');
    await change({ hiringBusinessEstablishment: null, workingWeekdays: null, refusedEmailDomains: [] });
    expect((await owner.call('GET', path)).body).toMatchObject({
      hiringBusinessEstablishment: null,
      workingWeekdays: [1, 2, 3, 4, 5],
      workingMinutesPerDay: 480,
    });
  });

  test.each([
    ['timezoneId', { timezoneId: 'Paris' }],
    ['language', { language: 'fr' }],
    ['requestsPerMinute', { requestsPerMinute: 0 }],
    ['eventDays', { eventDays: 36_501 }],
    ['refusedEmailDomains.0', { refusedEmailDomains: ['nobody'] }],
    ['workingWeekdays.0', { workingWeekdays: [8] }],
    ['workingWeekdays', { workingWeekdays: [1, 1] }],
    ['workingMinutesPerDay', { workingMinutesPerDay: 59 }],
    ['webhookWaitsSeconds', { webhookWaitsSeconds: [] }],
    ['hiringDepartment', { hiringDepartment: { id: '404' } }],
    ['publicHolidaysCalendar', { publicHolidaysCalendar: { id: '404' } }],
    ['legacyV2EndsAt', { legacyV2EndsAt: '2030-01-01T00:00:00Z' }],
    ['color', { color: 'red' }],
  ])('are refused for %s, and then nothing is changed', async (member, body) => {
    const before = await owner.call('GET', path);
    const refused = await change({ highestRank: 3, ...body });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, [member]]);
    expect((await owner.call('GET', path)).body).toEqual(before.body);
  });

  test('take effect: a limit of requests holds within a second', async () => {
    await change({ requestsPerMinute: 1234 });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const answered = await client.call('GET', '/svc-api/departments');
    expect(answered.headers.get('ratelimit-policy')).toBe('"client";q=1234;w=60');
  });

  test('are not overwritten with an outdated version', async () => {
    const { headers } = await owner.call('GET', path);
    const etag = headers.get('etag') ?? '';
    expect((await change({ highestRank: 4 }, { 'if-match': etag })).status).toBe(200);
    expect((await change({ highestRank: 5 }, { 'if-match': etag })).status).toBe(412);
    expect((await owner.call('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(200);
    const unchanged = await change({ highestRank: 4 });
    expect((await owner.call('GET', path)).headers.get('etag')).toBe(unchanged.headers.get('etag'));
  });

  test('set at once by several people all hold', async () => {
    const members = [{ eventDays: 11 }, { highestRank: 12 }, { workingMinutesPerDay: 300 }, { webhookAttemptMs: 14 }];
    const changed = await Promise.all(members.map((member) => change(member)));
    expect(changed.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await owner.call('GET', path)).body).toMatchObject(Object.assign({}, ...members));
  });
});

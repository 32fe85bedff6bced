/** Only owners change the settings that protect an account, within the limits of the operator. */
import { accountSettings } from '@muster/contract/administration/account-settings.ts';
import { type BoundedSetting, standardBounds } from '@muster/contract/administration/installation-bounds.ts';
import type { Field } from '@muster/contract/kit/field.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { statement } from '../../server/platform/database/statement.ts';
import type { TestPerson } from '../support/people/person.ts';
import { type TestService, testService } from '../support/service.ts';

const bounds = {
  ...standardBounds,
  requestsPerMinute: { max: 50 },
  eventDays: { max: 100 },
  auditDays: { min: 30 },
  readLogDays: { min: 30 },
  unreferencedFileHours: { max: 10 },
};

let service: TestService;
let account: Account;
let owner: TestPerson;
let administrator: TestPerson;
let auditor: TestPerson;
beforeAll(async () => {
  service = await testService({ bounds });
  account = await service.openAccount('acme');
  owner = await service.person(account);
  administrator = await service.person(account, 'administrator');
  auditor = await service.person(account, 'auditor');
});
afterAll(() => service.stop());

const path = '/admin-api/account-settings/current';
const change = (person: TestPerson, body: object) => person.call('PATCH', path, { body });

/** A different value for every setting that only owners change. */
const changes: Readonly<Record<string, unknown>> = {
  isSecondFactorRequired: true,
  requestsPerMinute: 49,
  eventDays: 99,
  auditDays: 31,
  readLogDays: 31,
  requestLogDays: 8,
  unreferencedFileHours: 9,
  legacyV2Until: '2027-01-01T00:00:00Z',
  erasuresNeedApproval: false,
  webhookChallenge: true,
};

const protectedMembers = Object.entries<Field>(accountSettings.fields)
  .filter(([, { changeScope }]) => changeScope !== undefined)
  .map(([name]) => name);

describe('only an owner changes', () => {
  test('the declaration marks everything that protects an account', () => {
    expect([...protectedMembers].sort()).toEqual(Object.keys(changes).sort());
  });

  test.each(protectedMembers)('%s', async (member) => {
    const body = { [member]: changes[member] };
    const before = (await owner.call('GET', path)).body;
    const refused = await change(administrator, { ...body, highestRank: 7 });
    expect(refused.status).toBe(403);
    expect(refused.body.detail).toContain(member);
    expect((await owner.call('GET', path)).body).toEqual(before);
    expect((await change(auditor, body)).status).toBe(403);
    // Somebody must have a second factor before it is required of everybody: that is another rule.
    if (member !== 'isSecondFactorRequired') expect((await change(owner, body)).status).toBe(200);
  });

  test('an administrator may send the current value', async () => {
    const { body } = await owner.call('GET', path);
    const same = Object.fromEntries(protectedMembers.map((member) => [member, body[member]]));
    expect((await change(administrator, { ...same, highestRank: 9 })).status).toBe(200);
  });

  test('everybody who reads settings can read them, and auditors read the audit log', async () => {
    expect((await auditor.call('GET', path)).status).toBe(200);
    expect((await auditor.call('GET', '/admin-api/audit-entries')).status).toBe(200);
  });

  test('and the provider that people must sign in with', async () => {
    const body = { name: 'P', issuer: 'https://id.example.com', clientId: 'x', clientSecret: 'y', isRequired: true };
    expect((await administrator.call('POST', '/admin-api/identity-providers', { body })).status).toBe(403);
  });
});

describe('values beyond the limits of the installation are refused', () => {
  const beyond: readonly (readonly [BoundedSetting, number, number])[] = [
    ['requestsPerMinute', 51, 50],
    ['eventDays', 101, 100],
    ['auditDays', 29, 30],
    ['readLogDays', 29, 30],
    ['unreferencedFileHours', 11, 10],
    ['webhookAttemptMs', 60_001, 60_000],
    ['webhookParallelAttempts', 51, 50],
  ];

  test.each(beyond)('%s', async (member, value, bound) => {
    const refused = await change(owner, { [member]: value });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[member][0]).toContain(String(bound));
    expect((await change(owner, { [member]: bound })).status).toBe(200);
  });

  test('nor an operator by the list of accounts', async () => {
    const operator = await service.person(account, 'auditor', true);
    const refused = await operator.call('PATCH', `/admin-api/accounts/${account.id}`, {
      body: { requestsPerMinute: 51 },
    });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['requestsPerMinute']]);
  });
});

describe('a stored value beyond a later limit counts as the limit', () => {
  test('for the quota', async () => {
    const other = await service.openAccount('globex');
    await service.database.query('update accounts set requests_per_minute = 1000 where id = $1', [other.id]);
    const client = await service.client(other);
    const { headers } = await client.call('GET', '/svc-api/taxonomies');
    expect(headers.get('ratelimit-policy')).toBe('"client";q=50;w=60');
  });

  test('for the audit log', async () => {
    const other = await service.openAccount('initech');
    await service.person(other);
    const session = service.database.session(other.id);
    const kept = async () =>
      (await session.run(statement('select id from audit_entries where account_id = $1'))).length;
    await session.run(statement('insert into account_settings (account_id, audit_days) values ($1, 1)'));
    service.advance(29 * 86_400_000);
    await service.housekeeping.clean();
    expect(await kept()).toBeGreaterThan(0);
    service.advance(2 * 86_400_000);
    await service.housekeeping.clean();
    expect(await kept()).toBe(0);
  });
});

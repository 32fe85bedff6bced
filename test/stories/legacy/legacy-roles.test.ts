/** Roles of API keys: a new key opens nothing, and each right opens exactly what it says, within a second. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeApiKey, changeRole, createApiKey } from '../../../cli/legacy-keys.ts';
import { RefusedError } from '../../../server/identity/accounts/account-errors.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { noRight, type RoleRights } from '../../../server/identity/accounts/api-key-roles.ts';
import { listApiKeys } from '../../../server/identity/accounts/api-keys.ts';
import type { Row } from '../../support/examples.ts';
import { leaveAccount, leaveOf } from '../../support/leaves/leaves.ts';
import { everyRight, keepV2, type LegacyClient, legacyCall, legacyClient } from '../../support/legacy/legacy.ts';
import { establishment } from '../../support/organization/organization.ts';
import { hired, newCompany } from '../../support/people/people.ts';
import { personalRecord } from '../../support/people/personal-records.ts';
import { dayFromNow } from '../../support/recorded.ts';
import { type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
let here: Row;
let there: Row;
/** Who works where, and when. */
const people: Record<string, Row> = {};

beforeAll(async () => {
  service = await testService();
  const { account: opened, client, ...company } = await newCompany(service);
  account = opened;
  here = company.place;
  there = await establishment(client, company.owner);
  await keepV2(service, account);
  const until = (date: string) => ({ start: { date: '2024-01-01' }, end: { date } });
  const from = (days: number) => ({ start: { date: dayFromNow(service, days) } });
  people.here = await hired(client, company);
  people.there = await hired(client, { ...company, place: there });
  people.former = await hired(client, company, {}, until('2024-12-31'));
  people.future = await hired(client, company, {}, from(30));
  await personalRecord(client, people.here, { birthDate: '1990-02-11' });
  const paid = await leaveAccount(client);
  for (const [name, person] of Object.entries(people)) {
    const isFuture = name === 'future';
    // Two weeks contain a working day, whatever the current day.
    const days = isFuture ? `${dayFromNow(service, 40)}/${dayFromNow(service, 53)}` : '2024-05-06/2024-05-10';
    await leaveOf(client, person, paid, days);
  }
});
afterAll(() => service.stop());

const nameOf = (id: unknown): string | undefined => Object.keys(people).find((name) => people[name]?.id === String(id));

/** The names of the people in each path, or the status of its refusal. */
async function seenBy(client: LegacyClient) {
  const shown = async (path: string, ownerOf: (row: never) => unknown): Promise<readonly string[] | number> => {
    const { status, body } = await client.call(path);
    if (status !== 200) return status;
    const rows: never[] = body.data.items ?? body.data;
    return [...new Set(rows.map((row) => nameOf(ownerOf(row)) ?? 'nobody'))].sort();
  };
  type Owned = { leavePeriod: { ownerId: number } };
  return {
    users: await shown('/api/v3/users?formerEmployees=true', ({ id }: { id: number }) => id),
    v3: await shown('/api/v3/leaves', ({ leavePeriod }: Owned) => leavePeriod.ownerId),
    v2: await shown('/api/leaves', ({ owner }: { owner: { id: number } }) => owner.id),
  };
}

describe('a new role', () => {
  test('has the name of its key and no right', async () => {
    const { id } = await createApiKey(service, account, { name: 'Fresh', technicalContact: null });
    const made = (await listApiKeys(service.database, account.id)).find((key) => key.id === id);
    expect(made?.role).toEqual({ name: 'Fresh', ...noRight });
  });

  test('is refused by every path', async () => {
    const client = await legacyClient(service, account, {});
    expect(await seenBy(client)).toEqual({ users: 403, v3: 403, v2: 403 });
    for (const path of [`/api/v3/users/${people.here?.id}`, '/api/v3/users?nonsense=1', '/api/v3/leaves/nothing']) {
      const { status, body } = await client.call(path);
      expect([status, body.Status, 'errors' in body]).toEqual([403, 403, false]);
    }
  });

  test('keeps its name when the key is renamed, and the key keeps its own', async () => {
    const { name } = await legacyClient(service, account);
    await changeApiKey(service, account, name, { name: 'Planning board' });
    expect(await changeRole(service, account, 'planning BOARD', {})).toEqual({ name, ...everyRight });
    await changeRole(service, account, 'Planning board', { name: 'Readers' });
    const keys = await listApiKeys(service.database, account.id);
    expect(keys.find((key) => key.name === 'Planning board')?.role.name).toBe('Readers');
  });
});

describe('a right', () => {
  const all = ['former', 'future', 'here', 'there'];
  type Seen = Awaited<ReturnType<typeof seenBy>>;
  const both = (names: readonly string[]): Seen => ({ users: names, v3: names, v2: names });

  test.each<[string, () => Partial<RoleRights>, Seen]>([
    ['to everything', () => everyRight, both(all)],
    ['to leaves', () => ({ ...everyRight, users: 'none' }), { users: 403, v3: all, v2: all }],
    ['to users', () => ({ ...everyRight, leaves: 'none' }), { users: all, v3: 403, v2: 403 }],
    ['without the former', () => ({ ...everyRight, former: false }), both(['future', 'here', 'there'])],
    ['without the future', () => ({ ...everyRight, future: false }), both(['former', 'here', 'there'])],
    ['to those of today', () => ({ leaves: 'all', users: 'all' }), both(['here', 'there'])],
    ['to one establishment', () => ({ ...everyRight, leaves: [there.id], users: [there.id] }), both(['there'])],
    [
      'to another establishment for each family',
      () => ({ ...everyRight, leaves: [here.id], users: [there.id] }),
      { users: ['there'], v3: ['former', 'future', 'here'], v2: ['former', 'future', 'here'] },
    ],
  ])('%s shows that and nothing else', async (_, rights, expected) => {
    expect(await seenBy(await legacyClient(service, account, rights()))).toEqual(expected);
  });

  test('that is missing hides a row also by its id', async () => {
    const client = await legacyClient(service, account, { leaves: [here.id], users: [here.id] });
    const statuses = async (name: string) => {
      const [row] = (
        await (
          await legacyClient(service, account)
        ).call(`/api/v3/leaves?leavePeriod.ownerId=${people[name]?.id}&fields=id`)
      ).body.data.items;
      const user = await client.call(`/api/v3/users/${people[name]?.id}`);
      return [user.status, (await client.call(`/api/v3/leaves/${row.id}`)).status];
    };
    expect(await statuses('here')).toEqual([200, 200]);
    for (const name of ['there', 'former', 'future']) expect([name, await statuses(name)]).toEqual([name, [404, 404]]);
  });

  test('to personal data shows members that are left out without it', async () => {
    const path = `/api/v3/users/${people.here?.id}`;
    const without = await (await legacyClient(service, account, { users: 'all' })).call(path);
    const withIt = await (await legacyClient(service, account, { users: 'all', personalData: true })).call(path);
    expect(withIt.body.data).toMatchObject({ birthDate: '1990-02-11T00:00:00', gender: expect.any(String) });
    expect([without.status, without.body.data.birthDate, without.body.data.gender]).toEqual([
      200,
      undefined,
      undefined,
    ]);
  });
});

describe('a change', () => {
  test('counts within a second, for and against the key', async () => {
    const client = await legacyClient(service, account, {});
    const status = async () => (await client.call('/api/v3/users')).status;
    expect(await status()).toBe(403);
    await changeRole(service, account, client.name, { users: 'all' });
    service.advance(1000);
    expect(await status()).toBe(200);
    await changeRole(service, account, client.name, { users: 'none' });
    service.advance(1000);
    expect(await status()).toBe(403);
  });

  test('to establishments that do not exist, or of another account, is refused and changes nothing', async () => {
    const { name } = await legacyClient(service, account);
    const other = await newCompany(service);
    const refusalOf = async (rights: Partial<RoleRights>) => {
      const refused = await changeRole(service, account, name, rights).catch((error: unknown) => error);
      return refused instanceof RefusedError ? Object.keys(refused.errors) : refused;
    };
    expect(await refusalOf({ leaves: [here.id, '999999'], users: ['x'] })).toEqual(['leaves', 'users']);
    expect(await refusalOf({ users: [other.place.id] })).toEqual(['users']);
    expect(await refusalOf({ leaves: [] })).toEqual(['leaves']);
    expect(await changeRole(service, account, name, {})).toMatchObject(everyRight);
    const unknown = changeRole(service, account, 'Nobody', {});
    await expect(unknown).rejects.toThrow('no live key');
  });

  test('leaves keys of other accounts with the same name alone', async () => {
    const other = await service.openAccount('neighbour');
    const declared = { name: 'Twin', technicalContact: null };
    await createApiKey(service, account, declared);
    const { apiKey } = await createApiKey(service, other, declared);
    await changeRole(service, account, 'Twin', everyRight);
    service.advance(1000);
    expect((await legacyCall(service, apiKey, '/api/v3/users')).status).toBe(403);
  });
});

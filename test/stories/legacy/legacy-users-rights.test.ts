/** Which legacy users, and which of their data, a role shows to its key. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RoleRights } from '../../../server/identity/accounts/api-key-roles.ts';
import { users } from '../../../server/legacy/users.ts';
import type { Session } from '../../../server/platform/database/database.ts';
import { everyRight, type LegacyClient, legacyClient } from '../../support/legacy/legacy.ts';
import { cast, type LegacyCompany, legacyCompany, type Name, named } from '../../support/legacy/legacy-company.ts';
import { type TestService, testService } from '../../support/service.ts';

let service: TestService;
let company: LegacyCompany;

beforeAll(async () => {
  service = await testService();
  company = await legacyCompany(service);
});
afterAll(() => service.stop());

const having = (rights: Partial<RoleRights>): Promise<LegacyClient> =>
  legacyClient(service, company.account, { ...everyRight, ...rights });

async function seen(client: LegacyClient, query = ''): Promise<string> {
  const { status, body, text } = await client.call(`/api/v3/users?fields=id&${named(company, query)}`);
  if (status !== 200) throw new Error(`?${query} answers ${status}: ${text}`);
  const ids = body.data.items.map(({ id }: { id: number }) => String(id));
  return cast.filter((name) => ids.includes(company.people[name].id)).join(' ');
}

const statusOf = async (client: LegacyClient, name: Name): Promise<number> =>
  (await client.call(`/api/v3/users/${company.people[name].id}`)).status;

const everybody = 'paul marie john joana bjorn ada greta zoe';

describe.each([
  { former: true, future: true, list: 'paul marie joana bjorn ada greta', all: everybody },
  { former: false, future: true, list: 'paul marie joana bjorn ada greta', all: 'paul marie joana bjorn ada greta' },
  { former: true, future: false, list: 'paul marie joana bjorn ada', all: 'paul marie john joana bjorn ada zoe' },
  { former: false, future: false, list: 'paul marie joana bjorn ada', all: 'paul marie joana bjorn ada' },
])('former $former, future $future', ({ former, future, list, all }) => {
  let client: LegacyClient;
  beforeAll(async () => {
    client = await having({ former, future });
  });

  test(`the list holds: ${list}`, async () => {
    expect(await seen(client)).toBe(list);
  });

  test.each(['formerEmployees=true', 'dtContractEnd=until,2100-01-01,null'])(`?%s finds: ${all}`, async (query) => {
    expect(await seen(client, query)).toBe(all);
  });

  test('a hidden user is not found by id either', async () => {
    for (const name of cast)
      expect([name, await statusOf(client, name)]).toEqual([name, all.includes(name) ? 200 : 404]);
  });

  test('they are counted alike', async () => {
    const { body } = await client.call('/api/v3/users?fields=collection.count&formerEmployees=true');
    expect(body.data).toEqual({ count: all.split(' ').length });
  });
});

test('a role for one establishment sees people who work there now, or worked there last', async () => {
  const [paris, berlin] = [company.places.paris.id, company.places.berlin.id];
  const inParis = await having({ users: [paris] });
  expect(await seen(inParis, 'formerEmployees=true')).toBe('paul marie ada zoe');
  expect(await seen(await having({ users: [berlin] }), 'formerEmployees=true')).toBe('john joana bjorn greta');
  expect(await seen(await having({ users: [paris, berlin] }), 'formerEmployees=true')).toBe(everybody);
  expect([await statusOf(inParis, 'marie'), await statusOf(inParis, 'bjorn')]).toEqual([200, 404]);
  expect(await seen(inParis, 'id={marie},{bjorn}')).toBe('marie');
});

test('a hidden manager appears only as an id', async () => {
  const client = await having({ users: [company.places.berlin.id] });
  const [john, joana] = [company.people.john.id, company.people.joana.id];
  const { body } = await client.call(`/api/v3/users?id=${john}&formerEmployees=true&fields=managerId,manager`);
  expect(body.data.items).toEqual([{ managerId: Number(company.people.paul.id), manager: null }]);
  expect(await seen(client, 'manager.name=like,a')).toBe('bjorn');
  expect(await seen(client, 'manager.name=like,paul&formerEmployees=true')).toBe('');
  const shown = await client.call(`/api/v3/users/${company.people.bjorn.id}?fields=manager.id,manager.name`);
  expect(shown.body.data).toEqual({ manager: { id: Number(joana), name: 'Joana Prado' } });
});

describe('without the right to personal data', () => {
  let client: LegacyClient;
  beforeAll(async () => {
    client = await having({ personalData: false });
  });

  test('birth date and gender are left out, also when they are asked for', async () => {
    const { body } = await client.call(`/api/v3/users/${company.people.marie.id}`);
    expect(body.data).toMatchObject({ firstName: 'Marie', directLine: '+33140506070' });
    expect(Object.keys(body.data)).not.toContain('birthDate');
    expect(Object.keys(body.data)).not.toContain('gender');
    const asked = await client.call(
      `/api/v3/users/${company.people.marie.id}?fields=firstName,lastName,birthDate,gender`,
    );
    expect(asked.body.data).toEqual({ firstName: 'Marie', lastName: 'Lambert' });
  });

  test.each(['birthDate=1990-02-11', 'gender=Female', 'orderBy=birthDate,asc', 'orderBy=gender,desc'])(
    '?%s is refused as unknown',
    async (query) => {
      const { status, body } = await client.call(`/api/v3/users?${query}`);
      expect(status).toBe(400);
      const [name] = /birthDate|gender/.exec(query) ?? [];
      expect(body.detail).toBe(`'${name}' is not a property of a user.`);
      expect(JSON.stringify(body.errors)).not.toMatch(new RegExp(`Allowed here:.*${name}`));
    },
  );
});

test('birth dates are looked at by the service: none is sent to the database', async () => {
  const session = service.database.session(company.account.id);
  const sent: unknown[] = [];
  const watched: Session = {
    ...session,
    run: (statement, values) => {
      sent.push(statement.text, values);
      return session.run(statement, values);
    },
  };
  const reader = {
    accountId: company.account.id,
    baseUrl: service.url,
    principal: 'Watched',
    seesFormer: true,
    seesFuture: true,
    seesPersonalData: true,
    establishments: null,
  };
  const query = 'birthDate=1990-02-11,1970-07-01&orderBy=birthDate,asc&fields=firstName,birthDate';
  const parts = await users.list({ reader, query, session: watched, reading: { shown: null }, startedAtMs: 0 });
  expect(JSON.parse(parts.join('')).data.items.map(({ firstName }: { firstName: string }) => firstName)).toEqual([
    'Paul',
    'Marie',
  ]);
  expect(JSON.stringify(sent)).not.toMatch(/1990|1970|02-11|07-01/);
});

test('a role that may not read users is refused, and nothing is read', async () => {
  const client = await legacyClient(service, company.account, { ...everyRight, users: 'none' });
  for (const path of ['/api/v3/users', `/api/v3/users/${company.people.marie.id}`, '/api/v3/users?nonsense=1']) {
    expect((await client.call(path)).status).toBe(403);
  }
});

test('people of another account are not found, whatever is asked', async () => {
  const other = await legacyCompany(service);
  const client = await legacyClient(service, other.account);
  const { body } = await client.call('/api/v3/users?formerEmployees=true&fields=id');
  const ids = Object.values(other.people).map(({ id }) => Number(id));
  expect(body.data.items).toEqual(ids.map((id) => ({ id })));
  expect((await client.call(`/api/v3/users/${company.people.marie.id}`)).status).toBe(404);
  const born = await client.call('/api/v3/users?birthDate=1990-02-11&fields=id,birthDate');
  const birthDate = '1990-02-11T00:00:00';
  expect(born.body.data.items).toEqual([{ id: Number(other.people.marie.id), birthDate }]);
});

test('a new day is applied before users are listed', async () => {
  const client = await having({ future: false });
  expect(await seen(client)).not.toContain('greta');
  service.advance(Date.parse('2090-01-02') - service.now().getTime());
  expect(await seen(client)).toContain('greta');
});

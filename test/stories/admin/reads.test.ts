/** The log of reads: the legacy API and the command line, questions to it, retention, and a database that refuses it. */
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorAccessTo } from '../../../server/admin/operator-calls.ts';
import { exportRows } from '../../../server/commands/export.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { startReadLog } from '../../../server/reads/read-log.ts';
import { exampleBody, newcomer, pathOf, type Row } from '../../support/examples.ts';
import { legacyClient } from '../../support/legacy/legacy.ts';
import type { TestPerson } from '../../support/people/person.ts';
import { hired, personalRecord, recordsPath } from '../../support/people/personal-records.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;
let owner: TestPerson;
let employee: Row;
let record: Row;

const path = '/admin-api/read-entries';

beforeAll(async () => {
  service = await testService();
  ({ account, client } = await newcomer(service));
  owner = await service.person(account);
  employee = await hired(client);
  record = await personalRecord(client, employee, { birthDate: '1991-03-06', legalGender: 'female' });
});
afterAll(() => service.stop());

async function entries(query: string) {
  await service.reads.flush();
  return (await owner.call('GET', `${path}?${query}&limit=1000`)).body.items;
}

const traceOf = ({ headers }: { readonly headers: Headers }): string => headers.get('traceparent')?.split('-')[1] ?? '';

describe('the legacy API', () => {
  test('birth data of users are recorded under the members of the personal record', async () => {
    const key = await legacyClient(service, account);
    const ofKey = { type: 'api-key', name: key.name };
    const people = [{ id: employee.id }];
    const list = await key.call('/api/v3/users?fields=id,birthDate,gender', {
      headers: { 'muster-purpose': 'badges' },
    });
    expect(await entries(`traceId=${traceOf(list)}`)).toMatchObject([
      {
        reader: ofKey,
        employees: people,
        members: { 'employee-personal-records': ['birthDate', 'legalGender'] },
        operation: 'GET /api/v3/users',
        purpose: 'badges',
      },
    ]);
    const one = await key.call(`/api/v3/users/${employee.id}`);
    expect(await entries(`traceId=${traceOf(one)}`)).toMatchObject([
      { employees: people, operation: 'GET /api/v3/users/{id}' },
    ]);
  });

  test('a question by birth date is recorded, also if it finds nobody; names alone are not', async () => {
    const key = await legacyClient(service, account);
    const asked = await key.call('/api/v3/users?fields=id&birthDate=1950-01-01');
    expect(await entries(`traceId=${traceOf(asked)}`)).toMatchObject([
      { employees: [], members: { 'employee-personal-records': ['birthDate'] } },
    ]);
    const names = await key.call('/api/v3/users?fields=id,firstName');
    expect(await entries(`traceId=${traceOf(names)}`)).toEqual([]);
    const without = await legacyClient(service, account, { users: 'all', personalData: false });
    expect(await entries(`traceId=${traceOf(await without.call('/api/v3/users'))}`)).toEqual([]);
  });

  test('values of confidential definitions in extendedData are recorded', async () => {
    const body = await exampleBody(client, employeeAttributeDefinitions);
    const definition = { ...body, schema: { $ref: '/svc-api/schemas/short-text' }, isConfidential: true };
    const { id } = (await client.call('POST', pathOf(employeeAttributeDefinitions), { body: definition })).body;
    const value = { definition: { id }, employee: { id: employee.id }, value: 'x' };
    expect((await client.call('POST', '/svc-api/employee-attributes', { body: value })).status).toBe(201);
    const key = await legacyClient(service, account);
    const list = await key.call('/api/v3/users?fields=id,extendedData');
    expect(await entries(`traceId=${traceOf(list)}`)).toMatchObject([{ members: { 'employee-attributes': [id] } }]);
  });

  test('a purpose that is too long is 400', async () => {
    const key = await legacyClient(service, account);
    const headers = { 'muster-purpose': 'x'.repeat(201) };
    expect((await key.call('/api/v3/users', { headers })).status).toBe(400);
  });
});

test('an export at the command line is recorded with the operator', async () => {
  const root = { type: 'operator', id: 'root', name: 'root' } as const;
  const texts: string[] = [];
  await exportRows({
    database: service.database,
    access: operatorAccessTo({ id: account.id, name: account.name, baseUrl: '' }, root),
    resource: employeePersonalRecords,
    now: service.now,
    onCount: () => undefined,
    onPage: async (some) => {
      texts.push(...some);
    },
  });
  expect(texts).toHaveLength(1);
  expect(await entries('reader.type=operator')).toMatchObject([
    {
      reader: root,
      employees: [{ id: employee.id }],
      operation: 'muster export employee-personal-records',
    },
  ]);
});

test('a filter or an order by a confidential attribute is recorded, also if it finds nobody', async () => {
  const body = await exampleBody(client, employeeAttributeDefinitions);
  const definition = { ...body, schema: { $ref: '/svc-api/schemas/int32' }, multipleValueHandling: null };
  const made = async (id: string, isConfidential: boolean) => {
    const given = { ...definition, id, name: `Pay ${isConfidential}`, isConfidential };
    const reply = await client.call('POST', pathOf(employeeAttributeDefinitions), { body: given });
    expect(reply.status, reply.text).toBe(201);
    return reply.body;
  };
  const { id } = await made('e_pay', true);
  const open = await made('e_open_pay', false);
  const value = { definition: { id }, employee: { id: employee.id }, value: 70_000 };
  expect((await client.call('POST', '/svc-api/employee-attributes', { body: value })).status).toBe(201);
  const about = async (query: string, headers = {}) => {
    const asked = await client.call('GET', `/svc-api/employees?${query}`, { headers });
    expect(asked.status, asked.text).toBe(200);
    return entries(`traceId=${traceOf(asked)}`);
  };
  const members = { 'employee-attributes': [id] };
  const found = [{ employees: [{ id: employee.id }], members }];
  expect(await about(`attributes.${id}.between=60000--80000`)).toMatchObject(found);
  expect(await about(`attributes.${id}=5&limit=0&include=totalCount`)).toMatchObject([{ employees: [], members }]);
  expect(await about(`sort=attributes.${id}&id=${employee.id}`)).toMatchObject(found);
  expect(await about(`attributes.${id}=70000`, { accept: 'application/x-ndjson' })).toMatchObject(found);
  expect(await about(`attributes.${open.id}=5&sort=attributes.${open.id}`)).toEqual([]);
});

describe('a purpose', () => {
  const read = (purpose: string) =>
    client.call('GET', pathOf(employeePersonalRecords, record.id), {
      headers: { 'muster-purpose': Buffer.from(purpose).toString('latin1') },
    });

  test('of 200 characters is kept as it was sent, in UTF-8', async () => {
    const purpose = 'é'.repeat(200);
    expect(await entries(`traceId=${traceOf(await read(purpose))}`)).toMatchObject([{ purpose }]);
  });

  test('of more is 400 that names the header', async () => {
    const { status, body } = await read('é'.repeat(201));
    expect([status, Object.keys(body.errors)]).toEqual([400, ['Muster-Purpose']]);
  });
});

describe('questions to the log', () => {
  let other: Row;
  let second: TestClient;
  beforeAll(async () => {
    other = await hired(client);
    await personalRecord(client, other);
    second = await service.client(account);
    await second.call('GET', recordsPath);
  });

  test('who has read about one person, newest first, page by page', async () => {
    const about = `employees.id=${other.id}&sort=-id`;
    const found = await entries(about);
    expect(found.length).toBeGreaterThan(1);
    expect(found[0].reader.name).toMatch(/^Client/);
    expect(found.every((one: Row) => (one.employees as Row[]).some(({ id }) => id === other.id))).toBe(true);
    const ids = found.map(({ id }: Row) => Number(id));
    expect(ids).toEqual(ids.toSorted((one: number, two: number) => two - one));
    const { body } = await owner.call('GET', `${path}?${about}&limit=1&include=links,totalCount`);
    expect(body.totalCount).toBe(found.length);
    const next = await owner.call('GET', body.links.next.href.replace(service.url, ''));
    expect(next.body.items.map(({ id }: Row) => id)).toEqual([found[1].id]);
  });

  test('several people, or all but some', async () => {
    const both = await entries(`employees.id=${employee.id},${other.id}`);
    const ids = new Set(both.map(({ id }: Row) => id));
    expect(ids.size).toBe(both.length);
    const others = await entries(`-employees.id=${employee.id},${other.id}`);
    expect(others.some(({ id }: Row) => ids.has(id))).toBe(false);
    expect((await entries('sort=id')).length).toBe(both.length + others.length);
    expect(await entries('employees.id=nobody')).toEqual([]);
  });

  test('by reader, family and time', async () => {
    const id = second.credentials.clientId;
    const [entry, ...more] = await entries(`reader.type=client-application&reader.id=${id}`);
    expect(more).toEqual([]);
    expect(entry.reader.id).toBe(id);
    expect(
      (await entries(`families=employee-attributes`)).every(
        (one: Row) => 'employee-attributes' in (one.members as object),
      ),
    ).toBe(true);
    expect((await entries(`occurredAt.between=${entry.occurredAt}--..`)).map((one: Row) => one.id)).toContain(entry.id);
    expect((await entries(`occurredAt.between=..--${entry.occurredAt}`)).map((one: Row) => one.id)).not.toContain(
      entry.id,
    );
    expect((await owner.call('GET', `${path}/${entry.id}`)).body).toEqual(entry);
  });

  test('are open to auditors, and to no client application', async () => {
    const auditor = await service.person(account, 'auditor');
    expect((await auditor.call('GET', path)).status).toBe(200);
    expect((await client.call('GET', path)).status).toBe(401);
  });

  test('no entry contains a value', async () => {
    const text = JSON.stringify(await entries('sort=id'));
    expect(text).not.toContain('1991-03-06');
    expect(text).not.toContain('female');
  });
});

describe('retention', () => {
  test('entries are kept for two years, or as long as the owner says', async () => {
    const { account: kept, client: reader } = await newcomer(service);
    const person = await service.person(kept);
    await personalRecord(reader, await hired(reader));
    await service.reads.flush();
    const session = service.database.session(kept.id);
    const months = statement('select ensure_month(parent, $2) from unnest($3::text[]) as parent where $1::bigint > 0');
    const moved = async (days: number) => {
      const then = new Date(service.now().getTime() - days * 86_400_000);
      await session.run(months, [then, ['read_log', 'read_people']]);
      for (const table of ['read_log', 'read_people'])
        await session.run(statement(`update ${table} set occurred_at = $2 where account_id = $1`), [then]);
    };
    const seen = async () => (await person.call('GET', path)).body.items.length;
    const stored = async () => {
      await service.housekeeping.clean();
      return Promise.all(
        ['read_log', 'read_people'].map(
          async (table) => (await session.run(statement(`select 1 from ${table} where account_id = $1`))).length,
        ),
      );
    };
    await moved(729);
    expect([await seen(), await stored()]).toEqual([1, [1, 1]]);
    const change = await person.call('PATCH', '/admin-api/account-settings/current', { body: { readLogDays: 800 } });
    expect(change.status).toBe(200);
    await moved(731);
    expect([await seen(), await stored()]).toEqual([1, [1, 1]]);
    await person.call('PATCH', '/admin-api/account-settings/current', { body: { readLogDays: null } });
    expect([await seen(), await stored()]).toEqual([0, [0, 0]]);
  });
});

describe('a database that takes no entries', () => {
  test('entries wait in memory, are written later, and beyond the limit reads are refused', async () => {
    const errors: unknown[] = [];
    let isAway = true;
    const database = {
      ...service.database,
      session: (id: string) => {
        if (isAway) throw new Error('away');
        return service.database.session(id);
      },
    };
    const log = startReadLog({ database, now: service.now, onError: (error) => errors.push(error) });
    const reading = {
      accountId: account.id,
      reader: { type: 'operator', id: 'full', name: 'full' } as const,
      operation: 'GET /test',
      purpose: null,
      traceId: null,
      shown: { members: new Map([['files', new Set(['content'])]]), people: new Set(['1']), values: new Map() },
    };
    for (let done = 0; done < 50_000; done += 1) log.record(reading);
    await log.flush();
    expect(errors.length).toBeGreaterThan(0);
    expect(() => log.record(reading)).toThrow('cannot be used');
    isAway = false;
    await log.flush();
    log.record(reading);
    await log.stop();
    const [row] = await service.database
      .session(account.id)
      .run<{ count: number }>(
        statement(`select count(*)::int from read_log where account_id = $1 and reader_name = 'full'`),
      );
    expect(row?.count).toBe(50_001);
  });
});

test('an entry is in the log within a second, without anything else being asked', async () => {
  const reply = await client.call('GET', pathOf(employeePersonalRecords, record.id));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect((await owner.call('GET', `${path}?traceId=${traceOf(reply)}`)).body.items).toHaveLength(1);
});

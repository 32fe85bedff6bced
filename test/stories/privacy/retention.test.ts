/** Retention rules: what each family takes, what its preview says before, and what holds, hirings and countries change. */
import { leaves } from '@muster/contract/resources/leaves.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { createExample, type Row } from '../../support/examples.ts';
import { uploaded } from '../../support/files/files.ts';
import { leaveAccount } from '../../support/leaves/leaves.ts';
import { type Company, company, hired, rehired } from '../../support/people/people.ts';
import type { TestPerson } from '../../support/people/person.ts';
import { personalRecord } from '../../support/people/personal-records.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

const path = '/admin-api/retention-rules';
const dayMs = 86_400_000;

let service: TestService;
let account: Account;
let client: TestClient;
let owner: TestPerson;
let where: Company;
let kind: Row;

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
  client = await service.client(account);
  owner = await service.person(account);
  where = await company(client);
  kind = await leaveAccount(client);
});
afterAll(() => service.stop());

/** Somebody whose only employment has ended on this day. */
const former = (date: string, place: Company = where): Promise<Row> =>
  hired(client, place, {}, { start: { date: '2018-01-01' }, end: { date } });

async function rule(family: string, months: number, more: object = {}): Promise<Row> {
  const reply = await owner.call('POST', path, { body: { family, months, ...more } });
  expect([reply.status, reply.status === 201 ? '' : reply.text]).toEqual([201, '']);
  return reply.body;
}

const preview = async ({ id }: Row) => (await owner.call('GET', `${path}/${id}/preview`)).body;

const removed = async ({ id }: Row): Promise<void> => {
  expect((await owner.call('DELETE', `${path}/${id}`)).status).toBe(204);
};

/** As if another day had begun. */
async function night(): Promise<void> {
  await service.database.query('update retention_nights set done_on = null');
  await service.retention.applyDue();
}

const daysAgo = (days: number): string => new Date(service.now().getTime() - days * dayMs).toISOString().slice(0, 10);

const leaveIn = (person: Row, date: string): Promise<Row> =>
  createExample(client, leaves, {
    ...{ employee: { id: person.id }, leaveAccount: { id: kind.id }, status: 'confirmed' },
    ...{ startsOn: date, endsOn: date },
  });

const statusOf = async (address: string): Promise<number> => (await client.call('GET', `/svc-api/${address}`)).status;

async function held(person: Row): Promise<Row> {
  const body = { employee: { id: person.id }, reason: 'Case 12' };
  const reply = await owner.call('POST', '/admin-api/legal-holds', { body });
  expect(reply.status).toBe(201);
  return reply.body;
}

describe('a rule for leaves', () => {
  test('takes those of people who left long ago, says so before, and nothing else', async () => {
    const [gone, recent, kept] = [await former('2020-06-30'), await former(daysAgo(40)), await former('2020-06-30')];
    const active = await hired(client, where, {}, { start: { date: '2018-01-01' } });
    const back = await former('2020-06-30');
    await rehired(client, where, back, { start: { date: '2023-01-01' } });
    const rows = new Map<string, Row>();
    for (const person of [gone, recent, kept, active, back]) rows.set(person.id, await leaveIn(person, '2019-05-06'));
    await held(kept);
    const made = await rule('leaves', 24);
    const said = await preview(made);
    expect(said).toMatchObject({
      type: 'retention-preview',
      retentionRule: { id: made.id },
      date: daysAgo(0),
      due: { people: 1, counts: { leaves: 1 } },
      people: [{ id: gone.id, dueOn: '2022-06-30' }],
      heldPeople: 1,
    });
    expect(said.next).toHaveLength(1);
    await night();
    const left = [];
    for (const [id, row] of rows) if ((await statusOf(`leaves/${row.id}`)) === 404) left.push(id);
    expect(left).toEqual([gone.id]);
    expect(await statusOf(`leaves/${rows.get(gone.id)?.id}/versions`)).toBe(404);
    expect((await preview(made)).due).toEqual({
      people: 0,
      counts: expect.objectContaining({ leaves: 0, versions: 0 }),
    });
    await service.publisher.publishAll();
    const events = await client.call('GET', `/svc-api/events?topic=leave.deleted&data.id=${rows.get(gone.id)?.id}`);
    expect(events.body.items).toMatchObject([{ author: { type: 'service', id: 'retention' } }]);
    await removed(made);
  });

  test('takes nothing while it is not active, and nothing after it was deleted', async () => {
    const person = await former('2019-06-30');
    const row = await leaveIn(person, '2019-05-06');
    const made = await rule('leaves', 24, { isActive: false });
    expect((await preview(made)).people.map(({ id }: Row) => id)).toContain(person.id);
    await night();
    expect(await statusOf(`leaves/${row.id}`)).toBe(200);
    await removed(made);
    await night();
    expect(await statusOf(`leaves/${row.id}`)).toBe(200);
  });

  test('a rule of a country counts there, and the rule for all everywhere else', async () => {
    const german = await company(client);
    const patched = await client.call('PATCH', `/svc-api/legal-entities/${german.owner.id}`, {
      body: { countryCode: 'DEU' },
    });
    expect(patched.status).toBe(200);
    const [here, there] = [await former('2020-06-30'), await former('2020-06-30', german)];
    const [one, other] = [await leaveIn(here, '2019-05-06'), await leaveIn(there, '2019-05-06')];
    const ofGermany = await rule('leaves', 1200, { countryCode: 'DEU' });
    const ofAll = await rule('leaves', 12);
    expect((await preview(ofGermany)).people).toEqual([]);
    const due = (await preview(ofAll)).people.map(({ id }: Row) => id);
    expect([due.includes(here.id), due.includes(there.id)]).toEqual([true, false]);
    await night();
    expect([await statusOf(`leaves/${one.id}`), await statusOf(`leaves/${other.id}`)]).toEqual([404, 200]);
    await removed(ofGermany);
    await removed(ofAll);
  });
});

test('a rule for personal records removes them with their versions', async () => {
  const person = await former('2020-06-30');
  const record = await personalRecord(client, person, { birthDate: '1991-03-06' });
  const made = await rule('personal-records', 24);
  expect((await preview(made)).people).toMatchObject([{ id: person.id }]);
  await night();
  expect(await statusOf(`employee-personal-records/${record.id}`)).toBe(404);
  expect(await statusOf(`employee-personal-records/${record.id}/versions`)).toBe(404);
  expect((await client.call('GET', `/svc-api/employees/${person.id}`)).body.birthDay).toBeNull();
  await removed(made);
});

test('a rule for files takes documents from employments and positions', async () => {
  const person = await former('2020-06-30');
  const { id } = person.applicableEmployment as Row;
  const file = await uploaded(client);
  const patched = await client.call('PATCH', `/svc-api/employments/${id}`, { body: { document: { id: file.id } } });
  expect(patched.status).toBe(200);
  const made = await rule('files', 24);
  expect((await preview(made)).due).toMatchObject({ people: 1, counts: { files: 1 } });
  await night();
  expect((await client.call('GET', `/svc-api/employments/${id}`)).body.document).toBeNull();
  service.advance(3 * dayMs);
  await service.fileSweep.removeUnreferenced();
  const [stored] = await service.database
    .session(account.id)
    .run<{ count: string }>({ text: 'select count(*) from files where account_id = $1 and id = $2' }, [file.id]);
  expect(stored?.count).toBe('0');
  client = await service.renewed(client);
  owner = await service.person(account);
  await removed(made);
});

test('a rule for people plans their erasure, once, and not of those on hold', async () => {
  const [person, kept] = [await former('2020-06-30'), await former('2020-06-30')];
  await held(kept);
  const made = await rule('person', 48);
  const said = (await preview(made)).people.map(({ id }: Row) => id);
  expect([said.includes(person.id), said.includes(kept.id)]).toEqual([true, false]);
  await night();
  await night();
  const { items } = (await owner.call('GET', '/admin-api/erasures?limit=1000')).body;
  const planned = items.map(({ employee }: { employee: Row }) => employee.id);
  expect(planned.toSorted()).toEqual(said.toSorted());
  const plan = items.find(({ employee }: { employee: Row }) => employee.id === person.id);
  expect(plan).toMatchObject({ status: 'planned', plannedBy: { type: 'service', id: 'retention' } });
  expect((await preview(made)).people).toEqual([]);
  await removed(made);
});

describe('rules for records', () => {
  test('keep the version that was the last one at the boundary, and all newer ones', async () => {
    const created = (await client.call('POST', '/svc-api/departments', { body: { name: 'One' } })).body;
    const department = `/svc-api/departments/${created.id}`;
    await client.call('PATCH', department, { body: { name: 'Two' } });
    const doomed = (await client.call('POST', '/svc-api/departments', { body: { name: 'Gone' } })).body;
    expect((await client.call('DELETE', `/svc-api/departments/${doomed.id}`)).status).toBe(204);
    await service.reads.flush();
    service.advance(500 * dayMs);
    [client, owner] = [await service.renewed(client), await service.person(account)];
    await client.call('PATCH', department, { body: { name: 'Three' } });
    const made = await rule('versions', 12);
    const [entries, audits] = [await rule('read-entries', 12), await rule('audit-entries', 12)];
    const said = [await preview(made), await preview(entries), await preview(audits)];
    const counts = async (): Promise<number[]> => {
      const numbers = [];
      for (const table of ['versions', 'read_log', 'audit_entries']) {
        const text = `select count(*)::int as count from ${table} where account_id = $1`;
        const [row] = await service.database.session(account.id).run<{ count: number }>({ text });
        numbers.push(row?.count ?? 0);
      }
      return numbers;
    };
    const before = await counts();
    await night();
    const after = await counts();
    const families = ['versions', 'read-entries', 'audit-entries'];
    for (const [index, family] of families.entries()) {
      const dueNow = said[index].due.counts[family];
      expect(dueNow).toBeGreaterThan(0);
      // The night records nothing of its own in these tables.
      expect([family, (before[index] ?? 0) - (after[index] ?? 0)]).toEqual([family, dueNow]);
    }
    const versions = (await client.call('GET', `${department}/versions`)).body.items;
    expect(versions.map(({ data }: { data: Row }) => data.name)).toEqual(['Three', 'Two']);
    expect(await statusOf(`departments/${doomed.id}/versions`)).toBe(404);
    for (const one of [made, entries, audits]) expect((await preview(one)).due.counts).toEqual(expect.any(Object));
    const [row] = await service.database.query<{ since: Date }>(
      'select versions_kept_since as since from accounts where id = $1',
      [account.id],
    );
    expect(row?.since).not.toBeNull();
    const knownAt = (days: number) => new Date(service.now().getTime() - days * dayMs).toISOString();
    expect((await client.call('GET', `/svc-api/departments?knownAt=${knownAt(450)}`)).status).toBe(400);
    expect((await client.call('GET', `/svc-api/departments?knownAt=${knownAt(300)}`)).status).toBe(200);
    for (const one of [made, entries, audits]) await removed(one);
  });
});

test('a night is done once a day, and again on the next day; what a killed node left is gone on with', async () => {
  const person = await former('2020-06-30');
  const made = await rule('leaves', 24);
  await night();
  const row = await leaveIn(person, '2019-05-06');
  await service.retention.applyDue();
  expect(await statusOf(`leaves/${row.id}`)).toBe(200);
  await service.database.query(
    `update retention_nights set leased_by = gen_random_uuid(), leased_until = now() + interval '1 hour', done_on = null`,
  );
  await service.retention.applyDue();
  expect(await statusOf(`leaves/${row.id}`)).toBe(200);
  await service.database.query('update retention_nights set leased_until = now()');
  service.advance(dayMs);
  client = await service.renewed(client);
  await service.retention.applyDue();
  expect(await statusOf(`leaves/${row.id}`)).toBe(404);
  owner = await service.person(account);
  await removed(made);
});

test('impossible rules are refused by name; only owners write rules', async () => {
  const refused = async (body: object): Promise<string[]> => {
    const reply = await owner.call('POST', path, { body });
    return reply.status === 400 ? Object.keys(reply.body.errors) : [String(reply.status)];
  };
  expect(await refused({ family: 'read-entries', months: 11 })).toEqual(['months']);
  expect(await refused({ family: 'audit-entries', months: 24, countryCode: 'FRA' })).toEqual(['countryCode']);
  expect(await refused({ family: 'shoes', months: 0 })).toEqual(['family', 'months']);
  const made = await rule('versions', 120);
  expect(await refused({ family: 'versions', months: 12 })).toEqual(['countryCode']);
  const entries = await rule('read-entries', 24);
  const shorter = await owner.call('PATCH', `${path}/${entries.id}`, { body: { months: 3 } });
  expect([shorter.status, Object.keys(shorter.body.errors)]).toEqual([400, ['months']]);
  const administrator = await service.person(account, 'administrator');
  expect((await administrator.call('PATCH', `${path}/${made.id}`, { body: { months: 1 } })).status).toBe(403);
  expect((await administrator.call('GET', `${path}/${made.id}/preview`)).status).toBe(200);
  const audited = await owner.call('GET', `/admin-api/audit-entries?subjectType=retention-rule&subjectId=${made.id}`);
  expect(audited.body.items).toMatchObject([{ action: 'retention-rule.created', after: { months: 120 } }]);
});

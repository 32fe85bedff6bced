/** The history of an account: changes by anybody and the audit log, as one list in the order of time. */
import { departments } from '@muster/contract/resources/departments.ts';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { createExample, newcomer, pathOf, type Row } from '../../support/examples.ts';
import type { TestPerson } from '../../support/people/person.ts';
import { hired, personalRecord } from '../../support/people/personal-records.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;
let owner: TestPerson;
let employee: Row;
let record: Row;

const path = '/admin-api/history-entries';

interface Entry extends Row {
  readonly action: string;
  readonly recordedAt: string;
}

beforeAll(async () => {
  service = await sharedService();
  ({ account, client } = await newcomer(service));
  owner = await service.person(account);
  employee = await hired(client);
  record = await personalRecord(client, employee, { birthDate: '1991-03-06' });
});

async function history(query: string, person = owner): Promise<Entry[]> {
  const { status, body, text } = await person.call('GET', `${path}?${query}&limit=1000&include=totalCount`);
  expect(status, text).toBe(200);
  expect(body.totalCount).toBe(body.items.length);
  return body.items;
}

test('a change by a client application has its author and the states before and after', async () => {
  const made = await createExample(client, departments, { name: 'Before' });
  await client.call('PATCH', pathOf(departments, made.id), { body: { name: 'After' } });
  await client.call('DELETE', pathOf(departments, made.id));
  const [deleted, updated, created, ...more] = await history(`subjectType=department&subjectId=${made.id}`);
  const author = { type: 'client-application', id: expect.any(String), name: expect.stringMatching(/^Client/) };
  const subject = { subjectType: 'department', subjectId: made.id, employee: null, author };
  expect(more).toEqual([]);
  expect(created).toMatchObject({
    ...subject,
    action: 'department.created',
    changedAttributes: [],
    data: { id: made.id, name: 'Before', url: expect.stringMatching(/^http/) },
    previousData: null,
  });
  expect(updated).toMatchObject({
    ...subject,
    action: 'department.updated',
    changedAttributes: ['name'],
    data: { id: made.id, name: 'After' },
    previousData: { id: made.id, name: 'Before' },
  });
  expect(deleted).toMatchObject({ ...subject, action: 'department.deleted', data: { name: 'After' } });
});

test('the list of a person has the changes of everything about them, also of what was deleted', async () => {
  const leave = await createExample(client, leaves);
  await client.call('DELETE', pathOf(leaves, leave.id));
  const ofLeave = await history(`employee.id=${(leave.employee as Row).id}&subjectType=leave`);
  expect(ofLeave.map(({ action }) => action)).toEqual(['leave.deleted', 'leave.created']);
  await owner.call('PATCH', pathOf(employees, employee.id), { body: { familyName: 'Lovelace' } });
  await createExample(client, employees);
  const entries = await history(`employee.id=${employee.id}`);
  const actions = entries.map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining([
      'employee.created',
      'employee.updated',
      'employment.created',
      'job-position.created',
      'employee-personal-record.created',
    ]),
  );
  expect(new Set(entries.map((entry) => (entry.employee as Row).id))).toEqual(new Set([employee.id]));
  expect(entries.map(({ id }) => id)).toEqual(
    entries
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
});

test('the list of a person has what administrators did about them: holds, erasures, exports', async () => {
  const held = await hired(client);
  const about = { employee: { id: held.id } };
  const { body: hold } = await owner.call('POST', '/admin-api/legal-holds', { body: { ...about, reason: 'Case 4' } });
  await owner.call('PATCH', `/admin-api/legal-holds/${hold.id}`, { body: { status: 'lifted' } });
  await owner.call('POST', '/admin-api/subject-exports', { body: about });
  await owner.call('POST', '/admin-api/erasures', { body: { ...about, reason: 'Request 5' } });
  const entries = await history(`employee.id=${held.id}&author.type=administrator`);
  expect(entries.map(({ action }) => action)).toEqual([
    'erasure.created',
    'subject-export.created',
    'legal-hold.updated',
    'legal-hold.created',
  ]);
  for (const entry of entries) expect(entry.employee).toMatchObject({ id: held.id });
  const ofAnother = await history(`employee.id=${employee.id}&subjectType=legal-hold`);
  expect(ofAnother).toEqual([]);
});

test('a change by an administrator is one entry, with the address and the request of the audit log', async () => {
  const made = await createExample(client, departments, { name: 'Once' });
  await owner.call('PATCH', pathOf(departments, made.id), { body: { name: 'Twice' } });
  const [updated, created, ...more] = await history(`subjectId=${made.id}&subjectType=department`);
  expect(more).toEqual([]);
  expect(created).toMatchObject({ action: 'department.created', address: null, traceId: null });
  expect(updated).toMatchObject({
    author: { type: 'administrator', id: owner.id, name: owner.email },
    address: expect.any(String),
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    previousData: { name: 'Once' },
  });
});

test('what only the audit log knows is in the same list, in the order of time', async () => {
  const body = { name: 'Badges', technicalContact: 'it@example.com', scopes: ['departments.readonly'] };
  const application = (await owner.call('POST', '/admin-api/client-applications', { body })).body;
  await owner.call('PATCH', `/admin-api/client-applications/${application.id}`, { body: { name: 'Doors' } });
  const department = await createExample(client, departments);
  const [latest, renamed, made] = await history('recordedAt.between=2000-01-01T00:00:00Z--..');
  expect(latest).toMatchObject({ action: 'department.created', subjectId: department.id });
  expect(renamed).toMatchObject({
    action: 'client-application.updated',
    author: { type: 'administrator', id: owner.id },
    changedAttributes: ['name'],
    data: { name: 'Doors' },
    previousData: { name: 'Badges' },
  });
  expect(made).toMatchObject({ action: 'client-application.created', data: { name: 'Badges' }, previousData: null });
  expect((await history('action=session.opened')).length).toBeGreaterThan(0);
});

describe('filters', () => {
  test('by author, kind, action and time', async () => {
    const before = service.now().toISOString();
    const made = await createExample(client, departments);
    await owner.call('PATCH', pathOf(departments, made.id), { body: { name: 'By a person' } });
    const ofPerson = await history(`author.type=administrator&author.id=${owner.id}&subjectType=department`);
    expect(ofPerson.every(({ author }) => (author as Row).id === owner.id)).toBe(true);
    expect(ofPerson.map(({ subjectId }) => subjectId)).toContain(made.id);
    const ofOthers = await history(`-author.id=${owner.id}&subjectId=${made.id}&subjectType=department`);
    expect(ofOthers.map(({ action }) => action)).toEqual(['department.created']);
    const since = await history(`recordedAt.between=${before}--..&action=department.created`);
    expect(since.map(({ subjectId }) => subjectId)).toEqual([made.id]);
    expect(await history(`recordedAt.between=..--2000-01-01T00:00:00Z`)).toEqual([]);
  });

  test('an id that nobody has finds nothing', async () => {
    for (const query of ['employee.id=999999999', 'id=x', 'author.id=nobody']) expect(await history(query)).toEqual([]);
    expect((await owner.call('GET', `${path}/00000000000000000000-0000000000000000000`)).status).toBe(404);
    expect((await owner.call('GET', `${path}/x`)).status).toBe(404);
  });
});

test('pages go on where the one before ended, while more happens', async () => {
  const whole = (await history('')).map(({ id }) => id);
  const walked: string[] = [];
  let next: string | undefined = `${path}?limit=7&include=links`;
  while (next) {
    const { body }: Awaited<ReturnType<TestPerson['call']>> = await owner.call('GET', next.replace(service.url, ''));
    walked.push(...body.items.map(({ id }: Row) => id));
    next = body.links.next?.href;
    await createExample(client, departments);
  }
  expect(walked).toEqual(whole);
  const { body } = await owner.call('GET', `${path}?limit=0&include=totalCount`);
  expect(body.totalCount).toBeGreaterThan(whole.length);
});

describe('confidential members', () => {
  const ofRecord = () => `employee.id=${employee.id}&subjectType=employee-personal-record`;

  test('are shown to who may read them today, and the read is recorded', async () => {
    const [changed] = await history(ofRecord());
    expect(changed).toMatchObject({ subjectId: record.id, data: { birthDate: '1991-03-06' } });
    await service.reads.flush();
    const { body } = await owner.call('GET', `/admin-api/read-entries?employees.id=${employee.id}&sort=-id&limit=1`);
    expect(body.items).toMatchObject([
      {
        reader: { type: 'administrator', id: owner.id },
        families: [employeePersonalRecords.path],
        operation: 'GET /admin-api/history-entries',
      },
    ]);
  });

  test('are absent for an auditor, who may not read personal records', async () => {
    const auditor = await service.person(account, 'auditor');
    expect(await history(ofRecord(), auditor)).toEqual([]);
    expect((await history(`employee.id=${employee.id}`, auditor)).length).toBeGreaterThan(0);
    const [entry] = await history(ofRecord());
    expect((await auditor.call('GET', `${path}/${entry?.id}`)).status).toBe(404);
  });
});

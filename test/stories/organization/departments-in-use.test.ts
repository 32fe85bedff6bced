/** When a department may be archived, restored, deleted or changed. */
import { departments } from '@muster/contract/resources/departments.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { newcomer, pathOf, type Row } from '../../support/examples.ts';
import { department, expectSoundTree, giveToApplication, under } from '../../support/organization/departments.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  establishment,
  eventsSeen,
  legalEntity,
  removalErrors,
  removalStatus,
} from '../../support/organization/organization.ts';
import { company, employmentsOf, hired, positionsOf } from '../../support/people/people.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
});
beforeEach(async () => {
  ({ account, client } = await newcomer(service));
});
afterAll(() => service.stop());

const change = (row: Row, body: Record<string, unknown>) => changed(client, departments, row, body);
const refusal = (row: Row, body: Record<string, unknown>) => changeErrors(client, departments, row, body);
/** A person who works, will work or has worked in a department. */
const periods = {
  active: { start: { date: '2024-01-01' } },
  upcoming: { start: { date: '2999-01-01' } },
  deactivated: { start: { date: '2020-01-01' }, end: { date: '2020-12-31' } },
};
const attach = async (where: Row, status: keyof typeof periods, by = client): Promise<Row> => {
  const employee = await hired(by, await company(by), {}, periods[status], { department: { id: where.id } });
  expect(employee).toMatchObject({ status });
  return employee;
};

/** Another one after each change. */
const lastUpdatedAt = expect.any(String);

const archived = { isArchived: true };
const open = { isArchived: false };

describe('archiving', () => {
  test('goes from the leaves to the root, and bringing back the other way', async () => {
    const top = await department(client);
    const low = await department(client, under(top));
    expect(await refusal(top, archived)).toEqual(['isArchived']);
    expect(await change(low, archived)).toEqual({ ...low, isArchived: true, lastUpdatedAt });
    expect(await change(top, archived)).toEqual({ ...top, isArchived: true, lastUpdatedAt });
    expect(await refusal(low, open)).toEqual(['parent']);
    expect(await change(top, open)).toEqual({ ...top, lastUpdatedAt });
    expect(await change(low, open)).toEqual({ ...low, lastUpdatedAt });
  });

  test('is a change of this member alone', async () => {
    const [made] = [await department(client), await department(client)];
    await change(made, archived);
    const events = await eventsSeen(service, client, '&topic=department.updated');
    expect(events.map(({ previousAttributes }) => previousAttributes)).toEqual([{ isArchived: false }]);
  });

  test('keeps the place among siblings', async () => {
    const [, middle] = [await department(client), await department(client), await department(client)];
    expect(await change(middle, archived)).toMatchObject({ sortOrder: 1 });
    await expectSoundTree(client);
  });

  test('is possible from the start', async () => {
    expect(await department(client, archived)).toMatchObject(archived);
  });

  test('leaves no way to put an open department under an archived one', async () => {
    const parent = await department(client, archived);
    const loose = await department(client);
    expect(await creationErrors(client, departments, { name: 'x', ...under(parent) })).toEqual(['parent']);
    expect(await refusal(loose, under(parent))).toEqual(['parent']);
    const away = await department(client, { ...archived, ...under(parent) });
    expect(await refusal(away, open)).toEqual(['parent']);
    expect(await refusal(away, { ...open, ...under(parent) })).toEqual(['parent']);
    expect(await change(away, { ...open, parent: null })).toMatchObject({ isArchived: false, level: 1 });
  });

  test('allows an archived department under an archived one', async () => {
    const parent = await department(client, archived);
    expect(await department(client, { ...archived, ...under(parent) })).toMatchObject({ level: 2 });
    const loose = await department(client);
    expect(await change(loose, { ...archived, ...under(parent) })).toMatchObject({ level: 2, sortOrder: 1 });
    expect(await change(loose, { name: 'Renamed', sortOrder: 0 })).toMatchObject({ name: 'Renamed', sortOrder: 0 });
  });

  test.each(['active', 'upcoming'] as const)('waits while a position there is %s', async (status) => {
    const [made, other] = [await department(client), await department(client)];
    const [position] = await positionsOf(client, await attach(made, status));
    expect(await refusal(made, archived)).toEqual(['isArchived']);
    await changed(client, jobPositions, position as Row, { department: { id: other.id } });
    expect(await change(made, archived)).toMatchObject(archived);
    expect(await refusal(other, archived)).toEqual(['isArchived']);
  });

  test('ignores people who have left', async () => {
    const made = await department(client);
    const [employment] = await employmentsOf(client, await attach(made, 'active'));
    await changed(client, employments, employment as Row, { end: { date: '2024-12-31' } });
    expect(await change(made, archived)).toMatchObject(archived);
  });

  test('is possible from the day after the last one there', async () => {
    const made = await department(client);
    const today = { date: service.now().toISOString().slice(0, 10) };
    await hired(client, await company(client), {}, { end: today }, { department: { id: made.id } });
    expect(await refusal(made, archived)).toEqual(['isArchived']);
    service.advance(24 * 60 * 60 * 1000);
    client = await service.renewed(client);
    expect(await change(made, archived)).toMatchObject(archived);
  });
});

describe('deleting', () => {
  test('waits until it has no children, archived or not', async () => {
    const top = await department(client, archived);
    const low = await department(client, { ...archived, ...under(top) });
    expect(await removalErrors(client, departments, top)).toEqual(['id']);
    expect(await removalStatus(client, departments, low)).toBe(204);
    expect(await removalStatus(client, departments, top)).toBe(204);
    expect(await removalStatus(client, departments, top)).toBe(404);
  });

  test.each(['active', 'upcoming', 'deactivated'] as const)(
    'is refused when a position names it that is %s',
    async (status) => {
      const made = await department(client);
      await attach(made, status);
      expect(await removalErrors(client, departments, made)).toEqual(['id']);
    },
  );

  test('asks for the version first', async () => {
    const top = await department(client);
    await department(client, under(top));
    const stale = await client.call('DELETE', pathOf(departments, top.id), { headers: { 'if-match': '"0"' } });
    expect(stale.status).toBe(412);
  });
});

describe('a department that an application manages', () => {
  test('is read by everybody, and changed and deleted by no client', async () => {
    const made = await department(client);
    await giveToApplication(service, account, made);
    const now = { ...made, owningApplication: 'scheduler' };
    const read = () => client.call('GET', pathOf(departments, made.id));
    expect((await read()).body).toEqual(now);
    for (const [method, body] of [
      ['PATCH', { name: 'Mine' }],
      ['PATCH', {}],
      ['PATCH', { name: '' }],
      ['PATCH', { owningApplication: null }],
      ['DELETE', undefined],
    ] as const) {
      for (const headers of [{}, { 'if-match': '"0"' }]) {
        const { status, body: problem } = await client.call(method, pathOf(departments, made.id), { body, headers });
        expect(status).toBe(403);
        expect(problem.t9n.detail['fr-FR']).toMatch(/gérée par une autre application/);
      }
    }
    expect((await read()).body).toEqual(now);
  });

  test('may get children of others', async () => {
    const made = await department(client);
    await giveToApplication(service, account, made);
    expect(await department(client, under(made))).toMatchObject({ level: 2 });
  });

  test('cannot be made or claimed by a client, but a change may repeat that nobody manages it', async () => {
    const made = await department(client);
    expect(await creationErrors(client, departments, { name: 'x', owningApplication: 'mine' })).toEqual([
      'owningApplication',
    ]);
    expect(await refusal(made, { owningApplication: 'mine' })).toEqual(['owningApplication']);
    expect(await change(made, { owningApplication: null, name: 'y' })).toMatchObject({ name: 'y' });
  });
});

describe('the manager', () => {
  test('is any employee, also a former one, or null', async () => {
    const made = await department(client);
    const employee = await attach(await department(client), 'deactivated');
    const headed = await change(made, { manager: { id: employee.id } });
    const reference = { id: employee.id, type: 'employee', url: `${service.url}/svc-api/employees/${employee.id}` };
    expect(headed).toEqual({ ...made, manager: reference, lastUpdatedAt });
    expect(await department(client, { manager: { id: employee.id } })).toMatchObject({ manager: reference });
    expect(await change(made, { manager: null })).toEqual({ ...made, lastUpdatedAt });
  });

  test('is an employee of this account', async () => {
    const stranger = await newcomer(service);
    const where = await department(stranger.client);
    const employee = await attach(where, 'active', stranger.client);
    const manager = { id: employee.id };
    expect(await creationErrors(client, departments, { name: 'x', manager })).toEqual(['manager']);
    expect(await refusal(await department(client), { manager })).toEqual(['manager']);
  });

  test('is not named by a client that cannot see them, who may still change the rest', async () => {
    const made = await department(client);
    const employee = await attach(made, 'active');
    const elsewhere = await establishment(client, await legalEntity(client));
    const restricted = await service.client(account, { establishments: [elsewhere.id] });
    const manager = { id: employee.id };
    expect(await changeErrors(restricted, departments, made, { manager })).toEqual(['manager']);
    expect(await creationErrors(restricted, departments, { name: 'x', manager })).toEqual(['manager']);
    await change(made, { manager });
    const patched = await changed(restricted, departments, made, { name: 'Renamed', manager });
    expect(patched).toMatchObject({ name: 'Renamed', manager });
  });
});

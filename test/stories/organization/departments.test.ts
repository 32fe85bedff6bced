/** The tree of departments: positions, levels, and the effect of moves. */
import { departments } from '@muster/contract/resources/departments.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { newcomer, pathOf, type Row, unique } from '../../support/examples.ts';
import { inForm } from '../../support/form.ts';
import {
  childrenOf,
  type Department,
  department,
  everyDepartment,
  expectSoundTree,
  giveToApplication,
  under,
} from '../../support/organization/departments.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  establishment,
  eventsSeen,
  found,
  legalEntity,
  removalStatus,
} from '../../support/organization/organization.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  ({ account, client } = await newcomer(service));
});

const move = async (row: Row, body: Record<string, unknown>): Promise<Department> =>
  (await changed(client, departments, row, body)) as Department;

/** Children A, B, C… of a department, or roots. */
const some = async (names: string, parent: Row | null = null): Promise<[Department, Department, Department]> => {
  const made: Department[] = [];
  for (const name of names) made.push(await department(client, { name, ...under(parent) }));
  return made as [Department, Department, Department];
};

/** The events of departments since the last call, in short form. */
const happened = async (since: number) =>
  (await eventsSeen(service, client, '&data.type=department'))
    .slice(since)
    .map(({ topic, data, previousAttributes }) => [data.name, topic.replace('department.', ''), previousAttributes]);
const eventCount = async () => (await eventsSeen(service, client, '&data.type=department')).length;

describe('a department', () => {
  test('is read as it was created, every member present and in order', async () => {
    const parent = await department(client);
    const { body, status } = await client.call('POST', `${pathOf(departments)}?include=links,embedded`, {
      body: { name: 'Product Engineering', remoteId: 'DPT-ENG', description: '', ...under(parent) },
    });
    expect(status).toBe(201);
    const expected = {
      id: expect.stringMatching(/^\d+$/),
      type: 'department',
      url: `${service.url}${pathOf(departments)}/${body.id}`,
      remoteId: 'DPT-ENG',
      isArchived: false,
      name: 'Product Engineering',
      description: '',
      parent: { id: parent.id, type: 'department', url: parent.url },
      level: 2,
      manager: null,
      sortOrder: 0,
      owningApplication: null,
      createdAt: expect.stringMatching(/Z$/),
      lastUpdatedAt: body.createdAt,
      links: {
        activeEmployees: {
          href: `${service.url}/svc-api/employees?applicableJobPosition.department.id=${body.id}`,
        },
      },
      embedded: {},
    };
    expect(body).toEqual(expected);
    expect(Object.keys(body)).toEqual(Object.keys(expected));
  });

  test('shares its name and its remote id with others', async () => {
    const twin = { name: 'Sales', remoteId: 'S' };
    const ids = [(await department(client, twin)).id, (await department(client, twin)).id];
    expect(await found(client, departments, 'remoteId=S')).toEqual(ids);
  });

  test('is found by parts of its name or remote id, by its remote id, and by being archived', async () => {
    const named = await department(client, { name: 'Étude et conseil', remoteId: null });
    const numbered = await department(client, { name: 'Ventes', remoteId: 'TUD-7' });
    const archived = await department(client, { name: 'Archives', isArchived: true });
    expect(await found(client, departments, 'search=tud')).toEqual([named.id, numbered.id]);
    expect(await found(client, departments, 'remoteId=null')).toEqual([named.id, archived.id]);
    expect(await found(client, departments, '-remoteId=null')).toEqual([numbered.id]);
    expect(await found(client, departments, 'isArchived=true')).toEqual([archived.id]);
  });

  test('is refused what a client cannot say', async () => {
    const made = await department(client);
    expect(await creationErrors(client, departments, {})).toEqual(['name']);
    for (const [wrong, error] of [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(256) }, 'name'],
      [{ remoteId: 'x'.repeat(256) }, 'remoteId'],
      [{ level: 2 }, 'level'],
      [{ sortOrder: -1 }, 'sortOrder'],
      [{ sortOrder: 1.5 }, 'sortOrder'],
      [{ sortOrder: null }, 'sortOrder'],
      [{ sortOrder: 2 ** 31 }, 'sortOrder'],
      [{ parent: { id: '999999' } }, 'parent'],
      [{ parent: { id: 'x' } }, 'parent'],
      [{ manager: { id: '999999' } }, 'manager'],
      [{ owningApplication: 'scheduler' }, 'owningApplication'],
    ] as const) {
      expect(await creationErrors(client, departments, { name: unique(), ...wrong })).toEqual([error]);
      expect(await changeErrors(client, departments, made, wrong)).toEqual([error]);
    }
    expect(await creationErrors(client, departments, { name: 'x', owningApplication: null })).toEqual([
      'owningApplication',
    ]);
    expect(await everyDepartment(client)).toEqual([made]);
  });

  test('takes back what was read of it and does not change', async () => {
    const [, made] = await some('AB');
    const count = await eventCount();
    expect(await move(made, made)).toEqual(made);
    expect(await move(made, { sortOrder: 99 })).toEqual(made);
    expect(await eventCount()).toBe(count);
  });

  test('of another account cannot be a parent', async () => {
    const stranger = await department((await newcomer(service)).client);
    expect(await creationErrors(client, departments, { name: 'x', ...under(stranger) })).toEqual(['parent']);
  });
});

describe('a place among siblings', () => {
  test('is the last one unless given, and past the end means last', async () => {
    const [first] = await some('ABC');
    expect(first).toMatchObject({ level: 1, sortOrder: 0 });
    expect(await department(client, { name: 'D', sortOrder: 2 ** 31 - 1 })).toMatchObject({ sortOrder: 3 });
    expect(await department(client, { name: 'E', sortOrder: 1 })).toMatchObject({ sortOrder: 1 });
    expect(await childrenOf(client, null)).toEqual(['A', 'E', 'B', 'C', 'D']);
    await move(first, { sortOrder: 50 });
    expect(await childrenOf(client, null)).toEqual(['E', 'B', 'C', 'D', 'A']);
    await expectSoundTree(client);
  });

  test.each([
    ['A', 2, 'BCADE'],
    ['A', 4, 'BCDEA'],
    ['E', 0, 'EABCD'],
    ['D', 1, 'ADBCE'],
    ['C', 3, 'ABDCE'],
    ['C', 2, 'ABCDE'],
  ])('of %s moves to %i, and those between make room', async (name, sortOrder, order) => {
    const parent = await department(client);
    const made = await some('ABCDE', parent);
    const row = made.find((child) => child.name === name) as Department;
    expect(await move(row, { sortOrder })).toMatchObject({ sortOrder });
    expect((await childrenOf(client, parent)).join('')).toBe(order);
    await expectSoundTree(client);
  });

  test('under another parent is the last one, or the one that is sent, even when it reads as the former one', async () => {
    const [left, right] = await some('LR');
    const [a, b] = await some('ABC', left);
    await some('XY', right);
    expect(await move(a, under(right))).toMatchObject({ level: 2, sortOrder: 2 });
    expect(await move(b, { ...under(right), sortOrder: b.sortOrder - 1 })).toMatchObject({ sortOrder: 0 });
    const [d] = await some('D', left);
    expect(await move(d, { ...under(right), sortOrder: d.sortOrder })).toMatchObject({ sortOrder: 1 });
    expect(await childrenOf(client, left)).toEqual(['C']);
    expect(await childrenOf(client, right)).toEqual(['B', 'D', 'X', 'Y', 'A']);
    expect(await move(a, { parent: null, sortOrder: 1 })).toMatchObject({ level: 1, sortOrder: 1, parent: null });
    expect(await childrenOf(client, null)).toEqual(['L', 'A', 'R']);
    await expectSoundTree(client);
  });

  test('is closed by a deletion', async () => {
    const [a, b] = await some('ABC');
    expect(await removalStatus(client, departments, a)).toBe(204);
    expect(await childrenOf(client, null)).toEqual(['B', 'C']);
    expect(await removalStatus(client, departments, b)).toBe(204);
    await expectSoundTree(client);
  });
});

describe('a circle', () => {
  test('is refused at any depth, and other moves within the same branch are not', async () => {
    const top = await department(client, { name: 'top' });
    const middle = await department(client, { name: 'middle', ...under(top) });
    const low = await department(client, { name: 'low', ...under(middle) });
    for (const row of [top, middle, low])
      expect(await changeErrors(client, departments, top, under(row))).toEqual(['parent']);
    expect(await changeErrors(client, departments, middle, under(low))).toEqual(['parent']);
    expect(await move(low, under(top))).toMatchObject({ level: 2, sortOrder: 1 });
    expect(await move(middle, under(low))).toMatchObject({ level: 3 });
    await expectSoundTree(client);
  });
});

describe('the effect of a move on others', () => {
  test('gets its level, a new version and an event of its own', async () => {
    const [top, other] = await some('TO');
    const [a, m] = await some('AMB', top);
    const [x] = await some('XY', m);
    await some('Z', x);
    const [count, tag] = [await eventCount(), await tagOf(x)];
    const bystander = await tagOf(a);
    await move(m, { ...under(null), sortOrder: 0 });
    expect(await tagOf(x)).not.toBe(tag);
    expect(await tagOf(a)).toBe(bystander);
    const reference = { id: top.id, type: 'department', url: top.url };
    expect(await happened(count)).toEqual([
      ['M', 'updated', { parent: reference, level: 2, sortOrder: 1 }],
      ['T', 'updated', { sortOrder: 0 }],
      ['O', 'updated', { sortOrder: 1 }],
      ['B', 'updated', { sortOrder: 2 }],
      ['X', 'updated', { level: 3 }],
      ['Y', 'updated', { level: 3 }],
      ['Z', 'updated', { level: 4 }],
    ]);
    expect(await read(other)).toMatchObject({ sortOrder: 2 });
    await expectSoundTree(client);
  });

  test('is reported after creations and deletions too, and nobody else is', async () => {
    const [a] = await some('AB');
    const count = await eventCount();
    const n = await department(client, { name: 'N', sortOrder: 1 });
    await removalStatus(client, departments, a);
    await move(n, { name: 'M' });
    expect(await happened(count)).toEqual([
      ['N', 'created', undefined],
      ['B', 'updated', { sortOrder: 1 }],
      ['A', 'deleted', undefined],
      ['B', 'updated', { sortOrder: 2 }],
      ['N', 'updated', { sortOrder: 1 }],
      ['M', 'updated', { name: 'N' }],
    ]);
  });

  test('includes siblings that an application manages: its own members stay', async () => {
    const [a, b] = await some('AB');
    await giveToApplication(service, account, b);
    await removalStatus(client, departments, a);
    const lastUpdatedAt = expect.any(String);
    expect(await read(b)).toEqual({ ...b, sortOrder: 0, owningApplication: 'scheduler', lastUpdatedAt });
  });

  test('stays when a change is refused', async () => {
    const [a, b] = await some('ABC');
    const before = await everyDepartment(client);
    const error = { manager: { id: '999999' } };
    expect(await changeErrors(client, departments, b, { ...under(a), ...error })).toEqual(['manager']);
    expect(await creationErrors(client, departments, { name: 'x', sortOrder: 0, ...error })).toEqual(['manager']);
    expect(await everyDepartment(client)).toEqual(before);
  });
});

test('a client of some establishments sees and changes every department', async () => {
  const made = await department(client);
  const place = await establishment(client, await legalEntity(client));
  const restricted = await service.client(account, { establishments: [place.id] });
  expect(await everyDepartment(restricted)).toEqual([made]);
  const child = await department(restricted, under(made));
  expect(await changed(restricted, departments, child, { name: 'Mine' })).toMatchObject({ name: 'Mine', level: 2 });
  expect(await removalStatus(restricted, departments, child)).toBe(204);
});

test('a tree may be deep and wide', async () => {
  const [levels, siblings] = inForm({ short: [12, 12], full: [40, 60] });
  let parent: Department | null = null;
  for (let depth = 0; depth < levels; depth += 1) parent = await department(client, under(parent));
  expect(parent).toMatchObject({ level: levels });
  for (let count = 0; count < siblings; count += 1) await department(client, { ...under(parent), sortOrder: 0 });
  await expectSoundTree(client);
});

const read = async ({ id }: Row) => (await client.call('GET', pathOf(departments, id))).body;
const tagOf = async ({ id }: Row) => (await client.call('GET', pathOf(departments, id))).headers.get('etag');

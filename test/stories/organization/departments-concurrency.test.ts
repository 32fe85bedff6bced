/** With concurrent changes in any order, the tree stays consistent and its events describe it. */
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { lockTree } from '../../../server/organization/department-tree.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { type Body, newcomer, pathOf, type Row } from '../../support/examples.ts';
import { inForm } from '../../support/form.ts';
import {
  type Department,
  department,
  everyDepartment,
  expectSoundTree,
  under,
} from '../../support/organization/departments.ts';
import { eventsSeen } from '../../support/organization/organization.ts';
import { company, hired, hiring } from '../../support/people/people.ts';
import { propertyMs, runs } from '../../support/properties.ts';
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

const patch = ({ id }: Row, body: Body) => client.call('PATCH', pathOf(departments, id), { body });
const remove = ({ id }: Row) => client.call('DELETE', pathOf(departments, id));
const statuses = (replies: readonly { status: number }[]) => replies.map(({ status }) => status).toSorted();

test('of two moves that would close a circle together exactly one wins', async () => {
  for (let round = 0; round < inForm({ short: 3, full: 25 }); round += 1) {
    const [one, other] = [await department(client), await department(client)];
    const [below, sibling] = [await department(client, under(one)), await department(client, under(other))];
    const replies = await Promise.all([patch(one, under(sibling)), patch(other, under(below))]);
    expect(statuses(replies)).toEqual([200, 400]);
    const refused = replies.find(({ status }) => status === 400);
    expect(Object.keys(refused?.body.errors)).toEqual(['parent']);
  }
  await expectSoundTree(client);
}, 60_000);

test('three moves in a ring never close it', async () => {
  for (let round = 0; round < inForm({ short: 3, full: 10 }); round += 1) {
    const [a, b, c] = [await department(client), await department(client), await department(client)];
    const replies = await Promise.all([patch(a, under(b)), patch(b, under(c)), patch(c, under(a))]);
    expect(statuses(replies)).toEqual([200, 200, 400]);
  }
  await expectSoundTree(client);
}, 60_000);

test('siblings that are created, moved and deleted at once are numbered without gaps', async () => {
  const parent = await department(client);
  const [spare, ...others] = await Promise.all(Array.from({ length: 12 }, () => department(client, under(parent))));
  const replies = await Promise.all([
    ...others.slice(0, 4).map((row, index) => patch(row, { sortOrder: index * 2 })),
    ...others.slice(4, 7).map((row) => patch(row, { parent: null })),
    ...others.slice(7, 10).map(remove),
    ...Array.from({ length: 5 }, (_, sortOrder) =>
      client.call('POST', pathOf(departments), { body: { name: `New ${sortOrder}`, ...under(parent), sortOrder } }),
    ),
    patch(spare as Department, { name: 'Renamed' }),
  ]);
  expect(new Set(statuses(replies))).toEqual(new Set([200, 201, 204]));
  await expectSoundTree(client);
  expect(await everyDepartment(client)).toHaveLength(1 + 12 - 3 + 5);
  await expectEventsTell();
}, 60_000);

test('a department is deleted or gets a child, archived or gets an open one, never both', async () => {
  for (let round = 0; round < inForm({ short: 8, full: 20 }); round += 1) {
    const parent = await department(client);
    const child = await department(client);
    const ending = round % 2 === 0 ? () => remove(parent) : () => patch(parent, { isArchived: true });
    const taking =
      round % 4 < 2
        ? () => patch(child, under(parent))
        : () => client.call('POST', pathOf(departments), { body: { name: 'New', ...under(parent) } });
    const replies = await Promise.all(round % 8 < 4 ? [ending(), taking()] : [taking(), ending()]);
    expect(statuses(replies).filter((status) => status === 400)).toHaveLength(1);
    expect(statuses(replies).filter((status) => status < 300)).toHaveLength(1);
  }
  await expectSoundTree(client);
}, 60_000);

test('a department is deleted or archived, or somebody is hired into it, never both', async () => {
  const where = await company(client);
  for (let round = 0; round < inForm({ short: 8, full: 20 }); round += 1) {
    const made = await department(client);
    const body = hiring({ ...where, department: made });
    const hire = () => client.call('POST', pathOf(employees), { body });
    const ending = round % 2 === 0 ? () => remove(made) : () => patch(made, { isArchived: true });
    const replies = await Promise.all(round % 4 < 2 ? [ending(), hire()] : [hire(), ending()]);
    expect(statuses(replies).filter((status) => status === 400)).toHaveLength(1);
    expect(statuses(replies).filter((status) => status < 300)).toHaveLength(1);
  }
}, 60_000);

test('accounts do not wait for each other', async () => {
  const other = await newcomer(service);
  await service.database.transaction(account.id, async (tx) => {
    await lockTree(tx);
    expect(await department(other.client)).toMatchObject({ level: 1 });
  });
});

test('a manager who is being written elsewhere delays a change and does not fail it', async () => {
  const made = await department(client);
  const employee = await hired(client, await company(client));
  const lock = (table: string, how: string) =>
    statement(`select 1 from ${table} where account_id = $1 and id = $2 for ${how}`);
  const change = await service.database.transaction(account.id, async (tx) => {
    await tx.run(lock('employees', 'update'), [employee.id]);
    const changing = patch(made, { manager: { id: employee.id } });
    // Long enough for the change to wait for the employee; a position written now refers to the department.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await tx.run(lock('departments', 'key share'), [made.id]);
    return { changing };
  });
  expect((await change.changing).status).toBe(200);
});

interface Step {
  readonly kind: 'create' | 'move' | 'remove';
  readonly which: number;
  /** Undefined: unchanged; null: the root. */
  readonly parent: number | null | undefined;
  readonly sortOrder: number | undefined;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('create', 'create', 'move', 'move', 'move', 'remove'),
    which: fc.nat(30),
    parent: fc.oneof(fc.constant(undefined), fc.constant(null), fc.nat(30)),
    sortOrder: fc.oneof(fc.constant(undefined), fc.nat(5)),
  }) as fc.Arbitrary<Step>,
  { minLength: 20, maxLength: 30, size: 'max' },
);

/** Some departments to begin with: in a tree of two or three, every position is the last one. */
const seeded: readonly Step[] = [null, null, null, 0, 0, 0, 1, 1].map((parent) => ({
  kind: 'create',
  which: 0,
  parent,
  sortOrder: undefined,
}));

/** The tree as lists of children by the id of the parent: the simplest correct model. */
type Model = Map<string | null, string[]>;

const parentIn = (model: Model, id: string): string | null =>
  [...model].find(([, children]) => children.includes(id))?.[0] ?? null;

const isWithin = (model: Model, id: string | null, top: string): boolean =>
  id !== null && (id === top || isWithin(model, parentIn(model, id), top));

function place(model: Model, id: string, parent: string | null, sortOrder = Number.POSITIVE_INFINITY): void {
  for (const [key, children] of model)
    model.set(
      key,
      children.filter((child) => child !== id),
    );
  const children = model.get(parent) ?? [];
  model.set(parent, children.toSpliced(Math.min(sortOrder, children.length), 0, id));
}

function reported(model: Model, parent: string | null = null, level = 1): unknown[] {
  return (model.get(parent) ?? []).flatMap((id, sortOrder) => [
    { id, parent, level, sortOrder },
    ...reported(model, id, level + 1),
  ]);
}

async function take(model: Model, made: string[], { kind, which, parent, sortOrder }: Step): Promise<void> {
  const pick = (index: number) => made[index % Math.max(made.length, 1)];
  const target = typeof parent === 'number' ? (pick(parent) ?? null) : parent;
  const body = {
    ...(target !== undefined && { parent: target === null ? null : { id: target } }),
    ...(sortOrder !== undefined && { sortOrder }),
  };
  const id = pick(which);
  if (kind === 'create' || id === undefined) {
    const created = await department(client, { name: 'x', ...body });
    made.push(created.id);
    return place(model, created.id, target ?? null, sortOrder);
  }
  if (kind === 'remove') {
    const hasChildren = (model.get(id) ?? []).length > 0;
    expect((await remove({ id })).status).toBe(hasChildren ? 400 : 204);
    if (hasChildren) return;
    made.splice(made.indexOf(id), 1);
    model.set(
      parentIn(model, id),
      (model.get(parentIn(model, id)) ?? []).filter((child) => child !== id),
    );
    return;
  }
  const isCircle = target !== undefined && isWithin(model, target, id);
  expect((await patch({ id }, body)).status).toBe(isCircle ? 400 : 200);
  if (isCircle) return;
  const before = parentIn(model, id);
  const isStaying = target === undefined || target === before;
  const index = (model.get(before) ?? []).indexOf(id);
  place(model, id, isStaying ? before : target, sortOrder ?? (isStaying ? index : undefined));
}

test(
  'any creations, moves and deletions leave the tree that a simple model has, and events that tell of it',
  async () => {
    const parameters = { ...runs(10), seed: 20_260_301, endOnFailure: true };
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        ({ client } = await newcomer(service));
        const model: Model = new Map([[null, []]]);
        const made: string[] = [];
        for (const step of [...seeded, ...taken]) {
          await take(model, made, step);
          const rows = (await everyDepartment(client)).map(({ id, parent, level, sortOrder }) => ({
            id,
            parent: parent?.id ?? null,
            level,
            sortOrder,
          }));
          expect(rows).toEqual(expect.arrayContaining(reported(model)));
          expect(rows).toHaveLength(made.length);
        }
        await expectEventsTell();
      }),
      parameters,
    );
  },
  propertyMs,
);

/** The state according to the events alone. Each contains exactly what it changed. */
async function expectEventsTell(): Promise<void> {
  const state = new Map<string, Body>();
  for (const { topic, data, previousAttributes } of await eventsSeen(service, client, '&data.type=department')) {
    const before = state.get(data.id);
    if (topic === 'department.updated') {
      const differing = Object.keys(data).filter(
        (name) => name !== 'lastUpdatedAt' && JSON.stringify(data[name]) !== JSON.stringify(before?.[name]),
      );
      expect(differing).not.toEqual([]);
      expect(previousAttributes).toEqual(Object.fromEntries(differing.map((name) => [name, before?.[name]])));
    }
    if (topic === 'department.deleted') state.delete(data.id);
    else state.set(data.id, data);
  }
  const rows = (await everyDepartment(client)).map(({ links: _, embedded: __, ...row }) => row);
  expect([...state.values()].toSorted((one, other) => Number(one.id) - Number(other.id))).toEqual(rows);
}

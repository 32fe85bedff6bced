/** Helpers for stories about departments, and a check of the tree. */
import { departments } from '@muster/contract/resources/departments.ts';
import { expect } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { type Body, createExample, everyRow, type Row } from '../examples.ts';
import type { SharedService, TestClient } from '../service.ts';

export interface Department extends Row {
  readonly name: string;
  readonly parent: { readonly id: string } | null;
  readonly level: number;
  readonly sortOrder: number;
  readonly isArchived: boolean;
}

export const department = async (client: TestClient, members: Body = {}): Promise<Department> =>
  (await createExample(client, departments, members)) as Department;

export const under = (parent: Row | null): Body => ({ parent: parent && { id: parent.id } });

export const everyDepartment = async (client: TestClient): Promise<Department[]> =>
  (await everyRow(client, departments)) as Department[];

/** The names of the children of a department, or of the roots, in order. */
export async function childrenOf(client: TestClient, parent: Row | null): Promise<string[]> {
  const rows = await everyDepartment(client);
  return siblings(rows, parent?.id ?? null).map(({ name }) => name);
}

const siblings = (rows: readonly Department[], parentId: string | null): Department[] =>
  rows
    .filter(({ parent }) => (parent?.id ?? null) === parentId)
    .toSorted((one, other) => one.sortOrder - other.sortOrder);

/** Every department is reachable from a root, one level below its parent, and siblings are numbered without gaps. */
export async function expectSoundTree(client: TestClient): Promise<void> {
  const rows = await everyDepartment(client);
  const reached: string[] = [];
  const context = (parentId: string | null, level: number): void => {
    for (const [index, row] of siblings(rows, parentId).entries()) {
      expect(row).toMatchObject({ level, sortOrder: index });
      reached.push(row.id);
      context(row.id, level + 1);
    }
  };
  context(null, 1);
  expect(reached.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
}

/** Makes an application of the service the owner, which no client can do. */
export async function giveToApplication(service: SharedService, account: Account, { id }: Row): Promise<void> {
  await service.database.transaction(account.id, async (tx) => {
    const text = `update departments set owning_application = 'scheduler',
      representation = replace(representation, '"owningApplication":null', '"owningApplication":"scheduler"')
      where account_id = $1 and id = $2`;
    await tx.run(statement(text), [id]);
  });
}

/** The definitions that every account has from the beginning. Written once; a later version adds new ones. */
import { employeeAttributeDefinitions as definitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { systemDefinitions } from '@muster/contract/system-definitions.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { seed } from '../platform/store/write-many.ts';

/** Older than any account, so that it is the same everywhere. */
const sinceAlways = new Date('2000-01-01T00:00:00Z');

export async function seedSystemDefinitions(tx: Tx): Promise<void> {
  const rows = systemDefinitions.map(({ id, name, schema, propertyDescriptions, t9n, targetType }) => ({
    id,
    name,
    schema,
    propertyDescriptions,
    t9n,
    targetType,
    category: 'system',
    isValueReadOnly: true,
    isConfidential: false,
    createdAt: sinceAlways,
    lastUpdatedAt: sinceAlways,
  }));
  await seed(tx, definitions, rows);
  const names = systemDefinitions.flatMap(({ id, propertyDescriptions }) => [
    [id, id, false] as const,
    ...Object.keys(propertyDescriptions).map((property) => [id, property, true] as const),
  ]);
  await tx.run(
    statement(`
insert into attribute_names (account_id, definition_id, name, is_property)
select $1, * from unnest($2::text[], $3::text[], $4::boolean[])
on conflict do nothing`),
    [names.map(([id]) => id), names.map(([, name]) => name), names.map(([, , isProperty]) => isProperty)],
  );
  await tx.run(statement('update accounts set system_definitions = $2 where id = $1'), [systemDefinitions.length]);
}

/** For accounts created before this version of the code. */
export async function seedMissingDefinitions(database: Database): Promise<void> {
  const accounts = await database.query<{ id: string }>('select id from accounts where system_definitions < $1', [
    systemDefinitions.length,
  ]);
  for (const { id } of accounts) await database.transaction(id, seedSystemDefinitions);
}

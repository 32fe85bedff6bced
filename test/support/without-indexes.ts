/** Fills tables without their indexes, which are made afterwards: with forty of them on a table, each row costs a third. */
import type pg from 'pg';

/** Constraints stay. As the owner of the tables or a superuser. */
export async function withoutIndexes<Done>(
  connection: pg.Client,
  tables: readonly string[],
  fill: () => Promise<Done>,
): Promise<Done> {
  const { rows } = await connection.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await connection.query(`drop index ${name}`);
  const done = await fill();
  for (const { definition } of rows) await connection.query(definition);
  return done;
}

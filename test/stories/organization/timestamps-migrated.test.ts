/** Departments, professions and categories that existed before they had timestamps: their events say when, as far as kept. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../server/platform/database/migrate.ts';
import { emptyDatabase, type FreshDatabase } from '../../support/database.ts';
import { migratedBefore } from '../../support/earlier-migrations.ts';

let fresh: FreshDatabase;
let connection: pg.Client;

beforeAll(async () => {
  fresh = await emptyDatabase();
  connection = new pg.Client({ connectionString: fresh.url, options: '-c timezone=UTC -c muster.account_id=1' });
  await connection.connect();
  await migratedBefore(connection, '0062');
});
afterAll(async () => {
  await connection.end();
  await fresh.drop();
});

test('rows take their moments from their events, otherwise from the migration', async () => {
  await connection.query(`
insert into departments (account_id, id, is_archived, name, parent_id, level, sort_order, representation) values
  (1, 1, false, 'Root', null, 1, 0, '{}'), (1, 2, false, 'Élan', 1, 2, 0, '{}'), (1, 3, false, 'Base', 1, 2, 1, '{}');
insert into professions (account_id, id, title, is_archived, t9n, representation) values (1, 1, 'Engineer', false, '{}', '{}');
insert into occupation_categories (account_id, id, title, t9n, representation) values (1, 1, 'Executive', '{}', '{}');
select ensure_partition('events', now());
insert into events (account_id, id, topic, data_type, data_id, occurred_at, representation) values
  (1, 1, 'department.created', 'department', '1', '2025-01-01', '{}'),
  (1, 2, 'department.updated', 'department', '1', '2025-02-01', '{}'),
  (1, 3, 'department.updated', 'department', '2', '2025-03-01', '{}'),
  (1, 4, 'profession.created', 'profession', '1', '2025-04-01', '{}'),
  (1, 5, 'taxonomy.created', 'taxonomy', '3', '2025-05-01', '{}')`);
  const before = new Date();
  await migrate(fresh.url, new Date());
  const rows = async (table: string) =>
    (await connection.query(`select created_at, last_updated_at from ${table} order by id`)).rows.map(
      ({ created_at, last_updated_at }) => [created_at, last_updated_at],
    );
  const day = (text: string) => new Date(`${text}T00:00:00Z`);
  const [root, child, quiet] = await rows('departments');
  expect(root).toEqual([day('2025-01-01'), day('2025-02-01')]);
  expect(child).toEqual([day('2025-03-01'), day('2025-03-01')]);
  for (const moment of quiet ?? []) expect(moment.getTime()).toBeGreaterThanOrEqual(before.getTime() - 60_000);
  expect(await rows('professions')).toEqual([[day('2025-04-01'), day('2025-04-01')]]);
  const [[category] = []] = await rows('occupation_categories');
  expect(category?.getTime()).toBeGreaterThanOrEqual(before.getTime() - 60_000);
  const { rows: ordered } = await connection.query('select name from departments order by name_ordering');
  expect(ordered.map(({ name }) => name)).toEqual(['Base', 'Élan', 'Root']);
});

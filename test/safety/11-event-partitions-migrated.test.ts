/** After the migration, an installation with hundreds of partitions from sandboxes has a few, and every event. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../server/platform/database/migrate.ts';
import { emptyDatabase, type FreshDatabase } from '../support/database.ts';
import { migratedBefore } from '../support/earlier-migrations.ts';

let fresh: FreshDatabase;
let connection: pg.Client;

beforeAll(async () => {
  fresh = await emptyDatabase();
  connection = new pg.Client({ connectionString: fresh.url, options: '-c timezone=UTC' });
  await connection.connect();
  await migratedBefore(connection, '0055');
});
afterAll(async () => {
  await connection.end();
  await fresh.drop();
});

const recordedIn = (accountId: number, from: number, moments: string) =>
  connection.query(
    `insert into events (account_id, id, topic, data_type, data_id, occurred_at, representation)
select $1, $2 + row_number() over (), 'taxonomy.created', 'taxonomy', '1', moment, 'text of ' || moment
from (${moments}) as given (moment)`,
    [accountId, from],
  );

test('events keep their texts and numbers, weeks to come are gone, and waiting deliveries find their events', async () => {
  await connection.query(`
insert into accounts (id, name, environment, sandbox, created_at) overriding system value values
  (1, 'acme', 'production', null, now()), (2, 'acme', 'sandbox', 'one', now())`);
  const travels = `select now() + week * interval '7 days' from generate_series(1, 100) as week
union all select now() - week * interval '350 days' from generate_series(1, 20) as week`;
  const lately = `select now() - day * interval '1 day' from generate_series(0, 40) as day`;
  for (const moments of [travels, lately]) {
    await connection.query(`select ensure_partition('events', moment) from (${moments}) as given (moment)`);
  }
  await connection.query(`select set_config('muster.account_id', '1', false)`);
  await recordedIn(1, 0, lately);
  await connection.query(`select ensure_partition('deliveries', now())`);
  await connection.query(`
insert into deliveries (account_id, id, event_id, event_topic, event_occurred_at, webhook_endpoint_id, client_application_id,
  status, created_at, last_updated_at)
select account_id, uuid_at(now(), id), id, topic, occurred_at, 1, 1, case when id > 5 then 'delivered' else 'undelivered' end,
  now(), now()
from events where account_id = 1 and id between 3 and 8`);
  await connection.query(`select set_config('muster.account_id', '2', false)`);
  await recordedIn(2, 0, travels);
  const everything = async (accountId: number) => {
    await connection.query(`select set_config('muster.account_id', $1, false)`, [String(accountId)]);
    const { rows } = await connection.query(
      'select id, topic, data_id, occurred_at, representation from events where account_id = $1 order by id',
      [accountId],
    );
    return rows;
  };
  const before = [await everything(1), await everything(2)];
  expect(before.map(({ length }) => length)).toEqual([41, 120]);

  expect(await migrate(fresh.url, new Date())).toEqual(
    expect.arrayContaining(['0055-events-of-sandboxes-apart.sql', '0056-events-by-publication.sql']),
  );

  expect([await everything(1), await everything(2)]).toEqual(before);
  const { rows: weeks } = await connection.query(
    `select inhrelid from pg_inherits where inhparent = 'events'::regclass`,
  );
  expect(weeks.length).toBeLessThan(10);
  await connection.query(`select set_config('muster.account_id', '1', false)`);
  const { rows: found } = await connection.query(`
select deliveries.event_id from deliveries
  join events on events.account_id = 1 and events.id = event_id and events.published_at = event_published_at
where deliveries.account_id = 1 order by event_id`);
  expect(found.map(({ event_id }) => Number(event_id))).toEqual([3, 4, 5]);
  // Other accounts see none of it, in any partition.
  await connection.query(`select set_config('muster.account_id', '2', false)`);
  const { rows: strange } = await connection.query('select 1 from events where account_id = 1');
  expect(strange).toEqual([]);
});

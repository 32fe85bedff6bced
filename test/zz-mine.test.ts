import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { fillPeople } from '../bench/people-rows.ts';
import { freshDatabase } from './support/database.ts';
test('x', async () => {
  const database = await freshDatabase();
  const u = new URL(inject('superuserUrl')); u.pathname = new URL(database.url).pathname;
  const s = new pg.Client({ connectionString: u.href }); await s.connect();
  await fillPeople([s], '1', 4000); await s.query('analyze'); await s.end();
  const c = new pg.Client({ connectionString: database.url, options: '-c muster.account_id=1' }); await c.connect();
  for (const t of ['select min(stale_at) as due from employees where account_id = $1', 'select id::text as id from employees where account_id = $1 and stale_at <= $2 order by stale_at, id limit 200', 'select id from employees where account_id = $1 and lower(btrim(remote_id)) = lower(btrim($2))', 'select 1 from departments where account_id = $1 and searched like containing($2)'])
    console.log((await c.query(`explain (generic_plan, costs off) ${t}`)).rows.map((r) => r['QUERY PLAN']).join('\n'));
  await c.end(); await database.drop(); expect(1).toBe(1);
});

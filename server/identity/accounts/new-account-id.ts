/**
 * The id of a new account. On Citus it also decides on which worker the account is, by its hash. Of several ids, the one is
 * taken whose worker has the fewest accounts.
 */
import type { Database } from '../../platform/database/database.ts';

/** With so many, every worker of a usual installation has one. */
const drawnAtOnce = 16;

const drawn = (count: number): string =>
  `select nextval(pg_get_serial_sequence('accounts', 'id')) as id from generate_series(1, ${count})`;

const workerOf = (id: string): string =>
  `join pg_dist_placement as part on part.shardid = get_shard_id_for_distribution_column('employees', ${id})`;

const evenly = `
with drawn as materialized (${drawn(drawnAtOnce)}), used as materialized (
  select part.groupid, count(*) as accounts from accounts ${workerOf('accounts.id')} group by part.groupid
)
select drawn.id::text as id from drawn ${workerOf('drawn.id')} left join used on used.groupid = part.groupid
order by coalesce(used.accounts, 0), drawn.id limit 1`;

export async function newAccountId(database: Pick<Database, 'query' | 'isDistributed'>): Promise<string> {
  const text = (await database.isDistributed()) ? evenly : `select id::text as id from (${drawn(1)}) as drawn`;
  const [row] = await database.query<{ id: string }>(text);
  return row?.id ?? '';
}

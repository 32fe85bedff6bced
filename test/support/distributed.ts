/** A database on the coordinator of Citus and on its workers, as an operator makes it. */
import pg from 'pg';
import { distribute } from '../../server/operator/distribute.ts';
import { migrate } from '../../server/platform/database/migrate.ts';

/** The server of this address, as a superuser, and its workers if it is the coordinator of Citus. */
export async function serversOf(superuserUrl: string): Promise<string[]> {
  const workers = await connectedTo(superuserUrl, async (connection) => {
    const { rowCount } = await connection.query(`select from pg_extension where extname = 'citus'`);
    if (rowCount === 0) return [];
    const { rows } = await connection.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by nodeid',
    );
    return rows;
  });
  const at = ({ host, port }: { host: string; port: number }) =>
    Object.assign(new URL(superuserUrl), { hostname: host, port: String(port) }).href;
  return [superuserUrl, ...workers.map(at)];
}

/** Makes the workers known to the coordinator, in an empty database that exists on all servers. */
export async function joinServers(servers: readonly string[], name: string): Promise<void> {
  const [coordinator, ...workers] = servers.map((server) => Object.assign(new URL(server), { pathname: `/${name}` }));
  if (coordinator === undefined || workers.length === 0) return;
  for (const { href } of [coordinator, ...workers]) {
    await connectedTo(href, (connection) => connection.query('create extension citus'));
  }
  await connectedTo(coordinator.href, async (connection) => {
    await connection.query('select citus_set_coordinator_host($1, $2)', [coordinator.hostname, coordinator.port]);
    for (const { hostname, port } of workers) await connection.query('select citus_add_node($1, $2)', [hostname, port]);
  });
}

/**
 * Where the rows of a table are: the table itself on one PostgreSQL, and its parts on each worker of Citus, which accepts no
 * triggers of tests for the whole. `superuserUrl` names the database.
 */
export async function onEachPart(
  superuserUrl: string,
  table: string,
  work: (server: pg.Client, parts: readonly string[]) => Promise<void>,
): Promise<void> {
  const [server = '', ...workers] = await serversOf(superuserUrl);
  if (workers.length === 0) return connectedTo(server, (connection) => work(connection, [table]));
  for (const worker of workers) {
    await connectedTo(worker, async (connection) => {
      await connection.query('set citus.enable_ddl_propagation = off; set citus.override_table_visibility = off');
      const { rows } = await connection.query<{ part: string }>(
        `select relname as part from pg_class where relname ~ ('^' || $1 || '_\\d+$') and relkind = 'r'`,
        [table],
      );
      if (rows.length === 0) throw new Error(`A worker has no part of ${table}.`);
      await work(
        connection,
        rows.map(({ part }) => part),
      );
    });
  }
}

/** The tables of the service in such a database; spread if there are workers. */
export async function makeTables(servers: readonly string[], url: string, shards: number): Promise<void> {
  await joinServers(servers, new URL(url).pathname.slice(1));
  await migrate(url, new Date());
  if (servers.length > 1) await distribute({ url, shards });
}

export async function connectedTo<T>(url: string, work: (connection: pg.Client) => Promise<T>): Promise<T> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

/**
 * Spreads the rows of accounts over the workers of Citus: every table with rows of accounts becomes a distributed table, by
 * the id of the account and together with all others, so that an account is on one worker. In one transaction: a run that is
 * interrupted leaves nothing, and the next one begins again. Tables of a later release are spread by a run after its migrations.
 */
import { type Connection, connected } from '../platform/database/connection.ts';
import { checkDistribution, spreadTables, tablesToSpread } from './spread-tables.ts';

export interface DistributeOptions {
  readonly url: string;
  /** Into how many parts the accounts are divided; a worker has many of them. */
  readonly shards: number;
}

export interface Distributed {
  readonly version: string;
  readonly workers: number;
  readonly shards: number;
  readonly tables: number;
}

export async function distribute({ url, shards }: DistributeOptions): Promise<Distributed> {
  const connection = await connected({ url, name: 'muster distribute', statementMs: 0 });
  try {
    const version = await versionOf(connection);
    await connection.query('begin');
    // Nobody opens an account meanwhile. A killed run may still be at work in PostgreSQL: this one waits for its end.
    await connection.query('lock table accounts in share row exclusive mode');
    const spread = await spreadTables(connection);
    const wanted = await tablesToSpread(connection);
    const left = wanted.filter((name) => !spread.has(name));
    const workers = await refuseUnfit(connection, spread, left);
    await spreadOut(connection, { left, wanted, spread, shards });
    await connection.query('commit');
    const unfit = (await checkDistribution(connection)).find(({ mend }) => mend !== null);
    if (unfit) throw new Error(`${unfit.finding} ${unfit.mend}`);
    return { version, workers, shards: await partsOf(connection, left), tables: left.length };
  } catch (error) {
    await connection.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await connection.end();
  }
}

interface Spreading {
  readonly left: readonly string[];
  readonly wanted: readonly string[];
  readonly spread: ReadonlySet<string>;
  readonly shards: number;
}

async function spreadOut(connection: Connection, { left, wanted, spread, shards }: Spreading): Promise<void> {
  // One connection to each worker: a table refers to others that the same transaction has made.
  await connection.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
  // Triggers of a row write rows of the same account, which are on the same worker.
  await connection.query('set local citus.enable_unsafe_triggers = on');
  await connection.query(`set local citus.shard_count = ${shards}`);
  if (spread.size === 0) for (const text of onceForAll) await connection.query(text);
  const keys = await foreignKeys(connection, left, wanted);
  for (const { table, name } of keys) await connection.query(`alter table ${table} drop constraint ${name}`);
  const kept = keys.filter(({ isAcross }) => !isAcross);
  // Citus reads tables while it spreads them and adds their keys, which row-level security would refuse: there is no account.
  const closed = await closedTables(connection);
  for (const name of closed) await connection.query(`alter table ${name} no force row level security`);
  let neighbour = wanted.find((name) => spread.has(name)) ?? 'none';
  for (const table of left) {
    await connection.query(`select create_distributed_table($1, 'account_id', colocate_with => $2)`, [
      table,
      neighbour,
    ]);
    if (neighbour === 'none') neighbour = table;
  }
  for (const { table, name, definition } of kept) {
    await connection.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  for (const name of closed) await connection.query(`alter table ${name} force row level security`);
}

async function versionOf(connection: Connection): Promise<string> {
  const { rows } = await connection.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  );
  const [found] = rows;
  if (found) return found.version;
  throw new Error('The database has no extension citus. Run as its administrator: CREATE EXTENSION citus;');
}

/** Returns the number of workers. */
async function refuseUnfit(
  connection: Connection,
  spread: ReadonlySet<string>,
  left: readonly string[],
): Promise<number> {
  const { rows } = await connection.query<{ accounts: string; workers: string }>(
    `select (select count(*) from accounts) as accounts,
  (select count(*) from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary') as workers`,
  );
  const { accounts = '0', workers = '0' } = rows[0] ?? {};
  if (left.length === 0) throw new Error('The database is distributed already.');
  if (spread.size === 0 && accounts !== '0') {
    throw new Error(
      `The database has ${accounts} accounts, and only an empty one can be distributed. Distribute a new database, and move each account with "muster accounts export" and "muster accounts import".`,
    );
  }
  if (workers === '0') {
    throw new Error(`Citus has no workers. Run as its administrator for each: SELECT citus_add_node('worker', 5432);`);
  }
  return Number(workers);
}

async function partsOf(connection: Connection, [table]: readonly string[]): Promise<number> {
  const { rows } = await connection.query<{ parts: number }>(
    'select count(*)::integer as parts from pg_dist_shard where logicalrelid = $1::regclass',
    [table],
  );
  return rows[0]?.parts ?? 0;
}

const onceForAll = [
  // Only what is unique in an account can be unique there.
  'alter table outbox drop constraint outbox_pkey, add primary key (account_id, seq)',
  // On a worker, a trigger does not see the new rows of a statement together.
  'drop trigger employee_words_of_new_rows on employees',
  'create trigger employee_words_of_new_rows after insert on employees for each row execute function keep_employee_words()',
];

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  /** Of a table on the coordinator: Citus checks no keys between servers. */
  readonly isAcross: boolean;
}

/** Tables refer to each other in circles, so no order of tables would do: their keys are added when all are there. */
async function foreignKeys(
  connection: Connection,
  left: readonly string[],
  wanted: readonly string[],
): Promise<ForeignKey[]> {
  const { rows } = await connection.query<ForeignKey>(
    `select referring.relname as table, quote_ident(conname) as name, pg_get_constraintdef(foreign_key.oid) as definition,
  referring.relname <> all($2) as "isAcross"
from pg_constraint as foreign_key join pg_class as referring on referring.oid = conrelid
  join pg_class as referred on referred.oid = confrelid
where contype = 'f' and conparentid = 0 and referred.relname = any($2)
  and (referring.relname = any($1) or referred.relname = any($1))
order by referring.relname, conname`,
    [left, wanted],
  );
  return rows;
}

/** Tables and partitions whose owner is limited to an account too. */
async function closedTables(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    'select relname as name from pg_class where relforcerowsecurity and relnamespace = current_schema()::regnamespace',
  );
  return rows.map(({ name }) => name);
}

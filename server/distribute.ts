/**
 * Spreads the rows of accounts over the workers of Citus: every table with rows of accounts becomes a distributed table, by
 * the id of the account and together with all others, so that an account is on one worker. What is looked up before the
 * account is known, or across accounts, stays on the coordinator. In one transaction: a database is distributed or not.
 */
import { type Connection, connected } from './platform/database/connection.ts';

/** Tables with rows of accounts that stay on the coordinator, by the reason. */
const onCoordinator: Readonly<Record<string, readonly string[]>> = {
  'credentials and sign-in: looked up before the account is known': [
    'client_applications',
    'client_application_secrets',
    'api_keys',
    'api_key_secrets',
    'administrators',
    'administrator_invitations',
    'administrator_identities',
    'identity_providers',
    'account_settings',
    'saved_views',
  ],
  'queues: workers lease rows across accounts': [
    'import_queue',
    'subject_export_queue',
    'erasure_queue',
    'retention_nights',
    'leave_recounts',
  ],
  'the log of requests: shown with names of client applications': ['request_log'],
};

export const coordinatorTables: readonly string[] = Object.values(onCoordinator).flat();

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

interface Facts {
  readonly version: string | null;
  readonly accounts: string;
  readonly distributed: string;
  readonly workers: string;
}

export async function distribute({ url, shards }: DistributeOptions): Promise<Distributed> {
  const connection = await connected({ url, name: 'muster distribute', statementMs: 0 });
  try {
    const { version, workers } = await refuseUnfit(connection);
    await connection.query('begin');
    // One connection to each worker: a table refers to others that the same transaction has made.
    await connection.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    // Triggers of a row write rows of the same account, which are on the same worker.
    await connection.query('set local citus.enable_unsafe_triggers = on');
    await connection.query(`set local citus.shard_count = ${shards}`);
    // Only what is unique in an account can be unique there.
    await connection.query('alter table outbox drop constraint outbox_pkey, add primary key (account_id, seq)');
    for (const text of wordsByRow) await connection.query(text);
    const tables = await tablesToSpread(connection);
    const keys = await foreignKeys(connection, tables);
    for (const { table, name } of keys) await connection.query(`alter table ${table} drop constraint ${name}`);
    const kept = keys.filter(({ isAcross }) => !isAcross);
    // Citus reads tables while it spreads them and adds their keys, which row-level security would refuse: there is no account.
    const closed = await closedTables(connection);
    for (const name of closed) await connection.query(`alter table ${name} no force row level security`);
    const [first = ''] = tables;
    for (const table of tables) {
      const together = table === first ? 'none' : first;
      await connection.query(`select create_distributed_table($1, 'account_id', colocate_with => $2)`, [
        table,
        together,
      ]);
    }
    for (const { table, name, definition } of kept) {
      await connection.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
    for (const name of closed) await connection.query(`alter table ${name} force row level security`);
    await connection.query('commit');
    return { version, workers, shards, tables: tables.length };
  } catch (error) {
    await connection.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await connection.end();
  }
}

async function refuseUnfit(connection: Connection): Promise<{ version: string; workers: number }> {
  const { rows: found } = await connection.query<Pick<Facts, 'version' | 'accounts'>>(
    `select (select extversion from pg_extension where extname = 'citus') as version, count(*) as accounts from accounts`,
  );
  const { version = null, accounts = '0' } = found[0] ?? {};
  if (version === null) {
    throw new Error('The database has no extension citus. Run as its administrator: CREATE EXTENSION citus;');
  }
  if (accounts !== '0') {
    throw new Error(
      `The database has ${accounts} accounts, and only an empty one can be distributed. Distribute a new database, and move each account with "muster accounts export" and "muster accounts import".`,
    );
  }
  const { rows } = await connection.query<Pick<Facts, 'distributed' | 'workers'>>(
    `select (select count(*) from pg_dist_partition where partmethod = 'h') as distributed,
  (select count(*) from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary') as workers`,
  );
  const { distributed = '0', workers = '0' } = rows[0] ?? {};
  if (distributed !== '0') throw new Error('The database is distributed already.');
  if (workers === '0') {
    throw new Error(`Citus has no workers. Run as its administrator for each: SELECT citus_add_node('worker', 5432);`);
  }
  return { version, workers: Number(workers) };
}

/** On a worker, a trigger does not see the new rows of a statement together. */
const wordsByRow = [
  'drop trigger employee_words_of_new_rows on employees',
  'create trigger employee_words_of_new_rows after insert on employees for each row execute function keep_employee_words()',
];

async function tablesToSpread(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    `select table_class.relname as name from pg_class as table_class
  join pg_attribute as own on own.attrelid = table_class.oid and own.attname = 'account_id' and not own.attisdropped
where table_class.relnamespace = current_schema()::regnamespace and table_class.relkind in ('r', 'p')
  and not table_class.relispartition and table_class.relname <> all($1)
order by table_class.relname`,
    [coordinatorTables],
  );
  return rows.map(({ name }) => name);
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  /** Of a table on the coordinator: Citus checks no keys between servers. */
  readonly isAcross: boolean;
}

/** Tables refer to each other in circles, so no order of tables would do: their keys are added when all are there. */
async function foreignKeys(connection: Connection, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await connection.query<ForeignKey>(
    `select referring.relname as table, quote_ident(conname) as name, pg_get_constraintdef(foreign_key.oid) as definition,
  referring.relname <> all($1) as "isAcross"
from pg_constraint as foreign_key join pg_class as referring on referring.oid = conrelid
  join pg_class as referred on referred.oid = confrelid
where contype = 'f' and conparentid = 0 and referred.relname = any($1)
order by referring.relname, conname`,
    [tables],
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

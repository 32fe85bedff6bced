/**
 * What the service expects of its database, as checks. A start refuses with the first that fails; `muster doctor` shows
 * all of them. Nothing is changed.
 */
import type pg from 'pg';
import type { Pooling } from '../../settings/database-servers.ts';
import { type ConnectionOptions, connected, sessionSettings } from './connection.ts';
import { pendingContracts, schemaMisfit, unknownMigrations } from './migration-files.ts';
import { beginPooled, isOfNetwork, isPooledConnection } from './pooled.ts';

/** Everything that is looked at. `muster doctor` has a test of each in a broken state. */
export const checkNames = [
  'data folder',
  'ports',
  'connection',
  'version',
  'role',
  'rights',
  'encoding',
  'extensions',
  'session settings',
  'connections',
  'schema',
  'rows',
  'distribution',
  'replicas',
  'encryption key',
  'file storage',
  'backup',
  'processes',
] as const;

export type CheckName = (typeof checkNames)[number];

export interface Check {
  readonly name: CheckName;
  /** One sentence. */
  readonly finding: string;
  /** What an operator does about it; null: the check passed. */
  readonly mend: string | null;
}

/** The statements of this service need it; tested with this one and the embedded one. */
const oldestVersion = 15;
const extensions = ['btree_gist', 'pg_trgm'];

interface Facts {
  readonly version: string;
  readonly versionNumber: number;
  readonly role: string;
  readonly isSuperuser: boolean;
  readonly bypassesRowSecurity: boolean;
  readonly encoding: string;
  readonly database: string;
  readonly mayCreate: boolean;
  readonly mayCreateTables: boolean;
  readonly isReadOnly: boolean;
  readonly process: number;
}

const facts = `
select current_setting('server_version') as version, current_setting('server_version_num')::integer as "versionNumber",
  current_user::text as role, rolsuper as "isSuperuser", rolbypassrls as "bypassesRowSecurity",
  current_setting('server_encoding') as encoding, current_database()::text as database,
  has_database_privilege(current_database(), 'CREATE') as "mayCreate",
  coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreateTables",
  current_setting('transaction_read_only') = 'on' as "isReadOnly", pg_backend_pid() as process
from pg_roles where rolname = current_user`;

/** With the limits of a request: the settings that are checked are those that requests run with. */
export async function checkDatabase(url: string, pooling: Pooling): Promise<Check[]> {
  const options = { url, name: 'muster check', statementMs: 10_000, connectMs: 10_000, pooling };
  let session: pg.Client;
  try {
    session = await connected(options);
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string };
    return [
      {
        name: 'connection',
        finding: `The database cannot be used: ${message || code}.`,
        mend: 'Start PostgreSQL, and check the host, port, name, user and password in DATABASE_URL.',
      },
    ];
  }
  try {
    const { rows } = await session.query<Facts>(facts);
    const found = rows[0] as Facts;
    return [
      { name: 'connection', finding: `The database ${found.database} answers.`, mend: null },
      checkVersion(found),
      checkRole(found),
      checkRights(found),
      checkEncoding(found),
      await checkExtensions(session, found),
      await checkSettings(session, options),
      await checkPooling(session, options, found),
      await checkSchema(session),
      ...(await checkTexts(session)),
    ];
  } finally {
    await session.end().catch(() => undefined);
  }
}

function checkVersion({ version, versionNumber }: Facts): Check {
  const isOld = versionNumber < oldestVersion * 10_000;
  return {
    name: 'version',
    finding: isOld
      ? `PostgreSQL ${version} is too old: Muster needs version ${oldestVersion} or later.`
      : `PostgreSQL has version ${version}.`,
    mend: isOld ? `Upgrade PostgreSQL to version ${oldestVersion} or later.` : null,
  };
}

function checkRole({ role, isSuperuser, bypassesRowSecurity }: Facts): Check {
  const name = 'role';
  if (!isSuperuser && !bypassesRowSecurity) {
    return { name, finding: `Row-level security applies to the role ${role}.`, mend: null };
  }
  const why = isSuperuser ? 'is a superuser' : 'has BYPASSRLS';
  return {
    name,
    finding: `The role ${role} ${why}, so row-level security, which separates accounts, does not apply to it.`,
    mend: `Run as an administrator of PostgreSQL: ALTER ROLE "${role}" NOSUPERUSER NOBYPASSRLS; or use another role.`,
  };
}

function checkRights({ role, database, mayCreateTables, isReadOnly }: Facts): Check {
  const name = 'rights';
  if (isReadOnly) {
    return {
      name,
      finding: 'The database takes no changes: it is a standby, or read-only.',
      mend: 'Name the primary in DATABASE_URL, or several servers with target_session_attrs=read-write.',
    };
  }
  if (mayCreateTables) return { name, finding: `The role ${role} may create tables.`, mend: null };
  return {
    name,
    finding: `The role ${role} may not create tables in the database ${database}.`,
    mend: `Run as an administrator of PostgreSQL: ALTER DATABASE "${database}" OWNER TO "${role}";`,
  };
}

function checkEncoding({ encoding, database }: Facts): Check {
  const isRight = encoding === 'UTF8';
  return {
    name: 'encoding',
    finding: isRight ? 'Texts are stored in UTF-8.' : `The database ${database} stores texts in ${encoding}.`,
    mend: isRight ? null : `Create the database again with ENCODING 'UTF8' TEMPLATE template0.`,
  };
}

async function checkExtensions(session: pg.Client, { mayCreate, database, role }: Facts): Promise<Check> {
  const name = 'extensions';
  const { rows } = await session.query<{ name: string; isInstalled: boolean; isTrusted: boolean }>(
    `select name, installed_version is not null as "isInstalled",
  exists (select from pg_available_extension_versions as one where one.name = extension.name and trusted) as "isTrusted"
from pg_available_extensions as extension where name = any($1)`,
    [extensions],
  );
  const found = new Map(rows.map((row) => [row.name, row]));
  const absent = extensions.filter((one) => !found.has(one));
  if (absent.length > 0) {
    return {
      name,
      finding: `The extensions ${absent.join(' and ')} are not installed on the server of PostgreSQL.`,
      mend: 'Install the package with the contributed modules of PostgreSQL (postgresql-contrib).',
    };
  }
  const missing = extensions.filter((one) => !found.get(one)?.isInstalled);
  const refused = missing.filter((one) => !(mayCreate && found.get(one)?.isTrusted));
  if (refused.length > 0) {
    return {
      name,
      finding: `The role ${role} may not create the extensions ${refused.join(' and ')} in the database ${database}.`,
      mend: `Run as an administrator of PostgreSQL, in this database: ${refused.map((one) => `CREATE EXTENSION ${one};`).join(' ')}`,
    };
  }
  const state = missing.length === 0 ? 'are there' : 'are there or can be created';
  return { name, finding: `The extensions ${extensions.join(' and ')} ${state}.`, mend: null };
}

/** In a transaction, as requests run: a second statement asks, because what is set for one statement is not in force. */
async function checkSettings(session: pg.Client, options: ConnectionOptions): Promise<Check> {
  const name = 'session settings';
  const isPooled = isPooledConnection(session);
  if (isPooled) await session.query(beginPooled(session, null, { begin: 'begin' }));
  const { rows } = await session.query<{ name: string; setting: string }>('select name, setting from pg_settings');
  if (isPooled) await session.query('commit');
  const inForce = new Map(rows.map((row) => [row.name, row.setting]));
  // A connection without a network has no limits of the network.
  const wrong = Object.entries(sessionSettings(options)).filter(
    ([setting, value]) => !isOfNetwork(setting) && inForce.get(setting) !== String(value),
  );
  if (wrong.length === 0) return { name, finding: 'The settings of a session are in force.', mend: null };
  return {
    name,
    finding: `PostgreSQL, or a pooler before it, does not keep the settings of a session: ${wrong.map(([one]) => one).join(', ')}.`,
    mend: 'Set MUSTER_POOLING to transaction, or connect to PostgreSQL directly.',
  };
}

/** Two connections that are open at once have the same process only if a pooler gives them out by the transaction. */
async function checkPooling(session: pg.Client, options: ConnectionOptions, { process }: Facts): Promise<Check> {
  const name = 'connections';
  if (isPooledConnection(session)) {
    return { name, finding: 'Connections are pooled: the account travels with each transaction.', mend: null };
  }
  const second = await connected(options);
  try {
    const { rows } = await second.query<{ pid: number }>('select pg_backend_pid() as pid');
    if (rows[0]?.pid !== process) return { name, finding: 'Each connection has a session of its own.', mend: null };
  } finally {
    await second.end().catch(() => undefined);
  }
  return {
    name,
    finding: 'Connections share a session of PostgreSQL: a pooler gives it out by the transaction.',
    mend: 'Set MUSTER_POOLING to auto or transaction.',
  };
}

async function checkSchema(session: pg.Client): Promise<Check> {
  const name = 'schema';
  const query = async (text: string) => (await session.query(text)).rows;
  const misfit = await schemaMisfit(query);
  if (misfit) return { name, ...misfit };
  const later = (await unknownMigrations(query)).at(-1);
  if (later !== undefined) {
    const finding = `The schema has been prepared for a later release (${later}), and this release works with it too.`;
    return { name, finding, mend: null };
  }
  const [waiting] = await pendingContracts(query);
  const ending =
    waiting === undefined
      ? ''
      : ` The migration ${waiting} waits for the end of the upgrade: when every node has this release, run "muster migrate --finish".`;
  return { name, finding: `This release works with the schema.${ending}`, mend: null };
}

/** Rows in the form of an earlier release are shown as they should be, so this never fails. */
async function checkTexts(session: pg.Client): Promise<Check[]> {
  const { rows: there } = await session.query<{ is_there: boolean }>(
    `select coalesce(has_table_privilege(to_regclass('representation_versions'), 'select'), false) as is_there`,
  );
  if (!there[0]?.is_there) return [];
  const { rows } = await session.query<{ type: string; rewritten: string }>(
    `select resource_type as type, rewritten_count::text as rewritten from representation_versions as own
where not is_done and not exists (
  select from representation_versions as newer where newer.resource_type = own.resource_type and newer.number > own.number)
order by resource_type`,
  );
  const listed = rows.map(({ type, rewritten }) => `${type} (${rewritten} so far)`).join(', ');
  const finding =
    rows.length === 0
      ? 'All rows are in the form of the newest release.'
      : `Rows are rewritten in the form of the newest release when every node has it: ${listed}.`;
  return [{ name: 'rows', finding, mend: null }];
}

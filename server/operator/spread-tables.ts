/**
 * Which tables Citus spreads over its workers: all with rows of accounts, by the id of the account. What is looked up before
 * the account is known, or across accounts, stays on the coordinator.
 */
import type { Check } from '../platform/database/checks.ts';
import type { Connection } from '../platform/database/connection.ts';
import { beginPooled, textsForWorkers } from '../platform/database/pooled.ts';

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

const namesOf = async (session: Connection, text: string, values: unknown[] = []): Promise<string[]> =>
  (await session.query<{ name: string }>(text, values)).rows.map(({ name }) => name);

export const tablesToSpread = (session: Connection): Promise<string[]> =>
  namesOf(
    session,
    `select table_class.relname as name from pg_class as table_class
  join pg_attribute as own on own.attrelid = table_class.oid and own.attname = 'account_id' and not own.attisdropped
where table_class.relnamespace = current_schema()::regnamespace and table_class.relkind in ('r', 'p')
  and not table_class.relispartition and table_class.relname <> all($1)
order by table_class.relname`,
    [coordinatorTables],
  );

/** Of a database with the extension. */
export const spreadTables = async (session: Connection): Promise<ReadonlySet<string>> =>
  new Set(
    await namesOf(
      session,
      `select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid where partmethod = 'h'`,
    ),
  );

/** Nothing without the extension. With it, a database is used only when all of its tables are where they belong. */
export async function checkDistribution(session: Connection): Promise<Check[]> {
  const extension = await namesOf(session, `select extname as name from pg_extension where extname = 'citus'`);
  return extension.length === 0 ? [] : [{ name: 'distribution', ...(await judge(session)) }];
}

async function judge(session: Connection): Promise<Omit<Check, 'name'>> {
  const spread = await spreadTables(session);
  if (spread.size === 0) {
    return {
      finding: 'The database has the extension citus, and its tables are not spread over workers.',
      mend: 'Run "muster distribute", which begins again if it was interrupted; or, for one PostgreSQL, as an administrator: DROP EXTENSION citus;',
    };
  }
  const wanted = await tablesToSpread(session);
  const left = wanted.filter((name) => !spread.has(name));
  if (left.length > 0) {
    return {
      finding: `The database is distributed in part: ${left.join(', ')} must be spread over the workers too.`,
      mend: 'Stop all nodes, and run "muster distribute".',
    };
  }
  const missing = await missingPart(session, wanted[0] as string);
  if (missing !== null) {
    return {
      finding: `A worker does not have its part of a table: ${missing}.`,
      mend: 'Citus completes an interrupted distribution itself, within minutes after the worker is back; then try again.',
    };
  }
  return { finding: `The ${wanted.length} tables of accounts are spread over the workers of Citus.`, mend: null };
}

const undefinedTable = '42P01';
/** No account: its rows are seen by row-level security, and there are none. */
const nobody = '0';

/**
 * Workers commit a distribution one after the other, so one that fails may lack what the others have: all parts of a table are
 * asked. A worker that is away is no reason to refuse, because the others have their accounts.
 */
async function missingPart(session: Connection, table: string): Promise<string | null> {
  const texts = [beginPooled(session, nobody, { begin: 'begin' }), ...textsForWorkers(session, nobody)];
  try {
    for (const text of [...texts, `select count(*) from ${table}`]) await session.query(text);
    return null;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return code === undefinedTable ? message : null;
  } finally {
    await session.query('rollback');
  }
}

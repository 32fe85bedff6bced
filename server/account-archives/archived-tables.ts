/**
 * What an archive of an account contains: every table with rows of accounts, except those that are listed here with the
 * reason. A new table is archived unless somebody decides otherwise.
 */
import type { Database } from '../platform/database/database.ts';
import { tablesInOrder } from '../platform/store/account-tables.ts';

/** Why rows of these tables stay where they are. */
export const leftBehind: Readonly<Record<string, string>> = {
  // Triggers write them again.
  employee_words: 'written by a trigger on employees',
  public_holidays: 'written by a trigger on calendars',
  // What happened in the other installation, and is shown there only.
  delivery_attempts: 'belongs to deliveries',
  deliveries: 'belongs to events',
  events: 'receivers of the other installation have them; numbers go on after them',
  outbox: 'becomes events',
  request_log: 'requests that the other installation answered',
  skipped_events: 'belongs to events',
  webhook_queues: 'belongs to deliveries',
  webhook_redeliveries: 'belongs to deliveries',
  // Short-lived.
  idempotency_keys: 'answers of the last day',
  retention_nights: 'the next night writes it',
  // Nothing is exported while they have rows.
  erasure_queue: 'work under way',
  import_checkpoints: 'work under way',
  import_queue: 'work under way',
  subject_export_queue: 'work under way',
};

/** An account with rows in one of these is not exported. */
export const queues = {
  import_queue: 'An import is under way',
  erasure_queue: 'An erasure is under way',
  subject_export_queue: 'An export about a person is under way',
} as const;

/** Digests with a key of the installation: useless under another one. */
export const peppered: readonly string[] = [
  'administrator_invitations',
  'administrator_recovery_codes',
  'api_key_secrets',
  'client_application_secrets',
];

export interface ArchivedTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly sqlType: string }[];
  /** The order of rows: referenced ones first. */
  readonly key: readonly string[];
  /** SQL: the rows of the account `$1`. */
  readonly where: string;
  readonly hasAccount: boolean;
}

/** Tables that belong to an account through another table. */
const throughOthers: readonly (Pick<ArchivedTable, 'name' | 'where'> & { readonly key: readonly string[] })[] = [
  {
    name: 'administrator_factors',
    key: ['id'],
    where: 'administrator_id in (select id from administrators where account_id = $1)',
  },
  {
    name: 'administrator_recovery_codes',
    key: ['administrator_id', 'digest'],
    where: 'administrator_id in (select id from administrators where account_id = $1)',
  },
  {
    name: 'legacy_usage',
    key: ['api_key_id', 'path'],
    where: 'api_key_id in (select id from api_keys where account_id = $1)',
  },
];

/** Parents come before their children. */
const otherKeys: Readonly<Record<string, readonly string[]>> = { departments: ['level', 'id'] };

const described = `
select class.relname as name,
  json_agg(json_build_object('name', attname, 'sqlType', format_type(atttypid, atttypmod)) order by attnum)
    filter (where attname <> 'account_id' and attgenerated = '') as columns,
  coalesce((select json_agg(key.attname order by array_position(pk.indkey::int2[], key.attnum))
    from pg_index as pk join pg_attribute as key on key.attrelid = class.oid and key.attnum = any(pk.indkey::int2[])
    where pk.indrelid = class.oid and pk.indisprimary and key.attname <> 'account_id'), '[]') as key
from pg_class as class join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
where class.relnamespace = current_schema()::regnamespace and class.relname = any($1::text[])
group by class.oid, class.relname`;

/** In the order in which their rows can be written. */
export async function archivedTables(database: Pick<Database, 'query'>): Promise<ArchivedTable[]> {
  const own = (await tablesInOrder(database)).reverse().filter((name) => !(name in leftBehind));
  const names = [...own, ...throughOthers.map(({ name }) => name)];
  const found = await database.query<Pick<ArchivedTable, 'name' | 'columns' | 'key'>>(described, [names]);
  return names.map((name) => {
    const table = found.find((one) => one.name === name);
    if (!table) throw new Error(`There is no table ${name}.`);
    const through = throughOthers.find((one) => one.name === name);
    return {
      name,
      columns: table.columns,
      key: through?.key ?? otherKeys[name] ?? table.key,
      where: through?.where ?? 'account_id = $1',
      hasAccount: through === undefined,
    };
  });
}

/**
 * Rows store their text together with the version of the declaration that wrote it, so that two releases can use one
 * database: each shows the rows of the other in its own form, and neither has to rewrite them. A row of another version is
 * written out from its columns by a function of the database. Functions are named after the version: each release brings
 * its own. Version and column are written by the same statement as the text.
 */
import { hash } from 'node:crypto';
import { administration } from '@muster/contract/administration.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { advisoryLocks } from '../database/advisory-locks.ts';
import type { Database } from '../database/database.ts';
import { idTypeOf, tableOf } from './columns.ts';
import { instantText, representation } from './representation.ts';

/** Everything whose rows have a stored text and a version. */
export const storedResources: readonly Resource[] = Object.values<Resource>({ ...resources, ...administration }).filter(
  ({ isWrittenElsewhere }) => !isWrittenElsewhere,
);

/** 60 bits of the digest of the expression: a number that a bigint holds, and that two versions do not share. */
const versionDigits = 15;

const digests = new WeakMap<Resource, string>();

function digestOf(resource: Resource): string {
  const known =
    digests.get(resource) ?? hash('sha256', representation(resource, 'kept'), 'hex').slice(0, versionDigits);
  digests.set(resource, known);
  return known;
}

/** The version of the declaration in this build, as SQL. */
export const versionOf = (resource: Resource): string => String(BigInt(`0x${digestOf(resource)}`));

/** Stands for all declarations of this build: two nodes with the same one write the same texts. */
export const declarationsDigest = (): string =>
  hash('sha256', storedResources.map((resource) => `${resource.type} ${digestOf(resource)}`).join('\n'), 'hex');

const functionOf = (resource: Resource): string => `${tableOf(resource)}_text_${digestOf(resource)}`;

const isOfThisBuild = (resource: Resource, row: string): string =>
  `${row}.representation_version = ${versionOf(resource)}`;

/** SQL of the text of a row in the form of this build. The row is looked up by its key only if its version differs. */
export function storedText(resource: Resource, row: string): string {
  if (resource.isWrittenElsewhere) return `${row}.representation`;
  return `case when ${isOfThisBuild(resource, row)} then ${row}.representation else ${functionOf(resource)}(${row}.account_id, ${row}.id) end`;
}

/**
 * The same for a row of the table itself that the statement locks. After a wait for the lock, the row is newer than the
 * snapshot of the statement, so a look-up by its key would find a former state. As JSON, because a part of a distributed
 * table has a type of its own.
 */
export const lockedText = (resource: Resource, row: string): string =>
  `case when ${isOfThisBuild(resource, row)} then ${row}.representation else ${textOfRow(resource, row)} end`;

const textOfRow = (resource: Resource, row: string): string =>
  `${functionOf(resource)}(json_populate_record(null::${tableOf(resource)}, to_json(${row})))`;

/**
 * The text of a row before a change, for its history: in the form of the newer of both versions, because the older one does
 * not know all members.
 */
export const formerText = (resource: Resource, before: string): string =>
  `case when ${isOfThisBuild(resource, before)} or is_newer_text('${resource.type}', ${before}.representation_version, ${versionOf(resource)})
    then ${before}.representation else ${textOfRow(resource, before)} end`;

/** For `insert`: the columns of the text, and their values. `given` has the columns. */
export const textColumns = 'representation, representation_version';

export const textValues = (resource: Resource, given: string): string =>
  `${representation(resource, given)}, ${versionOf(resource)}`;

/**
 * The same for many new rows, which have the time of the statement, a parameter: it is written out once, not twice for
 * each of them.
 */
export function textValuesAt(resource: Resource, given: string, at: string): string {
  const once = `(select ${instantText(`${at}::timestamptz`)})`;
  return ['created_at', 'last_updated_at'].reduce(
    (text, column) => text.replaceAll(instantText(`${given}.${column}`), once),
    textValues(resource, given),
  );
}

/**
 * For `update`, a column of an earlier step: Citus computes nothing from columns in the update itself
 * (docs/decisions/0094). `given` has the columns.
 */
export const newText = (resource: Resource, given: string): string =>
  `${representation(resource, given)} as representation`;

/** Drawn in the same step, after the row was locked. */
export const newRevision = `nextval('revisions') as revision`;

/** Sets what that step computed. */
export const settingText = (resource: Resource, step: string): string =>
  `representation = ${step}.representation, representation_version = ${versionOf(resource)}`;

/**
 * Records the versions of this build, and creates its functions. Before the first statement of a process that reads rows.
 * Versions have an order: that in which the database first met them. A database without accounts has no rows to rewrite.
 */
export async function registerVersions({ query, together }: Pick<Database, 'query' | 'together'>): Promise<void> {
  if ((await unregistered(query)).length === 0) return;
  await together(async (run) => {
    // Nodes that start at once would otherwise create the same function twice.
    await run('select pg_advisory_xact_lock($1)', [advisoryLocks.storedTexts]);
    const nested = await nestingOf(run);
    for (const resource of await unregistered(run)) {
      const [table, name] = [tableOf(resource), functionOf(resource)];
      await run(`create or replace function ${name}(kept ${table}) returns text language plpgsql stable parallel safe as
$function$ begin return ${representation(resource, 'kept')}; end $function$`);
      await run(`create or replace function ${name}(bigint, ${idTypeOf(resource)}) returns text language plpgsql stable parallel safe${nested} as
$function$ begin return (select ${representation(resource, 'kept')} from ${table} as kept where kept.account_id = $1 and kept.id = $2); end $function$`);
      await run(
        `insert into representation_versions (resource_type, version, is_done)
select $1, $2, not exists (select from accounts) on conflict do nothing`,
        [resource.type, versionOf(resource)],
      );
    }
  });
}

/** On a worker of Citus, the row is found in the part from which the statement calls; Citus has to know that this is meant. */
async function nestingOf(query: Database['query']): Promise<string> {
  const found = await query(`select from pg_extension where extname = 'citus'`);
  return found.length === 0 ? '' : ' set citus.allow_nested_distributed_execution = on';
}

/** A database that was moved has the records without the functions. */
async function unregistered(query: Database['query']): Promise<Resource[]> {
  const rows = await query<{ name: string }>(
    `select format('%s %s', resource_type, version) as name from representation_versions
union all select proname::text from pg_proc where pronamespace = current_schema()::regnamespace and proname = any($1)`,
    [storedResources.map(functionOf)],
  );
  const found = new Set(rows.map(({ name }) => name));
  return storedResources.filter(
    (resource) => !found.has(functionOf(resource)) || !found.has(`${resource.type} ${versionOf(resource)}`),
  );
}

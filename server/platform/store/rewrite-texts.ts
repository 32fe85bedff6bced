/**
 * Rewrites stored texts in the form of this build, in the background: rows of former versions are read through a function
 * until then (stored-text.ts). Only the newest version that the database knows rewrites, and only when every process has
 * it: two releases never rewrite each other. A row gets a new entity tag and no event, because only its form changed.
 * Events and versions are never rewritten.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { advisoryLocks } from '../database/advisory-locks.ts';
import type { Database, Tx } from '../database/database.ts';
import { isLive } from '../database/live-nodes.ts';
import { statement } from '../database/statement.ts';
import { declarationsDigest, storedResources, versionOf } from './stored-text.ts';
import { rewriteTexts } from './write-many.ts';

/** Few enough that other statements do not wait, and that little is done twice after an interruption. */
const batchRows = 200;

const isNewest = `not exists (
  select from representation_versions as newer where newer.resource_type = own.resource_type and newer.number > own.number)`;

interface Unfinished {
  readonly type: string;
  readonly afterAccount: string | null;
  readonly afterId: string | null;
}

/** The resources whose rows this build has to rewrite, with the place where it stopped. */
export async function unfinishedRewrites(query: Database['query']): Promise<Unfinished[]> {
  return query<Unfinished>(
    `select resource_type as type, after_account::text as "afterAccount", after_id as "afterId"
from representation_versions as own join unnest($1::text[], $2::bigint[]) as listed (type, version)
  on resource_type = listed.type and own.version = listed.version
where not is_done and ${isNewest} order by resource_type`,
    [storedResources.map(({ type }) => type), storedResources.map(versionOf)],
  );
}

/** Whether every process that uses the database has the declarations of this build. Ended ones count for a minute. */
export async function isSharedByAll(query: Database['query']): Promise<boolean> {
  const [other] = await query(
    `select id::text as id from nodes where ${isLive} and declarations is distinct from $1 limit 1`,
    [declarationsDigest()],
  );
  return other === undefined;
}

interface Batch {
  /** The last row that was looked at; null: there is none after it in this account. */
  readonly after: string | null;
  readonly rewritten: number;
}

/**
 * Rewrites some rows of an account, after this one. Rows that somebody is writing are left to the next pass: waiting for
 * them could end in a deadlock. Null: another process works, or a newer version has come.
 */
export function rewriteBatch(
  database: Database,
  resource: Resource,
  accountId: string,
  after: string | null,
): Promise<Batch | null> {
  return database.transaction(accountId, async (tx) => {
    if (!(await mayRewrite(tx, resource))) return null;
    const { last, seen, former, rewritten } = await rewriteTexts(tx, resource, after, batchRows);
    const end = seen < batchRows ? null : last;
    await tx.run(recordProgress, [resource.type, versionOf(resource), accountId, end, rewritten, former - rewritten]);
    return { after: end, rewritten };
  });
}

const mayRewriteNow = statement(`
select pg_try_advisory_xact_lock($2) as "isOurs", ${isNewest} as "isNewest"
from representation_versions as own where $1::bigint is not null and resource_type = $3 and version = $4`);

async function mayRewrite(tx: Tx, resource: Resource): Promise<boolean> {
  const [row] = await tx.run<{ isOurs: boolean; isNewest: boolean }>(mayRewriteNow, [
    advisoryLocks.rewriting,
    resource.type,
    versionOf(resource),
  ]);
  return row?.isOurs === true && row.isNewest;
}

const recordProgress = statement(`
update representation_versions set after_account = $4, after_id = $5, rewritten_count = rewritten_count + $6::bigint,
  left_count = left_count + $7::bigint
where $1::bigint is not null and resource_type = $2 and version = $3`);

/** After the last account: done, unless rows were left out; then from the beginning. */
export async function endPass(query: Database['query'], resource: Resource): Promise<void> {
  await query(
    `update representation_versions as own set is_done = left_count = 0, left_count = 0, after_account = null, after_id = null
where resource_type = $1 and version = $2 and ${isNewest}`,
    [resource.type, versionOf(resource)],
  );
}

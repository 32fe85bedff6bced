/** The verbs of imports that are their own: a change can only cancel. */
import { limits } from '@muster/contract/limits.ts';
import { imports } from '@muster/contract/resources/imports.ts';
import type { Caller } from '../identity/auth/caller.ts';
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { Condition } from '../platform/store/condition.ts';
import type { StoredRow } from '../platform/store/read.ts';
import { remove } from '../platform/store/write.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { changesIn } from '../platform/verbs/body.ts';
import { lock, parsed, updateLocked } from '../platform/verbs/standard.ts';
import { invalid } from '../problem.ts';

/** What has gone in stays. A worker that is at it notices with its next batch, which is undone. */
export async function updateImport(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  const current = await lock(tx, imports, access, id);
  write.check(current);
  const { baseUrl } = access.caller;
  const row = parsed(current, baseUrl);
  const { status } = changesIn(imports, row, await write.body(), baseUrl);
  if (status === undefined) return current;
  if (status !== 'cancelled') throw invalid({ status: ['Can only be changed to cancelled.'] });
  if (row.endedAt !== null) throw invalid({ status: [`This import has ended: it is ${String(row.status)}.`] });
  return updateLocked(tx, imports, current, { status, ...endOf(tx) });
}

/** Lines of an import can be about anybody: a person who is limited to establishments sees only their own imports. */
export const visibleImports = (caller: Caller): Condition[] => ownImports(caller, 'shown_row');

export const visibleImportErrors = (caller: Caller): Condition[] =>
  ownImports(caller, 'import').map(
    (isOwn): Condition =>
      (place) =>
        `exists (select 1 from imports as import
  where import.account_id = shown_row.account_id and import.id = shown_row.import_id and ${isOwn(place)})`,
  );

const ownImports = ({ establishments, person }: Caller, row: string): Condition[] =>
  establishments === null || !person
    ? []
    : [(place) => `${row}.administrator_id = ${place(person.administratorId)}::bigint`];

const dayMs = 86_400_000;

/** The members of an import that has ended. */
export const endOf = ({ now }: Session) => ({
  endedAt: now.toISOString(),
  expiresAt: new Date(now.getTime() + limits.importDays * dayMs).toISOString(),
});

const known = statement('select file_id as id from imports where account_id = $1 and file_id = any($2::text[])');

/** The ones of these files that an import still needs. */
export async function filesOfImports(session: Session, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await session.run<{ id: string }>(known, [ids])).map(({ id }) => id));
}

const batchRows = 20;

const isExpired =
  (now: Date): Condition =>
  (place) =>
    `id = any(array(select id from imports where account_id = $1 and expires_at < ${place(now)} and file_id is null
  order by expires_at limit ${batchRows}))`;

/** Removes some expired imports with their errors; returns whether there may be more. */
export const removeExpiredImports = async (session: Session): Promise<boolean> =>
  (await remove(session, imports, [isExpired(session.now)])) === batchRows;

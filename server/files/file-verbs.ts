/** Files: which a caller may refer to, and which are no longer referenced. */

import { type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { files } from '@muster/contract/resources/files.ts';
import { resources } from '@muster/contract/resources.ts';
import { isOpenTo } from '@muster/contract/scopes.ts';
import type { Caller } from '../identity/auth/caller.ts';
import type { AccountTime, Database, Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { fileColumnsOf, ownerColumn, tableOf } from '../platform/store/columns.ts';
import { binder, type Condition, type Place } from '../platform/store/condition.ts';
import { inOneOf, isLimited } from '../platform/store/establishments.ts';
import { remove, setHiddenColumns } from '../platform/store/write.ts';

/** A place that refers to files. */
interface Namer {
  /** A caller that may read this resource may also see its references. */
  readonly resource: Resource;
  /** Its own table, or one with the same owner column. */
  readonly table: string;
  /** SQL: the row refers to the file. */
  readonly names: string;
}

const named = 'shown_row';

const byColumn = (resource: Resource): Namer[] =>
  fileColumnsOf(resource).map(([, column]) => ({
    resource,
    table: tableOf(resource),
    names: `namer.${column} = ${named}.id`,
  }));

const namers: readonly Namer[] = [
  ...Object.values<Resource>(resources).flatMap(byColumn),
  {
    resource: employeeAttributes,
    table: 'attribute_keys',
    names: `namer.text_key = ${named}.id::text and namer.target_type = '${files.type}'`,
  },
];

const isNamedBy = ({ table, names }: Namer, more = '') =>
  `exists (select 1 from ${table} as namer where namer.account_id = $1 and ${names}${more})`;

/** If nodes have different settings, the node that started last wins. */
export async function keepFileHours(database: Pick<Database, 'query'>, hours: number): Promise<void> {
  await database.query(
    'update installation_state set unreferenced_file_hours = $1 where unreferenced_file_hours <> $1',
    [hours],
  );
}

/** SQL: the moment before which a file must have lost its last reference to have expired, by the clock of the account. */
const expiredBefore = ({ now, bounds }: AccountTime, place: Place): string =>
  `${place(now)}::timestamptz - make_interval(hours => coalesce(
    (select least(unreferenced_file_hours, ${place(bounds.unreferencedFileHours?.max ?? null)}::integer)
      from account_settings where account_id = $1 and unreferenced_file_hours is not null),
    (select unreferenced_file_hours from installation_state)))`;

/** An unreferenced file that has expired is absent, whenever it is removed. */
export const unexpiredFiles = (time: AccountTime): Condition[] => [
  (place) => `(${named}.unreferenced_since is null or ${named}.unreferenced_since > ${expiredBefore(time, place)}
  or ${namers.map((namer) => isNamedBy(namer)).join(' or ')})`,
];

/** A caller may refer to files that its client application uploaded, or that a visible resource refers to. */
export function visibleFiles(caller: Caller): Condition[] {
  const { clientApplicationId, establishments, scopes, person } = caller;
  // A manager refers to no files of others.
  const readable = person?.teamOf ? [] : namers.filter(({ resource }) => isOpenTo(scopesFor(resource, 'read'), scopes));
  const alternatives = (place: Place) => {
    const seen = establishments === null ? null : `${place(establishments)}::bigint[]`;
    const limit = ({ resource }: Namer) =>
      seen === null || !isLimited(resource) ? '' : ` and ${inOneOf(resource, 'namer', seen)}`;
    return readable.map((namer) => isNamedBy(namer, limit(namer)));
  };
  return [
    (place) =>
      `(${[`${named}.client_application_id = ${place(clientApplicationId)}`, ...alternatives(place)].join(' or ')})`,
  ];
}

/** A file that a row about a person refers to. */
export interface FileAbout {
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
}

const namersAbout = (type: string): readonly { namer: Namer; owner: string }[] =>
  namers.flatMap((namer) => {
    if (namer.resource.type === type) return [{ namer, owner: 'id' }];
    return namer.resource.ownedThrough === type ? [{ namer, owner: ownerColumn(type) }] : [];
  });

/** The files that rows refer to which are or belong to the row with this type and id, each once. */
export async function filesAbout(session: Session, type: string, id: string): Promise<FileAbout[]> {
  const parts = namersAbout(type).map(
    ({ namer: { table, names }, owner }) => `
select ${named}.id from ${table} as namer join ${tableOf(files)} as ${named} on ${named}.account_id = $1 and ${names}
where namer.account_id = $1 and namer.${owner} = $2::bigint`,
  );
  const rows = await session.run<Omit<FileAbout, 'size'> & { size: string }>(
    statement(`
select id::text as id, file_name as "fileName", content_type as "contentType", size::text as size
from ${tableOf(files)} where account_id = $1 and id in (${parts.join(' union ')}) order by id`),
    [id],
  );
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
}

/** Small enough that new references hardly wait. */
const batchRows = 100;

const namedFiles = statement(`
select id::text as id from ${tableOf(files)} as ${named}
where account_id = $1 and id = any($2::uuid[]) and (${namers.map((namer) => isNamedBy(namer)).join(' or ')})`);

/** The ones of these files that a row names. */
export const stillNamed = async (session: Session, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await session.run<{ id: string }>(namedFiles, [ids])).map(({ id }) => id));

export interface Swept {
  readonly removed: readonly string[];
  /** Whether more may be due. */
  readonly isMoreDue: boolean;
}

/**
 * Removes files without a reference for the time of the account or the installation, and clears the mark of files
 * that are referenced again. A new reference waits for the lock on the row and then finds the file gone. An
 * earlier reference is visible here, because the second statement sees everything committed before it.
 */
export async function sweepFiles(tx: Tx): Promise<Swept> {
  const { values, place } = binder();
  const dueText = `
select id::text as id from ${tableOf(files)}
where account_id = $1 and unreferenced_since <= ${expiredBefore(tx, place)}
order by unreferenced_since limit ${batchRows} for update skip locked`;
  const due = (await tx.run<{ id: string }>(statement(dueText), values)).map(({ id }) => id);
  if (due.length === 0) return { removed: [], isMoreDue: false };
  const kept = await stillNamed(tx, due);
  const removed = due.filter((id) => !kept.has(id));
  if (kept.size > 0) await setHiddenColumns(tx, files, [among([...kept])], { unreferencedSince: null });
  if (removed.length > 0) await remove(tx, files, [among(removed)]);
  return { removed, isMoreDue: due.length === batchRows };
}

const among =
  (ids: readonly string[]): Condition =>
  (place) =>
    `id = any(${place(ids)}::uuid[])`;

const known = statement(`select id::text as id from ${tableOf(files)} where account_id = $1 and id = any($2::uuid[])`);

/** The existing ones of these files. */
export async function knownFiles(session: Session, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await session.run<{ id: string }>(known, [ids])).map(({ id }) => id));
}

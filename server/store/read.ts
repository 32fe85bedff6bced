/** Reading rows of a resource by their id: one, one to be changed, or several. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session, Tx } from '../database/database.ts';
import { type Statement, statement } from '../database/statement.ts';
import { canName, idTypeOf, tableOf } from './columns.ts';

/** A row as it is answered: JSON text without its closing brace, and what the server itself needs beside it. */
export interface Shown {
  readonly id: string;
  /** What the entity tag is made of. */
  readonly revision: string;
  readonly representation: string;
}

/** SQL that must hold for a row to be found. `place` binds a value and returns its placeholder. */
export type Condition = (place: Place) => string;
export type Place = (value: unknown) => string;

const shown = 'id::text as id, revision::text as revision, representation';

/** Most reads carry no condition of their own: their statement is the same each time. */
const readStatements = new WeakMap<Resource, Statement>();

function readStatement(resource: Resource): Statement {
  const known = readStatements.get(resource);
  if (known) return known;
  const made = statement(
    `select ${shown} from ${tableOf(resource)} where account_id = $1 and id = any($2::${idTypeOf(resource)}[])`,
  );
  readStatements.set(resource, made);
  return made;
}

export async function findOne(
  session: Session,
  resource: Resource,
  id: string,
  conditions: readonly Condition[] = [],
): Promise<Shown | null> {
  if (!canName(resource, id)) return null;
  if (session.gather && conditions.length === 0) return session.gather<Shown>(readStatement(resource), id);
  const [row] = await findSome(session, resource, [id], conditions);
  return row ?? null;
}

/** Reads one row and keeps others from changing it, or from referring to it, until the transaction ends. */
export async function lockOne(tx: Tx, resource: Resource, id: string): Promise<Shown | null> {
  if (!canName(resource, id)) return null;
  const [row] = await tx.run<Shown>(
    statement(`select ${shown} from ${tableOf(resource)} where account_id = $1 and id = $2 for update`),
    [id],
  );
  return row ?? null;
}

/** Rows that a body refers to, by id, kept from being deleted until the transaction ends. */
export async function findReferenced(
  session: Session,
  resource: Resource,
  ids: readonly string[],
  conditions: readonly Condition[],
): Promise<Map<string, { readonly isArchived: boolean }>> {
  const { where, values } = amongIds(resource, ids, conditions);
  const isArchived = 'isArchived' in resource.fields ? 'is_archived' : 'false';
  const rows = await session.run<{ id: string; isArchived: boolean }>(
    statement(
      `select id::text as id, ${isArchived} as "isArchived" from ${tableOf(resource)} as shown_row ${where} for key share`,
    ),
    values,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Several rows by id, for what is embedded beside a page. */
export async function findSome(
  session: Session,
  resource: Resource,
  ids: readonly string[],
  conditions: readonly Condition[],
): Promise<Shown[]> {
  const { where, values } = amongIds(resource, ids, conditions);
  return session.run<Shown>(
    statement(`select ${shown} from ${tableOf(resource)} as shown_row ${where} order by shown_row.id`),
    values,
  );
}

function amongIds(resource: Resource, ids: readonly string[], conditions: readonly Condition[]) {
  const { values, place } = binder([ids.filter((id) => canName(resource, id))]);
  const all = [`id = any($2::${idTypeOf(resource)}[])`, ...conditions.map((condition) => condition(place))];
  return { where: `where account_id = $1 and ${all.join(' and ')}`, values };
}

/** Binds values after the account, which is always `$1`. */
export function binder(first: readonly unknown[] = []): { values: unknown[]; place: Place } {
  const values = [...first];
  return { values, place: (value) => `$${values.push(value) + 1}` };
}

/**
 * Looks for rows that already have a value that must be unique, by the unique indexes of the database. A write needs none
 * of this, because the index refuses it; a body that is refused for another reason also learns of its duplicates.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { bound, idTypeOf, type StoredField, storedFields, tableOf } from './columns.ts';
import { binder } from './condition.ts';

interface UniqueIndex {
  readonly name: string;
  /** The expressions after the account. */
  readonly keys: readonly string[];
  readonly predicate: string | null;
  readonly areNullsEqual: boolean;
}

/** Indexes are named after the column they are about: `<table>_<column>_key`. */
const indexesOf = statement(`
select index.relname as name, pg_get_expr(indpred, indrelid) as predicate, indnullsnotdistinct as "areNullsEqual",
  array(select pg_get_indexdef(indexrelid, key, true) from generate_series(2, indnkeyatts) as key) as keys
from pg_index join pg_class as index on index.oid = indexrelid
where $1::text is not null and indrelid = to_regclass($2) and indisunique and index.relname like '%\\_key'`);

/** Read once: indexes change only with a release. */
const known = new Map<string, readonly UniqueIndex[]>();

async function uniqueIndexes(session: Session, table: string): Promise<readonly UniqueIndex[]> {
  const found = known.get(table) ?? (await session.run<UniqueIndex>(indexesOf, [table]));
  known.set(table, found);
  return found;
}

/**
 * The members whose values another row has already.
 *
 * @param values valid members of a creation, or of an update of the row `id`
 */
export async function duplicatesIn(
  session: Session,
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
  id: string | null,
): Promise<StoredField[]> {
  const table = tableOf(resource);
  const stored = storedFields(resource);
  const indexes = await uniqueIndexes(session, table);
  const found: StoredField[] = [];
  for (const index of indexes) {
    const about = stored.find(({ column }) => index.name === `${table}_${column}_key`);
    const used = stored.filter(({ column }) => isIn(column, [...index.keys, index.predicate ?? '']));
    const isGiven = ({ name }: Pick<StoredField, 'name'>) => values[name] !== undefined;
    if (!about || !isGiven(about) || !used.every((one) => isGiven(one) || id !== null)) continue;
    const { values: placed, place } = binder();
    const given = used.map(({ name, field, column, sqlType }) =>
      isGiven({ name }) ? `${place(bound(field, values[name]))}::${sqlType} as ${column}` : column,
    );
    const other = id === null ? '' : ` and id <> ${place(id)}::${idTypeOf(resource)}`;
    const from = id === null ? '' : ` from ${table} where account_id = $1 and id = ${place(id)}::${idTypeOf(resource)}`;
    const same = index.areNullsEqual ? 'is not distinct from' : '=';
    const isSame = index.keys.map((key) => `and ${key} ${same} (select ${key} from given)`).join(' ');
    const within = index.predicate === null ? '' : ` and ${index.predicate} and (select ${index.predicate} from given)`;
    const [row] = await session.run<{ isTaken: boolean }>(
      statement(`with given as (select ${given.join(', ')}${from})
select exists (select 1 from ${table} where account_id = $1 ${isSame}${within}${other}) as "isTaken"`),
      placed,
    );
    if (row?.isTaken) found.push(about);
  }
  return found;
}

const isIn = (column: string, texts: readonly string[]): boolean =>
  texts.some((text) => new RegExp(`(?<![\\w.])${column}(?!\\w)`).test(text));

/** Numbers that the archived account has used: no row that it gets here may have one of them again. */
import type { Database } from '../platform/database/database.ts';

/** The last numbers of all sequences, by their names. */
export type Numbers = Readonly<Record<string, string>>;

const used = `
select sequencename as name, coalesce(last_value, 0)::text as last from pg_sequences
where schemaname = current_schema() and sequencename <> 'accounts_id_seq'`;

export async function numbersIn(database: Pick<Database, 'query'>): Promise<Numbers> {
  const rows = await database.query<{ name: string; last: string }>(used);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** More than others draw between reading a number and setting it. */
const margin = 10_000n;

export async function skipNumbers(database: Pick<Database, 'query'>, archived: Numbers): Promise<void> {
  const here = await numbersIn(database);
  for (const [name, last] of Object.entries(archived)) {
    const current = here[name];
    if (current === undefined || BigInt(current) >= BigInt(last)) continue;
    await database.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, String(BigInt(last) + margin)]);
  }
}

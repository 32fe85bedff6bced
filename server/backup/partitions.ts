/** Partitions of tables that grow with time: a database that was just migrated has those of its own weeks only. */
import type { Connection } from '../platform/database/connection.ts';

interface Partition {
  readonly name: string;
  readonly parent: string;
  readonly bound: string;
  readonly options: readonly string[] | null;
  readonly policies: readonly { readonly name: string; readonly condition: string }[];
}

const partitions = `
select quote_ident(c.relname) as name, quote_ident(p.relname) as parent, pg_get_expr(c.relpartbound, c.oid) as bound,
  c.reloptions as options,
  coalesce((select json_agg(json_build_object('name', quote_ident(polname), 'condition', pg_get_expr(polqual, polrelid)))
    from pg_policy where polrelid = c.oid), '[]') as policies
from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`;

/** Makes the partitions of the source in the target. Those that only the target has stay: they are empty. */
export async function ensurePartitions(source: Connection, target: Connection): Promise<void> {
  const { rows: wanted } = await source.query<Partition>(partitions);
  const { rows: there } = await target.query<Partition>(partitions);
  const known = new Set(there.map(({ name }) => name));
  for (const { name, parent, bound, options, policies } of wanted) {
    if (known.has(name)) continue;
    const storage = options === null ? '' : ` with (${options.join(', ')})`;
    await target.query(`create table public.${name} (like public.${parent} including all excluding indexes)${storage}`);
    await target.query(`alter table public.${name} enable row level security`);
    await target.query(`alter table public.${name} force row level security`);
    for (const policy of policies) {
      await target.query(`create policy ${policy.name} on public.${name} using ${policy.condition}`);
    }
    await target.query(`alter table public.${parent} attach partition public.${name} ${bound}`);
  }
}

/** What a running erasure still has to find, kept until it is done: a worker that takes over knows no more than this. */
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { Traces } from './remove-person.ts';

type Kind = 'row' | 'event' | 'file' | 'text';

const added = statement(`
insert into erasure_traces (account_id, erasure_id, kind, value)
select $1, $2, $3, value from unnest($4::text[]) as value on conflict do nothing`);

export async function keepTraces(tx: Tx, erasureId: string, { rows, eventIds, fileIds, texts }: Traces): Promise<void> {
  const named = rows.map(({ type, id }) => `${type} ${id}`);
  const all: readonly (readonly [Kind, readonly string[]])[] = [
    ['row', named],
    ['event', eventIds],
    ['file', fileIds],
    ['text', texts],
  ];
  for (const [kind, values] of all) if (values.length > 0) await tx.run(added, [erasureId, kind, values]);
}

const kept = statement('select kind, value from erasure_traces where account_id = $1 and erasure_id = $2');

export async function tracesOf(session: Session, erasureId: string): Promise<Traces> {
  const found = await session.run<{ kind: Kind; value: string }>(kept, [erasureId]);
  const valuesOf = (wanted: Kind) => found.flatMap(({ kind, value }) => (kind === wanted ? [value] : []));
  const rows = valuesOf('row').map((name) => {
    const [type = '', id = ''] = name.split(' ');
    return { type, id };
  });
  return { rows, eventIds: valuesOf('event'), fileIds: valuesOf('file'), texts: valuesOf('text') };
}

const gone = statement('delete from erasure_traces where account_id = $1 and erasure_id = $2');

export async function forgetTraces(tx: Tx, erasureId: string): Promise<void> {
  await tx.run(gone, [erasureId]);
}

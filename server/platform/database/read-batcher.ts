/**
 * Batches concurrent look-ups of single rows of the same kind. Under load this saves most of the cost of a read: one
 * statement wakes the server and this process once for all of them. A single request does not wait: the batch is sent
 * at the end of the turn of the event loop. While one is under way, the next gathers until its answer, so that batches grow
 * with the load: many small ones would cost a third more for each row.
 */
import { inBatches } from './batches.ts';
import { addUsage, noUsage, type RequestDeadline } from './request-deadline.ts';
import type { Requester } from './scheduler.ts';
import { serialBatches } from './serial-batches.ts';
import type { RunStatement } from './single-statement.ts';
import type { Statement } from './statement.ts';

export interface Identified {
  readonly id: string;
}

export type FindOne = <Row extends Identified>(
  requester: Requester & { readonly accountId: string },
  statement: Statement,
  id: string,
) => Promise<Row | null>;

interface Wanted {
  readonly id: string;
  readonly deadline: RequestDeadline | null;
}

/** How long a batch waits for the one before it, which may be slow. */
const heldMs = 10;

export function readBatcher(run: RunStatement): FindOne {
  const batches = serialBatches(heldMs);
  const find = inBatches<Wanted, Identified | null>(batches.schedule);

  async function findAll(
    accountId: string,
    statement: Statement,
    wanted: readonly Wanted[],
  ): Promise<(Identified | null)[]> {
    const deadline = latestDeadlineOf(wanted);
    const requester = { accountId, deadline, part: 'reads by id' };
    const rows = await run<Identified>(requester, statement, [arrayOf(wanted.map(({ id }) => id))]);
    for (const { usage } of wanted.flatMap((one) => one.deadline ?? [])) addUsage(usage, deadline?.usage ?? noUsage());
    const byId = new Map(rows.map((row) => [row.id, row]));
    return wanted.map(({ id }) => byId.get(id) ?? null);
  }

  return <Row extends Identified>(
    { accountId, deadline }: Parameters<FindOne>[0],
    statement: Statement,
    id: string,
  ) => {
    const group = `${accountId} ${statement.name ?? statement.text}`;
    const load = (wanted: readonly Wanted[]) => batches.run(group, () => findAll(accountId, statement, wanted));
    // What the statement finds are rows of the kind that its caller names.
    return find(group, { id, deadline }, load) as Promise<Row | null>;
  };
}

/** PostgreSQL's array syntax; ids need no escaping inside quotes. */
const arrayOf = (ids: readonly string[]): string => `{"${ids.join('","')}"}`;

const present: RequestDeadline['client'] = { destroyed: false };

/**
 * The deadline of all callers together, who count as one caller of their account: nobody is limited by the time of
 * another.
 */
function latestDeadlineOf(wanted: readonly Wanted[]): RequestDeadline | null {
  let latest: RequestDeadline | null = null;
  for (const { deadline } of wanted) {
    if (deadline && (latest === null || deadline.endsAtMs > latest.endsAtMs)) latest = deadline;
  }
  return latest && { ...latest, callerId: 'reads by id', isRead: true, client: present, usage: noUsage() };
}

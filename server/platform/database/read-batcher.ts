/**
 * Batches concurrent look-ups of single rows of the same kind. Under load this saves most of the cost of a read: one
 * statement wakes the server and this process once for all of them. A single request does not wait: the batch is sent
 * at the end of the turn of the event loop.
 */
import { type Leasing, runAlone } from './leased-connection.ts';
import type { RequestDeadline } from './request-deadline.ts';
import type { Requester } from './scheduler.ts';
import type { Statement } from './statement.ts';

export interface Identified {
  readonly id: string;
}

export type FindOne = <Row extends Identified>(
  requester: Requester & { readonly accountId: string },
  statement: Statement,
  id: string,
) => Promise<Row | null>;

interface Waiting {
  readonly id: string;
  readonly deadline: RequestDeadline | null;
  resolve(row: Identified | null): void;
  reject(error: unknown): void;
}

export function readBatcher(leasing: Leasing): FindOne {
  const gathered = new Map<Statement, Map<string, Waiting[]>>();

  async function ask(accountId: string, statement: Statement, waiting: readonly Waiting[]): Promise<void> {
    try {
      const ids = arrayOf(waiting.map(({ id }) => id));
      const rows = await runAlone<Identified>(
        leasing,
        { accountId, deadline: contextOf(waiting), part: 'reads by id' },
        statement,
        [ids],
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const { id, resolve } of waiting) resolve(byId.get(id) ?? null);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  function askAll(): void {
    for (const [statement, accounts] of gathered) {
      for (const [accountId, waiting] of accounts) ask(accountId, statement, waiting);
    }
    gathered.clear();
  }

  return <Row extends Identified>({ accountId, deadline }: Parameters<FindOne>[0], statement: Statement, id: string) =>
    new Promise<Row | null>((resolve, reject) => {
      if (gathered.size === 0) setImmediate(askAll);
      const accounts = gathered.get(statement) ?? new Map<string, Waiting[]>();
      gathered.set(statement, accounts);
      const waiting = accounts.get(accountId) ?? [];
      accounts.set(accountId, waiting);
      waiting.push({ id, deadline, resolve: resolve as Waiting['resolve'], reject });
    });
}

/** PostgreSQL's array syntax; ids need no escaping inside quotes. */
const arrayOf = (ids: readonly string[]): string => `{"${ids.join('","')}"}`;

const present: RequestDeadline['client'] = { destroyed: false };

/**
 * The deadline of all callers together, who count as one caller of their account: nobody is limited by the time of
 * another.
 */
function contextOf(waiting: readonly Waiting[]): RequestDeadline | null {
  let latest: RequestDeadline | null = null;
  for (const { deadline } of waiting) {
    if (deadline && (latest === null || deadline.endsAtMs > latest.endsAtMs)) latest = deadline;
  }
  return latest && { ...latest, callerId: 'reads by id', isRead: true, client: present };
}

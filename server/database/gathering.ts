/**
 * Requests that each look for one row of the same kind at the same moment ask the database together. Under load this
 * is most of what a read costs: one statement wakes the server, and this process, once for all of them. A request
 * alone waits for nobody: what is gathered goes out at the end of the turn of the event loop in which it arrived.
 */
import type { Statement } from './statement.ts';

export interface Identified {
  readonly id: string;
}

/** Runs a statement whose first value of its own is the list of ids looked for. */
export type FindAll = <Row extends Identified>(
  accountId: string,
  statement: Statement,
  ids: readonly string[],
) => Promise<Row[]>;

export type FindOne = <Row extends Identified>(
  accountId: string,
  statement: Statement,
  id: string,
) => Promise<Row | null>;

interface Waiting {
  readonly id: string;
  resolve(row: Identified | null): void;
  reject(error: unknown): void;
}

export function gathering(findAll: FindAll): FindOne {
  const gathered = new Map<Statement, Map<string, Waiting[]>>();

  async function ask(accountId: string, statement: Statement, waiting: readonly Waiting[]): Promise<void> {
    try {
      const rows = await findAll(
        accountId,
        statement,
        waiting.map(({ id }) => id),
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

  return <Row extends Identified>(accountId: string, statement: Statement, id: string) =>
    new Promise<Row | null>((resolve, reject) => {
      if (gathered.size === 0) setImmediate(askAll);
      const accounts = gathered.get(statement) ?? new Map<string, Waiting[]>();
      gathered.set(statement, accounts);
      const waiting = accounts.get(accountId) ?? [];
      accounts.set(accountId, waiting);
      waiting.push({ id, resolve: resolve as Waiting['resolve'], reject });
    });
}

/** Copies an account into a sandbox, in one transaction and as the account was at one moment; or takes all rows away. */
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { allOrNothing } from '../database/all-or-nothing.ts';
import type { Database, Session } from '../database/database.ts';
import { type CopiedRow, type Copyable, copyRows, countOf, rowsIn, rowsOf } from '../store/copying.ts';
import { removeAllRows } from '../store/removal.ts';
import { type CopiedTable, copiedTables, keysOfValues } from './what-is-copied.ts';

export interface CopyParts {
  readonly database: Database;
  readonly now: () => Date;
  /** Told how far it is, from 0 to 100. What it throws ends the work, and nothing is left of it. */
  readonly onProgress: (percent: number) => Promise<void>;
}

const asLongAsItTakes = 'set local statement_timeout = 0';

export function copyAccount({ database, now, onProgress }: CopyParts, originId: string, sandboxId: string) {
  return allOrNothing(database, now, async (inside) => {
    await inside.query('set transaction isolation level repeatable read');
    await inside.query(asLongAsItTakes);
    const [from, to] = [inside.session(originId), inside.session(sandboxId)];
    const tables = [...copiedTables, keysOfValues];
    const copyables: Copyable[] = [];
    for (const table of tables) copyables.push(await copyableOf(from, table));
    let total = 0;
    for (const copyable of copyables) total += await countOf(from, copyable);
    let done = 0;
    const onPage = (count: number) => {
      done += count;
      // The last percent is for what comes after.
      return onProgress(Math.floor((done / Math.max(1, total)) * 99));
    };
    const kept = new Set<unknown>();
    for (const [index, table] of tables.entries()) {
      const changed = changeOf(table, sandboxId, kept);
      await copyRows(from, to, copyables[index] as Copyable, changed, onPage);
    }
  });
}

const copyableOf = (session: Session, { from, key }: CopiedTable): Promise<Copyable> =>
  typeof from === 'string' ? rowsIn(session, from, key ?? ['id']) : Promise.resolve(rowsOf(from, key));

/** Rows with a rule of their own. Of values it is noted which were kept, for the keys that lead to them. */
function changeOf(
  table: CopiedTable,
  sandboxId: string,
  kept: Set<unknown>,
): ((rows: CopiedRow[]) => CopiedRow[]) | null {
  const { change } = table;
  if (table === keysOfValues) return (rows) => rows.filter(({ attribute_id }) => kept.has(attribute_id));
  if (!change) return null;
  return (rows) =>
    rows.flatMap((row) => {
      const changed = change(row, sandboxId);
      if (changed && table.from === employeeAttributes) kept.add(changed.id);
      return changed ? [changed] : [];
    });
}

/** Everything but the account itself. */
export const dropAccount = ({ database, now, onProgress }: CopyParts, sandboxId: string): Promise<void> =>
  allOrNothing(database, now, async (inside) => {
    await inside.query(asLongAsItTakes);
    await removeAllRows(inside, sandboxId, onProgress);
  });

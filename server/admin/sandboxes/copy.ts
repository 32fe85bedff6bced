/** Copies an account into a sandbox, in one transaction and from one snapshot; or removes all rows, some at a time. */
import { randomBytes } from 'node:crypto';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import type { Database, Session } from '../../platform/database/database.ts';
import { type CopiedRow, type Copyable, copyRows, countOf, rowsIn, rowsOf } from '../../platform/store/copying.ts';
import type { Copying } from './changed-rows.ts';
import { keepCopyKey } from './copies-of-person.ts';
import { removeAllRows } from './remove-rows.ts';
import { rangesOf, renumbering } from './renumbering.ts';
import { type CopiedTable, copiedTables, renumberedSequences } from './sandbox-tables.ts';
import { valueSources } from './values.ts';

export interface CopyParts {
  readonly database: Database;
  readonly now: () => Date;
  /** Gets the progress, from 0 to 100. If it throws, the work ends and leaves nothing. */
  readonly onProgress: (percent: number) => Promise<void>;
}

const asLongAsItTakes = 'set local statement_timeout = 0';

export async function copyAccount({ database, now, onProgress }: CopyParts, originId: string, sandboxId: string) {
  // Random values differ between copies.
  const secret = randomBytes(32).toString('base64');
  const ranges = await allOrNothing(database, now, async (inside) => {
    await inside.query('set transaction isolation level repeatable read');
    await inside.query(asLongAsItTakes);
    const [from, to] = [inside.session(originId), inside.session(sandboxId)];
    const copyables: Copyable[] = [];
    for (const table of copiedTables) copyables.push(await copyableOf(from, table));
    let total = 0;
    for (const copyable of copyables) total += await countOf(from, copyable);
    let done = 0;
    const onPage = (count: number) => {
      done += count;
      // The last percent is for the steps after the copy.
      return onProgress(Math.floor((done / Math.max(1, total)) * 99));
    };
    const numbers = await rangesOf(from, renumberedSequences);
    const copying: Copying = {
      sandboxId,
      secret,
      renumber: renumbering(secret, numbers),
      values: await valueSources(from),
    };
    for (const [index, { change }] of copiedTables.entries()) {
      const changed = change
        ? (rows: CopiedRow[]) => rows.map((row) => change(row, copying)).filter((row) => row !== null)
        : null;
      await copyRows(from, to, copyables[index] as Copyable, changed, onPage);
    }
    return numbers;
  });
  await keepCopyKey(database, sandboxId, secret, ranges);
}

const copyableOf = (session: Session, { from, key }: CopiedTable): Promise<Copyable> =>
  typeof from === 'string' ? rowsIn(session, from, key ?? ['id']) : Promise.resolve(rowsOf(from, key));

/** Everything except the account itself. */
export const dropAccount = ({ database, onProgress }: CopyParts, accountId: string): Promise<void> =>
  removeAllRows(database, accountId, onProgress);

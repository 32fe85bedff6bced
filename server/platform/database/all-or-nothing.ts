/**
 * A Database inside one transaction: work composed of parts that each need a Database succeeds or fails as a whole,
 * even if the process is killed.
 */
import type { Author } from '@muster/contract/author.ts';
import type { Database, Tx } from './database.ts';
import { accountSetting } from './pooled.ts';
import { savepoints } from './savepoints.ts';

/**
 * Such work takes long and holds up no request. A process that gets no processor for some seconds must not lose all of
 * it; one that is frozen must not hold its locks for much longer.
 */
const patience = 'set local idle_in_transaction_session_timeout = 15000';

export async function allOrNothing<T>(
  database: Database,
  now: () => Date,
  work: (inside: Database) => Promise<T>,
): Promise<T> {
  // Known before the transaction takes a connection, which may be the only one.
  await database.isDistributed();
  return database.together(async (query) => {
    await query(patience);
    return work(insideOf(query, now, database));
  });
}

function insideOf(
  query: Database['query'],
  now: () => Date,
  { vault, bounds, author, isDistributed }: Pick<Database, 'vault' | 'bounds' | 'author' | 'isDistributed'>,
): Database {
  let currentId: string | null = null;
  const attempt = savepoints((text) => query(text));
  const txOf = (accountId: string, by: Author): Tx => ({
    accountId,
    author: by,
    now: now(),
    machineNow: now(),
    vault,
    bounds,
    async run(statement, values = []) {
      // Only until the end of the transaction: connections of the pool must not keep this account.
      if (currentId !== accountId) await query(`set local ${accountSetting(accountId)}`);
      currentId = accountId;
      return query(statement.text, [accountId, ...values]);
    },
    attempt: (work) =>
      attempt(work).catch((error: unknown) => {
        // The rollback may have reverted the setting.
        currentId = null;
        throw error;
      }),
  });
  const insideBy = (by: Author): Database => ({
    vault,
    author: by,
    by: insideBy,
    withDeadline: (_, caller) => insideBy(caller),
    ofPart: () => insideBy(by),
    bounds,
    query,
    isDistributed,
    together: (work) => work(query),
    refusal: () => null,
    session: (accountId) => txOf(accountId, by),
    transaction: (accountId, work) => work(txOf(accountId, by)),
    tryTransaction: (accountId, work) => work(txOf(accountId, by)),
    snapshot: (accountId, work) => work(txOf(accountId, by)),
    close: async () => undefined,
  });
  return insideBy(author);
}

/**
 * Makes the places of published events in the outbox usable again. Every publication reads the whole outbox, also what is
 * left of removed rows: an import of 100,000 people leaves 300,000 of them before PostgreSQL cleans up by itself.
 */
import type { Database } from '../platform/database/database.ts';

/** About 20 MB, which a publication reads in some milliseconds. */
const eventsBetween = 20_000;

/** Another node may clean up at the same time. The end of the table is used again at once, so it is not cut off. */
const vacuum = 'vacuum (skip_locked, truncate false) outbox';

/** Called with the number of events that were just published. */
export function outboxVacuum(
  database: Database,
  onError: (error: unknown) => void,
): (published: number) => Promise<void> {
  let since = 0;
  let isPossible = true;
  return async (published) => {
    since += published;
    if (since < eventsBetween || !isPossible) return;
    since = 0;
    // PostgreSQL would do it later: no reason to stop publishing.
    await database.query(vacuum).catch((error: unknown) => {
      isPossible = !isInTransaction(error);
      if (isPossible) onError(error);
    });
  };
}

/** Behind a pooler, every statement is in a transaction, where nothing can be cleaned up. */
const isInTransaction = (error: unknown): boolean => (error as { code?: string }).code === '25001';

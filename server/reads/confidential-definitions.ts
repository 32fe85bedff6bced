/**
 * Which attribute definitions of an account are confidential. The answer is kept for a short time, so that lists of
 * values in accounts without such definitions cost nothing. A change on this node counts at once, one on another node
 * after the time below.
 */
import type { Database, Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

/** Longer than the time between two writes of the log, each of which reads the definitions of active accounts. */
const validMs = 2000;
/** More accounts than that are read again each time. */
const accountsMax = 10_000;

const marked = statement('select id from employee_attribute_definitions where account_id = $1 and is_confidential');

export const markedDefinitions = async (session: Session): Promise<ReadonlySet<string>> =>
  new Set((await session.run<{ id: string }>(marked)).map(({ id }) => id));

export interface ConfidentialDefinitions {
  /** Whether it is known that the account has none. */
  isWithout(accountId: string): boolean;
  read(accountId: string): Promise<ReadonlySet<string>>;
  /** After a change in the account. */
  forget(accountId: string): void;
}

export function confidentialDefinitions(database: Database): ConfidentialDefinitions {
  const without = new Map<string, number>();
  return {
    isWithout: (accountId) => (without.get(accountId) ?? 0) > performance.now(),
    async read(accountId) {
      const startedAtMs = performance.now();
      const ids = await markedDefinitions(database.session(accountId));
      if (without.size >= accountsMax) without.clear();
      if (ids.size === 0) without.set(accountId, startedAtMs + validMs);
      else without.delete(accountId);
      return ids;
    },
    forget: (accountId) => {
      without.delete(accountId);
    },
  };
}

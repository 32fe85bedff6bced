/** Parts of a transaction that can be undone alone, also one inside another. */
import { isConnectionLost } from './errors.ts';

/**
 * Each depth has a name of its own: a savepoint that succeeded stays until the transaction ends, and an outer one that
 * is undone must not find the name of an inner one.
 */
export function savepoints(query: (text: string) => Promise<unknown>): <T>(work: () => Promise<T>) => Promise<T> {
  let depth = 0;
  return async (work) => {
    depth += 1;
    const name = `attempt_${depth}`;
    try {
      await query(`savepoint ${name}`);
      return await undoneIfFailed(name, work);
    } finally {
      depth -= 1;
    }
  };

  async function undoneIfFailed<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionLost(error)) await query(`rollback to savepoint ${name}`);
      throw error;
    }
  }
}

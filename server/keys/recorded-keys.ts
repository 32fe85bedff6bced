/** The encryption keys in the database: which numbers they have, and which one is active. */
import type { RecordedKey } from '../identity/auth/key-ring.ts';
import type { Database } from '../platform/database/database.ts';

type Query = Database['query'];

export const recordedKeys = (query: Query): Promise<RecordedKey[]> =>
  query<RecordedKey>('select number, key_check as check, state from encryption_keys order by number');

/** Gives a new key its number. Nothing is encrypted with it before somebody rotates. */
export async function announceKey(query: Query, check: string): Promise<void> {
  await query(
    `insert into encryption_keys (number, key_check, state, announced_at)
     select max(number) + 1, $1, 'announced', now() from encryption_keys having max(number) is not null
     on conflict do nothing`,
    [check],
  );
}

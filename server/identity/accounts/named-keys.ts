/** Changes an active key by its name, under its lock; records the actor if it is known. */
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { lockOne, type StoredRow } from '../../platform/store/read.ts';
import type { Values } from '../../platform/store/values.ts';
import { update } from '../../platform/store/write.ts';
import { type Actor, difference, recordAudit } from '../../platform/verbs/audit.ts';
import { parsed } from '../../platform/verbs/standard.ts';
import { RefusedError, refusedByMembers } from './account-errors.ts';

/** Undefined members stay unchanged. */
export async function updateNamed(
  database: Database,
  accountId: string,
  named: string,
  changes: Values,
  actor: Actor | undefined,
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) {
    return withKey(database, accountId, named, async () => undefined);
  }
  return withKey(database, accountId, named, async (tx, before) => {
    const after = await update(tx, apiKeys, before, changes);
    if (actor && after) await keepChange(tx, actor, 'updated', before, after);
  });
}

export async function withKey<T>(
  database: Database,
  accountId: string,
  name: string,
  work: (tx: Tx, key: StoredRow) => Promise<T>,
): Promise<T> {
  const [found] = await database.query<{ id: string }>(
    'select id from api_keys where account_id = $1 and lower(btrim(name)) = lower(btrim($2)) and revoked_at is null',
    [accountId, name],
  );
  const locked = (tx: Tx) => (found ? lockOne(tx, apiKeys, found.id, [() => 'revoked_at is null']) : null);
  return refusedByMembers(
    database.transaction(accountId, async (tx) => {
      const key = await locked(tx);
      if (!key) throw new RefusedError({ name: ['The account has no live key of this name.'] });
      return work(tx, key);
    }),
  );
}

export async function keepChange(
  tx: Tx,
  actor: Actor,
  verb: 'created' | 'updated' | 'deleted',
  before: StoredRow | null,
  after: StoredRow | null,
): Promise<void> {
  const rowOf = (shown: StoredRow | null) => shown && parsed(shown, '');
  await recordAudit(tx, actor, {
    action: `${apiKeys.type}.${verb}`,
    subject: { type: apiKeys.type, id: (after ?? before)?.id ?? '' },
    ...difference(apiKeys, rowOf(before), rowOf(after)),
  });
}

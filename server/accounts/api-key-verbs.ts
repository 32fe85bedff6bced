/** Keys of the legacy API as people make, change and revoke them. */
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import type { NewSecret } from '../auth/secrets.ts';
import { secretsKnownBy } from '../auth/secrets.ts';
import type { Tx } from '../database/database.ts';
import type { Condition } from '../store/condition.ts';
import type { Shown } from '../store/read.ts';
import type { Values } from '../store/values.ts';
import { adjust, idIs, insert } from '../store/write.ts';
import type { Sight, Write } from '../verbs/access.ts';
import { type JsonObject, valuesIn } from '../verbs/body.ts';
import { checkReferences } from '../verbs/references.ts';
import { lock } from '../verbs/standard.ts';
import { keepSecret, showingOnce } from './rotating-secrets.ts';
import { keySecrets } from './secret-rotations.ts';

/** A revoked one is kept, for who asks what was once let in, and exists for nobody else. */
export const visibleKeys = (): Condition[] => [() => 'shown_row.revoked_at is null'];

export async function createKey(tx: Tx, sight: Sight, body: JsonObject): Promise<Shown> {
  const values = valuesIn(apiKeys, body, sight.caller.baseUrl);
  await checkReferences(tx, apiKeys, sight, values);
  const secret = secretsKnownBy(tx.vault.fingerprint).newApiKey();
  return showingOnce(keySecrets, await storeKey(tx, values, secret), secret.text);
}

/** With a role of the same name, unless it has another. */
export async function storeKey(tx: Tx, values: Values, secret: NewSecret): Promise<Shown> {
  const { name, roleName = name } = values;
  const shown = await insert(tx, apiKeys, { ...values, roleName, secretCreatedAt: tx.now });
  await keepSecret(tx, keySecrets, shown.id, secret);
  return shown;
}

export async function removeKey(tx: Tx, sight: Sight, id: string, write: Write): Promise<void> {
  write.check(await lock(tx, apiKeys, sight, id));
  await adjust(tx, apiKeys, [idIs(id)], { revokedAt: tx.now });
}

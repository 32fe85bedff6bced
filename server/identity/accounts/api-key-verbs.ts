/** Keys of the legacy API: creating, changing and revoking them in the administration area. */
import { apiKeys } from '@muster/contract/administration/api-keys.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import { idIs, insert, updateWithoutTimestamp } from '../../platform/store/write.ts';
import type { AccessContext, Write } from '../../platform/verbs/access.ts';
import { type JsonObject, valuesIn } from '../../platform/verbs/body.ts';
import { checkReferences } from '../../platform/verbs/references.ts';
import { lock } from '../../platform/verbs/standard.ts';
import { secretsKnownBy } from '../auth/secrets.ts';
import { keepSecret, showingOnce } from './rotating-secrets.ts';
import { keySecrets } from './secret-rotations.ts';

export async function createKey(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const values = valuesIn(apiKeys, body, access.caller.baseUrl);
  await checkReferences(tx, apiKeys, access, values);
  const secret = secretsKnownBy(tx.vault.fingerprint).newApiKey();
  // The role has the name of the key, unless it has another.
  const { name, roleName = name } = values;
  const shown = await insert(tx, apiKeys, { ...values, roleName, secretCreatedAt: tx.now });
  await keepSecret(tx, keySecrets, shown.id, secret);
  return showingOnce(keySecrets, shown, secret.text);
}

export async function removeKey(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  write.check(await lock(tx, apiKeys, access, id));
  await updateWithoutTimestamp(tx, apiKeys, [idIs(id)], { revokedAt: tx.now });
}

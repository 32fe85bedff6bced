/** Client applications: created, changed and deleted. A secret is shown once; only its digest is stored. */
import { isDeepStrictEqual } from 'node:util';
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import { scopes as knownScopes } from '@muster/contract/scopes.ts';
import type { Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import { insert } from '../../platform/store/write.ts';
import type { AccessContext, Write } from '../../platform/verbs/access.ts';
import { changesIn, type JsonObject, valuesIn } from '../../platform/verbs/body.ts';
import { checkReferences } from '../../platform/verbs/references.ts';
import * as standard from '../../platform/verbs/standard.ts';
import { invalid } from '../../problem.ts';
import { secretsKnownBy } from '../auth/secrets.ts';
import { keepSecret, showingOnce } from './rotating-secrets.ts';
import { applicationSecrets } from './secret-rotations.ts';

export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const values = valuesIn(clientApplications, body, access.caller.baseUrl);
  await checkReferences(tx, clientApplications, access, values);
  const secrets = secretsKnownBy(tx.vault.fingerprint);
  const shown = await insert(tx, clientApplications, {
    ...values,
    scopes: inOrder(values.scopes),
    clientId: secrets.newClientId(),
    secretCreatedAt: tx.machineNow,
    isBuiltIn: false,
  });
  const secret = secrets.newClientSecret();
  await keepSecret(tx, applicationSecrets, shown.id, secret);
  return showingOnce(applicationSecrets, shown, secret.text);
}

/** In the order of the contract, whatever the given order. */
const inOrder = (scopes: unknown): string[] => knownScopes.filter((scope) => (scopes as string[]).includes(scope));

export function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  return standard.change(tx, clientApplications, access, id, write, async (current, body) => {
    const { scopes, ...changes } = changesIn(clientApplications, current, body, access.caller.baseUrl);
    await checkReferences(tx, clientApplications, access, changes, current);
    const isGrantedAgain = scopes !== undefined && !isDeepStrictEqual(inOrder(scopes), current.scopes);
    return isGrantedAgain ? { ...changes, scopes: inOrder(scopes) } : changes;
  });
}

const endpoints = statement(
  'select id from webhook_endpoints where account_id = $1 and client_application_id = $2 limit 1',
);

export async function remove(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  await standard.lock(tx, clientApplications, access, id);
  const [endpoint] = await tx.run(endpoints, [id]);
  if (endpoint) {
    throw invalid({ id: ['This client-application has webhook endpoints: delete them first, or disable it.'] });
  }
  await standard.remove(tx, clientApplications, access, id, write);
}

export { withoutEndedSecret as shown } from './rotating-secrets.ts';

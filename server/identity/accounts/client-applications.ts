/** Client applications: created, changed and deleted. A secret is shown once; only its digest is stored. */
import { isDeepStrictEqual } from 'node:util';
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import { scopes as knownScopes } from '@muster/contract/scopes.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import { insert } from '../../platform/store/write.ts';
import type { AccessContext, Write } from '../../platform/verbs/access.ts';
import { changesIn, type JsonObject, valuesIn } from '../../platform/verbs/body.ts';
import { checkReferences } from '../../platform/verbs/references.ts';
import { change, lock, remove } from '../../platform/verbs/standard.ts';
import { invalid } from '../../problem.ts';
import { secretsKnownBy } from '../auth/secrets.ts';
import type { AccountAddress } from './addresses.ts';
import { keepSecret, showingOnce } from './rotating-secrets.ts';
import { applicationSecrets } from './secret-rotations.ts';

/** By its client id, whatever the account; null: there is none. */
export async function findApplication(
  database: Database,
  clientId: string,
): Promise<{ readonly id: string; readonly account: AccountAddress & { readonly id: string } } | null> {
  const [found] = await database.query<AccountAddress & { id: string; accountId: string }>(
    `select application.id, account.id as "accountId", account.name, account.environment, account.sandbox
     from client_applications as application join accounts as account on account.id = application.account_id
     where client_id = $1 and not is_built_in`,
    [clientId],
  );
  if (!found) return null;
  const { id, accountId, ...account } = found;
  return { id, account: { id: accountId, ...account } };
}

export async function createApplication(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
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

export function updateApplication(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  return change(tx, clientApplications, access, id, write, async (current, body) => {
    const { scopes, ...changes } = changesIn(clientApplications, current, body, access.caller.baseUrl);
    await checkReferences(tx, clientApplications, access, changes, current);
    const isGrantedAgain = scopes !== undefined && !isDeepStrictEqual(inOrder(scopes), current.scopes);
    return isGrantedAgain ? { ...changes, scopes: inOrder(scopes) } : changes;
  });
}

const endpoints = statement(
  'select id from webhook_endpoints where account_id = $1 and client_application_id = $2 limit 1',
);

export async function removeApplication(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  await lock(tx, clientApplications, access, id);
  const [endpoint] = await tx.run(endpoints, [id]);
  if (endpoint) {
    throw invalid({ id: ['This client-application has webhook endpoints: delete them first, or disable it.'] });
  }
  await remove(tx, clientApplications, access, id, write);
}

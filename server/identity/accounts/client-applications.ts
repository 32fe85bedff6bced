/**
 * Client applications: created, changed and deleted by people over HTTP and by the operator. A secret is shown once;
 * only its digest is stored.
 */
import { isDeepStrictEqual } from 'node:util';
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import { scopes as knownScopes } from '@muster/contract/scopes.ts';
import type { Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Condition } from '../../platform/store/condition.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import { insert } from '../../platform/store/write.ts';
import type { AccessContext, Write } from '../../platform/verbs/access.ts';
import { changesIn, type JsonObject, valuesIn } from '../../platform/verbs/body.ts';
import { checkReferences } from '../../platform/verbs/references.ts';
import { change, lock, remove } from '../../platform/verbs/standard.ts';
import { invalid } from '../../problem.ts';
import type { SecretSource } from '../auth/secrets.ts';
import { secretsKnownBy } from '../auth/secrets.ts';
import { keepSecret, showingOnce } from './rotating-secrets.ts';
import { applicationSecrets } from './secret-rotations.ts';

/** The application that people themselves use is hidden. */
export const visibleApplications = (): Condition[] => [() => 'not shown_row.is_built_in'];

export async function createApplication(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const { shown, clientSecret } = await declareApplication(tx, access, body, secretsKnownBy(tx.vault.fingerprint));
  return showingOnce(applicationSecrets, shown, clientSecret);
}

export interface Declared {
  readonly shown: StoredRow;
  readonly clientId: string;
  readonly clientSecret: string;
}

export async function declareApplication(
  tx: Tx,
  access: AccessContext,
  body: JsonObject,
  secrets: SecretSource,
): Promise<Declared> {
  const values = valuesIn(clientApplications, body, access.caller.baseUrl);
  await checkReferences(tx, clientApplications, access, values);
  const clientId = secrets.newClientId();
  const shown = await insert(tx, clientApplications, {
    ...values,
    scopes: inOrder(values.scopes),
    clientId,
    secretCreatedAt: tx.machineNow,
    isBuiltIn: false,
  });
  const secret = secrets.newClientSecret();
  await keepSecret(tx, applicationSecrets, shown.id, secret);
  return { shown, clientId, clientSecret: secret.text };
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

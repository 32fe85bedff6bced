// Client applications on the command line: identified by client id, in any account. The rules are those of the
// administration area; errors name the options of the command.
import { clientApplicationSecrets } from '@muster/contract/administration/client-application-secrets.ts';
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { lockOne, type StoredRow } from '../../platform/store/read.ts';
import { type Actor, difference, recordAudit } from '../../platform/verbs/audit.ts';
import type { JsonObject } from '../../platform/verbs/body.ts';
import { parsed } from '../../platform/verbs/standard.ts';
import type { SecretSource } from '../auth/secrets.ts';
import { RefusedError, refusedByMembers, refuseIfAny } from './account-errors.ts';
import { declareApplication, updateApplication } from './client-applications.ts';
import { operatorOf } from './operator.ts';
import { endFormerSecret, replaceSecret } from './rotating-secrets.ts';
import { applicationSecrets } from './secret-rotations.ts';

export interface CredentialKeeping {
  readonly database: Database;
  readonly secrets: SecretSource;
  readonly now: () => Date;
  /** The actor for the audit entry, if it is recorded. */
  readonly actor?: Actor;
}

export interface ClientDeclaration {
  readonly name: string;
  readonly technicalContact: string;
  readonly scopes: readonly string[];
  /** null: all, including future ones. */
  readonly establishments: readonly string[] | null;
}

export interface ClientApplication extends ClientDeclaration {
  readonly id: string;
  readonly clientId: string;
  readonly isDisabled: boolean;
  readonly createdAt: Date;
}

/** The secret is not stored: this is the only time it can be shown. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export const overlapSecondsDefault = 24 * 60 * 60;
export const overlapSecondsMax = 7 * 24 * 60 * 60;

/** The error of an overlap time, if any. */
export function wrongOverlap(seconds: number): string | undefined {
  const isAllowed = Number.isInteger(seconds) && seconds >= 0 && seconds <= overlapSecondsMax;
  return isAllowed ? undefined : `The overlap is a whole number from 0 to ${overlapSecondsMax} (7 days).`;
}

export function createClient(
  { database, secrets, actor }: CredentialKeeping,
  accountId: string,
  declaration: ClientDeclaration,
): Promise<ClientCredentials> {
  return refusing(
    database.transaction(accountId, async (tx) => {
      const { shown, clientId, clientSecret } = await declareApplication(
        tx,
        operatorOf(accountId),
        bodyOf(declaration),
        secrets,
      );
      if (actor) await keep(tx, actor, 'created', null, shown);
      return { clientId, clientSecret };
    }),
  );
}

const bodyOf = ({ name, technicalContact, scopes, establishments }: Partial<ClientDeclaration>): JsonObject => ({
  ...(name !== undefined && { name }),
  ...(technicalContact !== undefined && { technicalContact }),
  ...(scopes !== undefined && { scopes: [...new Set(scopes)] }),
  ...(establishments !== undefined && { businessEstablishments: establishments?.map((id) => ({ id })) ?? null }),
});

const columns = `id, client_id as "clientId", name, technical_contact as "technicalContact", scopes,
  business_establishments_id::text[] as establishments, is_disabled as "isDisabled", created_at as "createdAt"`;

export function listClients(database: Database, accountId: string): Promise<ClientApplication[]> {
  return database.query<ClientApplication>(
    `select ${columns} from client_applications where account_id = $1 and not is_built_in order by lower(name), id`,
    [accountId],
  );
}

/** Omitted members stay unchanged. Tokens issued before lose withdrawn rights within a second. */
export function changeClient(
  database: Database,
  clientId: string,
  change: Partial<ClientDeclaration>,
  actor?: Actor,
): Promise<ClientApplication> {
  return updated(database, clientId, bodyOf(change), actor);
}

/** Its tokens are refused within a second; the application itself is kept. */
export async function revokeClient(database: Database, clientId: string, actor?: Actor): Promise<void> {
  await updated(database, clientId, { isDisabled: true }, actor);
}

/** Undoes a revocation. Unexpired tokens work again. */
export async function restoreClient(database: Database, clientId: string, actor?: Actor): Promise<void> {
  await updated(database, clientId, { isDisabled: false }, actor);
}

function updated(
  database: Database,
  clientId: string,
  body: JsonObject,
  actor: Actor | undefined,
): Promise<ClientApplication> {
  return withApplication(database, clientId, async (tx, before) => {
    const write = { check: () => undefined, isConditional: false, body: async () => body };
    const after = await updateApplication(tx, operatorOf(tx.accountId), before.id, write);
    if (actor && after.revision !== before.revision) await keep(tx, actor, 'updated', before, after);
    return clientIn(parsed(after, ''));
  });
}

const clientIn = (row: JsonObject): ClientApplication => {
  const { businessEstablishments, createdAt, ...application } = row as JsonObject & {
    businessEstablishments: { id: string }[] | null;
    createdAt: string;
  };
  // As the service wrote it.
  const { id, clientId, name, technicalContact, scopes, isDisabled } = application as unknown as ClientApplication;
  return {
    id,
    clientId,
    name,
    technicalContact,
    scopes,
    isDisabled,
    establishments: businessEstablishments?.map(({ id }) => id) ?? null,
    createdAt: new Date(createdAt),
  };
};

/** The old secret stays valid for the overlap; one that was already expiring ends now. */
export async function rotateSecret(
  { database, secrets, actor }: CredentialKeeping,
  clientId: string,
  { overlapSeconds = overlapSecondsDefault }: { readonly overlapSeconds?: number } = {},
): Promise<ClientCredentials> {
  refuseIfAny({ overlapSeconds: wrongOverlap(overlapSeconds) });
  const secret = secrets.newClientSecret();
  await withApplication(database, clientId, async (tx, { id }) => {
    await replaceSecret(tx, applicationSecrets, id, secret, overlapSeconds * 1000);
    if (actor) await recordAudit(tx, actor, { ...ofSecret(id, 'created'), after: { overlapSeconds } });
  });
  return { clientId, clientSecret: secret.text };
}

const ofSecret = (applicationId: string, verb: 'created' | 'deleted') => ({
  action: `${clientApplicationSecrets.type}.${verb}`,
  subject: { type: clientApplications.type, id: applicationId },
  before: null,
});

/** Ends the overlap early. Does nothing if only one secret is active. */
export async function endOldSecret(database: Database, clientId: string, actor?: Actor): Promise<void> {
  await withApplication(database, clientId, async (tx, { id }) => {
    const isEnded = await endFormerSecret(tx, applicationSecrets, id);
    if (actor && isEnded) await recordAudit(tx, actor, { ...ofSecret(id, 'deleted'), after: null });
  });
}

/** In a transaction of its account, locked against other changes. */
async function withApplication<T>(
  database: Database,
  clientId: string,
  work: (tx: Tx, application: StoredRow) => Promise<T>,
): Promise<T> {
  const [found] = await database.query<{ id: string; accountId: string }>(
    'select id, account_id as "accountId" from client_applications where client_id = $1 and not is_built_in',
    [clientId],
  );
  if (found === undefined) throw unknownClient();
  return refusing(
    database.transaction(found.accountId, async (tx) => {
      const application = await lockOne(tx, clientApplications, found.id);
      if (!application) throw unknownClient();
      return work(tx, application);
    }),
  );
}

async function keep(
  tx: Tx,
  actor: Actor,
  verb: 'created' | 'updated',
  before: StoredRow | null,
  after: StoredRow,
): Promise<void> {
  const rowOf = (shown: StoredRow | null) => shown && parsed(shown, '');
  await recordAudit(tx, actor, {
    action: `${clientApplications.type}.${verb}`,
    subject: { type: clientApplications.type, id: after.id },
    ...difference(clientApplications, rowOf(before), rowOf(after)),
  });
}

const unknownClient = (): RefusedError =>
  new RefusedError({ clientId: ['There is no client application with this client id.'] });

/** With the option names that an operator uses. */
const refusing = <T>(work: Promise<T>): Promise<T> =>
  refusedByMembers(work, { businessEstablishments: 'establishments' });

// Owns the client applications of an account and their secrets: declaring, changing, rotating, revoking.
// Promises: a secret is answered once and stored only as a digest, and at most two are live at any moment.
import { scopes as knownScopes } from '@muster/contract/scopes.ts';
import type { Database } from '../database/database.ts';
import { RefusedError, refuseIfAny, refusingDuplicates, wrongEmail, wrongName } from './refusal.ts';

export interface NewSecret {
  readonly text: string;
  readonly digest: Buffer;
}

/** Where new identifiers and secrets come from; the digests are under a key this folder does not know. */
export interface SecretSource {
  newClientId(): string;
  newClientSecret(): NewSecret;
  newApiKey(): NewSecret;
}

export interface CredentialKeeping {
  readonly database: Database;
  readonly secrets: SecretSource;
  readonly now: () => Date;
}

export interface ClientDeclaration {
  readonly name: string;
  readonly technicalContact: string;
  readonly scopes: readonly string[];
  /** null: all, present and future. */
  readonly establishments: readonly string[] | null;
}

export interface ClientApplication extends ClientDeclaration {
  readonly id: string;
  readonly clientId: string;
  readonly isDisabled: boolean;
  readonly createdAt: Date;
}

/** The secret is not kept: this is the only time it can be shown. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export const overlapSecondsDefault = 24 * 60 * 60;
export const overlapSecondsMax = 7 * 24 * 60 * 60;

const columns = `id, client_id as "clientId", name, technical_contact as "technicalContact", scopes,
  establishments::text[] as establishments, is_disabled as "isDisabled", created_at as "createdAt"`;

const duplicateName = { name: ['A client application of this name exists already in the account.'] };

export async function createClient(
  { database, secrets, now }: CredentialKeeping,
  accountId: string,
  declaration: ClientDeclaration,
): Promise<ClientCredentials> {
  refuseWrongDeclaration(declaration);
  const clientId = secrets.newClientId();
  const secret = secrets.newClientSecret();
  const { name, technicalContact, scopes, establishments } = declaration;
  await refusingDuplicates('client_applications_name_key', duplicateName, () =>
    database.query(
      `with declared as (
         insert into client_applications
           (account_id, client_id, name, technical_contact, scopes, establishments, created_at)
         values ($1, $2, $3, $4, $5, $6::text[]::bigint[], $7) returning id
       )
       insert into client_secrets (client_application_id, digest, created_at) select id, $8, $7 from declared`,
      [accountId, clientId, name, technicalContact, distinct(scopes), establishments, now(), secret.digest],
    ),
  );
  return { clientId, clientSecret: secret.text };
}

export function listClients(database: Database, accountId: string): Promise<ClientApplication[]> {
  return database.query<ClientApplication>(
    `select ${columns} from client_applications where account_id = $1 order by lower(name), id`,
    [accountId],
  );
}

/** Members left out stay as they are. Tokens already issued lose what is withdrawn here within a second. */
export async function changeClient(
  database: Database,
  clientId: string,
  change: Partial<ClientDeclaration>,
): Promise<ClientApplication> {
  return refusingDuplicates('client_applications_name_key', duplicateName, () =>
    database.together(async (query) => {
      const [before] = await query<ClientApplication>(
        `select ${columns} from client_applications where client_id = $1 for update`,
        [clientId],
      );
      if (before === undefined) throw unknownClient();
      const { name, technicalContact, scopes, establishments } = { ...before, ...change };
      refuseWrongDeclaration({ name, technicalContact, scopes, establishments });
      const [after] = await query<ClientApplication>(
        `update client_applications
         set name = $2, technical_contact = $3, scopes = $4, establishments = $5::text[]::bigint[]
         where client_id = $1 returning ${columns}`,
        [clientId, name, technicalContact, distinct(scopes), establishments],
      );
      return after ?? before;
    }),
  );
}

/** The old secret stays valid for the overlap; one that was already on its way out ends now. */
export async function rotateSecret(
  { database, secrets, now }: CredentialKeeping,
  clientId: string,
  { overlapSeconds = overlapSecondsDefault }: { readonly overlapSeconds?: number } = {},
): Promise<ClientCredentials> {
  const isAllowed = Number.isInteger(overlapSeconds) && overlapSeconds >= 0 && overlapSeconds <= overlapSecondsMax;
  refuseIfAny({
    overlapSeconds: isAllowed ? undefined : `The overlap is a whole number from 0 to ${overlapSecondsMax} (7 days).`,
  });
  const secret = secrets.newClientSecret();
  const moment = now();
  await database.together(async (query) => {
    const [client] = await query<{ id: string }>(`select id from client_applications where client_id = $1 for update`, [
      clientId,
    ]);
    if (client === undefined) throw unknownClient();
    const ends = new Date(moment.getTime() + overlapSeconds * 1000);
    await query(`delete from client_secrets where client_application_id = $1 and (expires_at is not null or $2)`, [
      client.id,
      overlapSeconds === 0,
    ]);
    await query(`update client_secrets set expires_at = $2 where client_application_id = $1`, [client.id, ends]);
    await query(`insert into client_secrets (client_application_id, digest, created_at) values ($1, $2, $3)`, [
      client.id,
      secret.digest,
      moment,
    ]);
  });
  return { clientId, clientSecret: secret.text };
}

/** Ends the overlap early. Nothing happens when only one secret is live. */
export async function endOldSecret(database: Database, clientId: string): Promise<void> {
  const found = await database.query(
    `with ended as (
       delete from client_secrets using client_applications
       where client_applications.id = client_application_id and client_id = $1 and expires_at is not null
     )
     select id from client_applications where client_id = $1`,
    [clientId],
  );
  if (found.length === 0) throw unknownClient();
}

/** Its tokens are refused within a second; the declaration is kept. */
export function revokeClient(database: Database, clientId: string): Promise<void> {
  return setDisabled(database, clientId, true);
}

/** Undoes a revocation. Tokens that have not expired meanwhile work again. */
export function restoreClient(database: Database, clientId: string): Promise<void> {
  return setDisabled(database, clientId, false);
}

async function setDisabled(database: Database, clientId: string, isDisabled: boolean): Promise<void> {
  const changed = await database.query(
    `update client_applications set is_disabled = $2 where client_id = $1 returning id`,
    [clientId, isDisabled],
  );
  if (changed.length === 0) throw unknownClient();
}

function unknownClient(): RefusedError {
  return new RefusedError({ clientId: ['There is no client application with this client id.'] });
}

function refuseWrongDeclaration({ name, technicalContact, scopes, establishments }: ClientDeclaration): void {
  const isEstablishmentList =
    establishments === null || (establishments.length > 0 && establishments.every((id) => /^[1-9]\d{0,17}$/.test(id)));
  refuseIfAny({
    name: wrongName(name),
    technicalContact: wrongEmail(technicalContact),
    scopes: wrongScopes(scopes),
    establishments: isEstablishmentList
      ? undefined
      : 'Establishments are a list of at least one id, each of digits, or null for all, present and future.',
  });
}

function wrongScopes(scopes: readonly string[]): string | undefined {
  const unknown = scopes.filter((scope) => !knownScopes.includes(scope));
  if (scopes.length > 0 && unknown.length === 0) return undefined;
  const problem = scopes.length === 0 ? 'At least one scope is needed.' : `Unknown: ${unknown.join(', ')}.`;
  return `${problem} The scopes are ${knownScopes.join(', ')}.`;
}

/** Each scope once, in the order of the contract, whatever the order in which they were given. */
function distinct(scopes: readonly string[]): string[] {
  return knownScopes.filter((scope) => scopes.includes(scope));
}

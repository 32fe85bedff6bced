/** The identity provider of an account. The secret is stored encrypted, and only the sign-in decrypts it. */
import { identityProviders } from '@muster/contract/administration/identity-providers.ts';
import type { Session, Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import { insert } from '../../platform/store/write.ts';
import type { AccessContext, Write } from '../../platform/verbs/access.ts';
import { changesIn, type JsonObject, valuesIn } from '../../platform/verbs/body.ts';
import { change, read, remove } from '../../platform/verbs/standard.ts';
import { invalid, type Problem } from '../../problem.ts';
import type { Outside } from '../../webhooks/outside.ts';

const about = ({ accountId }: Session): string => `${accountId}/identity-provider/secret`;

/** Null: it cannot be decrypted. */
export const secretIn = (session: Session, sealed: string): string | null =>
  session.vault.openOrNull(sealed, about(session));

const one = statement('select 1 as one from identity_providers where account_id = $1 for update');

export async function createProvider(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const { clientSecret, ...values } = valuesIn(identityProviders, body, access.caller.baseUrl);
  // Nobody can have linked it yet.
  if (values.isRequired) refuseOutside(access, true);
  if ((await tx.run(one)).length > 0)
    throw invalid({ $: ['The account has a provider already: change or delete it.'] });
  return insert(tx, identityProviders, { ...values, sealedSecret: tx.vault.seal(String(clientSecret), about(tx)) });
}

/**
 * Another issuer, or another client of the same issuer, has other subjects: people must link it again.
 */
const links = statement('delete from administrator_identities where account_id = $1 and provider_id = $2');

export async function updateProvider(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  let isAnother = false;
  const shown = await change(tx, identityProviders, access, id, write, async (current, body) => {
    const { clientSecret, ...changes } = changesIn(identityProviders, current, body, access.caller.baseUrl);
    isAnother = changes.issuer !== undefined || changes.clientId !== undefined;
    const isRequired = changes.isRequired ?? current.isRequired;
    if (isRequired && (changes.isRequired || isAnother)) refuseOutside(access, isAnother);
    if (isAnother) await refuseWithoutOwner(tx, changes.issuer === undefined ? 'clientId' : 'issuer');
    if (clientSecret === undefined) return changes;
    return { ...changes, sealedSecret: tx.vault.seal(String(clientSecret), about(tx)) };
  });
  if (isAnother) await tx.run(links, [id]);
  return shown;
}

export async function removeProvider(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  await refuseWithoutOwner(tx, 'id');
  await remove(tx, identityProviders, access, id, write);
}

/**
 * The person who makes the provider the only way to sign in must have used it; otherwise they would lock themselves
 * out.
 */
function refuseOutside({ caller: { person } }: AccessContext, isAnother: boolean): void {
  if (!person || person.isOperator || (person.isByProvider && !isAnother)) return;
  throw invalid({
    isRequired: [
      'Link the provider in your own profile first, or sign in with it: only then can it be the only way in.',
    ],
  });
}

const ownersLeft = statement(`
select 1 as one from administrators as person
where account_id = $1 and role = 'owner' and not is_disabled
  and (password_hash is not null
    or exists (select from administrator_factors where administrator_id = person.id and kind = 'passkey'))
limit 1`);

/** An owner who has only the provider could no longer sign in without it. */
async function refuseWithoutOwner(tx: Tx, member: string): Promise<void> {
  if ((await tx.run(ownersLeft)).length > 0) return;
  throw invalid({ [member]: ['No owner could sign in any more: one of them adds a passkey first.'] });
}

/** Checks whether the service may call the issuer, before anything is locked. */
async function refusedIssuer(outside: Outside, issuer: unknown): Promise<Problem | null> {
  if (typeof issuer !== 'string') return null;
  const refusal = await outside.refusedAddress(issuer);
  return refusal === null ? null : invalid({ issuer: [refusal] });
}

export async function validateProviderExternally(
  outside: Outside,
  _session: Session,
  { caller }: AccessContext,
  body: JsonObject,
): Promise<Problem | null> {
  valuesIn(identityProviders, body, caller.baseUrl);
  return refusedIssuer(outside, body.issuer);
}

export async function validateProviderChangeExternally(
  outside: Outside,
  session: Session,
  access: AccessContext,
  id: string,
  write: Write,
): Promise<void> {
  write.check(await read(session, identityProviders, access, id));
  const refusal = await refusedIssuer(outside, (await write.body()).issuer);
  if (refusal) throw refusal;
}

export interface Provider {
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly areAddressesTrusted: boolean;
}

const declared = statement(`
select id::text as id, issuer, client_id as "clientId", sealed_secret as sealed, are_addresses_trusted as "areAddressesTrusted"
from identity_providers where account_id = $1`);

/** null: the account has none, or its secret cannot be decrypted; its owner must enter the secret again. */
export async function providerOf(session: Session): Promise<Provider | null> {
  const [row] = await session.run<Omit<Provider, 'clientSecret'> & { sealed: string }>(declared);
  if (!row) return null;
  const { sealed, ...provider } = row;
  const clientSecret = secretIn(session, sealed);
  return clientSecret === null ? null : { ...provider, clientSecret };
}

/** Why there is none to ask, for people who want to sign in by it. */
export async function withoutProvider(session: Session): Promise<Problem> {
  const isUnreadable = (await session.run(declared)).length > 0;
  return invalid({ $: [isUnreadable ? unreadableSecret : 'The account has no provider to sign in with.'] });
}

const unreadableSecret =
  'The secret of the provider cannot be decrypted: an owner of the account enters it again in the settings.';

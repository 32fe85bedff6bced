/** The identity provider of an account. The secret is stored encrypted, and only the sign-in decrypts it. */
import { identityProviders } from '@muster/contract/administration/identity-providers.ts';
import type { Session, Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import { insert } from '../../platform/store/write.ts';
import type { AccessContext, Write } from '../../platform/verbs/access.ts';
import { changesIn, type JsonObject, valuesIn } from '../../platform/verbs/body.ts';
import * as standard from '../../platform/verbs/standard.ts';
import { invalid, type Problem } from '../../problem.ts';
import type { Outside } from '../../webhooks/outside.ts';
import { sealedSecret } from './account-provider.ts';

const one = statement('select 1 as one from identity_providers where account_id = $1 for update');

export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const { clientSecret, ...values } = valuesIn(identityProviders, body, access.caller.baseUrl);
  // Nobody can have linked it yet.
  if (values.isRequired) refuseOutside(access, true);
  if ((await tx.run(one)).length > 0)
    throw invalid({ $: ['The account has a provider already: change or delete it.'] });
  return insert(tx, identityProviders, { ...values, sealedSecret: sealedSecret(tx, String(clientSecret)) });
}

/**
 * Another issuer, or another client of the same issuer, has other subjects: people must link it again.
 */
const links = statement('delete from administrator_identities where account_id = $1 and provider_id = $2');

export async function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  let isAnother = false;
  const shown = await standard.change(tx, identityProviders, access, id, write, async (current, body) => {
    const { clientSecret, ...changes } = changesIn(identityProviders, current, body, access.caller.baseUrl);
    isAnother = changes.issuer !== undefined || changes.clientId !== undefined;
    const isRequired = changes.isRequired ?? current.isRequired;
    if (isRequired && (changes.isRequired || isAnother)) refuseOutside(access, isAnother);
    if (isAnother) await refuseWithoutOwner(tx, changes.issuer === undefined ? 'clientId' : 'issuer');
    if (clientSecret === undefined) return changes;
    return { ...changes, sealedSecret: sealedSecret(tx, String(clientSecret)) };
  });
  if (isAnother) await tx.run(links, [id]);
  return shown;
}

export async function remove(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  await refuseWithoutOwner(tx, 'id');
  await standard.remove(tx, identityProviders, access, id, write);
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

export async function validateCreationExternally(
  outside: Outside,
  _session: Session,
  { caller }: AccessContext,
  body: JsonObject,
): Promise<Problem | null> {
  valuesIn(identityProviders, body, caller.baseUrl);
  return refusedIssuer(outside, body.issuer);
}

export async function validateUpdateExternally(
  outside: Outside,
  session: Session,
  access: AccessContext,
  id: string,
  write: Write,
): Promise<void> {
  write.check(await standard.read(session, identityProviders, access, id));
  const refusal = await refusedIssuer(outside, (await write.body()).issuer);
  if (refusal) throw refusal;
}

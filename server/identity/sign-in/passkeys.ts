/**
 * Passkeys (WebAuthn): registered by a known person, then used in addition to the password, or instead of it if the
 * device verifies the user.
 */
import { randomUUID } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import type { Database, Session, Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';

/** A tenth of the memory and of the start time of the whole service: loaded on demand. */
const library = () => import('@simplewebauthn/server');

/** The host of the account, which passkeys are bound to. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

export const relyingPartyOf = (baseUrl: string): RelyingParty => ({
  id: new URL(baseUrl).hostname,
  origin: new URL(baseUrl).origin,
});

/**
 * EdDSA, ES256 and RS256, which devices use today. The library would also try algorithms that Node marks as
 * experimental.
 */
const supportedAlgorithmIDs = [-8, -7, -257];

const ofPerson = statement(`
select credential_id as id, transports from administrator_factors join administrators on administrators.id = administrator_id
where account_id = $1 and administrators.id = $2 and kind = 'passkey'`);

const passkeysOf = async (session: Session, administratorId: string) =>
  (await session.run<{ id: string; transports: string[] | null }>(ofPerson, [administratorId])).map(
    ({ id, transports }) => ({ id, ...(transports && { transports }) }),
  );

/** The user handle of a device: reveals nothing, and is the same for all devices of the person. */
const handleOf = ({ vault, accountId }: Session, administratorId: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(vault.fingerprint(`passkeys of ${accountId} ${administratorId}`));

export async function registrationOptions(
  session: Session,
  person: { readonly id: string; readonly email: string },
  relyingParty: RelyingParty,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Muster',
    rpID: relyingParty.id,
    userName: person.email,
    userDisplayName: person.email,
    userID: handleOf(session, person.id),
    // The make of the device does not matter.
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: await passkeysOf(session, person.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

const adding = statement(`
insert into administrator_factors
  (id, administrator_id, kind, name, created_at, confirmed_at, credential_id, public_key, signature_count, transports)
select $3, id, 'passkey', $4, $5, $5, $6, $7, $8, $9 from administrators where account_id = $1 and id = $2
on conflict (credential_id) do nothing
returning id`);

type RegisteredPasskey = Extract<VerifiedRegistrationResponse, { verified: true }>['registrationInfo'];

/** null: the response of the device is not valid. */
export async function registeredPasskey(
  response: RegistrationResponseJSON,
  challenge: string,
  relyingParty: RelyingParty,
): Promise<RegisteredPasskey | null> {
  const { verifyRegistrationResponse } = await library();
  const found = await refusing(
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: false,
      supportedAlgorithmIDs,
    }),
  );
  return found?.verified ? found.registrationInfo : null;
}

/** The id of the new factor; null: the passkey exists already. */
export async function addPasskey(
  tx: Tx,
  administratorId: string,
  name: string,
  { credential: { id, publicKey, counter, transports } }: RegisteredPasskey,
): Promise<string | null> {
  const [added] = await tx.run<{ id: string }>(adding, [
    administratorId,
    randomUUID(),
    name,
    tx.machineNow,
    id,
    Buffer.from(publicKey),
    counter,
    transports ?? null,
  ]);
  return added?.id ?? null;
}

/** For one person after the password; without a person, for any passkey of this host. */
export async function authenticationOptions(
  relyingParty: RelyingParty,
  asked: { readonly session: Session; readonly administratorId: string } | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  if (!asked) return generateAuthenticationOptions({ rpID: relyingParty.id, userVerification: 'required' });
  return generateAuthenticationOptions({
    rpID: relyingParty.id,
    allowCredentials: await passkeysOf(asked.session, asked.administratorId),
    userVerification: 'preferred',
  });
}

export interface FoundPasskey {
  readonly factorId: string;
  readonly administratorId: string;
  readonly accountId: string;
  readonly publicKey: Buffer;
  readonly signatureCount: string;
}

/** Looked up before the account is known, like every credential. */
export async function passkeyNamed(database: Database, credentialId: unknown): Promise<FoundPasskey | null> {
  if (typeof credentialId !== 'string' || credentialId.length > 2000) return null;
  const [row] = await database.query<FoundPasskey>(
    `select factor.id as "factorId", administrator_id::text as "administratorId", account_id::text as "accountId",
       public_key as "publicKey", signature_count as "signatureCount"
     from administrator_factors as factor join administrators on administrators.id = administrator_id
     where credential_id = $1`,
    [credentialId],
  );
  return row ?? null;
}

/**
 * Whether the device has signed this challenge. A counter that does not grow indicates a copied device; synced passkeys
 * stay at zero.
 */
export async function usePasskey(
  database: Database,
  passkey: FoundPasskey,
  response: AuthenticationResponseJSON,
  {
    challenge,
    relyingParty,
    isAlone,
    now,
  }: { challenge: string; relyingParty: RelyingParty; isAlone: boolean; now: Date },
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await library();
  const found = await refusing(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      credential: {
        id: response.id,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: Number(passkey.signatureCount),
      },
      requireUserVerification: isAlone,
    }),
  );
  if (!found?.verified) return false;
  const rows = await database.query(
    `update administrator_factors set signature_count = $2, last_used_at = $3
     where id = $1 and (signature_count < $2 or signature_count = 0 and $2 = 0) returning 1`,
    [passkey.factorId, found.authenticationInfo.newCounter, now],
  );
  return rows.length > 0;
}

/** The library reports an invalid response by an error; the sender only learns that it is invalid. */
const refusing = <T>(verified: Promise<T>): Promise<T | null> => verified.catch(() => null);

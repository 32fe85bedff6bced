/**
 * Passkeys (WebAuthn): registered by a person who is known, then asked for next to the password, or instead of it where
 * the device has made sure of the person itself.
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

/** A tenth of the memory of the whole service, and of the time of its start: loaded by the first who wants a passkey. */
const library = () => import('@simplewebauthn/server');

/** Where passkeys count: the host of the account, under which the page was loaded. */
export interface Place {
  readonly id: string;
  readonly origin: string;
}

export const placeOf = (baseUrl: string): Place => ({ id: new URL(baseUrl).hostname, origin: new URL(baseUrl).origin });

/** EdDSA, ES256 and RS256: what devices make today. The library would also try what Node calls experimental. */
const supportedAlgorithmIDs = [-8, -7, -257];

const ofPerson = statement(`
select credential_id as id, transports from administrator_factors join administrators on administrators.id = administrator_id
where account_id = $1 and administrators.id = $2 and kind = 'passkey'`);

const passkeysOf = async (session: Session, administratorId: string) =>
  (await session.run<{ id: string; transports: string[] | null }>(ofPerson, [administratorId])).map(
    ({ id, transports }) => ({ id, ...(transports && { transports }) }),
  );

/** What a device knows the person by: tells nothing, and is the same for each of their devices. */
const handleOf = ({ vault, accountId }: Session, administratorId: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(vault.fingerprint(`passkeys of ${accountId} ${administratorId}`));

export async function registrationOptions(
  session: Session,
  person: { readonly id: string; readonly email: string },
  place: Place,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Muster',
    rpID: place.id,
    userName: person.email,
    userDisplayName: person.email,
    userID: handleOf(session, person.id),
    // Which make of device it is does not matter.
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

/** null: what the device said does not hold. */
export async function registeredPasskey(
  response: RegistrationResponseJSON,
  challenge: string,
  place: Place,
): Promise<RegisteredPasskey | null> {
  const { verifyRegistrationResponse } = await library();
  const found = await refusing(
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.id,
      requireUserVerification: false,
      supportedAlgorithmIDs,
    }),
  );
  return found?.verified ? found.registrationInfo : null;
}

/** The id of the new factor; null: the passkey is known already. */
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

/** For one person next to the password; without one, for anyone who has a passkey for this host. */
export async function authenticationOptions(
  place: Place,
  asked: { readonly session: Session; readonly administratorId: string } | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  if (!asked) return generateAuthenticationOptions({ rpID: place.id, userVerification: 'required' });
  return generateAuthenticationOptions({
    rpID: place.id,
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
 * Whether the device has signed this challenge. A counter that does not grow tells of a copied device; those that sync
 * their passkeys count nothing and stay at zero.
 */
export async function usePasskey(
  database: Database,
  passkey: FoundPasskey,
  response: AuthenticationResponseJSON,
  { challenge, place, isAlone, now }: { challenge: string; place: Place; isAlone: boolean; now: Date },
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await library();
  const found = await refusing(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.id,
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

/** The library says by an error what is wrong with an answer, be it not even one; anyone who sent it learns that it is. */
const refusing = <T>(verified: Promise<T>): Promise<T | null> => verified.catch(() => null);

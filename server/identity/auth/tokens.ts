// Access tokens: issuing, verifying, revoking and describing them; RFC 9068, signed with ES256, bound to one account.
// Nothing is stored per token. A signature is checked once per token and node; the current record of the client decides
// at every use whether the token is still valid.
import { randomUUID } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Database } from '../../platform/database/database.ts';
import type { AddressBook } from '../accounts/addresses.ts';
import { type ClientRecord, type Clients, isGranted } from './clients.ts';
import { leastRecentlyUsed } from './least-recently-used.ts';
import type { SigningKeys } from './signing-keys.ts';

export const tokenSeconds = 1800;

const algorithm = 'ES256';
const tokenType = 'at+jwt';

/** The content of a token; valid only if the current record of its client agrees. */
export interface VerifiedToken {
  readonly tokenId: string;
  readonly clientId: string;
  readonly account: string;
  readonly audience: string;
  readonly scopes: readonly string[];
  readonly issuedAtSeconds: number;
  readonly expiresAtSeconds: number;
}

/** RFC 7662; a token of another client is reported as inactive, like a wrong one. */
export type Introspection =
  | { readonly active: false }
  | ({ readonly active: true } & Readonly<Record<string, unknown>>);

export interface Tokens {
  issue(client: ClientRecord, scopes: readonly string[]): Promise<string>;
  /** Synchronous, for a token that was verified before; undefined for any other. */
  known(token: string): VerifiedToken | undefined;
  /** null: not a token of this installation, or expired. */
  verify(token: string): Promise<VerifiedToken | null>;
  /** The scopes that the token still has; null if its client may no longer use it. */
  scopesLeft(token: VerifiedToken, client: ClientRecord): readonly string[] | null;
  /** Revokes a client's own token; any other token is ignored silently. */
  revoke(token: string, by: ClientRecord): Promise<void>;
  introspect(token: string, by: ClientRecord): Promise<Introspection>;
}

export interface TokenOptions {
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly keys: SigningKeys;
  readonly clients: Clients;
  readonly now: () => Date;
}

/** A token of ours with every scope has about 2,100 characters. */
const tokenLengthMax = 4096;
const knownTokensMax = 10_000;

export function accessTokens({ database, addresses, keys, clients, now }: TokenOptions): Tokens {
  const verified = leastRecentlyUsed<VerifiedToken>(knownTokensMax);
  const inactive: Introspection = { active: false };

  let withdrawals = 0;
  function known(token: string): VerifiedToken | undefined {
    const latest = keys.withdrawals();
    if (latest !== withdrawals) verified.clear();
    withdrawals = latest;
    const found = verified.get(token);
    if (found === undefined || now().getTime() < found.expiresAtSeconds * 1000) return found;
    verified.delete(token);
    return undefined;
  }

  async function verify(token: string): Promise<VerifiedToken | null> {
    const found = known(token);
    if (found !== undefined) return found;
    if (token.length > tokenLengthMax) return null;
    const claims = await verifiedClaims(token, { issuer: addresses.authUrl, keys, now });
    const read = claims === null ? null : readClaims(claims);
    if (read !== null) verified.set(token, read);
    return read;
  }

  function scopesLeft(token: VerifiedToken, client: ClientRecord): readonly string[] | null {
    const isUsable =
      !client.isDisabled &&
      token.account === client.account.name &&
      token.audience === addresses.baseUrlOf(client.account) &&
      !client.revokedTokens.has(token.tokenId);
    return isUsable ? token.scopes.filter((scope) => isGranted(client, scope)) : null;
  }

  return {
    issue: (client, scopes) => signed(client, scopes, { addresses, keys, now }),
    known,
    verify,
    scopesLeft,
    async revoke(token, by) {
      const own = await verify(token);
      if (own === null || own.clientId !== by.clientId) return;
      await storeRevocation(database, own, by, now());
      clients.forget(by.clientId);
    },
    async introspect(token, by) {
      const own = await verify(token);
      if (own === null || own.clientId !== by.clientId) return inactive;
      const scopes = scopesLeft(own, by);
      return scopes === null ? inactive : described(own, scopes, addresses.authUrl);
    },
  };
}

async function signed(
  client: ClientRecord,
  scopes: readonly string[],
  { addresses, keys, now }: Pick<TokenOptions, 'addresses' | 'keys' | 'now'>,
): Promise<string> {
  const { keyId, privateKey } = await keys.signing();
  const issuedAt = Math.floor(now().getTime() / 1000);
  const claims: JWTPayload = {
    iss: addresses.authUrl,
    aud: addresses.baseUrlOf(client.account),
    sub: client.clientId,
    client_id: client.clientId,
    iat: issuedAt,
    exp: issuedAt + tokenSeconds,
    jti: randomUUID(),
    scope: scopes.join(' '),
    account: client.account.name,
  };
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, typ: tokenType, kid: keyId }).sign(privateKey);
}

async function verifiedClaims(
  token: string,
  { issuer, keys, now }: { readonly issuer: string; readonly keys: SigningKeys; readonly now: () => Date },
): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? undefined : await keys.verifying(kid);
        if (key === undefined) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      { issuer, typ: tokenType, algorithms: [algorithm], currentDate: now() },
    );
    return payload;
  } catch (error) {
    // Everything wrong with the token; an unreachable database is not an error of the caller.
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function readClaims(claims: JWTPayload): VerifiedToken | null {
  const { jti, client_id, account, aud, scope, iat, exp } = claims;
  const isComplete =
    typeof jti === 'string' &&
    typeof client_id === 'string' &&
    typeof account === 'string' &&
    typeof aud === 'string' &&
    typeof scope === 'string' &&
    typeof iat === 'number' &&
    typeof exp === 'number';
  if (!isComplete) return null;
  return Object.freeze({
    tokenId: jti,
    clientId: client_id,
    account,
    audience: aud,
    scopes: scope.split(' '),
    issuedAtSeconds: iat,
    expiresAtSeconds: exp,
  });
}

/** Rows of expired tokens are removed with the next revocation of the same client. */
async function storeRevocation(
  database: Database,
  token: VerifiedToken,
  client: ClientRecord,
  moment: Date,
): Promise<void> {
  await database.query(
    `with expired as (delete from revoked_tokens where client_application_id = $2 and expires_at <= $4)
     insert into revoked_tokens (token_id, client_application_id, expires_at) values ($1, $2, $3) on conflict do nothing`,
    [token.tokenId, client.id, new Date(token.expiresAtSeconds * 1000), moment],
  );
}

function described(token: VerifiedToken, scopes: readonly string[], issuer: string): Introspection {
  return {
    active: true,
    token_type: 'Bearer',
    scope: scopes.join(' '),
    client_id: token.clientId,
    sub: token.clientId,
    iss: issuer,
    aud: token.audience,
    iat: token.issuedAtSeconds,
    exp: token.expiresAtSeconds,
    jti: token.tokenId,
    account: token.account,
  };
}

/**
 * OpenID Connect: authorization code with PKCE, state and nonce; the keys of the provider verify the ID token.
 * identities.ts maps the identity to a person.
 */

import type { ClientAuth, Configuration, CustomFetchOptions } from 'openid-client';
import type { GuardedFetch } from '../../webhooks/fetch.ts';
import { leastRecentlyUsed } from '../auth/least-recently-used.ts';
import type { Provider } from './account-provider.ts';

/** Loaded on demand: most installations have no provider. */
const library = () => import('openid-client');
type Library = Awaited<ReturnType<typeof library>>;

/** The expected state of the way back. */
export interface AuthorizationRequest {
  readonly verifier: string;
  readonly nonce: string;
  readonly state: string;
  /** Where the person went: an answer of another provider, or for another client, is not the one they asked for. */
  readonly issuer: string;
  readonly clientId: string;
}

/** A person as the provider identifies them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Null: the provider has not verified one. */
  readonly email: string | null;
  readonly name: string | null;
}

export interface Providers {
  /** The address of the provider, and the expected state. */
  ask(
    provider: Provider,
    redirectUri: string,
  ): Promise<{ readonly location: string; readonly asked: AuthorizationRequest }>;
  /** Throws unless everything about the response is valid. */
  answered(provider: Provider, url: URL, asked: AuthorizationRequest): Promise<Identity>;
}

const scope = 'openid email profile';

/** The metadata of a provider changes rarely, and its keys are refreshed automatically. */
const knownMs = 600_000;
const knownMax = 1000;

export function providers({ fetch }: Pick<GuardedFetch, 'fetch'>, now: () => Date): Providers {
  const known = leastRecentlyUsed<{ readonly sinceMs: number; readonly found: Promise<Configuration> }>(knownMax);

  /** A failed request is tried again the next time. */
  function configurationOf(provider: Provider): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = provider;
    const key = JSON.stringify([issuer, clientId, clientSecret]);
    const before = known.get(key);
    if (before && now().getTime() - before.sinceMs < knownMs) return before.found;
    const found = discovered(provider, fetch);
    known.set(key, { sinceMs: now().getTime(), found });
    found.catch(() => known.delete(key));
    return found;
  }

  return {
    async ask(provider, redirectUri) {
      const configuration = await configurationOf(provider);
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, ...random } = await library();
      const asked = {
        verifier: random.randomPKCECodeVerifier(),
        nonce: random.randomNonce(),
        state: random.randomState(),
        issuer: provider.issuer,
        clientId: provider.clientId,
      };
      const location = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope,
        state: asked.state,
        nonce: asked.nonce,
        code_challenge: await calculatePKCECodeChallenge(asked.verifier),
        code_challenge_method: 'S256',
      });
      return { location: location.href, asked };
    },
    async answered(provider, url, { verifier, nonce, state, issuer, clientId }) {
      if (issuer !== provider.issuer || clientId !== provider.clientId) throw new Error('The provider was changed.');
      const configuration = await configurationOf(provider);
      const { authorizationCodeGrant, fetchUserInfo } = await library();
      const tokens = await authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: state,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token.');
      const reported =
        claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
          ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims;
      return identityOf({ ...claims, ...reported }, provider);
    },
  };
}

/** The metadata of a provider, with the means to call it. */
async function discovered(
  { issuer, clientId, clientSecret }: Provider,
  fetch: GuardedFetch['fetch'],
): Promise<Configuration> {
  const openid = await library();
  const { discovery, enableNonRepudiationChecks, allowInsecureRequests } = openid;
  const url = new URL(issuer);
  return discovery(url, clientId, clientSecret, authenticatedAs(openid, clientSecret), {
    [openid.customFetch]: (address: string, options: CustomFetchOptions) => fetch(address, options),
    // The address check has decided whether plain http is allowed.
    execute: [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])],
    timeout: 10,
  });
}

/** As the provider prefers; by default the header. */
const authenticatedAs =
  ({ ClientSecretBasic, ClientSecretPost }: Library, secret: string): ClientAuth =>
  (server, client, body, headers) => {
    const isPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
    return (isPost ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, client, body, headers);
  };

function identityOf(
  claims: { readonly iss: string; readonly sub: string; readonly [claim: string]: unknown },
  { areAddressesTrusted }: Provider,
): Identity {
  const { iss, sub, email, email_verified: isVerified, name } = claims;
  const isVouchedFor = isVerified === true || (areAddressesTrusted && isVerified === undefined);
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' && isVouchedFor ? email : null,
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 255) : null,
  };
}

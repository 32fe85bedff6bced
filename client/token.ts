/**
 * Access tokens by client credentials: fetched on first use, shared by concurrent calls, renewed shortly before they
 * expire and when the service refuses one. The secret stays in this closure and is sent only to the token endpoint.
 */

import { wholeSeconds } from './error-responses.ts';
import { TokenError } from './errors.ts';
import { exchange, parsed, type Wire } from './exchange.ts';
import { repeated, retryAfterMs } from './retry.ts';

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Some of the scopes granted to the client application; all of them if left out. */
  readonly scopes?: readonly string[] | undefined;
}

/**
 * Returns the token to send. `refused` is the token that just got a 401, if any. Null sends none: pages of the service
 * itself use a session cookie.
 */
export type TokenSource = (refused?: string) => string | null | Promise<string | null>;

/** Renewed this long before its end, so that a token does not expire on its way. */
const marginMs = 60_000;

interface Held {
  readonly token: Promise<string>;
  /** Set when the token has arrived. */
  freshUntilMs: number;
  text?: string;
}

export function clientCredentials(wire: Wire, authUrl: string, credentials: Credentials): TokenSource {
  let held: Held | null = null;

  const fetchToken = (): Held => {
    const fetched = requestToken(wire, authUrl, credentials);
    const mine: Held = { token: fetched.then(({ text }) => text), freshUntilMs: Number.POSITIVE_INFINITY };
    // Callers that wait see the failure; without callers it must not be an unhandled rejection.
    mine.token.catch(() => undefined);
    fetched.then(
      ({ text, lifeMs, askedAtMs }) => {
        mine.text = text;
        // A short-lived token is renewed in the second half of its life.
        mine.freshUntilMs = askedAtMs + lifeMs - Math.min(marginMs, lifeMs / 2);
      },
      () => {
        if (held === mine) held = null;
      },
    );
    return mine;
  };

  return (refused) => {
    const isUsable = held !== null && wire.clock.now() < held.freshUntilMs && (!refused || held.text !== refused);
    if (!isUsable) held = fetchToken();
    return (held as Held).token;
  };
}

interface Issued {
  readonly text: string;
  readonly lifeMs: number;
  readonly askedAtMs: number;
}

/** Takes no signal of a caller: others wait for the same token. */
async function requestToken(wire: Wire, authUrl: string, credentials: Credentials): Promise<Issued> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
    ...(credentials.scopes && { scope: credentials.scopes.join(' ') }),
  });
  const message = {
    method: 'POST',
    headers: new Headers({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }),
    body: form.toString(),
  };
  let askedAtMs = wire.clock.now();
  const { outcome } = await repeated(
    () => {
      askedAtMs = wire.clock.now();
      return exchange(wire, `${authUrl}/connect/token`, message);
    },
    { isRepeatable: true, ...wire },
  );
  if (!('status' in outcome)) throw outcome;
  const body = (parsed(outcome.text) ?? {}) as Record<string, unknown>;
  const { access_token: text, expires_in: lifeSeconds, error, error_description: description } = body;
  if (outcome.status !== 200 || typeof text !== 'string') {
    const waitMs = retryAfterMs(outcome.headers.get('retry-after'), wire.clock.now());
    throw new TokenError(outcome.status, textOrNull(error), textOrNull(description), wholeSeconds(waitMs));
  }
  // RFC 6749 only recommends `expires_in`. Without one, the first refusal renews the token.
  const lifeMs = typeof lifeSeconds === 'number' ? lifeSeconds * 1000 : Number.POSITIVE_INFINITY;
  return { text, lifeMs, askedAtMs };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

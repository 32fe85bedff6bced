// Identifies the caller: from the Authorization header and the host to the client application, its account and its
// rights. Runs on every request: for a known token and a fresh record it is two map look-ups and the same object.
import type { AddressBook, HostAccount } from '../accounts/addresses.ts';
import type { Caller } from './caller.ts';
import type { ClientRecord, Clients } from './clients.ts';
import type { Tokens, VerifiedToken } from './tokens.ts';

/**
 * missing: no bearer token was sent. Both get the same response, except that only a sent token is reported as invalid.
 */
export type AuthenticationFailure = { readonly reason: 'missing' | 'invalid' };

export type Authenticate = (
  authorization: string | undefined,
  hostAccount: HostAccount,
) => Caller | AuthenticationFailure | Promise<Caller | AuthenticationFailure>;

export interface BearerOptions {
  readonly tokens: Tokens;
  readonly clients: Clients;
  readonly addresses: AddressBook;
}

const missing: AuthenticationFailure = Object.freeze({ reason: 'missing' });
const invalid: AuthenticationFailure = Object.freeze({ reason: 'invalid' });

export function isRefusal(answer: Caller | AuthenticationFailure): answer is AuthenticationFailure {
  return 'reason' in answer;
}

export function bearerAuthentication({ tokens, clients, addresses }: BearerOptions): Authenticate {
  /** The caller built from a token and a record, valid while neither is replaced. */
  const made = new WeakMap<VerifiedToken, { readonly client: ClientRecord; readonly caller: Caller | null }>();

  function callerOf(token: VerifiedToken, client: ClientRecord): Caller | null {
    const before = made.get(token);
    if (before?.client === client) return before.caller;
    const scopes = tokens.scopesLeft(token, client);
    const caller = scopes === null ? null : newCaller(client, scopes, addresses);
    made.set(token, { client, caller });
    return caller;
  }

  function answer(token: VerifiedToken, client: ClientRecord, at: HostAccount): Caller | AuthenticationFailure {
    const caller = callerOf(token, client);
    return caller !== null && addresses.mayServe(at, client.account) ? caller : invalid;
  }

  async function lookUp(text: string, at: HostAccount): Promise<Caller | AuthenticationFailure> {
    const token = await tokens.verify(text);
    if (token === null) return invalid;
    const client = await clients.load(token.clientId);
    return client === null ? invalid : answer(token, client, at);
  }

  return (authorization, at) => {
    const text = bearerToken(authorization);
    if (text === null) return missing;
    const token = tokens.known(text);
    const client = token && clients.fresh(token.clientId);
    return client === undefined ? lookUp(text, at) : answer(token as VerifiedToken, client, at);
  };
}

/** null: another scheme, including the legacy key's, or nothing after it. */
function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined || !/^bearer /i.test(authorization)) return null;
  return authorization.slice('bearer '.length).trim() || null;
}

export function newCaller(client: ClientRecord, scopes: readonly string[], addresses: AddressBook): Caller {
  return Object.freeze({
    accountId: client.accountId,
    account: client.account.name,
    baseUrl: addresses.baseUrlOf(client.account),
    eventSource: addresses.sourceOf(client.account),
    clientApplicationId: client.id,
    clientId: client.clientId,
    scopes: new Set(scopes),
    establishments: client.establishments,
    requestsPerMinute: client.requestsPerMinute,
    person: null,
    author: Object.freeze({ type: 'client-application', id: client.clientId, name: client.name }),
  });
}

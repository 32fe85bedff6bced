/** Sign-in with the identity provider of the company: the redirects as a browser follows them. */
import type { IdentityProvider } from '../judges/identity-provider.ts';
import { type Browser, browser } from './people/person.ts';
import type { Reply } from './service.ts';

export const callbackPath = '/admin-api/session/provider/callback';

/** If accounts share the host, `body` names the account. */
export const start = (own: Browser, body: object = {}): Promise<Reply> =>
  own.call('POST', '/admin-api/session/provider', { body });

/** The request after the redirect from the provider. Sent manually, because a followed redirect hides its cookies. */
export async function back(own: Browser, address: string): Promise<Response> {
  // A request from another site does not include the session cookie.
  const sent = [...own.cookies].filter(([name]) => name !== 'muster');
  const answer = await fetch(address, {
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'cross-site', cookie: sent.map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') own.cookies.delete(name);
    else own.cookies.set(name, value);
  }
  return answer;
}

export interface ProviderTrip {
  readonly own: Browser;
  /** The redirect target of the provider, and the response there. */
  readonly address: string;
  readonly answer: Response;
}

/** Goes to the provider at `location` and signs in as `login`. */
export async function comeBack(
  own: Browser,
  provider: IdentityProvider,
  location: string,
  login: string,
): Promise<ProviderTrip> {
  const address = await provider.signIn(location, login);
  return { own, address, answer: await back(own, address) };
}

export async function signInBy(
  url: string,
  provider: IdentityProvider,
  login: string,
  body: object = {},
): Promise<ProviderTrip> {
  const own = browser(url);
  const begun = await start(own, body);
  if (begun.status !== 200) throw new Error(`The way to the provider is refused: ${begun.text}`);
  return comeBack(own, provider, begun.body.location, login);
}

/** From the profile of a signed-in person. */
export async function link(own: Browser, provider: IdentityProvider, login: string): Promise<ProviderTrip> {
  const begun = await own.call('POST', '/admin-api/profile/identities', { body: {} });
  if (begun.status !== 200) throw new Error(`The link is refused: ${begun.text}`);
  return comeBack(own, provider, begun.body.location, login);
}

export const isSignedIn = async (own: Browser): Promise<boolean> =>
  (await own.call('GET', '/admin-api/session')).status === 200;

export const refusedAt = '/console/sign-in?problem=provider';

/** People and the provider of their company: the way there and back, as a browser goes it. */
import type { IdentityProvider } from '../judges/identity-provider.ts';
import { type Browser, browser } from './people/person.ts';
import type { Reply } from './service.ts';

export const callbackPath = '/admin-api/session/provider/callback';

/** Of an account that shares the host with others, `body` names it. */
export const start = (own: Browser, body: object = {}): Promise<Reply> =>
  own.call('POST', '/admin-api/session/provider', { body });

/** What the browser asks when the provider leads back: manually, since a redirect that is followed hides its cookies. */
export async function back(own: Browser, address: string): Promise<Response> {
  // The session's cookie is not sent along from another site.
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
  /** Where the provider led back to, and what was answered there. */
  readonly address: string;
  readonly answer: Response;
}

/** Goes to the provider from where `location` says, as `login` there. */
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

/** From the profile of somebody who is signed in. */
export async function link(own: Browser, provider: IdentityProvider, login: string): Promise<ProviderTrip> {
  const begun = await own.call('POST', '/admin-api/profile/identities', { body: {} });
  if (begun.status !== 200) throw new Error(`The link is refused: ${begun.text}`);
  return comeBack(own, provider, begun.body.location, login);
}

export const isSignedIn = async (own: Browser): Promise<boolean> =>
  (await own.call('GET', '/admin-api/session')).status === 200;

export const refusedAt = '/console/sign-in?problem=provider';

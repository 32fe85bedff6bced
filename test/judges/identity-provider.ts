/** An independent OpenID provider on this machine, and a person who signs in to it with a browser. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

export interface Claims {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The claims of its people, by sign-in name; a test may change them. */
  readonly people: Map<string, Claims>;
  /** Follows an authorization request to the redirect of the provider. */
  signIn(location: string, login: string): Promise<string>;
  stop(): Promise<void>;
}

export async function identityProvider(redirectUri: string): Promise<IdentityProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Claims>();
  const [clientId, clientSecret] = ['muster', 'a secret of the provider and the service'];
  const configuration: Configuration = {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['for tests'] },
    pkce: { required: () => true },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
  };
  const provider = new Provider(issuer, configuration);
  server.on('request', provider.callback());
  return {
    issuer,
    clientId,
    clientSecret,
    people,
    signIn: (location, login) => follow(issuer, location, login),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Like a browser, with the cookies of the provider: redirects, the sign-in form, the consent form. */
async function follow(issuer: string, location: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  const context = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  let url = location;
  for (let step = 0; step < 20; step += 1) {
    if (!url.startsWith(issuer)) return url;
    let answer = await context(url);
    if (answer.status === 200) {
      const page = await answer.text();
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
      answer = await context(new URL(action, issuer).href, { prompt, login, password: 'x' });
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
    url = new URL(next, issuer).href;
  }
  throw new Error('The provider leads in circles.');
}

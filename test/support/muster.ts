/** The typed client with the credentials of a test account, and a record of its requests. */
import { type ClientOptions, type Muster, musterClient } from '@muster/client';
import type { ClientCredentials } from '../../cli/client-applications.ts';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import type { SharedService } from './service.ts';

export interface Seen {
  readonly muster: Muster;
  readonly credentials: ClientCredentials;
  /** Method and path of each request, in order. */
  readonly sent: string[];
}

export async function musterOf(
  service: SharedService,
  account: Account,
  options: Partial<ClientOptions> & { granted?: readonly string[] } = {},
): Promise<Seen> {
  const { granted, ...given } = options;
  const { credentials } = await service.client(account, granted && { scopes: granted });
  return musterWith(service, credentials, given);
}

export function musterWith(
  service: SharedService,
  credentials: ClientCredentials,
  options: Partial<ClientOptions> = {},
): Seen {
  const sent: string[] = [];
  const send = options.fetch ?? fetch;
  const muster = musterClient({
    baseUrl: service.url,
    authUrl: service.url,
    ...credentials,
    ...options,
    fetch: (input, init) => {
      const { pathname } = new URL(String(input));
      sent.push(`${init?.method} ${pathname}`);
      return send(input, init);
    },
  } as ClientOptions);
  return { muster, credentials, sent };
}

export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

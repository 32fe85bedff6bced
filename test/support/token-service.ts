// Starts the token endpoint alone, over real HTTP on a database of its own, with a clock that a test can move on.

import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { byService } from '@muster/contract/author.ts';
import Fastify from 'fastify';
import { type ClientCredentials, createClient } from '../../cli/client-applications.ts';
import type { Operating } from '../../cli/operate.ts';
import { tokenEndpoint } from '../../server/http/oauth/token-endpoint.ts';
import { type Account, createAccount } from '../../server/identity/accounts/accounts.ts';
import { addressBook } from '../../server/identity/accounts/addresses.ts';
import { type Authentication, authentication } from '../../server/identity/auth/authentication.ts';
import { type DerivedKeys, derivedKeys } from '../../server/identity/auth/installation-key.ts';
import { ringOfOne } from '../../server/identity/auth/key-ring.ts';
import { vaultOf } from '../../server/identity/auth/vault.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { freshDatabase } from './database.ts';

export interface TokenService extends Authentication {
  readonly url: string;
  readonly keeping: Operating;
  readonly account: Account;
  readonly derivedKeys: DerivedKeys;
  readonly now: () => Date;
  advance(ms: number): void;
  /** Authentication as in another process: it shares only the database and the keys. */
  anotherNode(): Authentication;
  newClient(scopes: readonly string[]): Promise<ClientCredentials>;
  post(path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  tokenOf(client: ClientCredentials): Promise<string>;
  close(): Promise<void>;
}

export async function startTokenService(): Promise<TokenService> {
  const fresh = await freshDatabase();
  let movedMs = 0;
  const now = () => new Date(Date.now() + movedMs);
  const keys = derivedKeys(randomBytes(32));
  const database = openDatabase({
    url: fresh.url,
    connectionsMax: 4,
    statementMs: 5000,
    now,
    vault: vaultOf(keys),
    author: byService(),
    onError: (error) => console.error(error),
  });
  // Listens before the routes are added: they need the address, and the port is random.
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const addresses = addressBook({ publicUrl: url, authUrl: null, accountHosts: [] });
  const anotherNode = () => authentication({ database, addresses, ring: ringOfOne(keys), now });
  const node = anotherNode();
  const app = Fastify({ trustProxy: true, serverFactory: (handler) => server.on('request', handler) });
  tokenEndpoint(app, node);
  await app.ready();
  const keeping = { database, addresses, actor: null };
  const account = await createAccount({ database, addresses, now }, { name: 'Acme', environment: 'production' });
  const post: TokenService['post'] = (path, body, headers = {}) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return fetch(url + path, { method: 'POST', body, headers: { ...type, ...headers } });
  };

  return {
    ...node,
    url,
    keeping,
    account,
    derivedKeys: keys,
    now,
    advance(ms) {
      movedMs += ms;
    },
    anotherNode,
    newClient: (scopes) =>
      createClient(keeping, account, {
        name: `Payroll ${randomUUID()}`,
        technicalContact: 'payroll@example.com',
        scopes,
        establishments: null,
      }),
    post,
    async tokenOf({ clientId, clientSecret }) {
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
      const response = await post('/connect/token', new URLSearchParams(form).toString());
      if (response.status !== 200) throw new Error(`No token: ${response.status} ${await response.text()}`);
      return ((await response.json()) as { access_token: string }).access_token;
    },
    async close() {
      await app.close();
      server.closeAllConnections();
      server.close();
      await database.close();
      await fresh.drop();
    },
  };
}

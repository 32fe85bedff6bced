/** The callers: client applications, people of several roles and keys of the legacy API, of two accounts. */
import type { Role } from '@muster/contract/roles.ts';
import { scopes as everyScope } from '@muster/contract/scopes.ts';
import { createClient } from '../../cli/client-applications.ts';
import { createApiKey } from '../../cli/legacy-keys.ts';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { type AddressBook, addressBook } from '../../server/identity/accounts/addresses.ts';
import { openAccount } from '../../server/operator/open-account.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { call, tokenFor } from '../support/calls.ts';
import { everyRight, keyHeaders } from '../support/legacy/legacy.ts';
import { personOf } from '../support/people/person.ts';
import type { TestClient } from '../support/service.ts';

export interface Caller {
  readonly name: string;
  readonly kind: 'application' | 'person' | 'key';
  /** Signs out, changes its password and so on: nobody else depends on it. */
  readonly isExpendable: boolean;
  headers: Readonly<Record<string, string>>;
  /** Restores its credentials after any request. */
  renew(): Promise<void>;
}

export interface Installation {
  readonly url: string;
  readonly database: Database;
}

export interface Tenant {
  readonly account: Account;
  readonly client: TestClient;
  readonly callers: readonly Caller[];
}

const now = () => new Date();

export async function tenantOf({ url, database }: Installation, name: string): Promise<Tenant> {
  const addresses: AddressBook = addressBook({ publicUrl: url, authUrl: null, accountHosts: [] });
  const account = await openAccount({ database, addresses, now }, { name, environment: 'production' });
  const around = { url, database, addresses, actor: null, account };
  const client = await applicationOf(around, everyScope);
  const callers = [
    ...(await Promise.all([
      application(around, `${name} application`, everyScope),
      application(
        around,
        `${name} reader`,
        everyScope.filter((scope) => scope.endsWith('.readonly')),
      ),
      ...(['owner', 'owner', 'administrator', 'auditor', 'hr', 'manager', 'integrations'] as const).map((role, index) =>
        person(around, `${name} ${role} ${index}`, role, false),
      ),
      person(around, `${name} expendable`, 'administrator', true),
    ])),
    await key(around, `${name} key`),
  ];
  return { account, client, callers };
}

interface Around {
  readonly url: string;
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly actor: null;
  readonly account: Account;
}

async function applicationOf(around: Around, scopes: readonly string[]): Promise<TestClient> {
  const declared = { name: `Fuzz ${++made}`, technicalContact: 'it@example.com', scopes, establishments: null };
  const { url } = around;
  const credentials = await createClient(around, around.account, declared);
  const token = await tokenFor(url, credentials);
  return { credentials, token, call: (method, path, options) => call(url, token, method, path, options) };
}

let made = 0;

async function renewed(caller: Omit<Caller, 'renew'>, headers: () => Promise<Caller['headers']>): Promise<Caller> {
  const own: Caller = {
    ...caller,
    async renew() {
      own.headers = await headers();
    },
  };
  await own.renew();
  return own;
}

const application = (around: Around, name: string, scopes: readonly string[]): Promise<Caller> =>
  renewed({ name, kind: 'application', isExpendable: false, headers: {} }, async () => ({
    authorization: `Bearer ${(await applicationOf(around, scopes)).token}`,
  }));

const person = (around: Around, name: string, role: Role, isExpendable: boolean): Promise<Caller> =>
  renewed({ name, kind: 'person', isExpendable, headers: {} }, async () => {
    const { cookies } = await personOf(around, around.account, role);
    const cookie = [...cookies].map(([cookieName, value]) => `${cookieName}=${value}`).join('; ');
    return { cookie, 'sec-fetch-site': 'same-origin' };
  });

const key = (around: Around, name: string): Promise<Caller> =>
  renewed({ name, kind: 'key', isExpendable: false, headers: {} }, async () => {
    const declared = { name: `Fuzz ${++made}`, technicalContact: 'it@example.com', rights: everyRight };
    const { apiKey } = await createApiKey(around, around.account, declared);
    return keyHeaders(apiKey);
  });

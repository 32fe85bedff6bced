/** A service with an identity provider that the owners of its accounts register themselves. */
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { type IdentityProvider, identityProvider } from '../judges/identity-provider.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import type { TestPerson } from './people/person.ts';
import { callbackPath, isSignedIn, type ProviderTrip, refusedAt, signInBy } from './provider.ts';
import { type SecondNode, secondNode } from './second-node.ts';
import { type TestService, testService } from './service.ts';

export interface ProviderScene {
  readonly service: TestService;
  readonly provider: IdentityProvider;
  newAccount(): Promise<Account>;
  /** Returns the path of the registered provider. */
  register(owner: TestPerson, provider?: IdentityProvider): Promise<string>;
  /** An account whose owner has registered the provider. */
  tenant(): Promise<{ account: Account; owner: TestPerson; providerPath: string }>;
  /** The claims of the provider about a person. */
  claim(login: string, email: string): void;
  enter(account: Account, login: string, body?: object, provider?: IdentityProvider): Promise<ProviderTrip>;
  /** The token of an invitation to the account. */
  invite(owner: TestPerson, email: string, role?: string): Promise<string>;
  stop(): Promise<void>;
}

export async function providerScene(overrides: Parameters<typeof testService>[0] = {}): Promise<ProviderScene> {
  const service = await testService(overrides);
  const provider = await identityProvider(service.url + callbackPath);
  let accounts = 0;
  const newAccount = () => {
    accounts += 1;
    return service.openAccount(`tenant${String.fromCharCode(96 + accounts)}`);
  };
  const register: ProviderScene['register'] = async (owner, { issuer, clientId, clientSecret } = provider) => {
    const body = { name: 'Company ID', issuer, clientId, clientSecret, areAddressesTrusted: true };
    const made = await owner.call('POST', '/admin-api/identity-providers', { body });
    expect(made.status, made.text).toBe(201);
    return `/admin-api/identity-providers/${made.body.id}`;
  };
  return {
    service,
    provider,
    newAccount,
    register,
    async tenant() {
      const account = await newAccount();
      const owner = await service.person(account);
      return { account, owner, providerPath: await register(owner) };
    },
    claim: (login, email) => provider.people.set(login, { email, email_verified: true }),
    enter: (account, login, body = {}, by = provider) =>
      signInBy(service.url, by, login, { account: account.name, ...body }),
    async invite(owner, email, role = 'owner') {
      const made = await owner.call('POST', '/admin-api/administrator-invitations', { body: { email, role } });
      expect(made.status, made.text).toBe(201);
      return made.body.link.split('#')[1];
    },
    async stop() {
      await provider.stop();
      await service.stop();
    },
  };
}

export interface TwoNodes extends ProviderScene {
  readonly other: SecondNode;
}

/** The same on two nodes with one database. */
export async function providerSceneOnTwoNodes(): Promise<TwoNodes> {
  const masterKey = randomBytes(32);
  const shared: FreshDatabase = await freshDatabase();
  const scene = await providerScene({ databaseUrl: shared.url, masterKey });
  const other = await secondNode(shared.url, masterKey, scene.service);
  return {
    ...scene,
    other,
    async stop() {
      await other.stop();
      await scene.stop();
      await shared.drop();
    },
  };
}

export async function expectRefused(trip: Promise<ProviderTrip>): Promise<void> {
  const { own, answer } = await trip;
  expect(answer.headers.get('location')).toBe(refusedAt);
  expect(own.cookies.has('muster')).toBe(false);
  expect(await isSignedIn(own)).toBe(false);
}

/** The operator of the command line. */
export const operatorActor = { kind: 'operator', id: null, name: 'operator', address: null, traceId: null } as const;

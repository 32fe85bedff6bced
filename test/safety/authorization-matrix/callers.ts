/** Every kind of caller: whether its credentials are valid, its rights, and how it sends them. */
import { generateKeyPairSync } from 'node:crypto';
import { limitOfRole, type Role, roleNames, scopesOfRole } from '@muster/contract/roles.ts';
import { scopes as everyScope } from '@muster/contract/scopes.ts';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { keyHeaders, legacyClient } from '../../support/legacy/legacy.ts';
import { administratorOf, type TestPerson } from '../../support/people/person.ts';
import { call, type TestClient, type TestService, tokenFor } from '../../support/service.ts';
import type { World } from './world.ts';

/** The facts that expected responses depend on; none comes from the service. */
export interface CallerFacts {
  readonly name: string;
  /** `program`: with a token; `person`: with a session; `nobody`: without valid credentials. */
  readonly kind: 'program' | 'person' | 'nobody';
  readonly isValid: boolean;
  readonly account: 'own' | 'other';
  readonly scopes: ReadonlySet<string>;
  /** Null: all. */
  readonly establishments: readonly string[] | null;
  /** The establishments whose people report to a manager; null: not a manager. */
  readonly teamIn: readonly string[] | null;
  /** The application that owns its rows. */
  readonly clientId: string;
  /** A person whose request comes from a page of the console. */
  readonly isOwnPage: boolean;
  readonly hasVersion: boolean;
}

export interface MatrixCaller extends CallerFacts {
  readonly headers: Readonly<Record<string, string>>;
}

const version = { 'api-version': '2024-11-01' };
const all: ReadonlySet<string> = new Set(everyScope);
const none: ReadonlySet<string> = new Set();

const nobody = (name: string, headers: Record<string, string> = {}): MatrixCaller => ({
  name,
  kind: 'nobody',
  isValid: false,
  account: 'own',
  scopes: none,
  establishments: null,
  teamIn: null,
  clientId: '',
  isOwnPage: false,
  hasVersion: true,
  headers: { ...version, ...headers },
});

const bearing = (name: string, token: string): MatrixCaller => ({
  ...nobody(name, { authorization: `Bearer ${token}` }),
  kind: 'program',
});

const program = (name: string, client: TestClient, facts: Partial<MatrixCaller> = {}): MatrixCaller => ({
  ...bearing(name, client.token),
  isValid: true,
  scopes: all,
  clientId: client.credentials.clientId,
  ...facts,
});

/** Invalid tokens. */
export async function worthlessCallers({ service, account, maker }: World, expired: string): Promise<MatrixCaller[]> {
  const claims = decodeJwt(maker.token);
  const { kid } = decodeProtectedHeader(maker.token);
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const forged = (change: Record<string, unknown> = {}) =>
    new SignJWT({ ...claims, ...change })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: String(kid) })
      .sign(stranger);
  const [head, body] = maker.token.split('.');
  const unsigned = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
  const { apiKey } = await legacyClient(service, account);
  return [
    nobody('nobody'),
    nobody('another scheme', { authorization: 'Basic eDp5' }),
    nobody('a key of the legacy API', keyHeaders(apiKey)),
    nobody('a cookie of nothing', { cookie: 'muster=mst_ps_nothing', 'sec-fetch-site': 'same-origin' }),
    bearing('a malformed token', 'garbage'),
    bearing('a token that is not signed', `${unsigned}.${body}.`),
    bearing('a token without its signature', `${head}.${body}.`),
    bearing('a token signed by another installation', await forged()),
    bearing('a token of another issuer', await forged({ iss: 'https://accounts.example.org' })),
    bearing('an expired token', expired),
    bearing('a revoked token', await revokedToken(service, account)),
    bearing('a token of a disabled application', await endedToken(service, account, 'PATCH')),
    bearing('a token of a deleted application', await endedToken(service, account, 'DELETE')),
  ];
}

async function revokedToken(service: TestService, account: Account): Promise<string> {
  const { credentials, token } = await service.client(account);
  const { clientId, clientSecret } = credentials;
  await fetch(`${service.url}/connect/revocation`, {
    method: 'POST',
    body: new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret }),
  });
  return token;
}

async function endedToken(service: TestService, account: Account, method: 'PATCH' | 'DELETE'): Promise<string> {
  const { credentials, token } = await service.client(account);
  const owner = await service.person(account);
  const found = await owner.call('GET', `/admin-api/client-applications?clientId=${credentials.clientId}`);
  const path = `/admin-api/client-applications/${found.body.items[0].id}`;
  await owner.call(method, path, method === 'PATCH' ? { body: { isDisabled: true } } : {});
  return token;
}

/** Programs with valid tokens and all or some rights. */
export async function programs(world: World): Promise<MatrixCaller[]> {
  const { service, account, maker, makerThere, makerAbroad, establishments } = world;
  const limitedTo = async (place: keyof typeof establishments) => {
    const ids = [establishments[place]];
    return program(`a program limited to ${place}`, await service.client(account, { establishments: ids }), {
      establishments: ids,
    });
  };
  const readonlyScopes = everyScope.filter((scope) => scope.endsWith('.readonly'));
  return [
    program('the program that made the rows', maker),
    program('another program of the account', makerThere),
    program('a program of another account', makerAbroad, { account: 'other' }),
    program('a program that asks without a version', maker, {
      hasVersion: false,
      headers: { authorization: `Bearer ${maker.token}` },
    }),
    program('a program that may only read', await service.client(account, { scopes: readonlyScopes }), {
      scopes: new Set(readonlyScopes),
    }),
    {
      ...bearing('the program that made the rows, with a token that only reads', ''),
      ...(await narrowed(service, maker, readonlyScopes)),
    },
    await limitedTo('here'),
    await limitedTo('there'),
    await limitedTo('empty'),
  ];
}

async function narrowed(service: TestService, { credentials }: TestClient, scopes: readonly string[]) {
  const token = await tokenFor(service.url, credentials, scopes);
  return {
    isValid: true,
    scopes: new Set(scopes),
    clientId: credentials.clientId,
    headers: { ...version, authorization: `Bearer ${token}` },
  };
}

/**
 * For one operation: a program with every scope except those that allow it, and one with each of these scopes alone.
 */
export async function programsAround(
  { service, account, maker }: World,
  needs: readonly string[],
  known: Map<string, Promise<MatrixCaller>>,
): Promise<MatrixCaller[]> {
  const families = new Set(needs.map((scope) => scope.replace(/\.[^.]+$/, '')));
  const others = everyScope.filter((scope) => !families.has(scope.replace(/\.[^.]+$/, '')));
  const having = (name: string, scopes: readonly string[]): Promise<MatrixCaller> => {
    const key = [name, ...scopes].join(' ');
    const found =
      known.get(key) ??
      service.client(account, { scopes }).then((client) => program(name, client, { scopes: new Set(scopes) }));
    known.set(key, found);
    return found;
  };
  const ofMaker = async (scope: string): Promise<MatrixCaller> => ({
    ...bearing(`the maker with ${scope} alone`, ''),
    ...(await narrowed(service, maker, [scope])),
  });
  const grantable = needs.filter((scope) => everyScope.includes(scope));
  const alone = grantable.map((scope) => {
    const key = `maker ${scope}`;
    const found = known.get(key) ?? ofMaker(scope);
    known.set(key, found);
    return found;
  });
  return Promise.all([having(`a program without ${[...families].join(' and ')}`, others), ...alone]);
}

const cookieOf = ({ cookies }: TestPerson): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const person = (name: string, of: TestPerson, role: Role, isOperator: boolean): MatrixCaller => ({
  ...nobody(name, { cookie: cookieOf(of), 'sec-fetch-site': 'same-origin' }),
  kind: 'person',
  isValid: true,
  scopes: new Set(scopesOfRole(role, isOperator)),
  // A manager without an employee sees nobody.
  teamIn: role === 'manager' ? [] : null,
  isOwnPage: true,
});

/** Roles with a limit: hr of one establishment, and the manager of everybody in one. */
async function limitedPeople({ service, account, establishments, boss }: World): Promise<MatrixCaller[]> {
  const { here } = establishments;
  const hr = await service.person(account, 'hr', false, { businessEstablishments: [{ id: here }] });
  const manager = await service.person(account, 'manager', false, { employeeRecord: { id: boss } });
  return [
    { ...person('hr of here', hr, 'hr', false), establishments: [here] },
    { ...person('the manager of here', manager, 'manager', false), teamIn: [here] },
  ];
}

/** People of every role, and sessions that have ended or come from elsewhere. */
export async function people(world: World): Promise<MatrixCaller[]> {
  const { service, account, otherAccount } = world;
  const callers: MatrixCaller[] = [];
  for (const role of roleNames.filter((name) => limitOfRole[name] === 'none')) {
    // What an operator has in addition does not depend on the role.
    for (const isOperator of role === 'integrations' ? [false] : [false, true]) {
      const name = `${role}${isOperator ? ' who operates' : ''}`;
      callers.push(person(name, await service.person(account, role, isOperator), role, isOperator));
    }
  }
  callers.push(...(await limitedPeople(world)));
  const owner = await service.person(account, 'owner');
  const own = person('an owner', owner, 'owner', false);
  const { 'sec-fetch-site': _, ...withoutSite } = own.headers as Record<string, string>;
  callers.push(
    { ...own, name: 'an owner without a header of our pages', isOwnPage: false, headers: withoutSite },
    {
      ...own,
      name: 'an owner on a page of somebody else',
      isOwnPage: false,
      headers: { ...own.headers, 'sec-fetch-site': 'cross-site' },
    },
    {
      ...own,
      name: 'an owner on a page of another origin',
      isOwnPage: false,
      headers: { ...withoutSite, origin: 'https://evil.example' },
    },
    { ...own, name: 'an owner without a version', hasVersion: false, headers: withoutVersion(own.headers) },
    { ...person('an owner of another account', await service.person(otherAccount), 'owner', false), account: 'other' },
    { ...(await signedOut(service, account)), name: 'an owner who has signed out', isValid: false },
    { ...(await disabled(service, account)), name: 'an owner who was disabled', isValid: false },
  );
  return callers;
}

const withoutVersion = ({ 'api-version': _, ...headers }: Readonly<Record<string, string>>) => headers;

async function signedOut(service: TestService, account: Account): Promise<MatrixCaller> {
  const gone = await service.person(account);
  const caller = person('', gone, 'owner', false);
  await call(service.url, null, 'DELETE', '/admin-api/session', { headers: { ...caller.headers } });
  return caller;
}

async function disabled(service: TestService, account: Account): Promise<MatrixCaller> {
  const gone = await service.person(account);
  const owner = await service.person(account);
  await administratorOf(service.database, account);
  await owner.call('PATCH', `/admin-api/administrators/${gone.id}`, { body: { isDisabled: true } });
  return person('', gone, 'owner', false);
}

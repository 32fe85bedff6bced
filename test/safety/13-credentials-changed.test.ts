/**
 * Whatever changes how a person signs in ends everything that began before: every pending sign-in and every other session,
 * on every node within one second. The session that made the change goes on under another id.
 */
import { randomBytes } from 'node:crypto';
import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../server/accounts/accounts.ts';
import { throttling } from '../../server/auth/throttle.ts';
import { statement } from '../../server/database/statement.ts';
import { changeAdministrator, resetPassword, signOut } from '../../server/sign-in/operator.ts';
import { type IdentityProvider, identityProvider } from '../judges/identity-provider.ts';
import { type Authenticator, authenticator } from '../support/authenticator.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { administratorOf, type Browser, browser, password, type TestPerson } from '../support/person.ts';
import { back, callbackPath, comeBack, isSignedIn, link, refusedAt, start } from '../support/provider.ts';
import { type SecondNode, secondNode } from '../support/second-node.ts';
import { type TestService, testService } from '../support/service.ts';

const masterKey = randomBytes(32);
let shared: FreshDatabase;
let service: TestService;
let other: SecondNode;
let provider: IdentityProvider;
let account: Account;
let strict: Account;

beforeAll(async () => {
  shared = await freshDatabase();
  service = await testService({ databaseUrl: shared.url, masterKey });
  other = await secondNode(shared.url, masterKey, service);
  provider = await identityProvider(service.url + callbackPath);
  account = await service.openAccount('acme');
  strict = await service.openAccount('strict');
  const { issuer, clientId, clientSecret } = provider;
  const body = { name: 'Acme ID', issuer, clientId, clientSecret };
  const owner = await service.person(account);
  expect((await owner.call('POST', '/admin-api/identity-providers', { body })).status).toBe(201);
  await service.database
    .session(strict.id)
    .run(statement('insert into account_settings (account_id, second_factor_required) values ($1, true)'));
});
afterAll(async () => {
  await provider.stop();
  await other.stop();
  await service.stop();
  await shared.drop();
});
beforeEach(() => service.advance(throttling.forgetMs));

const codeFor = (secret: string) => generate({ secret, epoch: Math.floor(service.now().getTime() / 1000) });
const signIn = (email: string, own = browser(service.url), of: Account = account, typed = password) =>
  own.call('POST', '/admin-api/session', { body: { account: of.name, email, password: typed } });

/** With everything that a person can sign in with. */
interface Equipped extends TestPerson {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  readonly device: Authenticator;
  readonly login: string;
}

async function enrol(own: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { id, secret } = (await own.call('POST', '/admin-api/profile/totp', { body: {} })).body;
  const body = { id, code: await codeFor(secret) };
  const enrolled = await own.call('POST', '/admin-api/profile/totp/confirmation', { body });
  expect(enrolled.status, enrolled.text).toBe(200);
  service.advance(60_000);
  return { secret, recoveryCodes: enrolled.body.recoveryCodes };
}

async function addPasskey(own: Browser, device: Authenticator): Promise<void> {
  const { body } = await own.call('POST', '/admin-api/profile/passkeys/options');
  const added = await own.call('POST', '/admin-api/profile/passkeys', { body: { passkey: device.create(body) } });
  expect(added.status, added.text).toBe(200);
}

let made = 0;
async function equipped(): Promise<Equipped> {
  made += 1;
  const person = await service.person(account, 'administrator');
  const { secret, recoveryCodes } = await enrol(person);
  const device = authenticator({ origin: service.url });
  await addPasskey(person, device);
  const login = `login-${made}`;
  await link(person, provider, login);
  return { ...person, secret, recoveryCodes, device, login };
}

/** What somebody else has begun, and how they would go on with it; true: they are in. */
const begun: Readonly<Record<string, (person: Equipped) => Promise<() => Promise<boolean>>>> = {
  async 'a sign-in that waits for a code'({ email, secret }) {
    const own = browser(service.url);
    expect((await signIn(email, own)).body.state).toBe('second-factor');
    return async () => {
      await own.call('POST', '/admin-api/session/second-factor', { body: { code: await codeFor(secret) } });
      return isSignedIn(own);
    };
  },
  async 'a sign-in that waits for a passkey'({ email, device }) {
    const own = browser(service.url);
    await signIn(email, own);
    const { body } = await own.call('POST', '/admin-api/session/passkey/options');
    return async () => {
      await own.call('POST', '/admin-api/session/second-factor', { body: { passkey: device.get(body) } });
      return isSignedIn(own);
    };
  },
  async 'a challenge for a passkey alone'({ device }) {
    const own = browser(service.url);
    const { body } = await own.call('POST', '/admin-api/session/passkey/options');
    return async () => {
      await own.call('POST', '/admin-api/session/passkey', { body: { passkey: device.get(body) } });
      return isSignedIn(own);
    };
  },
  async 'a way to the provider'({ login }) {
    const own = browser(service.url);
    const { location } = (await start(own, { account: account.name })).body;
    const address = await provider.signIn(location, login);
    return async () => {
      await back(own, address);
      return isSignedIn(own);
    };
  },
  async 'another session'({ email, secret }) {
    const own = browser(other.url);
    await signIn(email, own);
    await own.call('POST', '/admin-api/session/second-factor', { body: { code: await codeFor(secret) } });
    service.advance(60_000);
    expect(await isSignedIn(own)).toBe(true);
    return () => isSignedIn(own);
  },
};

const operating = () => ({
  database: service.database,
  actor: { kind: 'operator', id: null, name: 'operator', address: null, traceId: null } as const,
});
const better = 'a much better password';
const factorOf = async (person: TestPerson, kind: string) =>
  (await person.call('GET', '/admin-api/profile')).body.factors.find(
    (factor: { kind: string }) => factor.kind === kind,
  );

/** By the person from their own session. */
const byPerson: Readonly<Record<string, (person: Equipped) => Promise<{ status: number; text: string }>>> = {
  'a new password': (person) =>
    person.call('POST', '/admin-api/profile/password', { body: { currentPassword: password, newPassword: better } }),
  'another app': async (person) => {
    const { id, secret } = (await person.call('POST', '/admin-api/profile/totp', { body: {} })).body;
    const body = { id, code: await codeFor(secret) };
    return person.call('POST', '/admin-api/profile/totp/confirmation', { body });
  },
  'another passkey': async (person) => {
    const { body } = await person.call('POST', '/admin-api/profile/passkeys/options');
    const passkey = authenticator({ origin: service.url }).create(body);
    return person.call('POST', '/admin-api/profile/passkeys', { body: { passkey } });
  },
  'the removal of the app': async (person) =>
    person.call('DELETE', `/admin-api/profile/factors/${(await factorOf(person, 'totp')).id}`),
  'the removal of the passkey': async (person) =>
    person.call('DELETE', `/admin-api/profile/factors/${(await factorOf(person, 'passkey')).id}`),
  'new recovery codes': (person) => person.call('POST', '/admin-api/profile/recovery-codes'),
  'the end of the link to the provider': async (person) => {
    const { identities } = (await person.call('GET', '/admin-api/profile')).body;
    return person.call('DELETE', `/admin-api/profile/identities/${identities[0].id}`);
  },
};

/** By somebody else, or by a sign-in: no session of the person goes on. */
const byOthers: Readonly<Record<string, (person: Equipped) => Promise<unknown>>> = {
  'a password that the operator set': ({ email }) =>
    resetPassword(operating(), account.id, email, better, { isWithoutFactors: false }),
  'a reset of the second factors by the operator': ({ email }) =>
    resetPassword(operating(), account.id, email, better, { isWithoutFactors: true }),
  'a sign-out by the operator': ({ email }) => signOut(operating(), account.id, email),
  'another role': ({ email }) => changeAdministrator(operating(), account.id, email, { role: 'auditor' }),
  'being disabled for a moment': async ({ email }) => {
    await changeAdministrator(operating(), account.id, email, { isDisabled: true });
    await changeAdministrator(operating(), account.id, email, { isDisabled: false });
  },
  'the use of a recovery code': async ({ email, recoveryCodes }) => {
    const own = browser(service.url);
    await signIn(email, own);
    const body = { recoveryCode: recoveryCodes[0] };
    expect((await own.call('POST', '/admin-api/session/second-factor', { body })).status).toBe(200);
    expect(await isSignedIn(own)).toBe(true);
  },
};

async function everythingBegun(person: Equipped): Promise<[string, () => Promise<boolean>][]> {
  const ways: [string, () => Promise<boolean>][] = [];
  // Sessions first: codes of an app are used up one after another.
  for (const name of Object.keys(begun).reverse())
    ways.push([name, await (begun[name] as (typeof begun)[string])(person)]);
  return ways;
}

async function expectAllEnded(ways: readonly [string, () => Promise<boolean>][]): Promise<void> {
  service.advance(1000);
  for (const [name, goOn] of ways) expect([name, await goOn()]).toEqual([name, false]);
}

test('without a change, whatever has begun leads in', async () => {
  const person = await equipped();
  for (const [name, goOn] of await everythingBegun(person)) {
    expect([name, await goOn()]).toEqual([name, true]);
    service.advance(60_000);
  }
});

describe.each(Object.entries(byPerson))('%s', (_, change) => {
  test('ends whatever began before, and the session that made it goes on under another id', async () => {
    const person = await equipped();
    const ways = await everythingBegun(person);
    const before = (await person.call('GET', '/admin-api/session')).body.session.id;
    const stale = browser(service.url, new Map(person.cookies));
    const changed = await change(person);
    expect(changed.status, changed.text).toBeLessThan(300);
    const after = await person.call('GET', '/admin-api/session');
    expect(after.status, after.text).toBe(200);
    expect(after.body.session.id).not.toBe(before);
    expect(person.cookies.get('muster')).not.toBe(stale.cookies.get('muster'));
    await expectAllEnded(ways);
    expect(await isSignedIn(stale)).toBe(false);
    expect((await person.call('GET', '/admin-api/sessions')).body.items).toHaveLength(1);
  });
});

describe.each(Object.entries(byOthers))('%s', (_, change) => {
  test('ends whatever began before', async () => {
    const person = await equipped();
    const ways = await everythingBegun(person);
    await change(person);
    await expectAllEnded(ways);
    expect(await isSignedIn(person)).toBe(false);
  });
});

test('a link to the provider ends whatever began before', async () => {
  const person = await service.person(account);
  const { secret } = await enrol(person);
  const own = browser(service.url);
  await signIn(person.email, own);
  const stale = browser(service.url, new Map(person.cookies));
  await link(person, provider, 'linking');
  expect(await isSignedIn(person)).toBe(true);
  service.advance(1000);
  expect(await isSignedIn(stale)).toBe(false);
  const body = { code: await codeFor(secret) };
  expect((await own.call('POST', '/admin-api/session/second-factor', { body })).status).toBe(401);
});

test('a link that has begun does not outlive a new password', async () => {
  const person = await service.person(account);
  const { location } = (await person.call('POST', '/admin-api/profile/identities', { body: {} })).body;
  const thief = browser(service.url, new Map(person.cookies));
  const body = { currentPassword: password, newPassword: better };
  expect((await person.call('POST', '/admin-api/profile/password', { body })).status).toBe(204);
  const { answer } = await comeBack(thief, provider, location, 'thief');
  expect(answer.headers.get('location')).toBe(refusedAt);
  expect((await person.call('GET', '/admin-api/profile')).body.identities).toEqual([]);
});

describe('an enrolment of a second factor that has begun', () => {
  const thieves = {
    async 'with an app'(email: string) {
      const own = browser(service.url);
      expect((await signIn(email, own, strict)).body.state).toBe('enrolment');
      const { id, secret } = (await own.call('POST', '/admin-api/profile/totp', { body: {} })).body;
      return async () => {
        const body = { id, code: await codeFor(secret) };
        return { own, reply: await own.call('POST', '/admin-api/profile/totp/confirmation', { body }) };
      };
    },
    async 'with a passkey'(email: string) {
      const own = browser(service.url);
      await signIn(email, own, strict);
      const { body } = await own.call('POST', '/admin-api/profile/passkeys/options');
      const passkey = authenticator({ origin: service.url }).create(body);
      return async () => ({
        own,
        reply: await own.call('POST', '/admin-api/profile/passkeys', { body: { passkey } }),
      });
    },
    async 'without having asked for one yet'(email: string) {
      const own = browser(service.url);
      await signIn(email, own, strict);
      return async () => ({ own, reply: await own.call('POST', '/admin-api/profile/totp', { body: {} }) });
    },
  };

  test.each(Object.entries(thieves))(
    'does not outlive the enrolment of the person themselves: %s',
    async (_, begin) => {
      const person = await administratorOf(service.database, strict);
      const goOn = await begin(person.email);
      const own = browser(service.url);
      await signIn(person.email, own, strict);
      await enrol(own);
      const { own: late, reply } = await goOn();
      expect(reply.status).toBe(401);
      expect(await isSignedIn(late)).toBe(false);
      expect((await own.call('GET', '/admin-api/profile')).body.factors).toHaveLength(1);
    },
  );

  test.each(Object.entries(thieves))('does not outlive a reset by the operator: %s', async (_, begin) => {
    const person = await administratorOf(service.database, strict);
    const goOn = await begin(person.email);
    await resetPassword(operating(), strict.id, person.email, better, { isWithoutFactors: true });
    const { own, reply } = await goOn();
    expect(reply.status).toBe(401);
    expect(await isSignedIn(own)).toBe(false);
    expect((await signIn(person.email, browser(service.url), strict, better)).body.state).toBe('enrolment');
  });
});

test('a change at the same moment as a sign-in with the old password leaves nobody in', async () => {
  for (let round = 0; round < 5; round += 1) {
    const person = await service.person(account);
    const thieves = Array.from({ length: 4 }, () => browser(round % 2 === 0 ? service.url : other.url));
    const body = { currentPassword: password, newPassword: better };
    const [changed] = await Promise.all([
      person.call('POST', '/admin-api/profile/password', { body }),
      ...thieves.map((own) => signIn(person.email, own)),
    ]);
    expect(changed?.status).toBe(204);
    service.advance(1000);
    expect(await Promise.all(thieves.map(isSignedIn))).toEqual([false, false, false, false]);
    expect(await isSignedIn(person)).toBe(true);
    service.advance(throttling.forgetMs);
  }
});

test('sessions that a change has ended stand in the audit log', async () => {
  const person = await service.person(account);
  const elsewhere = browser(service.url);
  await signIn(person.email, elsewhere);
  const { id } = (await elsewhere.call('GET', '/admin-api/session')).body.session;
  await person.call('POST', '/admin-api/profile/password', {
    body: { currentPassword: password, newPassword: better },
  });
  const owner = await service.person(account);
  const entries = await owner.call('GET', `/admin-api/audit-entries?action=session.ended&subjectId=${id}`);
  expect(entries.body.items).toMatchObject([{ actorId: person.id, subjectType: 'session' }]);
});

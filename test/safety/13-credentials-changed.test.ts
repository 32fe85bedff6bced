/**
 * Every change of how a person signs in ends everything that began before: every pending sign-in and every other
 * session, on every node within one second. The session that made the change continues under another id.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeAdministrator, resetPassword, signOut } from '../../cli/administrators.ts';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { throttling } from '../../server/identity/auth/throttle.ts';
import { type Authenticator, authenticator } from '../support/authenticator.ts';
import { codeFor, enrolApp } from '../support/factors.ts';
import { oneIn } from '../support/form.ts';
import { type Browser, browser, password, type TestPerson } from '../support/people/person.ts';
import { back, isSignedIn, link, start } from '../support/provider.ts';
import { operatorActor, providerSceneOnTwoNodes, type TwoNodes } from '../support/provider-scene.ts';

let at: TwoNodes;
let account: Account;

beforeAll(async () => {
  at = await providerSceneOnTwoNodes();
  ({ account } = await at.tenant());
});
afterAll(() => at.stop());
beforeEach(() => at.service.advance(throttling.forgetMs));

const signIn = (email: string, own = browser(at.service.url)) =>
  own.call('POST', '/admin-api/session', { body: { account: account.name, email, password } });

/** With every way to sign in. */
interface Equipped extends TestPerson {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  readonly device: Authenticator;
  readonly login: string;
}

async function addPasskey(own: Browser, device: Authenticator): Promise<void> {
  const { body } = await own.call('POST', '/admin-api/profile/passkeys/options');
  const added = await own.call('POST', '/admin-api/profile/passkeys', { body: { passkey: device.create(body) } });
  expect(added.status, added.text).toBe(200);
}

let made = 0;
async function equipped(): Promise<Equipped> {
  made += 1;
  const person = await at.service.person(account, 'administrator');
  const { secret, recoveryCodes } = await enrolApp(at.service, person);
  const device = authenticator({ origin: at.service.url });
  await addPasskey(person, device);
  const login = `login-${made}`;
  await link(person, at.provider, login);
  return { ...person, secret, recoveryCodes, device, login };
}

/** Something that another browser has begun, and its next step; true: it is signed in. */
const begun: Readonly<Record<string, (person: Equipped) => Promise<() => Promise<boolean>>>> = {
  async 'a sign-in that waits for a code'({ email, secret }) {
    const own = browser(at.service.url);
    expect((await signIn(email, own)).body.state).toBe('second-factor');
    return async () => {
      await own.call('POST', '/admin-api/session/second-factor', { body: { code: await codeFor(at.service, secret) } });
      return isSignedIn(own);
    };
  },
  async 'a sign-in that waits for a passkey'({ email, device }) {
    const own = browser(at.service.url);
    await signIn(email, own);
    const { body } = await own.call('POST', '/admin-api/session/passkey/options');
    return async () => {
      await own.call('POST', '/admin-api/session/second-factor', { body: { passkey: device.get(body) } });
      return isSignedIn(own);
    };
  },
  async 'a challenge for a passkey alone'({ device }) {
    const own = browser(at.service.url);
    const { body } = await own.call('POST', '/admin-api/session/passkey/options');
    return async () => {
      await own.call('POST', '/admin-api/session/passkey', { body: { passkey: device.get(body) } });
      return isSignedIn(own);
    };
  },
  async 'a way to the provider'({ login, secret }) {
    const own = browser(at.service.url);
    const { location } = (await start(own, { account: account.name })).body;
    const address = await at.provider.signIn(location, login);
    return async () => {
      await back(own, address);
      const body = { code: await codeFor(at.service, secret) };
      await own.call('POST', '/admin-api/session/second-factor', { body });
      return isSignedIn(own);
    };
  },
  async 'another session'({ email, secret }) {
    const own = browser(at.other.url);
    await signIn(email, own);
    await own.call('POST', '/admin-api/session/second-factor', { body: { code: await codeFor(at.service, secret) } });
    at.service.advance(60_000);
    expect(await isSignedIn(own)).toBe(true);
    return () => isSignedIn(own);
  },
};

const operating = () => ({ ...at.service, actor: operatorActor });
const better = 'a much better password';
const factorOf = async (person: TestPerson, kind: string) =>
  (await person.call('GET', '/admin-api/profile')).body.factors.find(
    (factor: { kind: string }) => factor.kind === kind,
  );

/** By the person in their own session. */
const byPerson: Readonly<Record<string, (person: Equipped) => Promise<{ status: number; text: string }>>> = {
  'a new password': (person) =>
    person.call('POST', '/admin-api/profile/password', { body: { currentPassword: password, newPassword: better } }),
  'another app': async (person) => {
    const { id, secret } = (await person.call('POST', '/admin-api/profile/totp', { body: {} })).body;
    const body = { id, code: await codeFor(at.service, secret) };
    return person.call('POST', '/admin-api/profile/totp/confirmation', { body });
  },
  'another passkey': async (person) => {
    const { body } = await person.call('POST', '/admin-api/profile/passkeys/options');
    const passkey = authenticator({ origin: at.service.url }).create(body);
    return person.call('POST', '/admin-api/profile/passkeys', { body: { passkey } });
  },
  'the removal of the app': async (person) =>
    person.call('DELETE', `/admin-api/profile/factors/${(await factorOf(person, 'totp')).id}`),
  'the removal of the passkey': async (person) =>
    person.call('DELETE', `/admin-api/profile/factors/${(await factorOf(person, 'passkey')).id}`),
  'new recovery codes': (person) => person.call('POST', '/admin-api/profile/recovery-codes'),
  'the end of all other sessions': (person) => person.call('DELETE', '/admin-api/sessions?keep=current'),
  'the end of the link to the provider': async (person) => {
    const { identities } = (await person.call('GET', '/admin-api/profile')).body;
    return person.call('DELETE', `/admin-api/profile/identities/${identities[0].id}`);
  },
};

/** By another person, or by a sign-in: no session of the person continues. */
const byOthers: Readonly<Record<string, (person: Equipped) => Promise<unknown>>> = {
  'a password that the operator set': ({ email }) =>
    resetPassword(operating(), account, email, better, { isWithoutFactors: false }),
  'a reset of the second factors by the operator': ({ email }) =>
    resetPassword(operating(), account, email, better, { isWithoutFactors: true }),
  'a sign-out everywhere': (person) => person.call('DELETE', '/admin-api/sessions'),
  'a sign-out by the operator': ({ email }) => signOut(operating(), account, email),
  'another role': ({ email }) => changeAdministrator(operating(), account, email, { role: 'auditor' }),
  'being disabled for a moment': async ({ email }) => {
    await changeAdministrator(operating(), account, email, { isDisabled: true });
    await changeAdministrator(operating(), account, email, { isDisabled: false });
  },
  'the use of a recovery code': async ({ email, recoveryCodes }) => {
    const own = browser(at.service.url);
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
  at.service.advance(1000);
  for (const [name, goOn] of ways) expect([name, await goOn()]).toEqual([name, false]);
}

test('without a change, everything pending leads to a session', async () => {
  const person = await equipped();
  for (const [name, goOn] of await everythingBegun(person)) {
    expect([name, await goOn()]).toEqual([name, true]);
    at.service.advance(60_000);
  }
});

describe.each(oneIn(4, Object.entries(byPerson)))('%s', (_, change) => {
  test('ends whatever began before, and the session that made it goes on under another id', async () => {
    const person = await equipped();
    const ways = await everythingBegun(person);
    const before = (await person.call('GET', '/admin-api/session')).body.session.id;
    const stale = browser(at.service.url, new Map(person.cookies));
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

describe.each(oneIn(7, Object.entries(byOthers), 1))('%s', (_, change) => {
  test('ends whatever began before', async () => {
    const person = await equipped();
    const ways = await everythingBegun(person);
    await change(person);
    await expectAllEnded(ways);
    expect(await isSignedIn(person)).toBe(false);
  });
});

/**
 * What an account asks of everybody counts for sessions that are open already, on every node within one second: they are
 * stopped with the reason, and signing in again leads to what is missing. So does whatever takes rights away.
 */
import { randomBytes } from 'node:crypto';
import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../server/accounts/accounts.ts';
import { throttling } from '../../server/auth/throttle.ts';
import { type IdentityProvider, identityProvider } from '../judges/identity-provider.ts';
import { type Authenticator, authenticator } from '../support/authenticator.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { type Browser, browser, password, type TestPerson } from '../support/person.ts';
import { callbackPath, comeBack, isSignedIn, link, signInBy, start } from '../support/provider.ts';
import { type SecondNode, secondNode } from '../support/second-node.ts';
import { type TestService, testService } from '../support/service.ts';

const masterKey = randomBytes(32);
let shared: FreshDatabase;
let service: TestService;
let other: SecondNode;
let provider: IdentityProvider;

beforeAll(async () => {
  shared = await freshDatabase();
  service = await testService({ databaseUrl: shared.url, masterKey });
  other = await secondNode(shared.url, masterKey, service);
  provider = await identityProvider(service.url + callbackPath);
});
afterAll(async () => {
  await provider.stop();
  await other.stop();
  await service.stop();
  await shared.drop();
});
beforeEach(() => service.advance(throttling.forgetMs));

let accounts = 0;
const newAccount = (): Promise<Account> => {
  accounts += 1;
  return service.openAccount(`company${String.fromCharCode(96 + accounts)}`);
};

const codeFor = (secret: string) => generate({ secret, epoch: Math.floor(service.now().getTime() / 1000) });
const settings = '/admin-api/account-settings/current';
const requireFactor = (person: Browser) => person.call('PATCH', settings, { body: { isSecondFactorRequired: true } });

async function enrol(own: Browser): Promise<string> {
  const { id, secret } = (await own.call('POST', '/admin-api/profile/totp', { body: {} })).body;
  const body = { id, code: await codeFor(secret) };
  const enrolled = await own.call('POST', '/admin-api/profile/totp/confirmation', { body });
  expect(enrolled.status, enrolled.text).toBe(200);
  return secret;
}

async function register(owner: TestPerson): Promise<string> {
  const { issuer, clientId, clientSecret } = provider;
  const body = { name: 'Company ID', issuer, clientId, clientSecret };
  const made = await owner.call('POST', '/admin-api/identity-providers', { body });
  expect(made.status, made.text).toBe(201);
  return `/admin-api/identity-providers/${made.body.id}`;
}

/** The same person at the other node. */
const there = ({ cookies }: Browser) => browser(other.url, cookies);

async function expectStopped(person: Browser, reason: string): Promise<void> {
  service.advance(1000);
  for (const own of [person, there(person)]) {
    for (const [method, path] of [
      ['GET', '/admin-api/session'],
      ['GET', '/admin-api/administrators'],
      ['GET', '/svc-api/employees'],
      ['POST', '/svc-api/taxonomies'],
      ['GET', '/admin-api/profile'],
      ['POST', '/admin-api/profile/totp'],
    ] as const) {
      const refused = await own.call(method, path, method === 'POST' ? { body: { name: 'x' } } : {});
      expect([path, refused.status, refused.body.type.split('/').at(-1)]).toEqual([path, 401, reason]);
    }
  }
}

describe('a second factor that an account asks everybody for', () => {
  test('stops sessions that have shown none, and signing in again leads through the enrolment', async () => {
    const account = await newAccount();
    const owner = await service.person(account);
    await enrol(owner);
    const person = await service.person(account, 'administrator');
    expect((await person.call('GET', '/svc-api/employees')).status).toBe(200);
    expect((await there(person).call('GET', '/svc-api/employees')).status).toBe(200);
    expect((await requireFactor(owner)).status).toBe(200);
    await expectStopped(person, 'second-factor-required');
    expect(await isSignedIn(owner)).toBe(true);
    const again = await person.call('POST', '/admin-api/session', {
      body: { account: account.name, email: person.email, password },
    });
    expect(again.body.state).toBe('enrolment');
    await enrol(person);
    expect((await person.call('GET', '/svc-api/employees')).status).toBe(200);
    // An end of it lets others go on.
    const stopped = await service.person(await newAccount());
    expect(await isSignedIn(stopped)).toBe(true);
  });

  test('is refused to an owner who has shown none, who is told what to do first', async () => {
    const owner = await service.person(await newAccount());
    const refused = await requireFactor(owner);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['isSecondFactorRequired']]);
    expect(refused.body.errors.isSecondFactorRequired[0]).toMatch(/profile/);
    expect((await owner.call('GET', settings)).body.isSecondFactorRequired).toBe(false);
    await enrol(owner);
    expect((await requireFactor(owner)).status).toBe(200);
    expect(await isSignedIn(owner)).toBe(true);
  });

  test('is shown by a passkey alone, by a code, and by who has just added one', async () => {
    const account = await newAccount();
    const owner = await service.person(account);
    const device: Authenticator = authenticator({ origin: service.url });
    const { body } = await owner.call('POST', '/admin-api/profile/passkeys/options');
    await owner.call('POST', '/admin-api/profile/passkeys', { body: { passkey: device.create(body) } });
    const alone = browser(service.url);
    const challenge = (await alone.call('POST', '/admin-api/session/passkey/options')).body;
    await alone.call('POST', '/admin-api/session/passkey', { body: { passkey: device.get(challenge) } });
    const coded = await service.person(account);
    const secret = await enrol(coded);
    service.advance(60_000);
    const signedIn = browser(service.url);
    await signedIn.call('POST', '/admin-api/session', {
      body: { account: account.name, email: coded.email, password },
    });
    await signedIn.call('POST', '/admin-api/session/second-factor', { body: { code: await codeFor(secret) } });
    expect((await requireFactor(owner)).status).toBe(200);
    service.advance(1000);
    for (const own of [owner, alone, coded, signedIn]) expect(await isSignedIn(own)).toBe(true);
  });

  test('counts for a session that was opened at the same moment', async () => {
    const account = await newAccount();
    const owner = await service.person(account);
    await enrol(owner);
    const person = await service.person(account);
    const body = { account: account.name, email: person.email, password };
    const late = Array.from({ length: 4 }, () => browser(service.url));
    await Promise.all([requireFactor(owner), ...late.map((own) => own.call('POST', '/admin-api/session', { body }))]);
    service.advance(1000);
    expect(await Promise.all(late.map(isSignedIn))).toEqual([false, false, false, false]);
  });

  test('that is not asked for any more lets the same sessions go on, and a stopped one can be ended', async () => {
    const account = await newAccount();
    const owner = await service.person(account);
    await enrol(owner);
    const [person, leaving] = [await service.person(account), await service.person(account)];
    await requireFactor(owner);
    await expectStopped(person, 'second-factor-required');
    expect((await leaving.call('DELETE', '/admin-api/session')).status).toBe(204);
    await owner.call('PATCH', settings, { body: { isSecondFactorRequired: false } });
    service.advance(1000);
    expect(await isSignedIn(person)).toBe(true);
    const { items } = (await owner.call('GET', `/admin-api/audit-entries?actorId=${leaving.id}&sort=-id`)).body;
    expect(items[0].action).toBe('session.ended');
  });
});

describe('a provider that is the only way in', () => {
  test('stops sessions that were opened otherwise; who never linked it links it after the password', async () => {
    const account = await newAccount();
    const owner = await service.person(account);
    const path = await register(owner);
    await link(owner, provider, `owner-${account.name}`);
    const person = await service.person(account, 'administrator');
    const stranger = await service.person(account, 'administrator');
    await link(person, provider, `person-${account.name}`);
    const byProvider = await signInBy(service.url, provider, `person-${account.name}`, { account: account.name });
    const byPassword = browser(service.url);
    const proof = { account: account.name, email: person.email, password };
    await byPassword.call('POST', '/admin-api/session', { body: proof });
    expect((await owner.call('PATCH', path, { body: { isRequired: true } })).status).toBe(200);
    await expectStopped(stranger, 'provider-required');
    await expectStopped(byPassword, 'provider-required');
    for (const own of [owner, byProvider.own]) expect(await isSignedIn(own)).toBe(true);
    // Not a dead end.
    expect((await byPassword.call('POST', '/admin-api/session', { body: proof })).status).toBe(403);
    const again = browser(service.url);
    const begun = await again.call('POST', '/admin-api/session', { body: { ...proof, email: stranger.email } });
    expect(begun.body).toMatchObject({ state: 'link' });
    expect(await isSignedIn(again)).toBe(false);
    const { location } = (await start(again, { next: '/console/people' })).body;
    const { answer } = await comeBack(again, provider, location, `stranger-${account.name}`);
    expect(answer.headers.get('location')).toBe('/console/people');
    expect((await again.call('GET', '/admin-api/session')).body.person.id).toBe(stranger.id);
    const refused = await browser(service.url).call('POST', '/admin-api/session', {
      body: { ...proof, password: 'not the right one' },
    });
    expect(refused.status).toBe(403);
  });

  test('asks for the second factor of who links it after the password', async () => {
    const account = await newAccount();
    const owner = await service.person(account);
    const path = await register(owner);
    await link(owner, provider, `owner-${account.name}`);
    const person = await service.person(account);
    const secret = await enrol(person);
    service.advance(60_000);
    await owner.call('PATCH', path, { body: { isRequired: true } });
    const own = browser(service.url);
    const body = { account: account.name, email: person.email, password };
    expect((await own.call('POST', '/admin-api/session', { body })).body.state).toBe('second-factor');
    const proved = await own.call('POST', '/admin-api/session/second-factor', {
      body: { code: await codeFor(secret) },
    });
    expect(proved.body.state).toBe('link');
    const { location } = (await start(own)).body;
    await comeBack(own, provider, location, `person-${account.name}`);
    expect(await isSignedIn(own)).toBe(true);
  });

  test('is refused to an owner for whom it does not vouch yet', async () => {
    const account = await newAccount();
    const owner = await service.person(account);
    const { issuer, clientId, clientSecret } = provider;
    const body = { name: 'Company ID', issuer, clientId, clientSecret, isRequired: true };
    const created = await owner.call('POST', '/admin-api/identity-providers', { body });
    expect([created.status, Object.keys(created.body.errors)]).toEqual([400, ['isRequired']]);
    const path = await register(owner);
    const refused = await owner.call('PATCH', path, { body: { isRequired: true } });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['isRequired']]);
    expect(refused.body.errors.isRequired[0]).toMatch(/profile/);
    await link(owner, provider, `owner-${account.name}`);
    expect((await owner.call('PATCH', path, { body: { isRequired: true } })).status).toBe(200);
    expect(await isSignedIn(owner)).toBe(true);
    // Another issuer knows nobody.
    const moved = await owner.call('PATCH', path, { body: { issuer: 'http://127.0.0.1:9' } });
    expect([moved.status, Object.keys(moved.body.errors)]).toEqual([400, ['isRequired']]);
  });

  test('does not shut out who runs the installation', async () => {
    const account = await newAccount();
    const owner = await service.person(account);
    const operator = await service.person(account, 'owner', true);
    const path = await register(owner);
    await link(owner, provider, `owner-${account.name}`);
    await owner.call('PATCH', path, { body: { isRequired: true } });
    service.advance(1000);
    expect(await isSignedIn(operator)).toBe(true);
  });

  test('ends what it has opened when it is deleted', async () => {
    const account = await newAccount();
    const owner = await service.person(account);
    const path = await register(owner);
    const person = await service.person(account);
    await link(person, provider, `person-${account.name}`);
    const { own } = await signInBy(service.url, provider, `person-${account.name}`, { account: account.name });
    expect(await isSignedIn(there(own))).toBe(true);
    expect((await owner.call('DELETE', path)).status).toBe(204);
    service.advance(1000);
    expect(await isSignedIn(there(own))).toBe(false);
    expect(await isSignedIn(owner)).toBe(true);
  });

  test('is not deleted while no owner could come in without it', async () => {
    const account = await newAccount();
    const first = await service.person(account);
    const path = await register(first);
    const invited = await first.call('POST', '/admin-api/administrator-invitations', {
      body: { email: 'only@example.com', role: 'owner' },
    });
    const login = `only-${account.name}`;
    provider.people.set(login, { email: 'only@example.com', email_verified: true });
    const invitation = invited.body.link.split('#')[1];
    const { own } = await signInBy(service.url, provider, login, { invitation });
    expect((await own.call('DELETE', `/admin-api/administrators/${first.id}`)).status).toBe(204);
    const refused = await own.call('DELETE', path);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['id']]);
    expect((await own.call('PATCH', path, { body: { issuer: 'http://127.0.0.1:9' } })).status).toBe(400);
    expect(await isSignedIn(own)).toBe(true);
  });
});

describe('rights that are taken away', () => {
  const takings: Readonly<
    Record<string, (owner: TestPerson, person: TestPerson, account: Account) => Promise<unknown>>
  > = {
    'another role': (owner, { id }) =>
      owner.call('PATCH', `/admin-api/administrators/${id}`, { body: { role: 'auditor' } }),
    'being disabled': (owner, { id }) =>
      owner.call('PATCH', `/admin-api/administrators/${id}`, { body: { isDisabled: true } }),
    'being removed': (owner, { id }) => owner.call('DELETE', `/admin-api/administrators/${id}`),
    'the end of the account': (_, __, { id }) =>
      service.database.query(`update accounts set state = 'failed' where id = $1`, [id]),
  };

  test.each(Object.entries(takings))('end open sessions and pending sign-ins everywhere: %s', async (_, take) => {
    const account = await newAccount();
    const owner = await service.person(account);
    const person = await service.person(account, 'administrator');
    const secret = await enrol(person);
    service.advance(60_000);
    const pending = browser(other.url);
    const body = { account: account.name, email: person.email, password };
    expect((await pending.call('POST', '/admin-api/session', { body })).body.state).toBe('second-factor');
    expect(await isSignedIn(there(person))).toBe(true);
    await take(owner, person, account);
    service.advance(1000);
    expect(await isSignedIn(person)).toBe(false);
    expect(await isSignedIn(there(person))).toBe(false);
    const code = await codeFor(secret);
    expect((await pending.call('POST', '/admin-api/session/second-factor', { body: { code } })).status).toBe(401);
  });
});

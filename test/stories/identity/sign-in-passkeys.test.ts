/** Passkeys: registered by a signed-in person, then used in addition to the password or instead of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { lifetimes } from '../../../server/identity/auth/sessions.ts';
import { throttling } from '../../../server/identity/auth/throttle.ts';
import { type Authenticator, type AuthenticatorOptions, authenticator } from '../../support/authenticator.ts';
import { type Browser, browser, password, type TestPerson } from '../../support/people/person.ts';
import { type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
});
afterAll(() => service.stop());

const device = (options: Partial<AuthenticatorOptions> = {}) => authenticator({ origin: service.url, ...options });

async function register(person: Browser, own: Authenticator, name = 'Laptop') {
  const options = await person.call('POST', '/admin-api/profile/passkeys/options');
  expect(options.status, options.text).toBe(200);
  return person.call('POST', '/admin-api/profile/passkeys', { body: { name, passkey: own.create(options.body) } });
}

async function withPasskey(own: Authenticator): Promise<TestPerson> {
  const person = await service.person(account);
  const added = await register(person, own);
  expect(added.status, added.text).toBe(200);
  return person;
}

const afterPassword = async ({ email }: TestPerson) => {
  const own = browser(service.url);
  const reply = await own.call('POST', '/admin-api/session', { body: { account: 'acme', email, password } });
  return { own, reply };
};

const optionsFor = async (own: Browser) => (await own.call('POST', '/admin-api/session/passkey/options')).body;

describe('a passkey', () => {
  test('is registered by a recently confirmed person', async () => {
    const person = await service.person(account);
    const added = await register(person, device());
    expect(added.body).toMatchObject({ factor: { kind: 'passkey', name: 'Laptop' }, session: null });
    expect(added.body.recoveryCodes).toHaveLength(10);
    const another = await register(person, device(), 'Phone');
    expect(another.body.recoveryCodes).toBeNull();
    const { factors } = (await person.call('GET', '/admin-api/profile')).body;
    expect(factors.map(({ name }: { name: string }) => name)).toEqual(['Laptop', 'Phone']);
    service.advance(lifetimes.confirmedMs);
    expect((await person.call('POST', '/admin-api/profile/passkeys/options')).status).toBe(403);
  });

  test('is used after the password', async () => {
    const own = device();
    const person = await withPasskey(own);
    const { own: page, reply } = await afterPassword(person);
    expect(reply.body).toMatchObject({ state: 'second-factor', secondFactors: ['passkey', 'recovery-code'] });
    const options = await optionsFor(page);
    expect(options.allowCredentials).toEqual([
      { id: own.passkeys[0]?.id, type: 'public-key', transports: ['internal'] },
    ]);
    const signedIn = await page.call('POST', '/admin-api/session/second-factor', {
      body: { passkey: own.get(options) },
    });
    expect(signedIn.status, signedIn.text).toBe(200);
    expect(signedIn.body.person.email).toBe(person.email);
  });

  test('replaces the password if the device has verified the user', async () => {
    const own = device();
    const person = await withPasskey(own);
    const page = browser(service.url);
    const signedIn = await page.call('POST', '/admin-api/session/passkey', {
      body: { passkey: own.get(await optionsFor(page)) },
    });
    expect(signedIn.status, signedIn.text).toBe(200);
    expect(signedIn.body).toMatchObject({ state: 'signed-in', person: { email: person.email } });
    expect((await page.call('GET', '/admin-api/session')).status).toBe(200);
  });

  test('is only a second factor if the device does not verify the user', async () => {
    const own = device({ isVerifying: false });
    const person = await withPasskey(own);
    const alone = browser(service.url);
    const refused = await alone.call('POST', '/admin-api/session/passkey', {
      body: { passkey: own.get(await optionsFor(alone)) },
    });
    expect(refused.status).toBe(401);
    const { own: page } = await afterPassword(person);
    const body = { passkey: own.get(await optionsFor(page)) };
    expect((await page.call('POST', '/admin-api/session/second-factor', { body })).status).toBe(200);
  });
});

describe('a passkey is refused', () => {
  // Earlier attempts do not count here.
  beforeEach(() => service.advance(throttling.forgetMs));

  const attempt = async (answer: (options: never) => unknown, page = browser(service.url)) => {
    const options = await optionsFor(page);
    // Each response uses up its options.
    const body = { passkey: answer(options as never) };
    return (await page.call('POST', '/admin-api/session/passkey', { body })).status;
  };

  test('from another page, for another challenge, altered or made up', async () => {
    const own = device();
    await withPasskey(own);
    const elsewhere: Authenticator = { ...own, get: (options) => own.get(options) };
    expect(await attempt((options) => elsewhere.get(options))).toBe(200);
    const phishing = authenticator({ origin: 'https://muster.example.com' });
    expect(await attempt((options) => ({ ...own.get(options), response: phishingResponse(own, options) }))).toBe(401);
    expect(phishing.passkeys).toEqual([]);
    const stale = await optionsFor(browser(service.url));
    expect(await attempt(() => own.get(stale))).toBe(401);
    for (const made of [{}, { id: 'x' }, { id: 12 }, { id: own.passkeys[0]?.id, response: {} }]) {
      expect(await attempt(() => made)).toBe(401);
    }
    const forged = (options: never) => {
      const answer = own.get(options);
      const signature = Buffer.from(answer.response.signature, 'base64url');
      signature[20] = (signature[20] ?? 0) ^ 1;
      return { ...answer, response: { ...answer.response, signature: signature.toString('base64url') } };
    };
    expect(await attempt(forged)).toBe(401);
  });

  test('a second time for the same challenge', async () => {
    const own = device();
    await withPasskey(own);
    const page = browser(service.url);
    const pending = await optionsFor(page);
    const token = page.cookies.get('muster-pending') ?? '';
    const body = { passkey: own.get(pending) };
    expect((await page.call('POST', '/admin-api/session/passkey', { body })).status).toBe(200);
    const again = browser(service.url, new Map([['muster-pending', token]]));
    expect((await again.call('POST', '/admin-api/session/passkey', { body })).status).toBe(401);
  });

  test('when its counter does not grow: the device was copied', async () => {
    let used = 5;
    const own = device({ count: () => used });
    await withPasskey(own);
    used = 6;
    expect(await attempt((options) => own.get(options))).toBe(200);
    expect(await attempt((options) => own.get(options))).toBe(401);
    used = 7;
    expect(await attempt((options) => own.get(options))).toBe(200);
  });

  test('when it is that of somebody else, next to a password', async () => {
    const own = device();
    await withPasskey(own);
    const victim = await withPasskey(device());
    const { own: page } = await afterPassword(victim);
    const options = await optionsFor(page);
    const passkey = own.get({ ...options, allowCredentials: [] });
    expect((await page.call('POST', '/admin-api/session/second-factor', { body: { passkey } })).status).toBe(401);
  });

  test('when the person was disabled', async () => {
    const own = device();
    const person = await withPasskey(own);
    const owner = await service.person(account);
    const disabled = await owner.call('PATCH', `/admin-api/administrators/${person.id}`, {
      body: { isDisabled: true },
    });
    expect(disabled.status, disabled.text).toBe(200);
    expect(await attempt((options) => own.get(options))).toBe(401);
  });

  test('when it is registered twice, or with an answer to nothing', async () => {
    const person = await service.person(account);
    const own = device();
    const options = (await person.call('POST', '/admin-api/profile/passkeys/options')).body;
    expect(options.authenticatorSelection).toMatchObject({ residentKey: 'preferred' });
    const passkey = own.create(options);
    expect((await person.call('POST', '/admin-api/profile/passkeys', { body: { passkey } })).status).toBe(200);
    expect((await person.call('POST', '/admin-api/profile/passkeys', { body: { passkey } })).status).toBe(403);
    await person.call('POST', '/admin-api/profile/passkeys/options');
    const refused = await person.call('POST', '/admin-api/profile/passkeys', { body: { passkey } });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['passkey']]);
  });
});

/** What a browser reports on another site. */
function phishingResponse(own: Authenticator, options: Parameters<Authenticator['get']>[0]) {
  const answer = own.get(options);
  const data = JSON.parse(Buffer.from(answer.response.clientDataJSON, 'base64url').toString());
  const elsewhere = JSON.stringify({ ...data, origin: 'https://muster.example.com' });
  return { ...answer.response, clientDataJSON: Buffer.from(elsewhere).toString('base64url') };
}

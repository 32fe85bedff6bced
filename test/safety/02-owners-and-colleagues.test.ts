/**
 * An owner may run the identity provider of the account, and a colleague may have linked it. The provider then decides
 * who signs in; it does not replace the second factor of the colleague, and does not change how the colleague signs in.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type IdentityProvider, identityProvider } from '../judges/identity-provider.ts';
import { codeFor, enrolApp } from '../support/factors.ts';
import { oneIn } from '../support/form.ts';
import { type Browser, browser, password } from '../support/people/person.ts';
import { callbackPath, comeBack, isSignedIn, link, refusedAt, start } from '../support/provider.ts';
import { expectRefused, type ProviderScene, providerScene } from '../support/provider-scene.ts';

let at: ProviderScene;
let other: IdentityProvider;
beforeAll(async () => {
  at = await providerScene();
  other = await identityProvider(at.service.url + callbackPath);
});
afterAll(async () => {
  await other.stop();
  await at.stop();
});

/** A colleague who linked the provider of the account, whose owner can claim any identity there. */
async function colleagueOf(login: string) {
  const { account, owner, providerPath } = await at.tenant();
  const colleague = await at.service.person(account, 'administrator');
  expect((await link(colleague, at.provider, login)).answer.headers.get('location')).toBe('/console/profile');
  return { account, owner, providerPath, colleague };
}

const credentialChanges: [string, (own: Browser) => ReturnType<Browser['call']>][] = [
  ['adds an app', (own) => own.call('POST', '/admin-api/profile/totp', { body: {} })],
  ['adds a passkey', (own) => own.call('POST', '/admin-api/profile/passkeys/options', { body: {} })],
  ['makes recovery codes', (own) => own.call('POST', '/admin-api/profile/recovery-codes', { body: {} })],
  ['links another identity', (own) => own.call('POST', '/admin-api/profile/identities', { body: {} })],
  [
    'unlinks it',
    async (own) => {
      const { identities } = (await own.call('GET', '/admin-api/profile')).body;
      return own.call('DELETE', `/admin-api/profile/identities/${identities[0].id}`);
    },
  ],
];

describe('an owner who runs the provider', () => {
  test('does not act as a colleague who has a second factor here', async () => {
    const { account, colleague } = await colleagueOf('fay');
    const { secret } = await enrolApp(at.service, colleague);
    const { own, answer } = await at.enter(account, 'fay');
    expect(answer.headers.get('location')).toMatch(/^\/console\/sign-in\?begun=second-factor/);
    expect(await isSignedIn(own)).toBe(false);
    expect((await own.call('GET', '/admin-api/administrators')).status).toBe(401);
    // The colleague uses the second factor and is signed in.
    const body = { code: await codeFor(at.service, secret) };
    const proved = await own.call('POST', '/admin-api/session/second-factor', { body });
    expect(proved.status, proved.text).toBe(200);
    expect((await own.call('POST', '/admin-api/profile/recovery-codes', { body: {} })).status).toBe(200);
  });

  test.each(oneIn(3, credentialChanges))(
    'never %s for a colleague, who does so with their own password',
    async (what, change) => {
      const login = what.replaceAll(' ', '-');
      const { account } = await colleagueOf(login);
      const { own } = await at.enter(account, login);
      expect((await own.call('GET', '/admin-api/session')).body.session.confirmedUntil).toBeNull();
      const refused = await change(own);
      expect([refused.status, refused.body.detail]).toEqual([403, expect.stringMatching(/Confirm first/)]);
      const wrong = await own.call('POST', '/admin-api/session/confirmation', { body: { password: 'not my own one' } });
      expect(wrong.status).toBe(401);
      await own.call('POST', '/admin-api/session/confirmation', { body: { password } });
      expect((await change(own)).status).not.toBe(403);
    },
  );

  test('does not keep the links of colleagues when the provider becomes another client', async () => {
    const { account, owner, providerPath, colleague } = await colleagueOf('gil');
    const { own } = await at.enter(account, 'gil');
    for (const body of [{ name: 'Company' }, { clientSecret: at.provider.clientSecret }]) {
      expect((await owner.call('PATCH', providerPath, { body })).status).toBe(200);
    }
    at.service.advance(1000);
    expect(await isSignedIn(own)).toBe(true);
    expect((await owner.call('PATCH', providerPath, { body: { clientId: 'mine' } })).status).toBe(200);
    at.service.advance(1000);
    expect(await isSignedIn(own)).toBe(false);
    expect((await colleague.call('GET', '/admin-api/profile')).body.identities).toEqual([]);
    await owner.call('PATCH', providerPath, { body: { clientId: at.provider.clientId } });
    await expectRefused(at.enter(account, 'gil'));
  });

  test.each(oneIn(2, ['issuer', 'client']))('does not change the %s under a way that has begun', async (what) => {
    const { account, owner, providerPath, colleague } = await colleagueOf(`hal-${what}`);
    const late = await at.service.person(account);
    const linking = (await late.call('POST', '/admin-api/profile/identities', { body: {} })).body.location;
    const entering = browser(at.service.url);
    const { location } = (await start(entering, { account: account.name })).body;
    const { issuer, clientId, clientSecret } = what === 'issuer' ? other : { ...at.provider, clientId: 'mine' };
    expect((await owner.call('PATCH', providerPath, { body: { issuer, clientId, clientSecret } })).status).toBe(200);
    expect((await comeBack(late, at.provider, linking, 'late')).answer.headers.get('location')).toBe(refusedAt);
    expect((await late.call('GET', '/admin-api/profile')).body.identities).toEqual([]);
    const trip = await comeBack(entering, at.provider, location, `hal-${what}`);
    expect(trip.answer.headers.get('location')).toBe(refusedAt);
    expect(await isSignedIn(colleague)).toBe(true);
  });
});

test('a link that ends while its second factor is awaited leads nowhere', async () => {
  const { account, owner, providerPath, colleague } = await colleagueOf('ida');
  const { secret } = await enrolApp(at.service, colleague);
  const { own } = await at.enter(account, 'ida');
  expect((await owner.call('DELETE', providerPath)).status).toBe(204);
  const body = { code: await codeFor(at.service, secret) };
  expect((await own.call('POST', '/admin-api/session/second-factor', { body })).status).toBe(401);
});

test('a person who has nothing but the provider adds a second factor right after signing in', async () => {
  const { account, owner } = await at.tenant();
  const invitation = await at.invite(owner, 'jo@example.com', 'auditor');
  at.claim('jo', 'jo@example.com');
  await at.enter(account, 'jo', { invitation });
  const { own } = await at.enter(account, 'jo');
  await enrolApp(at.service, own);
  const again = await at.enter(account, 'jo');
  expect(again.answer.headers.get('location')).toMatch(/begun=second-factor/);
});

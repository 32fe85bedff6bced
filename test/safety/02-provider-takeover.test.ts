/**
 * An owner runs an identity provider that claims anything. It opens only sessions of people who linked it themselves:
 * not of the operator, not of a colleague, and not in another account.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inviteAdministrator } from '../../cli/administrators.ts';
import { storeAdministrator } from '../../server/identity/accounts/administrators.ts';
import { hashPassword } from '../../server/identity/accounts/passwords.ts';
import { identityProvider } from '../judges/identity-provider.ts';
import { enrolApp } from '../support/factors.ts';
import { administratorOf, browser, password } from '../support/people/person.ts';
import { callbackPath, isSignedIn, link, refusedAt } from '../support/provider.ts';
import { expectRefused, operatorActor, type ProviderScene, providerScene } from '../support/provider-scene.ts';

let at: ProviderScene;

beforeAll(async () => {
  at = await providerScene();
});
afterAll(() => at.stop());

describe('an owner who runs a provider', () => {
  test('does not become the operator of the installation by claiming their address', async () => {
    const { account } = await at.tenant();
    const operator = await administratorOf(at.service.database, account, { isOperator: true });
    at.claim('mallory', operator.email);
    const { own, answer } = await at.enter(account, 'mallory');
    expect(answer.headers.get('location')).toBe(refusedAt);
    expect((await own.call('GET', '/admin-api/accounts')).status).toBe(401);
    expect(await isSignedIn(own)).toBe(false);
  });

  test.each(['owner', 'administrator', 'auditor'] as const)(
    'does not become a colleague who is an %s',
    async (role) => {
      const { account } = await at.tenant();
      const colleague = await administratorOf(at.service.database, account, { role });
      at.claim('mallory', colleague.email);
      await expectRefused(at.enter(account, 'mallory'));
    },
  );

  test('does not get into another account where the same person is known', async () => {
    const { account: one } = await at.tenant();
    const other = await at.tenant();
    const passwordHash = await hashPassword(password);
    const email = 'both@example.com';
    for (const { id } of [one, other.account]) {
      await storeAdministrator(at.service.database.session(id), { email, role: 'owner', passwordHash });
    }
    at.claim('mallory', email);
    await expectRefused(at.enter(one, 'mallory'));
    await expectRefused(at.enter(other.account, 'mallory'));
    // A subject linked in one account means nobody in another, although both use the same provider.
    const { own } = await at.enter(one, 'mallory');
    await own.call('POST', '/admin-api/session', { body: { account: one.name, email, password } });
    expect((await link(own, at.provider, 'mallory')).answer.headers.get('location')).toBe('/console/profile');
    const signedIn = await at.enter(one, 'mallory');
    expect((await signedIn.own.call('GET', '/admin-api/session')).body.account.name).toBe(one.name);
    await expectRefused(at.enter(other.account, 'mallory'));
  });

  test('cannot sign in as a person of another provider', async () => {
    const good = await identityProvider(at.service.url + callbackPath);
    try {
      const account = await at.service.openAccount('trusting');
      const owner = await at.service.person(account);
      const path = await at.register(owner, good);
      const invited = await owner.call('POST', '/admin-api/administrator-invitations', {
        body: { email: 'gwen@example.com', role: 'owner' },
      });
      good.people.set('gwen', { email: 'gwen@example.com', email_verified: true });
      const invitation = invited.body.link.split('#')[1];
      const gwen = await at.enter(account, 'gwen', { invitation }, good);
      expect(await isSignedIn(gwen.own)).toBe(true);
      // The same subject and address from another issuer.
      at.claim('gwen', 'gwen@example.com');
      const { issuer, clientId, clientSecret } = at.provider;
      expect((await owner.call('PATCH', path, { body: { issuer, clientId, clientSecret } })).status).toBe(200);
      await expectRefused(at.enter(account, 'gwen'));
      at.service.advance(1000);
      expect(await isSignedIn(gwen.own)).toBe(false);
      expect((await owner.call('DELETE', path)).status).toBe(204);
      await at.register(owner, at.provider);
      await expectRefused(at.enter(account, 'gwen'));
    } finally {
      await good.stop();
    }
  });

  test('cannot accept an invitation of an operator, nor one without its link', async () => {
    const { account, owner } = await at.tenant();
    const invited = await owner.call('POST', '/admin-api/administrator-invitations', {
      body: { email: 'carol@example.com', role: 'owner' },
    });
    expect(invited.status).toBe(201);
    at.claim('carol', 'carol@example.com');
    await expectRefused(at.enter(account, 'carol'));
    const operating = { ...at.service, actor: operatorActor };
    const asked = { email: 'ops@example.com', role: 'owner', isOperator: true } as const;
    const [, invitation] = (await inviteAdministrator(operating, account, asked)).link.split('#');
    at.claim('ops', 'ops@example.com');
    await expectRefused(at.enter(account, 'ops', { invitation }));
  });
});

describe('an owner', () => {
  test('changes neither how a colleague signs in, nor their address, nor asks them in a second time', async () => {
    const account = await at.service.openAccount('colleagues');
    const owner = await at.service.person(account);
    const colleague = await at.service.person(account, 'administrator');
    await enrolApp(at.service, colleague);
    const path = `/admin-api/administrators/${colleague.id}`;
    for (const change of [
      { email: 'mine@example.com' },
      { password: 'something else entirely' },
      { passwordHash: 'x' },
      { hasSecondFactor: false },
      { isOperator: true },
      { credentialsStamp: null },
    ]) {
      const refused = await owner.call('PATCH', path, { body: change });
      expect([change, refused.status, Object.keys(refused.body.errors)]).toEqual([change, 400, Object.keys(change)]);
    }
    for (const email of [colleague.email, colleague.email.toUpperCase()]) {
      const body = { email, role: 'owner' };
      expect((await owner.call('POST', '/admin-api/administrator-invitations', { body })).status).toBe(400);
    }
    const { factors } = (await colleague.call('GET', '/admin-api/profile')).body;
    const { id: sessionId } = (await colleague.call('GET', '/admin-api/session')).body.session;
    for (const address of [
      `profile/factors/${factors[0].id}`,
      `sessions/${sessionId}`,
      `profile/identities/${sessionId}`,
    ]) {
      expect([address, (await owner.call('DELETE', `/admin-api/${address}`)).status]).toEqual([address, 404]);
    }
    expect(await isSignedIn(colleague)).toBe(true);
  });

  test('a removed and reinvited colleague is another person', async () => {
    const account = await at.service.openAccount('replaced');
    const owner = await at.service.person(account);
    const colleague = await at.service.person(account, 'administrator');
    await owner.call('DELETE', `/admin-api/administrators/${colleague.id}`);
    const invited = await owner.call('POST', '/admin-api/administrator-invitations', {
      body: { email: colleague.email, role: 'administrator' },
    });
    const accepted = await browser(at.service.url).call('POST', '/admin-api/invitation/acceptance', {
      body: { token: invited.body.link.split('#')[1], name: 'Not the same', password },
    });
    expect(accepted.body.person.id).not.toBe(colleague.id);
  });
});

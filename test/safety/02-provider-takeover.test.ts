/**
 * An owner runs a provider of identities and says there whatever they like. It opens nobody's session but that of people
 * who linked it themselves: neither the operator's, nor a colleague's, nor one in another account.
 */
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../server/accounts/accounts.ts';
import { storeAdministrator } from '../../server/accounts/administrators.ts';
import { hashPassword } from '../../server/accounts/passwords.ts';
import { type IdentityProvider, identityProvider } from '../judges/identity-provider.ts';
import { administratorOf, browser, password, type TestPerson } from '../support/person.ts';
import { callbackPath, comeBack, isSignedIn, link, refusedAt, signInBy } from '../support/provider.ts';
import { type TestService, testService } from '../support/service.ts';

let service: TestService;
let evil: IdentityProvider;
let accounts = 0;

beforeAll(async () => {
  service = await testService();
  evil = await identityProvider(service.url + callbackPath);
});
afterAll(async () => {
  await evil.stop();
  await service.stop();
});

/** An account whose owner has registered a provider that they run. */
async function attacked(): Promise<{ account: Account; owner: TestPerson; providerPath: string }> {
  accounts += 1;
  const account = await service.openAccount(`tenant${String.fromCharCode(96 + accounts)}`);
  const owner = await service.person(account);
  return { account, owner, providerPath: await register(owner, evil) };
}

async function register(owner: TestPerson, { issuer, clientId, clientSecret }: IdentityProvider): Promise<string> {
  const body = { name: 'Ours', issuer, clientId, clientSecret, areAddressesTrusted: true };
  const made = await owner.call('POST', '/admin-api/identity-providers', { body });
  expect(made.status, made.text).toBe(201);
  return `/admin-api/identity-providers/${made.body.id}`;
}

const claim = (login: string, email: string) => evil.people.set(login, { email, email_verified: true });
const enter = (account: Account, login: string, body: object = {}, provider = evil) =>
  signInBy(service.url, provider, login, { account: account.name, ...body });

async function expectRefused(trip: Promise<Awaited<ReturnType<typeof signInBy>>>): Promise<void> {
  const { own, answer } = await trip;
  expect(answer.headers.get('location')).toBe(refusedAt);
  expect(own.cookies.has('muster')).toBe(false);
  expect(await isSignedIn(own)).toBe(false);
}

const codeFor = (secret: string) => generate({ secret, epoch: Math.floor(service.now().getTime() / 1000) });

async function withApp(person: TestPerson): Promise<string> {
  const { id, secret } = (await person.call('POST', '/admin-api/profile/totp', { body: {} })).body;
  const body = { id, code: await codeFor(secret) };
  expect((await person.call('POST', '/admin-api/profile/totp/confirmation', { body })).status).toBe(200);
  service.advance(60_000);
  return secret;
}

describe('an owner who runs a provider', () => {
  test('does not become the operator of the installation by claiming their address', async () => {
    const { account } = await attacked();
    const operator = await administratorOf(service.database, account, { isOperator: true });
    claim('mallory', operator.email);
    const { own, answer } = await enter(account, 'mallory');
    expect(answer.headers.get('location')).toBe(refusedAt);
    expect((await own.call('GET', '/admin-api/accounts')).status).toBe(401);
    expect(await isSignedIn(own)).toBe(false);
  });

  test.each(['owner', 'administrator', 'auditor'] as const)(
    'does not become a colleague who is an %s',
    async (role) => {
      const { account } = await attacked();
      const colleague = await administratorOf(service.database, account, { role });
      claim('mallory', colleague.email);
      await expectRefused(enter(account, 'mallory'));
    },
  );

  test('does not get into another account where the same person is known', async () => {
    const { account: one } = await attacked();
    const other = await attacked();
    const passwordHash = await hashPassword(password);
    const email = 'both@example.com';
    for (const { id } of [one, other.account]) {
      await storeAdministrator(service.database.session(id), { email, role: 'owner', passwordHash });
    }
    claim('mallory', email);
    await expectRefused(enter(one, 'mallory'));
    await expectRefused(enter(other.account, 'mallory'));
    // Linked in one account, a subject means nobody in another, although both have the same provider.
    const { own } = await enter(one, 'mallory');
    await own.call('POST', '/admin-api/session', { body: { account: one.name, email, password } });
    expect((await link(own, evil, 'mallory')).answer.headers.get('location')).toBe('/console/profile');
    const signedIn = await enter(one, 'mallory');
    expect((await signedIn.own.call('GET', '/admin-api/session')).body.account.name).toBe(one.name);
    await expectRefused(enter(other.account, 'mallory'));
  });

  test('does not become somebody whom another provider of the account has brought in', async () => {
    const good = await identityProvider(service.url + callbackPath);
    try {
      const account = await service.openAccount('trusting');
      const owner = await service.person(account);
      const path = await register(owner, good);
      const invited = await owner.call('POST', '/admin-api/administrator-invitations', {
        body: { email: 'gwen@example.com', role: 'owner' },
      });
      good.people.set('gwen', { email: 'gwen@example.com', email_verified: true });
      const invitation = invited.body.link.split('#')[1];
      const gwen = await enter(account, 'gwen', { invitation }, good);
      expect(await isSignedIn(gwen.own)).toBe(true);
      // The same subject and address, said by another issuer.
      claim('gwen', 'gwen@example.com');
      const { issuer, clientId, clientSecret } = evil;
      expect((await owner.call('PATCH', path, { body: { issuer, clientId, clientSecret } })).status).toBe(200);
      await expectRefused(enter(account, 'gwen'));
      service.advance(1000);
      expect(await isSignedIn(gwen.own)).toBe(false);
      expect((await owner.call('DELETE', path)).status).toBe(204);
      await register(owner, evil);
      await expectRefused(enter(account, 'gwen'));
    } finally {
      await good.stop();
    }
  });

  test('cannot accept an invitation of an operator, nor one without its link', async () => {
    const { account, owner } = await attacked();
    const invited = await owner.call('POST', '/admin-api/administrator-invitations', {
      body: { email: 'carol@example.com', role: 'owner' },
    });
    expect(invited.status).toBe(201);
    claim('carol', 'carol@example.com');
    await expectRefused(enter(account, 'carol'));
    const { inviteAdministrator } = await import('../../server/sign-in/operator.ts');
    const actor = { kind: 'operator', id: null, name: 'operator', address: null, traceId: null } as const;
    const operating = { database: service.database, actor };
    const asked = { email: 'ops@example.com', role: 'owner', isOperator: true } as const;
    const [, invitation] = (await inviteAdministrator(operating, account.id, service.url, asked)).split('#');
    claim('ops', 'ops@example.com');
    await expectRefused(enter(account, 'ops', { invitation }));
  });
});

describe('an owner', () => {
  test('changes neither how a colleague signs in, nor their address, nor asks them in a second time', async () => {
    const account = await service.openAccount('colleagues');
    const owner = await service.person(account);
    const colleague = await service.person(account, 'administrator');
    await withApp(colleague);
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

  test('who removes a colleague and asks the same address in again makes somebody else', async () => {
    const account = await service.openAccount('replaced');
    const owner = await service.person(account);
    const colleague = await service.person(account, 'administrator');
    await owner.call('DELETE', `/admin-api/administrators/${colleague.id}`);
    const invited = await owner.call('POST', '/admin-api/administrator-invitations', {
      body: { email: colleague.email, role: 'administrator' },
    });
    const accepted = await browser(service.url).call('POST', '/admin-api/invitation/acceptance', {
      body: { token: invited.body.link.split('#')[1], name: 'Not the same', password },
    });
    expect(accepted.body.person.id).not.toBe(colleague.id);
  });
});

describe('a person', () => {
  test('links the provider from their own session, signs in by it, and unlinks it', async () => {
    const { account, owner } = await attacked();
    const person = await service.person(account, 'administrator');
    const before = person.cookies.get('muster');
    const { answer } = await link(person, evil, 'paula');
    expect(answer.headers.get('location')).toBe('/console/profile');
    expect(person.cookies.get('muster')).not.toBe(before);
    const { identities } = (await person.call('GET', '/admin-api/profile')).body;
    expect(identities).toMatchObject([{ provider: 'Ours', issuer: evil.issuer }]);
    const { own } = await enter(account, 'paula');
    expect((await own.call('GET', '/admin-api/session')).body.person.id).toBe(person.id);
    const unlinked = await own.call('DELETE', `/admin-api/profile/identities/${identities[0].id}`);
    expect(unlinked.status, unlinked.text).toBe(204);
    expect(await isSignedIn(own)).toBe(true);
    service.advance(1000);
    expect(await isSignedIn(person)).toBe(false);
    await expectRefused(enter(account, 'paula'));
    const entries = await owner.call('GET', `/admin-api/audit-entries?actorId=${person.id}&sort=id`);
    const actions = entries.body.items.map(({ action }: { action: string }) => action);
    expect(actions).toEqual([
      'session.opened',
      'identity.linked',
      'session.opened',
      'session.ended',
      'identity.unlinked',
    ]);
  });

  test('must prove again who they are before a link and before its end', async () => {
    const { account } = await attacked();
    const person = await service.person(account);
    await link(person, evil, 'rita');
    const { identities } = (await person.call('GET', '/admin-api/profile')).body;
    service.advance(10 * 60_000);
    expect((await person.call('POST', '/admin-api/profile/identities', { body: {} })).status).toBe(403);
    expect((await person.call('DELETE', `/admin-api/profile/identities/${identities[0].id}`)).status).toBe(403);
    expect((await browser(service.url).call('POST', '/admin-api/profile/identities', { body: {} })).status).toBe(401);
  });

  test('is not linked to whom somebody else is linked to, nor from a session that has ended', async () => {
    const { account } = await attacked();
    const [one, other] = [await service.person(account), await service.person(account)];
    await link(one, evil, 'shared');
    expect((await link(other, evil, 'shared')).answer.headers.get('location')).toBe(refusedAt);
    expect((await other.call('GET', '/admin-api/profile')).body.identities).toEqual([]);
    const begun = await other.call('POST', '/admin-api/profile/identities', { body: {} });
    const stale = browser(service.url, new Map(other.cookies));
    await other.call('DELETE', '/admin-api/session');
    const late = await comeBack(stale, evil, begun.body.location, 'late');
    expect(late.answer.headers.get('location')).toBe(refusedAt);
    await expectRefused(enter(account, 'late'));
  });

  test('who has nothing but the provider keeps it', async () => {
    const { account, owner } = await attacked();
    const invited = await owner.call('POST', '/admin-api/administrator-invitations', {
      body: { email: 'only@example.com', role: 'auditor' },
    });
    claim('only', 'only@example.com');
    const { own } = await enter(account, 'only', { invitation: invited.body.link.split('#')[1] });
    const { identities } = (await own.call('GET', '/admin-api/profile')).body;
    const refused = await own.call('DELETE', `/admin-api/profile/identities/${identities[0].id}`);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['id']]);
  });
});

describe('an operator', () => {
  test('is asked for a second factor whatever the provider says, and runs no installation by it', async () => {
    const { account } = await attacked();
    const operator = await service.person(account, 'owner', true);
    const secret = await withApp(operator);
    expect((await operator.call('GET', '/admin-api/accounts')).status).toBe(200);
    await link(operator, evil, 'ops');
    expect((await operator.call('GET', '/admin-api/accounts')).status).toBe(200);
    const { own, answer } = await enter(account, 'ops');
    expect(answer.headers.get('location')).toMatch(/^\/console\/sign-in\?begun=second-factor&factors=totp/);
    expect(await isSignedIn(own)).toBe(false);
    expect((await own.call('GET', '/admin-api/accounts')).status).toBe(401);
    const body = { code: await codeFor(secret) };
    const proved = await own.call('POST', '/admin-api/session/second-factor', { body });
    expect(proved.status, proved.text).toBe(200);
    expect(proved.body.person.isOperator).toBe(false);
    expect((await own.call('GET', '/admin-api/accounts')).status).toBe(403);
    expect((await own.call('GET', '/admin-api/administrators')).status).toBe(200);
  });

  test('who has no second factor is not let in by a provider', async () => {
    const { account } = await attacked();
    const operator = await service.person(account, 'owner', true);
    await link(operator, evil, 'bare');
    await expectRefused(enter(account, 'bare'));
  });

  test('who was brought in by an invitation before they ran the installation links the provider themselves', async () => {
    const { account, owner } = await attacked();
    const invited = await owner.call('POST', '/admin-api/administrator-invitations', {
      body: { email: 'rising@example.com', role: 'owner' },
    });
    claim('rising', 'rising@example.com');
    const { own } = await enter(account, 'rising', { invitation: invited.body.link.split('#')[1] });
    expect(await isSignedIn(own)).toBe(true);
    const { changeAdministrator } = await import('../../server/sign-in/operator.ts');
    const actor = { kind: 'operator', id: null, name: 'operator', address: null, traceId: null } as const;
    await changeAdministrator({ database: service.database, actor }, account.id, 'rising@example.com', {
      isOperator: true,
    });
    await expectRefused(enter(account, 'rising'));
  });
});

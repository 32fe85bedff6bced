/** A required identity provider applies at once, locks nobody out by accident, and misleads nobody. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { throttling } from '../../server/identity/auth/throttle.ts';
import { codeFor, enrolApp } from '../support/factors.ts';
import { inFull } from '../support/form.ts';
import { browser, password } from '../support/people/person.ts';
import { comeBack, isSignedIn, link, signInBy, start } from '../support/provider.ts';
import { providerSceneOnTwoNodes, type TwoNodes } from '../support/provider-scene.ts';
import { atOther, expectStopped } from '../support/stopped.ts';

let at: TwoNodes;

beforeAll(async () => {
  at = await providerSceneOnTwoNodes();
});
afterAll(() => at.stop());
beforeEach(() => at.service.advance(throttling.forgetMs));

describe('a provider that is the only way in', () => {
  test('stops sessions opened in another way; a person who never linked it must link it after the password', async () => {
    const account = await at.newAccount();
    const owner = await at.service.person(account);
    const path = await at.register(owner);
    await link(owner, at.provider, `owner-${account.name}`);
    const person = await at.service.person(account, 'administrator');
    const stranger = await at.service.person(account, 'administrator');
    await link(person, at.provider, `person-${account.name}`);
    const byProvider = await signInBy(at.service.url, at.provider, `person-${account.name}`, { account: account.name });
    const byPassword = browser(at.service.url);
    const proof = { account: account.name, email: person.email, password };
    await byPassword.call('POST', '/admin-api/session', { body: proof });
    expect((await owner.call('PATCH', path, { body: { isRequired: true } })).status).toBe(200);
    await expectStopped(at, stranger, 'provider-required');
    await expectStopped(at, byPassword, 'provider-required');
    for (const own of [owner, byProvider.own]) expect(await isSignedIn(own)).toBe(true);
    // Not a dead end.
    expect((await byPassword.call('POST', '/admin-api/session', { body: proof })).status).toBe(403);
    const again = browser(at.service.url);
    const begun = await again.call('POST', '/admin-api/session', { body: { ...proof, email: stranger.email } });
    expect(begun.body).toMatchObject({ state: 'link' });
    expect(await isSignedIn(again)).toBe(false);
    const { location } = (await start(again, { isLink: true, next: '/console/people' })).body;
    const { answer } = await comeBack(again, at.provider, location, `stranger-${account.name}`);
    expect(answer.headers.get('location')).toBe('/console/people');
    expect((await again.call('GET', '/admin-api/session')).body.person.id).toBe(stranger.id);
    const refused = await browser(at.service.url).call('POST', '/admin-api/session', {
      body: { ...proof, password: 'not the right one' },
    });
    expect(refused.status).toBe(403);
  });

  test('is not linked to an unfinished sign-in of another person in the same browser', async () => {
    const account = await at.newAccount();
    const owner = await at.service.person(account);
    const path = await at.register(owner);
    await link(owner, at.provider, `owner-${account.name}`);
    const person = await at.service.person(account);
    await link(person, at.provider, `next-${account.name}`);
    const gone = await at.service.person(account);
    await owner.call('PATCH', path, { body: { isRequired: true } });
    const library = browser(at.service.url);
    const body = { account: account.name, email: gone.email, password };
    expect((await library.call('POST', '/admin-api/session', { body })).body.state).toBe('link');
    const { location } = (await start(library, { account: account.name })).body;
    await comeBack(library, at.provider, location, `next-${account.name}`);
    expect((await library.call('GET', '/admin-api/session')).body.person.id).toBe(person.id);
    expect((await start(browser(at.service.url), { isLink: true })).status).toBe(401);
  });

  inFull('asks for the second factor when it is linked after the password', async () => {
    const account = await at.newAccount();
    const owner = await at.service.person(account);
    const path = await at.register(owner);
    await link(owner, at.provider, `owner-${account.name}`);
    const person = await at.service.person(account);
    const { secret } = await enrolApp(at.service, person);
    at.service.advance(60_000);
    await owner.call('PATCH', path, { body: { isRequired: true } });
    const own = browser(at.service.url);
    const body = { account: account.name, email: person.email, password };
    expect((await own.call('POST', '/admin-api/session', { body })).body.state).toBe('second-factor');
    const proved = await own.call('POST', '/admin-api/session/second-factor', {
      body: { code: await codeFor(at.service, secret) },
    });
    expect(proved.body.state).toBe('link');
    const { location } = (await start(own, { isLink: true })).body;
    await comeBack(own, at.provider, location, `person-${account.name}`);
    expect(await isSignedIn(own)).toBe(true);
  });

  test('is refused to an owner who has not linked it', async () => {
    const account = await at.newAccount();
    const owner = await at.service.person(account);
    const { issuer, clientId, clientSecret } = at.provider;
    const body = { name: 'Company ID', issuer, clientId, clientSecret, isRequired: true };
    const created = await owner.call('POST', '/admin-api/identity-providers', { body });
    expect([created.status, Object.keys(created.body.errors)]).toEqual([400, ['isRequired']]);
    const path = await at.register(owner);
    const refused = await owner.call('PATCH', path, { body: { isRequired: true } });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['isRequired']]);
    expect(refused.body.errors.isRequired[0]).toMatch(/profile/);
    await link(owner, at.provider, `owner-${account.name}`);
    expect((await owner.call('PATCH', path, { body: { isRequired: true } })).status).toBe(200);
    expect(await isSignedIn(owner)).toBe(true);
    // Another issuer knows nobody.
    const moved = await owner.call('PATCH', path, { body: { issuer: 'http://127.0.0.1:9' } });
    expect([moved.status, Object.keys(moved.body.errors)]).toEqual([400, ['isRequired']]);
  });

  test('does not lock out operators', async () => {
    const account = await at.newAccount();
    const owner = await at.service.person(account);
    const operator = await at.service.person(account, 'owner', true);
    const path = await at.register(owner);
    await link(owner, at.provider, `owner-${account.name}`);
    await owner.call('PATCH', path, { body: { isRequired: true } });
    at.service.advance(1000);
    expect(await isSignedIn(operator)).toBe(true);
  });

  inFull('ends its sessions when it is deleted', async () => {
    const account = await at.newAccount();
    const owner = await at.service.person(account);
    const path = await at.register(owner);
    const person = await at.service.person(account);
    await link(person, at.provider, `person-${account.name}`);
    const { own } = await signInBy(at.service.url, at.provider, `person-${account.name}`, { account: account.name });
    expect(await isSignedIn(atOther(at, own))).toBe(true);
    expect((await owner.call('DELETE', path)).status).toBe(204);
    at.service.advance(1000);
    expect(await isSignedIn(atOther(at, own))).toBe(false);
    expect(await isSignedIn(owner)).toBe(true);
  });

  test('is not deleted while no owner could come in without it', async () => {
    const account = await at.newAccount();
    const first = await at.service.person(account);
    const path = await at.register(first);
    const invited = await first.call('POST', '/admin-api/administrator-invitations', {
      body: { email: 'only@example.com', role: 'owner' },
    });
    const login = `only-${account.name}`;
    at.provider.people.set(login, { email: 'only@example.com', email_verified: true });
    const invitation = invited.body.link.split('#')[1];
    const { own } = await signInBy(at.service.url, at.provider, login, { invitation });
    expect((await own.call('DELETE', `/admin-api/administrators/${first.id}`)).status).toBe(204);
    const refused = await own.call('DELETE', path);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['id']]);
    expect((await own.call('PATCH', path, { body: { issuer: 'http://127.0.0.1:9' } })).status).toBe(400);
    expect(await isSignedIn(own)).toBe(true);
  });
});

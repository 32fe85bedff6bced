/** Sign-in with the identity provider of the company: an independent provider on this machine. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { throttling } from '../../server/identity/auth/throttle.ts';
import { inFull } from '../support/form.ts';
import { administratorOf, browser, password } from '../support/people/person.ts';
import { back, callbackPath, link, signInBy, start } from '../support/provider.ts';
import { call, type TestService, testService } from '../support/service.ts';
import { type IdentityProvider, identityProvider } from './identity-provider.ts';

let service: TestService;
let account: Account;
let provider: IdentityProvider;
let owner: Awaited<ReturnType<TestService['person']>>;
let providerPath: string;

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
  provider = await identityProvider(service.url + callbackPath);
  owner = await service.person(account);
  const { issuer, clientId, clientSecret } = provider;
  const made = await owner.call('POST', '/admin-api/identity-providers', {
    body: { name: 'Acme ID', issuer, clientId, clientSecret },
  });
  expect(made.status, made.text).toBe(201);
  providerPath = `/admin-api/identity-providers/${made.body.id}`;
});
afterAll(async () => {
  await provider.stop();
  await service.stop();
});
beforeEach(() => service.advance(throttling.forgetMs));

const signIn = (login: string, body: object = {}) => signInBy(service.url, provider, login, body);

/** A person who has linked the provider. */
async function linked(login: string, role: 'owner' | 'auditor' = 'owner') {
  const person = await service.person(account, role);
  const { answer } = await link(person, provider, login);
  expect(answer.headers.get('location')).toBe('/console/profile');
  return person;
}

const isRefused = ({ answer }: Awaited<ReturnType<typeof signIn>>) => {
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('/console/sign-in?problem=provider');
  expect(answer.headers.getSetCookie().some((line) => /^muster=./.test(line))).toBe(false);
};

describe('the provider of a company', () => {
  test('is offered on the page, and its secret is never shown', async () => {
    const page = await call(service.url, null, 'GET', '/admin-api/sign-in');
    expect(page.body).toEqual({
      isAccountNeeded: false,
      account: { name: 'acme', environment: 'production', sandbox: null },
      provider: { name: 'Acme ID' },
      isPasswordAllowed: true,
    });
    const shown = await owner.call('GET', providerPath);
    expect(shown.body).toMatchObject({ issuer: provider.issuer, clientId: 'muster', isRequired: false });
    const entries = await owner.call('GET', '/admin-api/audit-entries?action=identity-provider.created');
    const rows = await service.database.session(account.id).run<{ row: string }>({
      name: 'identity-provider-row',
      text: 'select identity_providers::text as row from identity_providers where account_id = $1',
    });
    for (const text of [shown.text, entries.text, ...rows.map(({ row }) => row)]) {
      expect(text).not.toContain(provider.clientSecret);
    }
  });

  test('signs in a person who has linked it, by their subject', async () => {
    const person = await linked('ada', 'auditor');
    const { own, answer } = await signIn('ada', { next: '/console/people?page=2#top' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console/people?page=2#top']);
    expect(answer.headers.getSetCookie().find((line) => line.startsWith('muster='))).toMatch(/SameSite=Strict$/);
    const session = await own.call('GET', '/admin-api/session');
    expect(session.body.person).toMatchObject({ id: person.id, role: 'auditor' });
    // Their address changes at the provider, and another person gets the old one.
    provider.people.set('ada', { email: 'ada.married@example.com', email_verified: true });
    provider.people.set('eve', { email: person.email, email_verified: true });
    expect((await (await signIn('ada')).own.call('GET', '/admin-api/session')).body.person.id).toBe(person.id);
    isRefused(await signIn('eve'));
  });

  test('signs in nobody by an address alone, verified or not', async () => {
    const person = await administratorOf(service.database, account);
    provider.people.set('vera', { email: person.email, email_verified: true });
    isRefused(await signIn('vera'));
  });

  test('signs in nobody else', async () => {
    const person = await administratorOf(service.database, account);
    provider.people.set('mallory', { email: person.email, email_verified: false });
    isRefused(await signIn('mallory'));
    provider.people.set('mallory', { email: person.email });
    isRefused(await signIn('mallory'));
    provider.people.set('mallory', { email: 'mallory@example.com', email_verified: true });
    isRefused(await signIn('mallory'));
    provider.people.set('mallory', {});
    isRefused(await signIn('mallory'));
    const disabled = await linked('dora');
    await owner.call('PATCH', `/admin-api/administrators/${disabled.id}`, { body: { isDisabled: true } });
    isRefused(await signIn('dora'));
  });

  inFull('may be trusted with addresses that it says nothing about', async () => {
    const invited = async (email: string) => {
      const made = await owner.call('POST', '/admin-api/administrator-invitations', {
        body: { email, role: 'auditor' },
      });
      return { invitation: made.body.link.split('#')[1] };
    };
    provider.people.set('ben', { email: 'ben@example.com' });
    const invitation = await invited('ben@example.com');
    isRefused(await signIn('ben', invitation));
    await owner.call('PATCH', providerPath, { body: { areAddressesTrusted: true } });
    const { own } = await signIn('ben', invitation);
    expect((await own.call('GET', '/admin-api/session')).body.person.email).toBe('ben@example.com');
    provider.people.set('cleo', { email: 'cleo@example.com', email_verified: false });
    isRefused(await signIn('cleo', await invited('cleo@example.com')));
    await owner.call('PATCH', providerPath, { body: { areAddressesTrusted: false } });
  });

  inFull('may be the only way in', async () => {
    const person = await linked('finn');
    const requiring = await linked('olga');
    expect((await requiring.call('PATCH', providerPath, { body: { isRequired: true } })).status).toBe(200);
    for (const email of [person.email, 'nobody@example.com']) {
      const refused = await browser(service.url).call('POST', '/admin-api/session', { body: { email, password } });
      expect(refused.status).toBe(403);
    }
    const { own } = await signIn('finn');
    expect((await own.call('GET', '/admin-api/session')).status).toBe(200);
    expect((await requiring.call('PATCH', providerPath, { body: { isRequired: false } })).status).toBe(200);
  });

  test('signs in an invited person whose address it has verified', async () => {
    const invited = await owner.call('POST', '/admin-api/administrator-invitations', {
      body: { email: 'gwen@example.com', role: 'administrator' },
    });
    const [, invitation = ''] = invited.body.link.split('#');
    provider.people.set('hugo', { email: 'hugo@example.com', email_verified: true });
    isRefused(await signIn('hugo', { invitation }));
    provider.people.set('gwen', { email: 'gwen@example.com', email_verified: true, name: 'Gwen' });
    const { own } = await signIn('gwen', { invitation });
    const session = await own.call('GET', '/admin-api/session');
    expect(session.body.person).toMatchObject({ name: 'Gwen', role: 'administrator', hasPassword: false });
    expect((await start(browser(service.url), { invitation })).status).toBe(404);
  });
});

describe('the way back from the provider is refused', () => {
  test('in another browser than the one that went', async () => {
    await linked('ivan');
    const victim = browser(service.url);
    const attacker = browser(service.url);
    const { location } = (await start(attacker)).body;
    const address = await provider.signIn(location, 'ivan');
    await back(victim, address);
    expect(victim.cookies.size).toBe(0);
    await start(victim);
    await back(victim, address);
    expect(victim.cookies.has('muster')).toBe(false);
  });

  test('a second time, and with another state or code', async () => {
    await linked('jane');
    const { own, address } = await signIn('jane');
    expect(own.cookies.has('muster')).toBe(true);
    const again = browser(service.url);
    await back(again, address);
    expect(again.cookies.has('muster')).toBe(false);
    for (const parameter of ['state', 'code', 'iss']) {
      const changed = browser(service.url);
      const url = new URL(await provider.signIn((await start(changed)).body.location, 'jane'));
      url.searchParams.set(parameter, 'something-else');
      await back(changed, url.href);
      expect([parameter, changed.cookies.has('muster')]).toEqual([parameter, false]);
    }
  });

  test('to any place that is not ours', async () => {
    await linked('kate');
    const elsewhere = [
      'https://evil.example.com/console/',
      '//evil.example.com/console/',
      '/\\evil.example.com/console/',
      'javascript:alert(1)',
      '/admin-api/session',
      '/console/../svc-api/employees',
      '\t//evil.example.com',
    ];
    for (const next of elsewhere) {
      const { answer } = await signIn('kate', { next });
      expect([next, answer.headers.get('location')]).toEqual([next, '/console/']);
    }
  });
});

describe('a provider is refused', () => {
  const declare = (body: object) => owner.call('PATCH', providerPath, { body });

  test('where webhooks could not be sent to either', async () => {
    for (const issuer of ['http://192.168.1.1', 'ftp://example.com', service.url, 'https://user:pass@127.0.0.1']) {
      const refused = await declare({ issuer });
      expect([issuer, refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([issuer, 400, ['issuer']]);
    }
  });

  test('a second one, or one by a person who is not an owner, is refused', async () => {
    const body = { name: 'Other', issuer: provider.issuer, clientId: 'x', clientSecret: 'y' };
    expect((await owner.call('POST', '/admin-api/identity-providers', { body })).status).toBe(400);
    const administrator = await service.person(account, 'administrator');
    expect((await administrator.call('PATCH', providerPath, { body: { isRequired: true } })).status).toBe(403);
  });

  test('when it does not answer, in words for the person', async () => {
    const { issuer } = provider;
    await declare({ issuer: 'http://127.0.0.1:9' });
    const refused = await start(browser(service.url));
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['$']]);
    await declare({ issuer });
    expect((await start(browser(service.url))).status).toBe(200);
  });
});

test('the log says nothing about people', () => {
  const log = service.logLines.join('\n');
  for (const { email = '' } of provider.people.values()) expect(log.includes(email) && email !== '').toBe(false);
  // The clock of the service was set forward, which it may notice.
  const errors = service.logLines.filter(
    (line) => line.includes('"level":50') && !line.includes('clocks of this machine'),
  );
  expect(errors).toEqual([]);
});

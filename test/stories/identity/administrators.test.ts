/** Administrators of an account: roles, the last owner, invitations, and people with several accounts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeAdministrator } from '../../../cli/administrators.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { throttling } from '../../../server/identity/auth/throttle.ts';
import { administratorOf, browser, password } from '../../support/people/person.ts';
import { sendTo } from '../../support/raw-http.ts';
import { type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
});
afterAll(() => service.stop());

let opened = 0;
const newAccount = () => {
  opened += 1;
  return service.openAccount(`company${'abcdefghijklmnop'[opened]}`);
};
const pathOf = ({ id }: { id: string }) => `/admin-api/administrators/${id}`;

describe('administrators', () => {
  test('are listed, found and shown without their credentials', async () => {
    const owner = await service.person(account);
    const auditor = await service.person(account, 'auditor');
    const listed = await auditor.call('GET', '/admin-api/administrators?sort=email');
    expect(listed.body.items.map(({ email }: { email: string }) => email)).toEqual(
      expect.arrayContaining([owner.email, auditor.email]),
    );
    expect(listed.text).not.toMatch(/argon2|password/i);
    const found = await auditor.call('GET', `/admin-api/administrators?search=${owner.email.slice(0, 8)}`);
    expect(found.body.items.map(({ id }: { id: string }) => id)).toContain(owner.id);
    const shown = (await auditor.call('GET', pathOf(owner))).body;
    expect(shown).toMatchObject({ role: 'owner', isOperator: false, isDisabled: false, hasSecondFactor: false });
    expect(Date.parse(shown.lastSignedInAt)).toBeGreaterThan(0);
  });

  test('are changed by owners alone', async () => {
    const owner = await service.person(account);
    const other = await administratorOf(service.database, account, { role: 'auditor' });
    for (const role of ['administrator', 'auditor'] as const) {
      const person = await service.person(account, role);
      for (const method of ['PATCH', 'DELETE']) {
        expect((await person.call(method, pathOf(other), { body: { role: 'owner' } })).status).toBe(403);
      }
    }
    const changed = await owner.call('PATCH', pathOf(other), { body: { role: 'administrator', name: 'Ben' } });
    expect(changed.body).toMatchObject({ role: 'administrator', name: 'Ben' });
    for (const body of [{ isOperator: true }, { email: 'x@example.com' }, { role: 'king' }, { passwordHash: 'x' }]) {
      const refused = await owner.call('PATCH', pathOf(other), { body });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, Object.keys(body)]);
    }
    expect((await owner.call('DELETE', pathOf(other))).status).toBe(204);
    expect((await owner.call('GET', pathOf(other))).status).toBe(404);
    const entries = await owner.call('GET', `/admin-api/audit-entries?subjectId=${other.id}&sort=id`);
    expect(entries.body.items).toMatchObject([
      { action: 'administrator.updated', before: { role: 'auditor' }, after: { role: 'administrator', name: 'Ben' } },
      { action: 'administrator.deleted' },
    ]);
  });

  test('always include an owner who can sign in', async () => {
    const company = await newAccount();
    const owner = await service.person(company);
    const disabled = await administratorOf(service.database, company);
    expect((await owner.call('PATCH', pathOf(disabled), { body: { isDisabled: true } })).status).toBe(200);
    for (const [body, member] of [
      [{ role: 'administrator' }, 'role'],
      [{ isDisabled: true }, 'isDisabled'],
    ] as const) {
      const refused = await owner.call('PATCH', pathOf(owner), { body });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [member]]);
    }
    expect((await owner.call('DELETE', pathOf(owner))).status).toBe(400);
    expect((await owner.call('PATCH', pathOf(owner), { body: { name: 'Ada' } })).status).toBe(200);
    expect((await owner.call('PATCH', pathOf(disabled), { body: { isDisabled: false } })).status).toBe(200);
    expect((await owner.call('DELETE', pathOf(owner))).status).toBe(204);
    service.advance(1000);
    expect((await owner.call('GET', '/admin-api/session')).status).toBe(401);
  });

  test('always include an owner, whatever happens at once', async () => {
    const company = await newAccount();
    const one = await administratorOf(service.database, company);
    const other = await administratorOf(service.database, company);
    const actor = { kind: 'operator', id: null, name: 'operator', address: null, traceId: null } as const;
    const change = ({ email }: { email: string }, isDisabled: boolean) =>
      changeAdministrator({ ...service, actor }, company, email, { isDisabled });
    for (let round = 0; round < 20; round += 1) {
      const changes = await Promise.allSettled([change(one, true), change(other, true)]);
      expect(changes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await Promise.all([change(one, false), change(other, false)]);
    }
  });
});

describe('an invitation', () => {
  const invite = async (person: Awaited<ReturnType<TestService['person']>>, body: object) =>
    person.call('POST', '/admin-api/administrator-invitations', { body });
  const tokenIn = (link: string) => link.split('#')[1] ?? '';
  const look = (token: string) => browser(service.url).call('POST', '/admin-api/invitation', { body: { token } });

  test('is a link that is shown once, and accepted once, with a name and a password', async () => {
    const owner = await service.person(account);
    const made = await invite(owner, { email: 'New.Person@example.com', role: 'auditor' });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({ email: 'New.Person@example.com', role: 'auditor', invitedBy: owner.email });
    expect(Date.parse(made.body.expiresAt) - Date.parse(made.body.createdAt)).toBe(7 * 86_400_000);
    expect(made.body.link.startsWith(`${service.url}/console/invitation#mst_pi_`)).toBe(true);
    const again = await owner.call('GET', `/admin-api/administrator-invitations/${made.body.id}`);
    expect(again.body).not.toHaveProperty('link');
    const token = tokenIn(made.body.link);
    expect((await look(token)).body).toMatchObject({
      email: 'New.Person@example.com',
      role: 'auditor',
      account: { name: 'acme' },
      provider: null,
      isPasswordAllowed: true,
    });
    const own = browser(service.url);
    const accept = (body: object) => own.call('POST', '/admin-api/invitation/acceptance', { body });
    const short = await accept({ token, name: 'New Person', password: 'short' });
    expect([short.status, Object.keys(short.body.errors)]).toEqual([400, ['password']]);
    const answers = await Promise.all([
      accept({ token, name: 'New Person', password }),
      browser(service.url).call('POST', '/admin-api/invitation/acceptance', {
        body: { token, name: 'Thief', password },
      }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await accept({ token, name: 'New Person', password })).status).toBe(404);
    const signedIn = await browser(service.url).call('POST', '/admin-api/session', {
      body: { account: 'acme', email: 'new.person@example.com', password },
    });
    expect(signedIn.body.person).toMatchObject({ role: 'auditor', email: 'New.Person@example.com' });
    const entries = await owner.call('GET', '/admin-api/audit-entries?action=invitation.accepted');
    expect(entries.body.items).toHaveLength(1);
    const everything = await owner.call('GET', '/admin-api/audit-entries?limit=100');
    expect(everything.text + service.logLines.join('')).not.toContain(token);
  });

  test('ends after seven days, or when it is withdrawn, and may then be made again', async () => {
    const owner = await service.person(account);
    const made = await invite(owner, { email: 'late@example.com', role: 'owner' });
    const twice = await invite(owner, { email: 'LATE@example.com', role: 'owner' });
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([400, ['email']]);
    const path = `/admin-api/administrator-invitations/${made.body.id}`;
    expect((await owner.call('DELETE', path)).status).toBe(204);
    expect((await look(tokenIn(made.body.link))).status).toBe(404);
    const next = await invite(owner, { email: 'late@example.com', role: 'owner' });
    expect((await look(tokenIn(next.body.link))).status).toBe(200);
    service.advance(7 * 86_400_000);
    expect((await look(tokenIn(next.body.link))).status).toBe(404);
    const later = await service.person(account);
    expect((await invite(later, { email: 'late@example.com', role: 'owner' })).status).toBe(201);
  });

  test('is refused for an existing administrator, and to a person who is not an owner', async () => {
    const owner = await service.person(account);
    const administrator = await service.person(account, 'administrator');
    const known = await invite(owner, { email: administrator.email.toUpperCase(), role: 'owner' });
    expect([known.status, Object.keys(known.body.errors)]).toEqual([400, ['email']]);
    expect((await invite(administrator, { email: 'x@example.com', role: 'owner' })).status).toBe(403);
    const wrong = await invite(owner, { email: 'not an address', role: 'king' });
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['email', 'role']);
  });

  test('cannot be guessed for long', async () => {
    let status = 0;
    for (let guess = 0; guess <= throttling.freePerPair; guess += 1) status = (await look(`mst_pi_${guess}`)).status;
    expect(status).toBe(429);
    service.advance(throttling.forgetMs);
  });

  test('leads through the enrolment of a second factor where the account asks for one', async () => {
    const strict = await newAccount();
    const owner = await service.person(strict);
    const made = await invite(owner, { email: 'new@example.com', role: 'auditor' });
    await service.database.transaction(strict.id, (tx) =>
      tx.run({
        name: 'require-second-factor',
        text: 'insert into account_settings (account_id, second_factor_required) values ($1, true)',
      }),
    );
    const own = browser(service.url);
    const accepted = await own.call('POST', '/admin-api/invitation/acceptance', {
      body: { token: tokenIn(made.body.link), name: 'New', password },
    });
    expect(accepted.body.state).toBe('enrolment');
    expect((await own.call('GET', '/admin-api/session')).status).toBe(401);
  });
});

describe('people of several accounts', () => {
  test('never see those of another, though they share an address and a host', async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    const person = await service.person(one);
    const stranger = await service.person(other);
    expect((await person.call('GET', pathOf(stranger))).status).toBe(404);
    expect((await person.call('DELETE', pathOf(stranger))).status).toBe(404);
    const { items } = (await person.call('GET', '/admin-api/administrators')).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([person.id]);
    const unnamed = await browser(service.url).call('POST', '/admin-api/session', {
      body: { email: person.email, password },
    });
    expect([unnamed.status, Object.keys(unnamed.body.errors)]).toEqual([400, ['account']]);
    const wrong = await browser(service.url).call('POST', '/admin-api/session', {
      body: { account: other.name, email: person.email, password },
    });
    expect(wrong.status).toBe(401);
    const page = await browser(service.url).call('GET', '/admin-api/sign-in');
    expect(page.body).toEqual({ isAccountNeeded: true, account: null, provider: null, isPasswordAllowed: true });
  });

  test('use a cookie at the host of their account alone', async () => {
    const accountHosts = [{ environment: 'production' as const, pattern: '{account}.muster.example.com' }];
    const hosted = await testService({ publicUrl: 'https://muster.example.com', accountHosts });
    try {
      const acme = await hosted.openAccount('acme');
      await hosted.openAccount('globex');
      const { email } = await administratorOf(hosted.database, acme);
      const ask = (host: string, headers: Record<string, string>, body?: object) =>
        sendTo(hosted.url, {
          method: body ? 'POST' : 'GET',
          path: '/admin-api/session',
          headers: { host, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers },
          ...(body && { body: JSON.stringify(body) }),
        });
      expect((await ask('globex.muster.example.com', {}, { email, password })).status).toBe(401);
      const signedIn = await ask('acme.muster.example.com', {}, { email, password });
      expect(signedIn.status, signedIn.text).toBe(200);
      expect(signedIn.body.account.url).toBe('https://acme.muster.example.com');
      const [set = ''] = [signedIn.headers['set-cookie']].flat();
      expect(set).toMatch(/^__Host-muster=\S+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
      const cookie = set.split(';')[0] ?? '';
      for (const [host, status] of [
        ['acme.muster.example.com', 200],
        ['globex.muster.example.com', 401],
        ['muster.example.com', 401],
        ['evil.example.com', 404],
      ] as const) {
        expect([host, (await ask(host, { cookie })).status]).toEqual([host, status]);
      }
      // Set by a neighbouring host for all subdomains: browsers do not accept our cookie name from there.
      const seeded = cookie.replace('__Host-', '');
      expect((await ask('acme.muster.example.com', { cookie: seeded })).status).toBe(401);
    } finally {
      await hosted.stop();
    }
  });
});

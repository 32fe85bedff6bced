/** Sign-in with a password: the session, its cookie, and its end. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { lifetimes } from '../../../server/identity/auth/sessions.ts';
import { throttling } from '../../../server/identity/auth/throttle.ts';
import { administratorOf, browser, password } from '../../support/people/person.ts';
import { type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
});
afterAll(() => service.stop());
// Earlier guesses do not count here.
beforeEach(() => service.advance(throttling.forgetMs));

const signIn = (body: object, own = browser(service.url)) => own.call('POST', '/admin-api/session', { body });
const known = (role: 'owner' | 'administrator' | 'auditor' = 'owner') =>
  administratorOf(service.database, account, { role });
const withCookie = (token: string | undefined) => browser(service.url, new Map([['muster', token ?? '']]));

describe('a person', () => {
  test('signs in, is known, and signs out', async () => {
    const { id, email } = await known();
    const own = browser(service.url);
    const answer = await signIn({ email: email.toUpperCase(), password }, own);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      state: 'signed-in',
      person: {
        id,
        email,
        name: null,
        role: 'owner',
        isOperator: false,
        isSecondFactorMissing: false,
        hasPassword: true,
      },
      account: { name: 'acme', environment: 'production', sandbox: null, url: service.url, timezone: 'UTC' },
      secondFactors: [],
      isSecondFactorRequired: false,
    });
    expect(answer.body.scopes).toContain('administrators.readwrite');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^muster=mst_ps_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect((await own.call('GET', '/admin-api/session')).body).toEqual(answer.body);
    expect((await own.call('GET', '/svc-api/departments')).status).toBe(200);
    const token = own.cookies.get('muster');
    expect((await own.call('DELETE', '/admin-api/session')).status).toBe(204);
    expect(own.cookies.size).toBe(0);
    expect((await withCookie(token).call('GET', '/admin-api/session')).status).toBe(401);
    expect((await own.call('DELETE', '/admin-api/session')).status).toBe(204);
    const stale = withCookie(token);
    expect((await stale.call('DELETE', '/admin-api/session')).status).toBe(204);
    expect(stale.cookies.size).toBe(0);
  });

  test('may do what the role allows, and sees its scopes', async () => {
    const auditor = await service.person(account, 'auditor');
    const { scopes } = (await auditor.call('GET', '/admin-api/session')).body;
    expect(scopes.every((scope: string) => scope.endsWith('.readonly'))).toBe(true);
    expect((await auditor.call('POST', '/svc-api/departments', { body: { name: 'Sales' } })).status).toBe(403);
    expect((await auditor.call('GET', '/admin-api/administrators')).status).toBe(200);
  });

  test('has a session that ends when nobody uses it, and after half a day in any case', async () => {
    const person = await service.person(account);
    service.advance(lifetimes.idleMs - 60_000);
    expect((await person.call('GET', '/admin-api/session')).status).toBe(200);
    service.advance(lifetimes.idleMs - 60_000);
    expect((await person.call('GET', '/admin-api/session')).status).toBe(200);
    service.advance(lifetimes.idleMs);
    expect((await person.call('GET', '/admin-api/session')).status).toBe(401);
    const busy = await service.person(account);
    for (let passedMs = 0; passedMs + 3_600_000 < lifetimes.absoluteMs; passedMs += 3_600_000) {
      service.advance(3_600_000);
      expect((await busy.call('GET', '/svc-api/departments')).status).toBe(200);
    }
    service.advance(3_600_000);
    expect((await busy.call('GET', '/svc-api/departments')).status).toBe(401);
  });

  test('is noted as seen once a minute, not at every request', async () => {
    const person = await service.person(account);
    const seen = async () =>
      (
        await service.database.query<{ at: Date }>(
          'select last_seen_at as at from administrator_sessions where administrator_id = $1',
          [person.id],
        )
      )[0]?.at.getTime();
    const first = await seen();
    service.advance(30_000);
    await person.call('GET', '/admin-api/session');
    expect(await seen()).toBe(first);
    service.advance(31_000);
    await person.call('GET', '/admin-api/session');
    expect(await seen()).toBeGreaterThan(first ?? 0);
  });

  test('sees the own sessions and ends them, one or all', async () => {
    const here = await service.person(account);
    const there = browser(service.url);
    await signIn({ email: here.email, password }, there);
    const somebody = await service.person(account);
    const { items } = (await here.call('GET', '/admin-api/sessions')).body;
    expect(items).toHaveLength(2);
    const [other] = items.filter(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    expect(other).toMatchObject({ address: '127.0.0.1', userAgent: 'node' });
    const foreign = (await somebody.call('GET', '/admin-api/session')).body.session.id;
    expect((await here.call('DELETE', `/admin-api/sessions/${foreign}`)).status).toBe(404);
    expect((await here.call('DELETE', '/admin-api/sessions/nonsense')).status).toBe(404);
    expect((await here.call('DELETE', `/admin-api/sessions/${other.id}`)).status).toBe(204);
    service.advance(1000);
    expect((await there.call('GET', '/admin-api/session')).status).toBe(401);
    await signIn({ email: here.email, password }, there);
    expect((await here.call('DELETE', '/admin-api/sessions?keep=current')).status).toBe(204);
    service.advance(1000);
    expect((await there.call('GET', '/admin-api/session')).status).toBe(401);
    expect((await here.call('GET', '/admin-api/session')).status).toBe(200);
    await signIn({ email: here.email, password }, there);
    expect((await here.call('DELETE', '/admin-api/sessions?keep=all')).status).toBe(400);
    expect((await here.call('DELETE', '/admin-api/sessions')).status).toBe(204);
    expect((await withCookie(here.cookies.get('muster')).call('GET', '/admin-api/session')).status).toBe(401);
    service.advance(1000);
    expect((await there.call('GET', '/admin-api/session')).status).toBe(401);
    expect((await somebody.call('GET', '/admin-api/session')).status).toBe(200);
  });

  test('changes name and password, which ends every other session', async () => {
    const person = await service.person(account);
    const elsewhere = browser(service.url);
    await signIn({ email: person.email, password }, elsewhere);
    const renamed = await person.call('PATCH', '/admin-api/profile', { body: { name: 'Ada' } });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Ada']);
    const change = (body: object) => person.call('POST', '/admin-api/profile/password', { body });
    const newPassword = 'a much better password';
    expect((await change({ currentPassword: 'wrong', newPassword })).status).toBe(401);
    const short = await change({ currentPassword: password, newPassword: 'short' });
    expect([short.status, Object.keys(short.body.errors)]).toEqual([400, ['newPassword']]);
    expect((await change({ currentPassword: password, newPassword })).status).toBe(204);
    expect((await person.call('GET', '/admin-api/session')).body.person.name).toBe('Ada');
    service.advance(1000);
    expect((await elsewhere.call('GET', '/admin-api/session')).status).toBe(401);
    expect((await signIn({ email: person.email, password })).status).toBe(401);
    expect((await signIn({ email: person.email, password: newPassword })).status).toBe(200);
  });
});

describe('a session', () => {
  test('has a token that nobody could have known before, and that is kept nowhere', async () => {
    const { email } = await known();
    const seeded = `mst_ps_${'a'.repeat(43)}`;
    const own = withCookie(seeded);
    expect((await own.call('GET', '/admin-api/session')).status).toBe(401);
    await signIn({ email, password }, own);
    expect(own.cookies.get('muster')).not.toBe(seeded);
    expect((await withCookie(seeded).call('GET', '/admin-api/session')).status).toBe(401);
    const rows = await service.database.query<{ row: string }>(
      'select administrator_sessions::text as row from administrator_sessions',
    );
    const everything = JSON.stringify(rows) + service.logLines.join('\n');
    expect(everything).not.toContain(own.cookies.get('muster'));
  });

  test('ends at once with the rights of the person', async () => {
    const owner = await service.person(account);
    for (const body of [{ isDisabled: true }, { role: 'auditor' }]) {
      const person = await service.person(account);
      expect((await owner.call('PATCH', `/admin-api/administrators/${person.id}`, { body })).status).toBe(200);
      service.advance(1000);
      expect((await person.call('GET', '/admin-api/session')).status).toBe(401);
    }
  });
});

test('sign-ins are recorded, and the log names nobody', async () => {
  const person = await service.person(account);
  await signIn({ email: person.email, password: 'wrong' });
  await signIn({ email: 'nobody-at-all@example.com', password: 'my secret password' });
  await person.call('DELETE', '/admin-api/session');
  const owner = await service.person(account);
  const entries = await owner.call('GET', `/admin-api/audit-entries?actorId=${person.id}&sort=id`);
  expect(entries.body.items).toMatchObject([
    { action: 'session.opened', actorName: person.email, address: '127.0.0.1', after: { by: 'password' } },
    { action: 'session.refused', actorName: person.email },
    { action: 'session.ended', actorName: person.email },
  ]);
  const all = await owner.call('GET', '/admin-api/audit-entries?limit=100');
  const log = service.logLines.join('\n');
  for (const secret of ['nobody-at-all', 'my secret password', password]) {
    expect((all.text + log).includes(secret)).toBe(false);
  }
  expect(log).not.toContain('@example.com');
});

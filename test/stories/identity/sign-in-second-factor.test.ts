/** The second step of a sign-in: codes of an app, recovery codes, and accounts that require one. */
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { lifetimes } from '../../../server/identity/auth/sessions.ts';
import { throttling } from '../../../server/identity/auth/throttle.ts';
import { pendingFailuresMax, pendingMs } from '../../../server/identity/sign-in/pending.ts';
import { type Browser, browser, password, type TestPerson } from '../../support/people/person.ts';
import { type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
});
afterAll(() => service.stop());

const stepMs = 30_000;

const codeFor = (secret: string) => generate({ secret, epoch: Math.floor(service.now().getTime() / 1000) });

/** A person with an app; the clock is past the step of the confirming code. */
async function withApp(role: 'owner' | 'auditor' = 'owner') {
  const person = await service.person(account, role);
  const begun = await person.call('POST', '/admin-api/profile/totp', { body: { name: 'Phone' } });
  expect(begun.status, begun.text).toBe(200);
  const { id, secret, uri } = begun.body;
  const confirmed = await person.call('POST', '/admin-api/profile/totp/confirmation', {
    body: { id, code: await codeFor(secret) },
  });
  expect(confirmed.status, confirmed.text).toBe(200);
  service.advance(2 * stepMs);
  return { person, secret, uri, recoveryCodes: confirmed.body.recoveryCodes as string[], confirmed: confirmed.body };
}

const signIn = async (person: TestPerson, own: Browser = browser(service.url)) => ({
  own,
  reply: await own.call('POST', '/admin-api/session', { body: { account: 'acme', email: person.email, password } }),
});

const second = (own: Browser, body: object) => own.call('POST', '/admin-api/session/second-factor', { body });

describe('an app', () => {
  test('is enrolled by its secret, counts once a code has confirmed it, and brings recovery codes', async () => {
    const { person, uri, secret, confirmed } = await withApp();
    expect(uri).toBe(
      `otpauth://totp/Muster%20acme:${encodeURIComponent(person.email)}?secret=${secret}&issuer=Muster%20acme`,
    );
    expect(confirmed).toMatchObject({ factor: { kind: 'totp', name: 'Phone' }, session: null });
    expect(confirmed.recoveryCodes).toHaveLength(10);
    expect(new Set(confirmed.recoveryCodes).size).toBe(10);
    const profile = await person.call('GET', '/admin-api/profile');
    expect(profile.body).toMatchObject({ hasPassword: true, recoveryCodesLeft: 10, factors: [{ kind: 'totp' }] });
    const [row] = await service.database.query<{ sealed_secret: string }>(
      'select sealed_secret from administrator_factors where administrator_id = $1',
      [person.id],
    );
    expect(row?.sealed_secret).not.toContain(secret);
    expect((await person.call('GET', `/admin-api/administrators/${person.id}`)).body.hasSecondFactor).toBe(true);
  });

  test('that was never confirmed counts for nothing', async () => {
    const person = await service.person(account);
    await person.call('POST', '/admin-api/profile/totp', { body: {} });
    expect((await signIn(person)).reply.body.state).toBe('signed-in');
    const wrong = await person.call('POST', '/admin-api/profile/totp/confirmation', {
      body: { id: '00000000-0000-0000-0000-000000000000', code: '000000' },
    });
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors).toHaveProperty('code');
  });

  test('is asked for after the password, and its code opens the session', async () => {
    const { person, secret } = await withApp();
    const { own, reply } = await signIn(person);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ state: 'second-factor', secondFactors: ['totp', 'recovery-code'] });
    expect(own.cookies.has('muster')).toBe(false);
    expect(reply.headers.getSetCookie()[0]).toMatch(/^muster-pending=\S+; Path=\/; HttpOnly; SameSite=Lax$/);
    const signedIn = await second(own, { code: await codeFor(secret) });
    expect(signedIn.status, signedIn.text).toBe(200);
    expect(signedIn.body.person.email).toBe(person.email);
    expect([...own.cookies.keys()]).toEqual(['muster']);
    expect((await own.call('GET', '/admin-api/session')).status).toBe(200);
  });

  test('a used code is refused from every sender', async () => {
    const { person, secret } = await withApp();
    const code = await codeFor(secret);
    const one = await signIn(person);
    const other = await signIn(person);
    const answers = await Promise.all([second(one.own, { code }), second(other.own, { code })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const third = await signIn(person);
    expect((await second(third.own, { code })).status).toBe(401);
    service.advance(stepMs);
    expect((await second(third.own, { code: await codeFor(secret) })).status).toBe(200);
  });
});

describe('a sign-in that has only got as far as the password', () => {
  test('opens nothing, stolen or not', async () => {
    const { person } = await withApp();
    const { own } = await signIn(person);
    const token = own.cookies.get('muster-pending') ?? '';
    for (const path of ['/admin-api/session', '/admin-api/profile', '/svc-api/employees', '/admin-api/sessions']) {
      expect((await own.call('GET', path)).status).toBe(401);
      const thief = browser(service.url, new Map([['muster', token]]));
      expect((await thief.call('GET', path)).status).toBe(401);
    }
    // It may not enrol another factor either, which would make the real one worthless.
    expect((await own.call('POST', '/admin-api/profile/totp', { body: {} })).status).toBe(401);
    expect((await own.call('POST', '/admin-api/profile/passkeys/options')).status).toBe(401);
  });

  test('ends after some wrong codes, and after some minutes', async () => {
    const { person, secret } = await withApp();
    const guessing = await signIn(person);
    for (let guess = 0; guess < pendingFailuresMax; guess += 1) {
      const wrong = String((Number(await codeFor(secret)) + 1 + guess) % 1_000_000).padStart(6, '0');
      expect((await second(guessing.own, { code: wrong })).status).toBe(401);
    }
    service.advance(throttling.forgetMs);
    expect((await second(guessing.own, { code: await codeFor(secret) })).status).toBe(401);
    const slow = await signIn(person);
    service.advance(pendingMs['second-factor']);
    expect((await second(slow.own, { code: await codeFor(secret) })).status).toBe(401);
  });

  test('makes guessing of codes wait, also across sign-ins', async () => {
    const { person } = await withApp();
    let waiting: { status: number; headers: Headers } | undefined;
    for (let guess = 0; guess < 20 && waiting?.status !== 429; guess += 1) {
      const { own, reply } = await signIn(person);
      expect(reply.status).toBe(200);
      waiting = await second(own, { code: '000000' });
    }
    expect(waiting?.status).toBe(429);
    expect(Number(waiting?.headers.get('retry-after'))).toBeGreaterThan(0);
    service.advance(throttling.forgetMs);
  });

  test('is used up by the sign-in that it led to', async () => {
    const { person, secret } = await withApp();
    const { own } = await signIn(person);
    const token = own.cookies.get('muster-pending') ?? '';
    expect((await second(own, { code: await codeFor(secret) })).status).toBe(200);
    service.advance(stepMs);
    const again = browser(service.url, new Map([['muster-pending', token]]));
    expect((await second(again, { code: await codeFor(secret) })).status).toBe(401);
  });

  test('takes one proof at a time', async () => {
    const { person } = await withApp();
    const { own } = await signIn(person);
    expect((await second(own, {})).status).toBe(400);
    expect((await second(own, { code: '123456', recoveryCode: 'x' })).status).toBe(400);
    expect((await second(own, { code: 'abc' })).body.errors).toHaveProperty('code');
    expect((await second(browser(service.url), { code: '123456' })).status).toBe(401);
  });
});

describe('recovery codes', () => {
  test('replace a lost app, each once, in any spelling', async () => {
    const { person, recoveryCodes } = await withApp();
    const [first = ''] = recoveryCodes;
    const { own } = await signIn(person);
    expect((await second(own, { recoveryCode: first.toUpperCase().replaceAll('-', ' ') })).status).toBe(200);
    const again = await signIn(person);
    expect((await second(again.own, { recoveryCode: first })).status).toBe(401);
    expect((await own.call('GET', '/admin-api/profile')).body.recoveryCodesLeft).toBe(9);
  });

  test('of one person do not work for another', async () => {
    const one = await withApp();
    const other = await withApp();
    const { own } = await signIn(one.person);
    expect((await second(own, { recoveryCode: other.recoveryCodes[0] })).status).toBe(401);
  });

  test('are created again by a recently confirmed person', async () => {
    const { person, recoveryCodes } = await withApp();
    service.advance(lifetimes.confirmedMs);
    expect((await person.call('POST', '/admin-api/profile/recovery-codes')).status).toBe(403);
    expect((await person.call('POST', '/admin-api/session/confirmation', { body: { password } })).status).toBe(200);
    const made = await person.call('POST', '/admin-api/profile/recovery-codes');
    expect(made.body.recoveryCodes).toHaveLength(10);
    const { own } = await signIn(person);
    expect((await second(own, { recoveryCode: recoveryCodes[0] })).status).toBe(401);
    expect((await second(own, { recoveryCode: made.body.recoveryCodes[0] })).status).toBe(200);
  });
});

describe('removing a factor', () => {
  test('needs a confirmation, and leaves the password alone', async () => {
    const { person, confirmed } = await withApp();
    service.advance(lifetimes.confirmedMs);
    const path = `/admin-api/profile/factors/${confirmed.factor.id}`;
    const refused = await person.call('DELETE', path);
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'Confirm first that it is you: the sign-in was too long ago.',
    ]);
    const stale = person.cookies.get('muster') ?? '';
    expect((await person.call('POST', '/admin-api/session/confirmation', { body: { password: 'wrong' } })).status).toBe(
      401,
    );
    await person.call('POST', '/admin-api/session/confirmation', { body: { password } });
    const before = browser(service.url, new Map([['muster', stale]]));
    expect((await before.call('GET', '/admin-api/session')).status).toBe(401);
    expect((await person.call('DELETE', path)).status).toBe(204);
    expect((await person.call('DELETE', path)).status).toBe(404);
    expect((await signIn(person)).reply.body.state).toBe('signed-in');
    const profile = await person.call('GET', '/admin-api/profile');
    expect(profile.body).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
  });
});

describe('an account that asks everybody for a second factor', () => {
  test('requires enrolment before anything else, and the last one cannot be removed', async () => {
    const strict = await service.openAccount('strict');
    const person = await service.person(strict);
    await service.database.transaction(strict.id, (tx) =>
      tx.run({
        name: 'require',
        text: `insert into account_settings (account_id, second_factor_required) values ($1, true)
               on conflict (account_id) do update set second_factor_required = true`,
      }),
    );
    const own = browser(service.url);
    const body = { account: 'strict', email: person.email, password };
    const begun = await own.call('POST', '/admin-api/session', { body });
    expect(begun.body).toMatchObject({ state: 'enrolment', secondFactors: [] });
    expect((await own.call('GET', '/admin-api/session')).status).toBe(401);
    const { id, secret } = (await own.call('POST', '/admin-api/profile/totp', { body: {} })).body;
    const wrong = await own.call('POST', '/admin-api/profile/totp/confirmation', { body: { id, code: '000000' } });
    expect(wrong.status).toBe(400);
    const done = await own.call('POST', '/admin-api/profile/totp/confirmation', {
      body: { id, code: await codeFor(secret) },
    });
    expect(done.status, done.text).toBe(200);
    expect(done.body.session).toMatchObject({ state: 'signed-in', isSecondFactorRequired: true });
    expect(done.body.recoveryCodes).toHaveLength(10);
    expect([...own.cookies.keys()]).toEqual(['muster']);
    expect((await own.call('GET', '/admin-api/session')).status).toBe(200);
    const removed = await own.call('DELETE', `/admin-api/profile/factors/${done.body.factor.id}`);
    expect(removed.status).toBe(400);
  });
});

test('the audit log records it, without codes or secrets', async () => {
  const { person, secret, recoveryCodes } = await withApp();
  const { own } = await signIn(person);
  await second(own, { code: '000000' });
  await second(own, { code: await codeFor(secret) });
  const entries = await own.call('GET', `/admin-api/audit-entries?actorId=${person.id}&sort=id`);
  expect(entries.body.items.map(({ action }: { action: string }) => action)).toEqual([
    'session.opened',
    'factor.added',
    'session.refused',
    'session.opened',
  ]);
  expect(entries.body.items.at(-1).after).toEqual({ by: 'password, code' });
  const everything = entries.text + service.logLines.join('\n');
  for (const hidden of [secret, ...recoveryCodes, person.email.replace('@', '%40')]) {
    expect(everything.includes(hidden)).toBe(false);
  }
  expect(service.logLines.join('\n')).not.toContain(person.email);
});

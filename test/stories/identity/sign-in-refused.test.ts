/** A guesser learns nothing from a sign-in, and a page of another site can do nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { hashPassword } from '../../../server/identity/accounts/passwords.ts';
import { throttling } from '../../../server/identity/auth/throttle.ts';
import { inForm } from '../../support/form.ts';
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
const known = () => administratorOf(service.database, account);

describe('a sign-in is refused', () => {
  test('with one answer, whatever was wrong', async () => {
    const { email } = await known();
    const disabled = await known();
    const invited = await known();
    const owner = await service.person(account);
    await owner.call('PATCH', `/admin-api/administrators/${disabled.id}`, { body: { isDisabled: true } });
    await service.database.query('update administrators set password_hash = null where id = $1', [invited.id]);
    const attempts = [
      { email, password: 'wrong' },
      { email: 'nobody@example.com', password },
      { email: disabled.email, password },
      { email: invited.email, password },
      { account: 'nowhere', email, password },
      { environment: 'test', email, password },
    ];
    const answers = [];
    for (const attempt of attempts) answers.push(await signIn(attempt));
    const reported = answers.map(({ status, body: { extensions: _, ...problem }, headers }) => [
      status,
      problem,
      headers.getSetCookie(),
    ]);
    expect(reported[0]?.[0]).toBe(401);
    for (const one of reported) expect(one).toEqual(reported[0]);
  });

  test('in the same time, whether there is such a person or not', async () => {
    const passwordHash = await hashPassword(password);
    const { email } = await administratorOf(service.database, account, { passwordHash });
    const attempts = { wrong: { email, password: 'wrong' }, unknown: { email: 'nobody@example.com', password } };
    const times = { wrong: [] as number[], unknown: [] as number[] };
    // In turns, so that a busy machine affects both.
    const attemptsEach = inForm({ short: 5, full: 9 });
    for (let count = 0; count < attemptsEach; count += 1) {
      for (const kind of ['wrong', 'unknown'] as const) {
        service.advance(throttling.forgetMs);
        const before = performance.now();
        expect((await signIn(attempts[kind])).status).toBe(401);
        times[kind].push(performance.now() - before);
      }
    }
    const median = (all: number[]) => all.sort((one, other) => one - other)[attemptsEach >> 1] ?? 0;
    const [wrong, unknown] = [median(times.wrong), median(times.unknown)];
    // Without the work of a password check the second would take a fraction of the first.
    expect(unknown).toBeGreaterThan(wrong / 2);
    expect(unknown).toBeLessThan(wrong * 2);
  });

  test('for a while after many guesses, and then not for long', async () => {
    const { email } = await known();
    const statuses = [];
    for (let guess = 0; guess <= throttling.freePerPair; guess += 1) {
      statuses.push((await signIn({ email, password: `guess ${guess}` })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: throttling.freePerPair }, () => 401), 429]);
    const waiting = await signIn({ email, password });
    expect(waiting.status).toBe(429);
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
    service.advance(Number(waiting.headers.get('retry-after')) * 1000);
    expect((await signIn({ email, password })).status).toBe(200);
  });

  test('from the page of somebody else', async () => {
    const { email } = await known();
    const person = await service.person(account);
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': undefined, origin: 'https://evil.example.com' },
      { 'sec-fetch-site': undefined, origin: 'null' },
      { 'sec-fetch-site': undefined },
    ];
    for (const headers of foreign) {
      const body = { email, password };
      expect((await browser(service.url).call('POST', '/admin-api/session', { body, headers })).status).toBe(403);
      expect((await person.call('DELETE', '/admin-api/session', { headers })).status).toBe(403);
      expect((await person.call('PATCH', '/admin-api/profile', { body: { name: 'x' }, headers })).status).toBe(403);
      expect((await person.call('POST', '/svc-api/departments', { body: { name: 'x' }, headers })).status).toBe(403);
    }
    expect((await person.call('GET', '/admin-api/session')).status).toBe(200);
    const origin = { 'sec-fetch-site': undefined, origin: service.url };
    expect((await person.call('PATCH', '/admin-api/profile', { body: { name: 'x' }, headers: origin })).status).toBe(
      200,
    );
  });

  test('in every other format, with what is allowed', async () => {
    for (const [body, member] of [
      [{ email: 'a@example.com' }, 'password'],
      [{ password }, 'email'],
      [{ email: 1, password }, 'email'],
      [{ email: 'a@example.com', password, remember: true }, 'remember'],
      [{ email: 'a@example.com', password: 'x'.repeat(257) }, 'password'],
    ] as const) {
      const refused = await signIn(body);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [member]]);
    }
    for (const account of ['%00', '%C3%A9', "'", 'a'.repeat(300), 'nowhere']) {
      const page = await browser(service.url).call('GET', `/admin-api/sign-in?account=${account}`);
      expect([account, page.status, page.body?.provider]).toEqual([account, 200, null]);
      const body = { account: decodeURIComponent(account).slice(0, 40), email: 'a@example.com', password };
      expect([account, (await signIn(body)).status < 500]).toEqual([account, true]);
    }
    const put = await browser(service.url).call('PUT', '/admin-api/session');
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST, GET, HEAD, DELETE, OPTIONS']);
    const text = await browser(service.url).call('POST', '/admin-api/session', {
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    });
    expect(text.status).toBe(415);
  });
});

/** A burst of guesses on two nodes learns no more than sequential guesses. */
import { randomBytes, randomUUID } from 'node:crypto';
import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { throttling } from '../../server/identity/auth/throttle.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { oneIn } from '../support/form.ts';
import { keyHeaders, legacyClient } from '../support/legacy/legacy.ts';
import { administratorOf, browser, password } from '../support/people/person.ts';
import { call, type Reply, type TestService, testService } from '../support/service.ts';

const guessesSent = 300;

let shared: FreshDatabase;
let nodes: readonly [TestService, TestService];
let account: Account;
/** Stands still, so that no wait ends during the guesses. */
let nowMs = Date.now();

beforeAll(async () => {
  shared = await freshDatabase();
  const common = {
    databaseUrl: shared.url,
    masterKey: randomBytes(32),
    now: () => new Date(nowMs),
    trustedProxies: ['127.0.0.1'],
  };
  nodes = [await testService(common), await testService(common)];
  account = await nodes[0].openAccount('acme');
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await shared.drop();
});
// Earlier guesses are forgotten.
beforeEach(() => {
  nowMs += throttling.forgetMs;
});

type Send = (url: string, guess: number, headers?: Record<string, string>) => Promise<Reply>;

interface Burst {
  readonly wrong: Send;
  /** Responses with 2xx. */
  readonly right?: Send;
  /** The right guess uses it up. */
  readonly isUsedUp?: boolean;
}

const post =
  (path: string, body: (guess: number) => object, cookies = new Map<string, string>()): Send =>
  (url, guess, headers = {}) =>
    browser(url, new Map(cookies)).call('POST', path, { body: body(guess), headers });

const form =
  (path: string, fields: (guess: number) => Record<string, string>): Send =>
  (url, guess, headers = {}) =>
    call(url, null, 'POST', path, {
      body: new URLSearchParams(fields(guess)).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });

async function withPassword(): Promise<Burst> {
  const { email } = await administratorOf(nodes[0].database, account);
  const body = (tried: string) => ({ account: 'acme', email, password: tried });
  return {
    wrong: post('/admin-api/session', (guess) => body(`guess ${guess}`)),
    right: post('/admin-api/session', () => body(password)),
  };
}

async function ofSignedIn(path: string, body: (tried: string) => object): Promise<Burst> {
  const { cookies } = await nodes[0].person(account);
  return {
    wrong: post(path, (guess) => body(`guess ${guess}`), cookies),
    right: post(path, () => body(password), cookies),
    isUsedUp: true,
  };
}

/** A person with an authenticator app who has entered the password. */
async function atSecondFactor(body: (guess: number) => object): Promise<Burst> {
  const person = await nodes[0].person(account);
  const { body: app } = await person.call('POST', '/admin-api/profile/totp', { body: {} });
  const epoch = Math.floor(nowMs / 1000);
  const confirmed = await person.call('POST', '/admin-api/profile/totp/confirmation', {
    body: { id: app.id, code: await generate({ secret: app.secret, epoch }) },
  });
  expect(confirmed.status, confirmed.text).toBe(200);
  const own = browser(nodes[0].url);
  const begun = await own.call('POST', '/admin-api/session', {
    body: { account: 'acme', email: person.email, password },
  });
  expect(begun.body.state).toBe('second-factor');
  return { wrong: post('/admin-api/session/second-factor', body, own.cookies) };
}

async function atEnrolment(): Promise<Burst> {
  const person = await nodes[0].person(account);
  const { body } = await person.call('POST', '/admin-api/profile/totp', { body: {} });
  return {
    wrong: post(
      '/admin-api/profile/totp/confirmation',
      (guess) => ({ id: body.id, code: code(guess) }),
      person.cookies,
    ),
  };
}

const code = (guess: number) => String(guess).padStart(6, '0');
const unknownPasskey = (guess: number) => ({ passkey: { id: `none-${guess}`, rawId: 'none', type: 'public-key' } });

async function withPasskeyAlone(): Promise<Burst> {
  const own = browser(nodes[0].url);
  await own.call('POST', '/admin-api/session/passkey/options', { body: { account: 'acme' } });
  return { wrong: post('/admin-api/session/passkey', unknownPasskey, own.cookies) };
}

async function ofClient(path: string): Promise<Burst> {
  const { credentials } = await nodes[0].client(account);
  const fields = (secret: string) => ({
    grant_type: 'client_credentials',
    token: 'any',
    client_id: credentials.clientId,
    client_secret: secret,
  });
  return {
    wrong: form(path, (guess) => fields(`guess-${guess}`)),
    right: form(path, () => fields(credentials.clientSecret)),
  };
}

async function withApiKey(): Promise<Burst> {
  const { apiKey } = await legacyClient(nodes[0], account);
  const send = (key: () => string): Send => {
    return (url, _, headers = {}) =>
      call(url, null, 'GET', '/api/v3/users', {
        headers: { 'api-version': undefined, ...keyHeaders(key()), ...headers },
      });
  };
  return { wrong: send(randomUUID), right: send(() => apiKey) };
}

const invitation = (path: string, more: object): Promise<Burst> =>
  Promise.resolve({ wrong: post(path, (guess) => ({ token: `mst_pi_guess${guess}`, ...more })) });

const bursts: readonly (readonly [string, number, () => Promise<Burst>])[] = [
  ['a password', throttling.freePerPair, withPassword],
  [
    'the password of somebody who is signed in',
    throttling.freePerPair,
    () => ofSignedIn('/admin-api/session/confirmation', (tried) => ({ password: tried })),
  ],
  [
    'the current password that a new one asks for',
    throttling.freePerPair,
    () =>
      ofSignedIn('/admin-api/profile/password', (currentPassword) => ({
        currentPassword,
        newPassword: 'blue giraffe on skates',
      })),
  ],
  ['a code of an app', throttling.freePerPair, () => atSecondFactor((guess) => ({ code: code(guess) }))],
  [
    'a recovery code',
    throttling.freePerPair,
    () => atSecondFactor((guess) => ({ recoveryCode: `abcd-efgh-${guess}` })),
  ],
  ['a passkey next to the password', throttling.freePerPair, () => atSecondFactor(unknownPasskey)],
  ['a passkey alone', throttling.freePerPair, withPasskeyAlone],
  ['the code that confirms an app', throttling.freePerPair, atEnrolment],
  ['a client secret', throttling.freePerPair, () => ofClient('/connect/token')],
  ['a client secret at introspection', throttling.freePerPair, () => ofClient('/connect/introspection')],
  ['a client secret at revocation', throttling.freePerPair, () => ofClient('/connect/revocation')],
  ['an API key', throttling.freePerAddress, withApiKey],
  ['an invitation', throttling.freePerPair, () => invitation('/admin-api/invitation', {})],
  [
    'an invitation that is accepted',
    throttling.freePerPair,
    () => invitation('/admin-api/invitation/acceptance', { name: 'Eve', password: 'blue giraffe on skates' }),
  ],
];

describe(`of ${guessesSent} guesses at once through two nodes no more are judged than are free`, () => {
  test.each(oneIn(5, bursts))('at %s', async (_, free, make) => {
    const { wrong, right, isUsedUp } = await make();
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const answers = await Promise.all(
      Array.from({ length: guessesSent }, (__, guess) => wrong(nodes[guess % 2 === 0 ? 0 : 1].url, guess, headers)),
    );
    const waiting = answers.filter(({ status }) => status === 429);
    // Too many wrong answers end a pending sign-in: later guesses find none, and are not checked.
    const late = answers.filter(({ text }) => text.includes('No sign-in has begun here'));
    expect(answers.length - waiting.length - late.length).toBe(free);
    for (const { status } of answers) expect([400, 401, 404, 429]).toContain(status);
    for (const answer of waiting) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    if (!right) return;
    // A guesser does not learn the right one, and nobody else is locked out.
    const known = nodes[1].url;
    expect((await right(known, 0, headers)).status).toBe(429);
    expect((await right(known, 0, { 'x-forwarded-for': '198.51.100.1' })).status).toBeLessThan(300);
    if (isUsedUp) return;
    nowMs += 2000;
    expect((await right(nodes[0].url, 0, headers)).status).toBeLessThan(300);
  });
});

test('many clients that come at once from one address are all let in', async () => {
  const clients = await Promise.all(Array.from({ length: 40 }, () => ofClient('/connect/token')));
  const { url } = nodes[1];
  const answers = await Promise.all(clients.map(({ right }) => right?.(url, 0)));
  expect(answers.map((answer) => answer?.status)).toEqual(clients.map(() => 200));
});

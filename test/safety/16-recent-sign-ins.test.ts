/** People see their recent sign-ins and which are new, and end sessions one by one or all others together. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { browserIn } from '../../server/identity/sign-in/browser.ts';
import { administratorOf, type Browser, browser, password } from '../support/people/person.ts';
import { isSignedIn } from '../support/provider.ts';
import { type TestService, testService } from '../support/service.ts';

let service: TestService;
let account: Account;

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
});
afterAll(() => service.stop());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

async function signIn(email: string, userAgent: string): Promise<Browser> {
  service.advance(1000);
  const own = browser(service.url);
  const reply = await own.call('POST', '/admin-api/session', {
    body: { email, password },
    headers: { 'user-agent': userAgent },
  });
  expect(reply.status, reply.text).toBe(200);
  return own;
}

interface Shown {
  readonly id: string;
  readonly browser: string;
  readonly by: string[];
  readonly address: string;
  readonly sessionId: string | null;
  readonly isCurrent: boolean;
  readonly isNew: boolean;
  readonly signedInAt: string;
}

const signInsOf = async (own: Browser): Promise<Shown[]> => {
  const reply = await own.call('GET', '/admin-api/sign-ins');
  expect(reply.status, reply.text).toBe(200);
  return reply.body.items;
};

test('a person sees the time, address, browser and method of each sign-in', async () => {
  const { email } = await administratorOf(service.database, account);
  const own = await signIn(email, firefox);
  const [only, ...others] = await signInsOf(own);
  expect(others).toEqual([]);
  expect(only).toMatchObject({
    browser: 'Firefox · Linux',
    address: '127.0.0.1',
    by: ['password'],
    isCurrent: true,
    isNew: false,
  });
  expect(Date.parse(only?.signedInAt ?? '')).toBeLessThanOrEqual(service.now().getTime());
  const [session] = (await own.call('GET', '/admin-api/sessions')).body.items;
  expect(session).toMatchObject({ id: only?.sessionId, browser: 'Firefox · Linux', by: ['password'] });
});

test('sign-ins since the last one from this browser are marked as new, also ended ones', async () => {
  const { email } = await administratorOf(service.database, account);
  const first = await signIn(email, firefox);
  const thief = await signIn(email, phone);
  expect((await signInsOf(first)).map(({ isNew }) => isNew)).toEqual([true, false]);
  await thief.call('DELETE', '/admin-api/session');
  await first.call('DELETE', '/admin-api/session');
  const again = await signIn(email, firefox);
  expect(
    (await signInsOf(again)).map(({ browser: name, isCurrent, isNew, sessionId }) => [
      name,
      isCurrent,
      isNew,
      sessionId !== null,
    ]),
  ).toEqual([
    ['Firefox · Linux', true, false, true],
    ['Safari · iPhone', false, true, false],
    ['Firefox · Linux', false, false, false],
  ]);
  // From then on it is known.
  const later = await signIn(email, firefox);
  expect((await signInsOf(later)).filter(({ isNew }) => isNew)).toEqual([]);
});

test('a session can be ended from the list, and all others together; both are in the audit log', async () => {
  const person = await administratorOf(service.database, account);
  const here = await signIn(person.email, firefox);
  const [one, two, three] = [
    await signIn(person.email, phone),
    await signIn(person.email, phone),
    await signIn(person.email, phone),
  ];
  const [newest] = await signInsOf(here);
  expect((await here.call('DELETE', `/admin-api/sessions/${newest?.sessionId}`)).status).toBe(204);
  service.advance(1000);
  expect(await Promise.all([here, one, two, three].map(isSignedIn))).toEqual([true, true, true, false]);
  expect((await signInsOf(here))[0]).toMatchObject({ id: newest?.id, sessionId: null });
  expect((await here.call('DELETE', '/admin-api/sessions?keep=current')).status).toBe(204);
  service.advance(1000);
  expect(await Promise.all([here, one, two].map(isSignedIn))).toEqual([true, false, false]);
  const entries = await here.call('GET', `/admin-api/audit-entries?actorId=${person.id}&action=session.ended`);
  expect(entries.body.items).toHaveLength(3);
});

test('sign-ins are forgotten after 90 days', async () => {
  const { id, email } = await administratorOf(service.database, account);
  await signIn(email, firefox);
  service.advance(91 * 86_400_000);
  await signIn(email, firefox);
  await service.housekeeping.clean();
  const rows = await service.database.query('select 1 from administrator_sign_ins where administrator_id = $1', [id]);
  expect(rows).toHaveLength(1);
});

test('a person sees their own alone', async () => {
  const [one, other] = [await service.person(account), await service.person(account)];
  const ids = (await signInsOf(one)).map(({ id }) => id);
  expect((await signInsOf(other)).some(({ id }) => ids.includes(id))).toBe(false);
  expect((await browser(service.url).call('GET', '/admin-api/sign-ins')).status).toBe(401);
});

test.each([
  [firefox, 'Firefox · Linux'],
  [phone, 'Safari · iPhone'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge · Windows',
  ],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome · Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 'Safari · Mac'],
  ['curl/8.5.0', 'curl/8.5.0'],
])('a browser is shown by its family: %s', (userAgent, shown) => {
  expect(browserIn(userAgent)).toBe(shown);
});

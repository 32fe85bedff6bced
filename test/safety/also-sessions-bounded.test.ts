/** A person has a limited number of open sessions and pending sign-ins: the oldest ones end. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { type KnownPerson, personById } from '../../server/identity/sign-in/person.ts';
import { openSession, sessionsMax } from '../../server/identity/sign-in/sessions.ts';
import { browser, password, type TestPerson } from '../support/people/person.ts';
import { isSignedIn } from '../support/provider.ts';
import { type TestService, testService } from '../support/service.ts';

let service: TestService;
let account: Account;

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
});
afterAll(() => service.stop());

const from = { address: '127.0.0.1', userAgent: 'node', traceId: 'a'.repeat(32) };
const proof = { by: 'password', way: 'password', hasSecondFactor: false, hasOwnProof: true, identityId: null } as const;

/** Like a sign-in, without the cost of so many passwords. */
async function open(person: TestPerson): Promise<void> {
  const known = (await personById(service.database.session(account.id), person.id)) as KnownPerson;
  // biome-ignore lint/suspicious/noExplicitAny: of all that signing in needs, opening a session needs the database alone
  expect(await openSession({ database: service.database } as any, account.id, known, from, proof)).toMatch(/^mst_ps_/);
}

const countOf = async (table: string, { id }: TestPerson): Promise<number> => {
  const text = `select count(*)::int as count from ${table} where administrator_id = $1`;
  const [row] = await service.database.query<{ count: number }>(text, [id]);
  return row?.count ?? 0;
};

test('the oldest session ends when a person opens one more than they may have', async () => {
  const person = await service.person(account);
  const { id } = (await person.call('GET', '/admin-api/session')).body.session;
  for (let opened = 1; opened < sessionsMax; opened += 1) await open(person);
  service.advance(1000);
  expect(await isSignedIn(person)).toBe(true);
  expect((await person.call('GET', '/admin-api/sessions')).body.items).toHaveLength(sessionsMax);
  const next = browser(service.url);
  await next.call('POST', '/admin-api/session', { body: { email: person.email, password } });
  service.advance(1000);
  expect(await isSignedIn(person)).toBe(false);
  expect(await isSignedIn(next)).toBe(true);
  expect(await countOf('administrator_sessions', person)).toBe(sessionsMax);
  const entries = await next.call('GET', `/admin-api/audit-entries?action=session.ended&subjectId=${id}`);
  expect(entries.body.items).toHaveLength(1);
});

test('however many are opened at once, and for however long', async () => {
  const person = await service.person(account);
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(Array.from({ length: 30 }, () => open(person)));
    expect(await countOf('administrator_sessions', person)).toBeLessThanOrEqual(sessionsMax);
  }
  expect(await countOf('administrator_sign_ins', person)).toBeLessThanOrEqual(2 * sessionsMax);
});

test('sign-ins that have begun are bounded for each person', async () => {
  const person = await service.person(account);
  await service.database.query(
    `insert into administrator_factors (id, administrator_id, kind, name, created_at, confirmed_at, sealed_secret)
     values (gen_random_uuid(), $1, 'totp', 'App', now(), now(), 'x')`,
    [person.id],
  );
  for (let attempt = 0; attempt < 25; attempt += 1) {
    const body = { email: person.email, password };
    const begun = await browser(service.url).call('POST', '/admin-api/session', { body });
    expect(begun.body.state).toBe('second-factor');
  }
  expect(await countOf('pending_sign_ins', person)).toBeLessThanOrEqual(20);
});

/**
 * A password alone does not open the installation. An operator without a second factor has the rights of their role in
 * their own account, sees what is missing, and gets no further.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeAdministrator, inviteAdministrator, resetPassword } from '../../cli/administrators.ts';
import { createDemoIfEmpty } from '../../demo/demo.ts';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { codeFor, enrolApp } from '../support/factors.ts';
import { inFull } from '../support/form.ts';
import { type Browser, browser, password, signedInByPassword } from '../support/people/person.ts';
import { operatorActor } from '../support/provider-scene.ts';
import { type TestService, testService } from '../support/service.ts';

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
});
afterAll(() => service.stop());

const operating = () => ({ ...service, actor: operatorActor });
const bareOperator = () => signedInByPassword(service, account, 'owner', true);

async function signIn(email: string, given = password) {
  const own = browser(service.url);
  const body = { account: account.name, email, password: given };
  return { own, answer: await own.call('POST', '/admin-api/session', { body }) };
}

const installationOf = async (own: Browser) => (await own.call('GET', '/admin-api/accounts')).status;

async function expectClosed(own: Browser): Promise<void> {
  const { body } = await own.call('GET', '/admin-api/session');
  expect(body.person).toMatchObject({ isOperator: false, isSecondFactorMissing: true });
  expect(body.scopes.filter((scope: string) => scope.startsWith('accounts.'))).toEqual([]);
  const refused = await own.call('GET', '/admin-api/accounts');
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringMatching(/second factor.*profile/)]);
  const made = { name: 'stolen', environment: 'production' };
  expect((await own.call('POST', '/admin-api/accounts', { body: made })).status).toBe(403);
  // They can use their own account.
  expect((await own.call('GET', '/admin-api/administrators')).status).toBe(200);
}

async function expectOpen(own: Browser): Promise<void> {
  const { body } = await own.call('GET', '/admin-api/session');
  expect(body.person).toMatchObject({ isOperator: true, isSecondFactorMissing: false });
  expect(await installationOf(own)).toBe(200);
}

describe('an operator who has nothing but a password', () => {
  test('does not get at the installation until they have added a second factor, which opens it at once', async () => {
    const operator = await bareOperator();
    await expectClosed(operator);
    const { secret } = await enrolApp(service, operator);
    await expectOpen(operator);
    const { own, answer } = await signIn(operator.email);
    expect(answer.body.state).toBe('second-factor');
    expect(await installationOf(own)).toBe(401);
    const body = { code: await codeFor(service, secret) };
    expect((await own.call('POST', '/admin-api/session/second-factor', { body })).status).toBe(200);
    await expectOpen(own);
  });

  test('is one as soon as they have removed their last second factor', async () => {
    const operator = await service.person(account, 'owner', true);
    await expectOpen(operator);
    const { factors } = (await operator.call('GET', '/admin-api/profile')).body;
    expect((await operator.call('DELETE', `/admin-api/profile/factors/${factors[0].id}`)).status).toBe(204);
    await expectClosed(operator);
  });

  test('is one when the command line has removed their second factors', async () => {
    const operator = await service.person(account, 'owner', true);
    const chosen = 'giraffes on blue skates';
    await resetPassword(operating(), account, operator.email, chosen, { isWithoutFactors: true });
    service.advance(1000);
    expect(await installationOf(operator)).toBe(401);
    await expectClosed((await signIn(operator.email, chosen)).own);
  });

  test('gains nothing by becoming an operator later, not even in a session that is open', async () => {
    const person = await service.person(account);
    await changeAdministrator(operating(), account, person.email, { isOperator: true });
    service.advance(1000);
    expect(await installationOf(person)).toBe(401);
    await expectClosed((await signIn(person.email)).own);
    // Without the service: the session exists, and still opens nothing.
    const other = await service.person(account);
    await service.database.query('update administrators set is_operator = true where id = $1', [other.id]);
    service.advance(1000);
    await expectClosed(other);
  });

  test('gains nothing by an invitation', async () => {
    const asked = { email: 'olga@example.com', role: 'owner', isOperator: true } as const;
    const [, token] = (await inviteAdministrator(operating(), account, asked)).link.split('#');
    const own = browser(service.url);
    const body = { token, name: 'Olga', password };
    expect((await own.call('POST', '/admin-api/invitation/acceptance', { body })).status).toBe(200);
    await expectClosed(own);
    await enrolApp(service, own);
    await expectOpen(own);
  });

  test('adds one before anything else where everybody else must come by the provider', async () => {
    const asking = await service.openAccount('strict');
    const operator = await signedInByPassword(service, asking, 'owner', true);
    const issuer = { issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'x', areAddressesTrusted: false };
    const body = { name: 'Company ID', ...issuer };
    expect((await operator.call('POST', '/admin-api/identity-providers', { body })).status).toBe(201);
    // By an owner who has linked it.
    const require = { text: 'update identity_providers set is_required = true where account_id = $1' };
    await service.database.transaction(asking.id, (tx) => tx.run(require));
    service.advance(1000);
    expect((await operator.call('GET', '/admin-api/administrators')).body.type).toMatch(/second-factor-required$/);
    const own = browser(service.url);
    const who = { account: asking.name, email: operator.email, password };
    expect((await own.call('POST', '/admin-api/session', { body: who })).body.state).toBe('enrolment');
    await enrolApp(service, own);
    await expectOpen(own);
  });
});

inFull(
  'the demo can be tried by the credentials that are shown, and its installation after a second factor',
  async () => {
    const empty = await testService();
    const dataDir = await mkdtemp(join(tmpdir(), 'muster-demo-'));
    try {
      const made = await createDemoIfEmpty({ ...empty, dataDir });
      const { account: name, adminEmail: email, adminPassword } = made ?? {};
      const own = browser(empty.url);
      const body = { account: name, email, password: adminPassword };
      const answer = await own.call('POST', '/admin-api/session', { body });
      expect(answer.body.state).toBe('signed-in');
      expect((await own.call('GET', '/svc-api/employees?limit=1')).status).toBe(200);
      await expectClosed(own);
      await enrolApp(empty, own);
      await expectOpen(own);
    } finally {
      await empty.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);

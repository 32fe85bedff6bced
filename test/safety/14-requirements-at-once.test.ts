/**
 * New requirements of an account apply to open sessions on every node within one second: they stop with the reason, and
 * the next sign-in asks for what is missing. The same holds for removed rights.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { throttling } from '../../server/identity/auth/throttle.ts';
import { authenticator } from '../support/authenticator.ts';
import { codeFor, enrolApp } from '../support/factors.ts';
import { type Browser, browser, password, type TestPerson } from '../support/people/person.ts';
import { isSignedIn } from '../support/provider.ts';
import { providerSceneOnTwoNodes, type TwoNodes } from '../support/provider-scene.ts';
import { atOther, expectStopped } from '../support/stopped.ts';

let at: TwoNodes;

beforeAll(async () => {
  at = await providerSceneOnTwoNodes();
});
afterAll(() => at.stop());
beforeEach(() => at.service.advance(throttling.forgetMs));

const settings = '/admin-api/account-settings/current';
const requireFactor = (person: Browser) => person.call('PATCH', settings, { body: { isSecondFactorRequired: true } });

describe('a second factor that an account asks everybody for', () => {
  test('stops sessions that have shown none, and signing in again leads through the enrolment', async () => {
    const account = await at.newAccount();
    const owner = await at.service.person(account);
    await enrolApp(at.service, owner);
    const person = await at.service.person(account, 'administrator');
    expect((await person.call('GET', '/svc-api/employees')).status).toBe(200);
    expect((await atOther(at, person).call('GET', '/svc-api/employees')).status).toBe(200);
    expect((await requireFactor(owner)).status).toBe(200);
    await expectStopped(at, person, 'second-factor-required');
    expect(await isSignedIn(owner)).toBe(true);
    const again = await person.call('POST', '/admin-api/session', {
      body: { account: account.name, email: person.email, password },
    });
    expect(again.body.state).toBe('enrolment');
    await enrolApp(at.service, person);
    expect((await person.call('GET', '/svc-api/employees')).status).toBe(200);
    // Without the requirement the others continue.
    const stopped = await at.service.person(await at.newAccount());
    expect(await isSignedIn(stopped)).toBe(true);
  });

  test('is refused to an owner without a second factor, with the reason', async () => {
    const owner = await at.service.person(await at.newAccount());
    const refused = await requireFactor(owner);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['isSecondFactorRequired']]);
    expect(refused.body.errors.isSecondFactorRequired[0]).toMatch(/profile/);
    expect((await owner.call('GET', settings)).body.isSecondFactorRequired).toBe(false);
    await enrolApp(at.service, owner);
    expect((await requireFactor(owner)).status).toBe(200);
    expect(await isSignedIn(owner)).toBe(true);
  });

  test('is shown by a passkey alone, by a code, and by who has just added one', async () => {
    const account = await at.newAccount();
    const owner = await at.service.person(account);
    const device = authenticator({ origin: at.service.url });
    const { body } = await owner.call('POST', '/admin-api/profile/passkeys/options');
    await owner.call('POST', '/admin-api/profile/passkeys', { body: { passkey: device.create(body) } });
    const alone = browser(at.service.url);
    const challenge = (await alone.call('POST', '/admin-api/session/passkey/options')).body;
    await alone.call('POST', '/admin-api/session/passkey', { body: { passkey: device.get(challenge) } });
    const coded = await at.service.person(account);
    const { secret } = await enrolApp(at.service, coded);
    at.service.advance(60_000);
    const signedIn = browser(at.service.url);
    await signedIn.call('POST', '/admin-api/session', {
      body: { account: account.name, email: coded.email, password },
    });
    await signedIn.call('POST', '/admin-api/session/second-factor', {
      body: { code: await codeFor(at.service, secret) },
    });
    expect((await requireFactor(owner)).status).toBe(200);
    at.service.advance(1000);
    for (const own of [owner, alone, coded, signedIn]) expect(await isSignedIn(own)).toBe(true);
  });

  test('counts for a session that was opened at the same moment', async () => {
    const account = await at.newAccount();
    const owner = await at.service.person(account);
    await enrolApp(at.service, owner);
    const person = await at.service.person(account);
    const body = { account: account.name, email: person.email, password };
    const late = Array.from({ length: 4 }, () => browser(at.service.url));
    await Promise.all([requireFactor(owner), ...late.map((own) => own.call('POST', '/admin-api/session', { body }))]);
    at.service.advance(1000);
    expect(await Promise.all(late.map(isSignedIn))).toEqual([false, false, false, false]);
  });

  test('that is not asked for any more lets the same sessions go on, and a stopped one can be ended', async () => {
    const account = await at.newAccount();
    const owner = await at.service.person(account);
    await enrolApp(at.service, owner);
    const [person, leaving] = [await at.service.person(account), await at.service.person(account)];
    await requireFactor(owner);
    await expectStopped(at, person, 'second-factor-required');
    expect((await leaving.call('DELETE', '/admin-api/session')).status).toBe(204);
    await owner.call('PATCH', settings, { body: { isSecondFactorRequired: false } });
    at.service.advance(1000);
    expect(await isSignedIn(person)).toBe(true);
    const { items } = (await owner.call('GET', `/admin-api/audit-entries?actorId=${leaving.id}&sort=-id`)).body;
    expect(items[0].action).toBe('session.ended');
  });
});

describe('rights that are taken away', () => {
  const takings: Readonly<
    Record<string, (owner: TestPerson, person: TestPerson, account: Account) => Promise<unknown>>
  > = {
    'another role': (owner, { id }) =>
      owner.call('PATCH', `/admin-api/administrators/${id}`, { body: { role: 'auditor' } }),
    'being disabled': (owner, { id }) =>
      owner.call('PATCH', `/admin-api/administrators/${id}`, { body: { isDisabled: true } }),
    'being removed': (owner, { id }) => owner.call('DELETE', `/admin-api/administrators/${id}`),
    'the end of the account': (_, __, { id }) =>
      at.service.database.query(`update accounts set state = 'failed' where id = $1`, [id]),
  };

  test.each(Object.entries(takings))('end open sessions and pending sign-ins everywhere: %s', async (_, take) => {
    const account = await at.newAccount();
    const owner = await at.service.person(account);
    const person = await at.service.person(account, 'administrator');
    const { secret } = await enrolApp(at.service, person);
    at.service.advance(60_000);
    const pending = browser(at.other.url);
    const body = { account: account.name, email: person.email, password };
    expect((await pending.call('POST', '/admin-api/session', { body })).body.state).toBe('second-factor');
    expect(await isSignedIn(atOther(at, person))).toBe(true);
    await take(owner, person, account);
    at.service.advance(1000);
    expect(await isSignedIn(person)).toBe(false);
    expect(await isSignedIn(atOther(at, person))).toBe(false);
    const code = await codeFor(at.service, secret);
    expect((await pending.call('POST', '/admin-api/session/second-factor', { body: { code } })).status).toBe(401);
  });
});

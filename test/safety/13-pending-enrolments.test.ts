/** A pending sign-in, enrolment or link ends when the person's way to sign in changes. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resetPassword } from '../../cli/administrators.ts';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { throttling } from '../../server/identity/auth/throttle.ts';
import { statement } from '../../server/platform/database/statement.ts';
import { authenticator } from '../support/authenticator.ts';
import { codeFor, enrolApp } from '../support/factors.ts';
import { inForm, oneIn } from '../support/form.ts';
import { administratorOf, browser, password } from '../support/people/person.ts';
import { comeBack, isSignedIn, link, refusedAt } from '../support/provider.ts';
import { operatorActor, providerSceneOnTwoNodes, type TwoNodes } from '../support/provider-scene.ts';

let at: TwoNodes;
let account: Account;
let strict: Account;

beforeAll(async () => {
  at = await providerSceneOnTwoNodes();
  ({ account } = await at.tenant());
  strict = await at.newAccount();
  await at.service.database
    .session(strict.id)
    .run(statement('insert into account_settings (account_id, second_factor_required) values ($1, true)'));
});
afterAll(() => at.stop());
beforeEach(() => at.service.advance(throttling.forgetMs));

const better = 'a much better password';
const operating = () => ({ ...at.service, actor: operatorActor });
const signIn = (email: string, own = browser(at.service.url), of: Account = account, typed = password) =>
  own.call('POST', '/admin-api/session', { body: { account: of.name, email, password: typed } });

test('a link to the provider ends whatever began before', async () => {
  const person = await at.service.person(account);
  const { secret } = await enrolApp(at.service, person);
  const own = browser(at.service.url);
  await signIn(person.email, own);
  const stale = browser(at.service.url, new Map(person.cookies));
  await link(person, at.provider, 'linking');
  expect(await isSignedIn(person)).toBe(true);
  at.service.advance(1000);
  expect(await isSignedIn(stale)).toBe(false);
  const body = { code: await codeFor(at.service, secret) };
  expect((await own.call('POST', '/admin-api/session/second-factor', { body })).status).toBe(401);
});

test('a link that has begun does not outlive a new password', async () => {
  const person = await at.service.person(account);
  const { location } = (await person.call('POST', '/admin-api/profile/identities', { body: {} })).body;
  const thief = browser(at.service.url, new Map(person.cookies));
  const body = { currentPassword: password, newPassword: better };
  expect((await person.call('POST', '/admin-api/profile/password', { body })).status).toBe(204);
  const { answer } = await comeBack(thief, at.provider, location, 'thief');
  expect(answer.headers.get('location')).toBe(refusedAt);
  expect((await person.call('GET', '/admin-api/profile')).body.identities).toEqual([]);
});

describe('an enrolment of a second factor that has begun', () => {
  const thieves = {
    async 'with an app'(email: string) {
      const own = browser(at.service.url);
      expect((await signIn(email, own, strict)).body.state).toBe('enrolment');
      const { id, secret } = (await own.call('POST', '/admin-api/profile/totp', { body: {} })).body;
      return async () => {
        const body = { id, code: await codeFor(at.service, secret) };
        return { own, reply: await own.call('POST', '/admin-api/profile/totp/confirmation', { body }) };
      };
    },
    async 'with a passkey'(email: string) {
      const own = browser(at.service.url);
      await signIn(email, own, strict);
      const { body } = await own.call('POST', '/admin-api/profile/passkeys/options');
      const passkey = authenticator({ origin: at.service.url }).create(body);
      return async () => ({
        own,
        reply: await own.call('POST', '/admin-api/profile/passkeys', { body: { passkey } }),
      });
    },
    async 'without having asked for one yet'(email: string) {
      const own = browser(at.service.url);
      await signIn(email, own, strict);
      return async () => ({ own, reply: await own.call('POST', '/admin-api/profile/totp', { body: {} }) });
    },
  };

  test.each(oneIn(3, Object.entries(thieves)))(
    'does not outlive the enrolment of the person themselves: %s',
    async (_, begin) => {
      const person = await administratorOf(at.service.database, strict);
      const goOn = await begin(person.email);
      const own = browser(at.service.url);
      await signIn(person.email, own, strict);
      await enrolApp(at.service, own);
      const { own: late, reply } = await goOn();
      expect(reply.status).toBe(401);
      expect(await isSignedIn(late)).toBe(false);
      expect((await own.call('GET', '/admin-api/profile')).body.factors).toHaveLength(1);
    },
  );

  test.each(oneIn(3, Object.entries(thieves), 1))('does not outlive a reset by the operator: %s', async (_, begin) => {
    const person = await administratorOf(at.service.database, strict);
    const goOn = await begin(person.email);
    await resetPassword(operating(), strict, person.email, better, { isWithoutFactors: true });
    const { own, reply } = await goOn();
    expect(reply.status).toBe(401);
    expect(await isSignedIn(own)).toBe(false);
    expect((await signIn(person.email, browser(at.service.url), strict, better)).body.state).toBe('enrolment');
  });
});

test('a concurrent sign-in with the old password is invalid', async () => {
  for (let round = 0; round < inForm({ short: 2, full: 3 }); round += 1) {
    const person = await at.service.person(account);
    const thieves = Array.from({ length: 4 }, () => browser(round % 2 === 0 ? at.service.url : at.other.url));
    const body = { currentPassword: password, newPassword: better };
    const [changed] = await Promise.all([
      person.call('POST', '/admin-api/profile/password', { body }),
      ...thieves.map((own) => signIn(person.email, own)),
    ]);
    expect(changed?.status).toBe(204);
    at.service.advance(1000);
    expect(await Promise.all(thieves.map(isSignedIn))).toEqual([false, false, false, false]);
    expect(await isSignedIn(person)).toBe(true);
    at.service.advance(throttling.forgetMs);
  }
});

test('sessions ended by a change are in the audit log', async () => {
  const person = await at.service.person(account);
  const elsewhere = browser(at.service.url);
  await signIn(person.email, elsewhere);
  const { id } = (await elsewhere.call('GET', '/admin-api/session')).body.session;
  await person.call('POST', '/admin-api/profile/password', {
    body: { currentPassword: password, newPassword: better },
  });
  const owner = await at.service.person(account);
  const entries = await owner.call('GET', `/admin-api/audit-entries?action=session.ended&subjectId=${id}`);
  expect(entries.body.items).toMatchObject([{ actorId: person.id, subjectType: 'session' }]);
});

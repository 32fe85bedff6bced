/**
 * A credential or stored response that cannot be decrypted affects only itself, is reported, and can be removed or
 * replaced.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { derivedKeys } from '../../server/identity/auth/installation-key.ts';
import { vaultOf } from '../../server/identity/auth/vault.ts';
import { codeFor, enrolApp } from '../support/factors.ts';
import { oneIn } from '../support/form.ts';
import { browser, password, type TestPerson } from '../support/people/person.ts';
import { isSignedIn, link, start } from '../support/provider.ts';
import { type ProviderScene, providerScene } from '../support/provider-scene.ts';

let at: ProviderScene;
beforeAll(async () => {
  at = await providerScene();
});
afterAll(() => at.stop());

/** What another key, an error or a mistake may have stored instead of a value. */
const spoilt: readonly (readonly [string, string])[] = [
  ['sealed by another key', vaultOf(derivedKeys(randomBytes(32))).seal('secret', 'something')],
  ['cut off', 'AAAA'],
  ['no text of ours at all', '%%%'],
  ['nothing', ''],
];

const signIn = (account: { name: string }, email: string) => {
  const own = browser(at.service.url);
  const body = { account: account.name, email, password };
  return own.call('POST', '/admin-api/session', { body }).then((answer) => ({ own, answer }));
};

/** The log names the row, but not its content. */
const expectLogged = (about: RegExp): void => {
  const lines = at.service.logLines.filter((line) => line.includes('cannot be decrypted'));
  expect(lines.some((line) => about.test(line))).toBe(true);
};

describe.each(oneIn(2, spoilt))('a value that is %s', (_, sealed) => {
  test('as the secret of an app: other factors work, the profile says which one it is, and it is replaced', async () => {
    const account = await at.newAccount();
    const person = await at.service.person(account);
    const { secret, recoveryCodes } = await enrolApp(at.service, person);
    await at.service.database.query('update administrator_factors set sealed_secret = $2 where administrator_id = $1', [
      person.id,
      sealed,
    ]);
    const { own, answer } = await signIn(account, person.email);
    expect(answer.body.state).toBe('second-factor');
    const prove = (body: object) => own.call('POST', '/admin-api/session/second-factor', { body });
    expect((await prove({ code: await codeFor(at.service, secret) })).status).toBe(401);
    const proved = await prove({ recoveryCode: recoveryCodes[0] });
    expect(proved.status, proved.text).toBe(200);
    const { factors } = (await own.call('GET', '/admin-api/profile')).body;
    expect(factors).toMatchObject([{ kind: 'totp', isUnreadable: true }]);
    await enrolApp(at.service, own);
    expect((await own.call('DELETE', `/admin-api/profile/factors/${factors[0].id}`)).status).toBe(204);
    const after = (await own.call('GET', '/admin-api/profile')).body.factors;
    expect(after).toMatchObject([{ kind: 'totp', isUnreadable: false }]);
    expectLogged(/administrator\/\d+\/totp/);
  });

  test('as the secret of a provider: passwords work, people see the reason, and the owner sets it again', async () => {
    const { account, owner, providerPath } = await at.tenant();
    const person = await at.service.person(account);
    const login = `person-${account.name}`;
    await link(person, at.provider, login);
    const spoiling = { text: 'update identity_providers set sealed_secret = $2 where account_id = $1' };
    await at.service.database.session(account.id).run(spoiling, [sealed]);
    const refused = await start(browser(at.service.url), { account: account.name });
    expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/cannot be decrypted/)]);
    const other = await at.service.person(account);
    expect((await other.call('POST', '/admin-api/profile/identities', { body: {} })).status).toBe(400);
    for (const path of [providerPath, '/admin-api/identity-providers', '/admin-api/profile']) {
      expect((await owner.call('GET', path)).status).toBe(200);
    }
    expect((await signIn(account, person.email)).answer.body.state).toBe('signed-in');
    const { clientSecret } = at.provider;
    expect((await owner.call('PATCH', providerPath, { body: { clientSecret } })).status).toBe(200);
    const { own } = await at.enter(account, login);
    expect(await isSignedIn(own)).toBe(true);
    expect((await owner.call('DELETE', providerPath)).status).toBe(204);
    expectLogged(/identity-provider/);
  });

  test('as the answer to an idempotent request: nothing is made twice, and another key works', async () => {
    const account = await at.newAccount();
    const client = await at.service.client(account);
    const body = { name: 'Skills' };
    const create = (key: string) =>
      client.call('POST', '/svc-api/taxonomies', { body, headers: { 'idempotency-key': key } });
    expect((await create('one')).status).toBe(201);
    const text = 'update idempotency_keys set answer = $2 where account_id = $1';
    await at.service.database.session(account.id).run({ text }, [JSON.stringify(sealed)]);
    const again = await create('one');
    expect([again.status, again.body.errors]).toEqual([
      400,
      { 'Idempotency-Key': [expect.stringMatching(/cannot be decrypted.*another key/)] },
    ]);
    const count = async () => (await client.call('GET', '/svc-api/taxonomies')).body.items.length;
    expect(await count()).toBe(1);
    expect((await create('two')).status).toBe(201);
    at.service.advance(25 * 3_600_000);
    const renewed = await at.service.renewed(client);
    const headers = { 'idempotency-key': 'one' };
    expect((await renewed.call('POST', '/svc-api/taxonomies', { body, headers })).status).toBe(201);
    expectLogged(/answer/);
  });

  test('as the state of a sign-in: the person starts again', async () => {
    const account = await at.newAccount();
    const person: TestPerson = await at.service.person(account);
    const { secret } = await enrolApp(at.service, person);
    const { own } = await signIn(account, person.email);
    await at.service.database.query('update pending_sign_ins set held = $2 where administrator_id = $1', [
      person.id,
      sealed,
    ]);
    const body = { code: await codeFor(at.service, secret) };
    expect((await own.call('POST', '/admin-api/session/second-factor', { body })).status).toBe(401);
    const begun = await signIn(account, person.email);
    const proved = await begun.own.call('POST', '/admin-api/session/second-factor', { body });
    expect(proved.status, proved.text).toBe(200);
  });
});

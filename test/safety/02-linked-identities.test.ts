/**
 * A person links the identity provider in their own session; a link by an operator works in one account and needs more.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeAdministrator } from '../../cli/administrators.ts';
import { codeFor, enrolApp } from '../support/factors.ts';
import { inFull } from '../support/form.ts';
import { browser, password, signedInByPassword } from '../support/people/person.ts';
import { comeBack, isSignedIn, link, refusedAt } from '../support/provider.ts';
import { expectRefused, operatorActor, type ProviderScene, providerScene } from '../support/provider-scene.ts';

let at: ProviderScene;

beforeAll(async () => {
  at = await providerScene();
});
afterAll(() => at.stop());

describe('a person', () => {
  test('links the provider from their own session, signs in by it, and unlinks it', async () => {
    const { account, owner } = await at.tenant();
    const person = await at.service.person(account, 'administrator');
    const before = person.cookies.get('muster');
    const { answer } = await link(person, at.provider, 'paula');
    expect(answer.headers.get('location')).toBe('/console/profile');
    expect(person.cookies.get('muster')).not.toBe(before);
    const { identities } = (await person.call('GET', '/admin-api/profile')).body;
    expect(identities).toMatchObject([{ provider: 'Company ID', issuer: at.provider.issuer }]);
    const { own } = await at.enter(account, 'paula');
    expect((await own.call('GET', '/admin-api/session')).body.person.id).toBe(person.id);
    const unlink = () => own.call('DELETE', `/admin-api/profile/identities/${identities[0].id}`);
    // A provider cannot change how a person signs in.
    expect((await unlink()).status).toBe(403);
    await own.call('POST', '/admin-api/session/confirmation', { body: { password } });
    const unlinked = await unlink();
    expect(unlinked.status, unlinked.text).toBe(204);
    expect(await isSignedIn(own)).toBe(true);
    at.service.advance(1000);
    expect(await isSignedIn(person)).toBe(false);
    await expectRefused(at.enter(account, 'paula'));
    const entries = await owner.call('GET', `/admin-api/audit-entries?actorId=${person.id}&sort=id`);
    const actions = entries.body.items.map(({ action }: { action: string }) => action);
    expect(actions).toEqual([
      'session.opened',
      'identity.linked',
      'session.opened',
      'session.ended',
      'identity.unlinked',
    ]);
  });

  test('must confirm their password before linking and unlinking', async () => {
    const { account } = await at.tenant();
    const person = await at.service.person(account);
    await link(person, at.provider, 'rita');
    const { identities } = (await person.call('GET', '/admin-api/profile')).body;
    at.service.advance(10 * 60_000);
    expect((await person.call('POST', '/admin-api/profile/identities', { body: {} })).status).toBe(403);
    expect((await person.call('DELETE', `/admin-api/profile/identities/${identities[0].id}`)).status).toBe(403);
    expect((await browser(at.service.url).call('POST', '/admin-api/profile/identities', { body: {} })).status).toBe(
      401,
    );
  });

  test('is not linked to a second person, nor from an ended session', async () => {
    const { account } = await at.tenant();
    const [one, other] = [await at.service.person(account), await at.service.person(account)];
    await link(one, at.provider, 'shared');
    expect((await link(other, at.provider, 'shared')).answer.headers.get('location')).toBe(refusedAt);
    expect((await other.call('GET', '/admin-api/profile')).body.identities).toEqual([]);
    const begun = await other.call('POST', '/admin-api/profile/identities', { body: {} });
    const stale = browser(at.service.url, new Map(other.cookies));
    await other.call('DELETE', '/admin-api/session');
    const late = await comeBack(stale, at.provider, begun.body.location, 'late');
    expect(late.answer.headers.get('location')).toBe(refusedAt);
    await expectRefused(at.enter(account, 'late'));
  });

  inFull('a person with only the provider cannot unlink it', async () => {
    const { account, owner } = await at.tenant();
    const invited = await owner.call('POST', '/admin-api/administrator-invitations', {
      body: { email: 'only@example.com', role: 'auditor' },
    });
    at.claim('only', 'only@example.com');
    const { own } = await at.enter(account, 'only', { invitation: invited.body.link.split('#')[1] });
    const { identities } = (await own.call('GET', '/admin-api/profile')).body;
    const refused = await own.call('DELETE', `/admin-api/profile/identities/${identities[0].id}`);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['id']]);
  });
});

describe('an operator', () => {
  test('is asked for a second factor whatever the provider says, and runs no installation by it', async () => {
    const { account } = await at.tenant();
    const operator = await at.service.person(account, 'owner', true);
    const { secret } = await enrolApp(at.service, operator);
    expect((await operator.call('GET', '/admin-api/accounts')).status).toBe(200);
    await link(operator, at.provider, 'ops');
    expect((await operator.call('GET', '/admin-api/accounts')).status).toBe(200);
    const { own, answer } = await at.enter(account, 'ops');
    expect(answer.headers.get('location')).toMatch(/^\/console\/sign-in\?begun=second-factor&factors=totp/);
    expect(await isSignedIn(own)).toBe(false);
    expect((await own.call('GET', '/admin-api/accounts')).status).toBe(401);
    const body = { code: await codeFor(at.service, secret) };
    const proved = await own.call('POST', '/admin-api/session/second-factor', { body });
    expect(proved.status, proved.text).toBe(200);
    expect(proved.body.person.isOperator).toBe(false);
    expect((await own.call('GET', '/admin-api/accounts')).status).toBe(403);
    expect((await own.call('GET', '/admin-api/administrators')).status).toBe(200);
  });

  test('without a second factor cannot sign in by a provider', async () => {
    const { account } = await at.tenant();
    const operator = await signedInByPassword(at.service, account, 'owner', true);
    await link(operator, at.provider, 'bare');
    await expectRefused(at.enter(account, 'bare'));
  });

  inFull('bound by an invitation before becoming an operator must link the provider', async () => {
    const { account, owner } = await at.tenant();
    const invited = await owner.call('POST', '/admin-api/administrator-invitations', {
      body: { email: 'rising@example.com', role: 'owner' },
    });
    at.claim('rising', 'rising@example.com');
    const { own } = await at.enter(account, 'rising', { invitation: invited.body.link.split('#')[1] });
    expect(await isSignedIn(own)).toBe(true);
    const operating = { ...at.service, actor: operatorActor };
    await changeAdministrator(operating, account, 'rising@example.com', {
      isOperator: true,
    });
    await expectRefused(at.enter(account, 'rising'));
  });
});

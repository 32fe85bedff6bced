/** Common passwords, patterns and passwords built from known facts about the person are refused wherever one is set. */
import { languages } from '@muster/contract/languages.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAdministrator, resetPassword } from '../../cli/administrators.ts';
import { RefusedError } from '../../server/identity/accounts/account-errors.ts';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { browser, password, type TestPerson } from '../support/people/person.ts';
import { type Reply, type TestService, testService } from '../support/service.ts';

const easy = [
  'password1234',
  'Password1234!',
  'P@ssw0rd1234',
  'PasswordPassword',
  '123456789012',
  'aaaaaaaaaaaa',
  'abcdefghijkl',
  'abcabcabcabc',
  'qwertyuiop12',
  'zaq12wsxcde3',
  'letmein12345',
  'iloveyou1234',
  'Summer2026!!',
  'mustermuster',
  'Muster2026Muster',
  'initechinitech',
  'Initech-2026!',
  'lovelace2026',
  'ada.lovelace1',
  'Ada Lovelace!',
  'example.com12',
];
const good = ['blue giraffe on skates', 'aB3dE5fG7hJ9', 'mein Hund ist blau', 'vNq7-xWmZ2-kTp4'];

const email = 'ada.lovelace@example.com';
const name = 'Ada Lovelace';

let service: TestService;
let account: Account;
let owner: TestPerson;
beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('initech');
  owner = await service.person(account);
});
afterAll(() => service.stop());

async function invited(address: string): Promise<string> {
  const { body } = await owner.call('POST', '/admin-api/administrator-invitations', {
    body: { email: address, role: 'auditor' },
  });
  return body.link.split('#')[1];
}

const refusedAt = (member: string, { status, body }: Reply) => {
  expect(status).toBe(400);
  expect(Object.keys(body.errors)).toEqual([member]);
  expect(body.errors[member][0]).toMatch(/easy to guess.*Choose another/);
};

describe('a password that is guessed soon', () => {
  test.each(easy)('such as %s is not taken by an invitation', async (chosen) => {
    const token = await invited(email);
    const accept = (tried: string) =>
      browser(service.url).call('POST', '/admin-api/invitation/acceptance', { body: { token, name, password: tried } });
    refusedAt('password', await accept(chosen));
    // The invitation is still valid.
    const shown = await browser(service.url).call('POST', '/admin-api/invitation', { body: { token } });
    expect(shown.status).toBe(200);
    await service.database.query('delete from administrator_invitations');
  });

  test('is refused in the profile, in every language', async () => {
    const change = (newPassword: string) =>
      owner.call('POST', '/admin-api/profile/password', { body: { currentPassword: password, newPassword } });
    const refused = await change('password1234');
    refusedAt('newPassword', refused);
    const { t9n } = refused.body;
    expect(Object.keys(t9n.detail).sort()).toEqual([...languages].sort());
    refusedAt('newPassword', await change(owner.email));
    expect((await owner.call('POST', '/admin-api/session/confirmation', { body: { password } })).status).toBe(200);
  });

  test('is not taken from an operator', async () => {
    const operating = {
      ...service,
      actor: { kind: 'operator' as const, id: null, name: 'root', address: null, traceId: null },
    };
    const attempts = [
      () => addAdministrator(operating, account, { email, name }, 'lovelace2026'),
      () => addAdministrator(operating, account, { email, name }, 'initech12345'),
      () => resetPassword(operating, account, owner.email, 'password1234', { isWithoutFactors: false }),
    ];
    for (const attempt of attempts) {
      const error = await attempt().then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(RefusedError);
      expect((error as RefusedError).errors).toHaveProperty('password');
    }
  });
});

test.each(good)('a password such as %s is taken, whatever it is made of', async (chosen) => {
  const address = `person.${good.indexOf(chosen)}@example.org`;
  const token = await invited(address);
  const body = { token, name: 'Grace Hopper', password: chosen };
  const accepted = await browser(service.url).call('POST', '/admin-api/invitation/acceptance', { body });
  expect(accepted.status, accepted.text).toBe(200);
});

test('a long password costs no more time than a short one', async () => {
  const token = await invited('long@example.org');
  const body = { token, name: 'Long', password: 'aA1!bB2?'.repeat(32) };
  const before = performance.now();
  await browser(service.url).call('POST', '/admin-api/invitation/acceptance', { body });
  expect(performance.now() - before).toBeLessThan(5000);
});

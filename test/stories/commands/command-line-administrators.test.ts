// The operator manages administrators with the command line.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BulkService, bulkService } from '../../support/commands/bulk.ts';
import type { Ended } from '../../support/muster-line.ts';
import { browser } from '../../support/people/person.ts';

let service: BulkService;
beforeAll(async () => {
  service = await bulkService();
  await json('accounts', 'create', 'acme');
});
afterAll(() => service.stop());

const muster = (...args: string[]): Promise<Ended> => service.muster(...args);

/** The one JSON object that a successful command prints. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function json(...args: string[]): Promise<any> {
  const { status, stdout, stderr } = await muster(...args, '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

async function refusal(...args: string[]): Promise<Record<string, string[]>> {
  const { status, stdout, stderr } = await muster(...args, '--json');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  return JSON.parse(stderr).error.errors;
}

const acme = ['--account', 'acme'];
const email = 'ada@example.com';

const signIn = async (password: string) => {
  const own = browser(service.url);
  const answer = await own.call('POST', '/admin-api/session', { body: { account: 'acme', email, password } });
  return { own, answer };
};

describe('the operator', () => {
  it('creates an owner, who signs in with the password that is shown once', async () => {
    const made = await json('administrators', 'create', ...acme, '--email', email, '--name', 'Ada', '--operator');
    expect(made).toMatchObject({ account: 'acme', email, name: 'Ada', role: 'owner', isOperator: true });
    const { own, answer } = await signIn(made.password);
    expect(answer.status, answer.text).toBe(200);
    // They need a second factor to use the installation.
    const person = { name: 'Ada', role: 'owner', isOperator: false, isSecondFactorMissing: true };
    expect(answer.body.person).toMatchObject(person);
    expect(answer.body.scopes).not.toContain('accounts.readwrite');
    const entries = await own.call('GET', '/admin-api/audit-entries?action=administrator.created');
    expect(entries.body.items).toMatchObject([{ actorKind: 'operator', after: { email, role: 'owner' } }]);
    expect(entries.text).not.toContain(made.password);
    expect(await refusal('administrators', 'create', ...acme, '--email', 'ADA@example.com')).toHaveProperty('email');
  });

  it('invites somebody by a link', async () => {
    const { stdout } = await muster('administrators', 'invite', ...acme, '--email', 'eve@example.com');
    expect(stdout).toMatch(
      /^eve@example\.com is invited to \w+ as owner\. Forward this link; it works once:\n\n {2}http/,
    );
    const { link, mail } = await json(
      'administrators',
      'invite',
      ...acme,
      '--email',
      'ben@example.com',
      '--role',
      'auditor',
    );
    expect(mail).toBeNull();
    const token = link.split('#')[1];
    const accepted = await browser(service.url).call('POST', '/admin-api/invitation/acceptance', {
      body: { token, name: 'Ben', password: 'correct horse battery' },
    });
    expect(accepted.body.person).toMatchObject({ email: 'ben@example.com', role: 'auditor' });
  });

  it('lists administrators', async () => {
    const { stdout } = await muster('administrators', 'list', ...acme);
    expect(stdout).toMatch(
      /^EMAIL +NAME +ROLE +STATE +SECOND FACTOR +LAST SIGNED IN\nada@example.com +Ada +owner, operator +enabled +no +2/,
    );
  });

  it('changes roles, but never of the last owner', async () => {
    const ben = 'ben@example.com';
    expect((await refusal('administrators', 'disable', email, ...acme)).isDisabled?.[0]).toMatch(/last owner/);
    expect(await json('administrators', 'role', ben, ...acme, '--role', 'owner')).toMatchObject({ role: 'owner' });
    await json('administrators', 'role', email, ...acme, '--no-operator');
    await json('administrators', 'disable', ben, ...acme);
    expect((await json('administrators', 'list', ...acme)).administrators).toMatchObject([
      { email, isOperator: false },
      { email: ben, role: 'owner', isDisabled: true },
    ]);
  });

  it('lets people in again, or removes them', async () => {
    const ben = 'ben@example.com';
    await json('administrators', 'enable', ben, ...acme);
    await json('administrators', 'delete', ben, ...acme);
    expect(await refusal('administrators', 'disable', ben, ...acme)).toHaveProperty('email');
  });

  it('resets a password and signs somebody out, which ends their sessions', async () => {
    const { password } = await json('administrators', 'reset-password', email, ...acme, '--remove-second-factors');
    const { own, answer } = await signIn(password);
    expect(answer.status, answer.text).toBe(200);
    expect(await json('administrators', 'sign-out', email, ...acme)).toMatchObject({ endedSessions: 1 });
    await expect.poll(async () => (await own.call('GET', '/admin-api/session')).status).toBe(401);
    expect(await json('administrators', 'allow-passwords', ...acme)).toMatchObject({ isChanged: false });
  });
});

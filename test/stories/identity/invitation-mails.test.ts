/**
 * Invitations by mail, judged by a real mail server: STARTTLS, authentication, languages, a server that is away, and a node
 * that is killed while it sends.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startArguments, startEnvironment } from '../../../bench/start-flags.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { freshDatabase } from '../../support/database.ts';
import { type MailReceiver, mailReceiver } from '../../support/mail-server.ts';
import { browser, password, type TestPerson } from '../../support/people/person.ts';
import { type TestService, testService } from '../../support/service.ts';
import { root } from '../../support/started-service.ts';

const masterKey = randomBytes(32);
let receiver: MailReceiver;
let databaseUrl: string;
let folder: string;
let drop: () => Promise<void>;
let killed: ChildProcess | undefined;
/** Takes requests; mails are sent by other nodes. */
let service: TestService;
let worker: TestService | undefined;
let account: Account;
let owner: TestPerson;

beforeAll(async () => {
  ({ url: databaseUrl, drop } = await freshDatabase());
  folder = await mkdtemp(join(tmpdir(), 'muster-mails-'));
  receiver = await mailReceiver();
  service = await testService({ databaseUrl, masterKey, role: 'api', mailServer: receiver.setting });
  account = await service.openAccount('acme');
  owner = await service.person(account);
});
afterAll(async () => {
  killed?.kill('SIGKILL');
  await worker?.stop();
  await service.stop();
  await receiver.close();
  await drop();
  await rm(folder, { recursive: true, force: true });
});

function startNode(): ChildProcess {
  return spawn(process.execPath, [...startArguments, '--role', 'worker'], {
    cwd: root,
    env: {
      ...startEnvironment,
      ...receiver.environment,
      PATH: process.env.PATH ?? '',
      DATABASE_URL: databaseUrl,
      MUSTER_DATA_DIR: folder,
      MUSTER_ENCRYPTION_KEY: masterKey.toString('base64'),
      MUSTER_PUBLIC_URL: service.url,
    },
    stdio: 'ignore',
  });
}

/** Lines of quoted-printable text are joined again. */
const plain = (text: string): string =>
  text
    .replaceAll('=\r\n', '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString());
const tokenIn = (text: string): string => /#(mst_pi_[\w-]+)/.exec(plain(text))?.[1] ?? '';
const path = '/admin-api/administrator-invitations';

const invite = (email: string, language: string) =>
  owner.call('POST', path, { body: { email, role: 'auditor', language } });
const stateOf = async (id: string) => (await owner.call('GET', `${path}/${id}`)).body.mail;
const becomes = (id: string, state: string) => expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe(state);
const messageIdIn = (text: string | undefined) => /^Message-ID: .*$/m.exec(text ?? '')?.[0];

test('the mail of a node that is killed while it sends is sent by another one, once', async () => {
  receiver.keepWaiting(true);
  await receiver.listen();
  killed = startNode();
  const { id } = (await invite('zoe@example.com', 'en')).body;
  await expect.poll(() => receiver.unanswered.length, { timeout: 60_000 }).toBe(1);
  killed.kill('SIGKILL');
  await receiver.close();
  receiver.keepWaiting(false);
  const publicUrl = service.url;
  worker = await testService({ databaseUrl, masterKey, role: 'worker', mailServer: receiver.setting, publicUrl });
  expect(await stateOf(id)).toBe('waiting');
  await receiver.listen();
  // The end of the lease.
  await service.database.query('update administrator_invitations set mail_due_at = now()');
  await becomes(id, 'sent');
  expect(receiver.mails).toMatchObject([{ to: 'zoe@example.com' }]);
  expect(messageIdIn(receiver.mails[0]?.text)).toBe(messageIdIn(receiver.unanswered[0]));
  await receiver.close();
  await owner.call('DELETE', `${path}/${id}`);
}, 120_000);

test('an invitation is sent once the server answers, in the language of the inviter, and again with another link', async () => {
  const logLines = () => worker?.logLines ?? [];

  // The server is away; what was made meanwhile is sent when it is back.
  const first = (await invite('ada@example.com', 'fr')).body;
  expect([first.mail, first.language]).toEqual(['waiting', 'fr']);
  await expect
    .poll(() => logLines().some((line) => line.includes('an invitation was not sent')), { timeout: 30_000 })
    .toBe(true);
  await receiver.listen();
  await becomes(first.id, 'sent');
  const mails = () => receiver.mails.slice(1);
  expect(mails()).toMatchObject([{ to: 'ada@example.com', user: 'muster', isEncrypted: true }]);
  const text = plain(mails()[0]?.text ?? '');
  expect(text).toContain('From: Muster <hr@example.com>');
  expect(text).toContain('Accepter l’invitation');
  expect(text).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
  expect(text).toContain(first.link);

  // Again: the former link ends.
  const again = await owner.call('PATCH', `${path}/${first.id}`, { body: { mail: 'waiting' } });
  expect([again.status, again.body.mail]).toEqual([200, 'waiting']);
  await becomes(first.id, 'sent');
  expect(mails()).toHaveLength(2);
  const [before, after] = mails().map((mail) => tokenIn(mail.text));
  expect(after).not.toBe(before);
  const accept = (token: string | undefined) =>
    browser(service.url).call('POST', '/admin-api/invitation/acceptance', { body: { token, name: 'Ada', password } });
  expect((await accept(before)).status).toBe(404);
  expect((await accept(after)).status).toBe(200);

  // An address that the server refuses for good is not tried again.
  const refused = (await invite('nobody@example.com', 'en')).body;
  await becomes(refused.id, 'failed');
  const wrong = await owner.call('PATCH', `${path}/${refused.id}`, { body: { mail: 'sent' } });
  expect(Object.keys(wrong.body.errors)).toEqual(['mail']);

  const lines = logLines().join('\n');
  for (const hidden of [receiver.secret, before, after, 'ada@example.com']) expect(lines).not.toContain(hidden);
  const stored = await service.database.query('select mail_sealed_token from administrator_invitations');
  expect(stored).toEqual([{ mail_sealed_token: null }]);
}, 90_000);

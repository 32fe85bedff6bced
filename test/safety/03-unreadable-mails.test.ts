/** The link of an invitation that cannot be decrypted is not sent, and says so; the invitations after it are sent. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { derivedKeys } from '../../server/identity/auth/installation-key.ts';
import { vaultOf } from '../../server/identity/auth/vault.ts';
import { freshDatabase } from '../support/database.ts';
import { type MailReceiver, mailReceiver } from '../support/mail-server.ts';
import { type TestService, testService } from '../support/service.ts';

const masterKey = randomBytes(32);
const path = '/admin-api/administrator-invitations';
let receiver: MailReceiver;
let databaseUrl: string;
let drop: () => Promise<void>;
/** Takes requests; mails are sent by the other. */
let service: TestService;
let worker: TestService | undefined;

beforeAll(async () => {
  ({ url: databaseUrl, drop } = await freshDatabase());
  receiver = await mailReceiver();
  await receiver.listen();
  service = await testService({ databaseUrl, masterKey, role: 'api', mailServer: receiver.setting });
});
afterAll(async () => {
  await worker?.stop();
  await service.stop();
  await receiver.close();
  await drop();
});

test.each([
  ['sealed by another key', vaultOf(derivedKeys(randomBytes(32))).seal('secret', 'something')],
  ['no text of ours at all', '%%%'],
])('%s', async (_, sealed) => {
  const [first, second] = await Promise.all(
    ['one', 'two'].map(async (name) => service.person(await service.openAccount(`${name}${sealed.length}`))),
  );
  if (!first || !second) throw new Error('There are two people.');
  const invite = async (owner: typeof first, email: string) => {
    const { status, body, text } = await owner.call('POST', path, { body: { email, role: 'auditor', language: 'en' } });
    expect(status, text).toBe(201);
    return `${path}/${body.id}`;
  };
  const spoilt = await invite(first, `spoilt${sealed.length}@example.com`);
  await service.database.query('update administrator_invitations set mail_sealed_token = $2 where id = $1', [
    spoilt.split('/').at(-1),
    sealed,
  ]);
  const good = await invite(second, `good${sealed.length}@example.com`);
  worker ??= await testService({ databaseUrl, masterKey, role: 'worker', mailServer: receiver.setting });
  const mailOf = async (owner: typeof first, at: string) => (await owner.call('GET', at)).body.mail;
  await expect.poll(() => mailOf(second, good), { timeout: 10_000 }).toBe('sent');
  await expect.poll(() => mailOf(first, spoilt), { timeout: 10_000 }).toBe('failed');
  const about = `administrator_invitations.mail`;
  expect(worker.logLines.some((line) => line.includes('cannot be decrypted') && line.includes(about))).toBe(true);

  const again = await first.call('PATCH', spoilt, { body: { mail: 'waiting' } });
  expect(again.status, again.text).toBe(200);
  await expect.poll(() => mailOf(first, spoilt), { timeout: 10_000 }).toBe('sent');
  expect((await first.call('DELETE', spoilt)).status).toBe(204);
});

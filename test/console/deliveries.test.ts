// A receiver that fails, and a person who sends its deliveries again.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stage, stage } from '../support/console/console.ts';
import { sandboxOf } from '../support/sandbox.ts';
import { answer, type Receiver, startReceiver } from '../support/webhooks/receiver.ts';
import { change, createEndpoint, deliver } from '../support/webhooks/webhooks.ts';

let at: Stage;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  at = await stage();
});

afterAll(async () => {
  await at.close();
  await receiver.close();
});

it('are sent again one by one, and all at once after they have been counted', async () => {
  const account = await at.service.openAccount('acme');
  const client = await at.service.client(account);
  const { id } = await createEndpoint(client, receiver.url, { topics: ['taxonomy.*'] });
  receiver.behave(answer(503, {}, 'Down for maintenance.'));
  for (const name of ['Skills', 'Languages', 'Licences']) await change(client, name);
  await deliver(at.service);
  expect(receiver.received).toHaveLength(3);

  const page = await at.open(`/webhook-endpoints/${id}`, await at.service.person(account));
  const failed = page.getByRole('button', { name: /^taxonomy\.created.*Given up/ });
  await expect.poll(() => failed.count()).toBe(3);
  // Each names what it is about.
  for (const name of ['Skills', 'Languages', 'Licences'])
    expect(await failed.filter({ hasText: name }).count()).toBe(1);
  await failed.first().click();
  await page.getByText('Down for maintenance.').waitFor();

  receiver.behave(answer(204));
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('It is on its way again.').waitFor();
  await deliver(at.service);
  const delivered = page.getByRole('button', { name: /^taxonomy\.created.*Delivered/ });
  await expect.poll(() => delivered.count()).toBe(1);

  await page.getByRole('button', { name: 'Replay…' }).click();
  const drawer = page.getByRole('dialog', { name: 'Replay a time range' });
  // Only failed ones unless somebody wants more, and none from before the endpoint.
  expect(await drawer.getByRole('switch', { name: 'Only what failed or never arrived' }).isChecked()).toBe(true);
  const from = await drawer.getByLabel('From').first().inputValue();
  await drawer.getByLabel('From').first().fill('01/01/2020');
  await page.keyboard.press('Tab');
  await drawer.getByRole('button', { name: 'Count first' }).click();
  await drawer
    .getByText(/enter a moment from then on/)
    .first()
    .waitFor();
  await drawer.getByLabel('From').first().fill(from);
  await page.keyboard.press('Tab');
  await drawer.getByRole('button', { name: 'Count first' }).click();
  await drawer.getByRole('status').getByText('2').waitFor();
  await drawer.getByRole('button', { name: /2/ }).click();
  await drawer.waitFor({ state: 'hidden' });
  await expect
    .poll(async () => {
      await deliver(at.service);
      return delivered.count();
    })
    .toBe(3);
  await page.getByText('Waiting', { exact: true }).click();
  await page.getByText('Nothing matches.').waitFor();
  expect(new Set(receiver.received.slice(3).map(({ body }) => JSON.parse(body.toString()).data.name))).toEqual(
    new Set(['Skills', 'Languages', 'Licences']),
  );
  await page.close();
  expect(at.errors).toEqual([]);
});

it('in a sandbox whose clock is ahead, a secret was made just now and can be replaced', async () => {
  const sandbox = await sandboxOf(at.service, 'ahead');
  await sandbox.moveTo(new Date(Date.now() + 400 * 86_400_000).toISOString());
  const { id } = await createEndpoint(await at.service.client(sandbox.account), receiver.url, {});
  const page = await at.open(`/webhook-endpoints/${id}`, await at.service.person(sandbox.account));
  await page.getByText(/^Made (now|\d+ seconds? ago)$/).waitFor();
  await page.getByRole('button', { name: 'Regenerate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a new secret' });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Copy this now').waitFor();
  await page.getByText(/^Ends (tomorrow|in \d+ hours)$/).waitFor();
  await page.close();
});

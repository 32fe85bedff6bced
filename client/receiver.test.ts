import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Inbox, memoryInbox } from './inbox.ts';
import { nodeListener } from './node-listener.ts';
import { type HandedOver, type Receiver, type ReceiverOptions, webhookReceiver } from './receiver.ts';
import type { WebhookEvent } from './webhooks.ts';

const secret = 'whsec_kLzxbkVkZLsFjH1xg89lv1LfL032GPpMmJMx9uGMJus=';

/** `second`: when it occurred. */
const bodyOf = (id: number, second: number, source = 'https://acme.example.com') =>
  JSON.stringify({
    id: String(id),
    type: 'event',
    topic: 'department.updated',
    occurredAt: `2025-05-12T08:34:${String(second).padStart(2, '0')}.0000000Z`,
    source,
    data: {},
  });

function delivery(body: string, key = secret): Request {
  const timestamp = new Date(Date.now()).toISOString().replace(/\.\d+/, '');
  const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('base64');
  const headers = { 'svc-timestamp': timestamp, 'svc-signature': signature };
  return new Request('https://receiver.example.com/hook', { method: 'POST', headers, body });
}

let handed: (HandedOver & { readonly id: string })[];
const ids = () => handed.map(({ id }) => id);
const onEvent = (event: WebhookEvent, how: HandedOver) => {
  handed.push({ id: event.id, ...how });
};

beforeEach(() => {
  handed = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2025-05-12T08:35:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

function receiver(options: Partial<ReceiverOptions> = {}): Receiver {
  const made = webhookReceiver({ secrets: secret, onEvent, ...options });
  onTestFinished(() => made.stop());
  return made;
}

const status = async (to: Receiver, request: Request) => (await to.handle(request)).status;

test('an event is answered with 202 and handed over once, however often it comes', async () => {
  const to = receiver();
  expect(await status(to, delivery(bodyOf(1, 1)))).toBe(202);
  expect(await status(to, delivery(bodyOf(1, 1)))).toBe(202);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await status(to, delivery(bodyOf(1, 1)))).toBe(202);
  await to.flush();
  expect(handed).toEqual([{ id: '1', isLate: false, attempt: 1 }]);
});

test('the same id from another account is another event', async () => {
  const to = receiver();
  await to.handle(delivery(bodyOf(1, 1)));
  await to.handle(delivery(bodyOf(1, 1, 'https://globex.example.com')));
  await to.flush();
  expect(ids()).toEqual(['1', '1']);
});

test('within the window events are put in order, and none is held for longer than it', async () => {
  const to = receiver();
  await to.handle(delivery(bodyOf(3, 30)));
  await vi.advanceTimersByTimeAsync(1000);
  await to.handle(delivery(bodyOf(1, 10)));
  await to.handle(delivery(bodyOf(2, 10)));
  await to.handle(delivery(bodyOf(4, 40)));
  await vi.advanceTimersByTimeAsync(900);
  expect(ids()).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(ids()).toEqual(['1', '2', '3']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(ids()).toEqual(['1', '2', '3', '4']);
  expect(handed.some(({ isLate }) => isLate)).toBe(false);
});

test('an event after the window is passed on too, and marked as late', async () => {
  const to = receiver();
  await to.handle(delivery(bodyOf(2, 20)));
  await vi.advanceTimersByTimeAsync(2000);
  await to.handle(delivery(bodyOf(1, 10)));
  await vi.advanceTimersByTimeAsync(2000);
  expect(handed).toMatchObject([
    { id: '2', isLate: false },
    { id: '1', isLate: true },
  ]);
});

test('an event that could not be handled comes again, before later ones', async () => {
  const errors: unknown[] = [];
  const to = receiver({
    windowMs: 0,
    onError: (error) => errors.push(error),
    onEvent: (event, how) => {
      if (event.id === '1' && how.attempt < 3) throw new Error('not now');
      onEvent(event, how);
    },
  });
  await to.handle(delivery(bodyOf(1, 10)));
  await to.handle(delivery(bodyOf(2, 20)));
  await vi.advanceTimersByTimeAsync(10);
  expect(ids()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000 + 2000);
  expect(handed).toMatchObject([{ id: '1', attempt: 3 }, { id: '2' }]);
  expect(errors.length).toBe(2);
});

test('stored events of an inbox are passed on after a restart', async () => {
  const inbox = memoryInbox();
  const first = receiver({ inbox });
  await first.handle(delivery(bodyOf(1, 10)));
  await first.stop();
  const second = receiver({ inbox });
  second.resume();
  await vi.advanceTimersByTimeAsync(2000);
  expect(ids()).toEqual(['1']);
});

test('an event that cannot be stored is not accepted', async () => {
  const broken: Inbox = { ...memoryInbox(), add: () => Promise.reject(new Error('disk full')) };
  const answer = await receiver({ inbox: broken }).handle(delivery(bodyOf(1, 10)));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
});

test('forged, foreign and strange requests are refused', async () => {
  const to = receiver({ bodyBytesMax: 1000 });
  expect(await status(to, delivery(bodyOf(1, 1), 'whsec_other'))).toBe(401);
  expect(await status(to, new Request('https://receiver.example.com', { method: 'POST', body: '{}' }))).toBe(401);
  expect(await status(to, delivery(bodyOf(1, 1, 'x'.repeat(2000))))).toBe(413);
  const get = await to.handle(new Request('https://receiver.example.com'));
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  await to.flush();
  expect(ids()).toEqual([]);
});

test('the challenge of a new address is answered with its own words', async () => {
  const answer = await receiver().handle(new Request('https://receiver.example.com/hook?echo=a%20b%2Bc'));
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'a b+c',
  ]);
});

test('secrets may change while it runs', async () => {
  let secrets = ['whsec_b3RoZXI='];
  const to = receiver({ secrets: () => secrets });
  expect(await status(to, delivery(bodyOf(1, 1)))).toBe(401);
  secrets = [...secrets, secret];
  expect(await status(to, delivery(bodyOf(1, 1)))).toBe(202);
});

test('a memory of so many events forgets the oldest, and never one that waits', () => {
  const inbox = memoryInbox({ rememberedMax: 2 });
  const waiting = (id: string) => ({ event: { id } as WebhookEvent, arrivedAtMs: 0 });
  for (const key of ['1', '2', '3', '4']) inbox.add(key, waiting(key));
  expect(inbox.add('1', waiting('1'))).toBe(false);
  for (const key of ['1', '2', '3', '4']) inbox.done(key);
  inbox.add('5', waiting('5'));
  expect(inbox.add('1', waiting('1'))).toBe(true);
  expect(inbox.add('5', waiting('5'))).toBe(false);
});

test('a Node server listens by it', async () => {
  vi.useRealTimers();
  const server = createServer(nodeListener(receiver({ windowMs: 0, bodyBytesMax: 1000 })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const send = async (body: string) => {
    const { headers } = delivery(body);
    return (await fetch(url, { method: 'POST', headers, body })).status;
  };
  expect(await send(bodyOf(1, 10))).toBe(202);
  expect(await send(bodyOf(2, 10, 'x'.repeat(5000)))).toBe(413);
  expect((await fetch(`${url}?echo=hello`)).status).toBe(200);
  await expect.poll(ids).toEqual(['1']);
});

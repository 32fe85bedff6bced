/** The possible results of one request. The tests resolve names themselves. */
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import { loopbackNetworks } from '../../../server/settings/webhooks.ts';
import { type Message, openSender, type Sender } from '../../../server/webhooks/send.ts';
import {
  after,
  answer,
  certificate,
  endlessBody,
  gzipBomb,
  type Receiver,
  reset,
  silence,
  slowHeaders,
  startReceiver,
} from '../../support/webhooks/receiver.ts';

const permits = { networks: loopbackNetworks, isOwnHost: () => false };
let receiver: Receiver;
let sender: Sender;
const others: (() => Promise<void>)[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  sender = openSender({ permits });
});
afterEach(async () => {
  for (const close of others.splice(0)) await close();
});
afterAll(async () => {
  await sender.close();
  await receiver.close();
});

const message = (url: string, overrides: Partial<Message> = {}): Message => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{}'),
  limitMs: 500,
  ...overrides,
});
const send = (overrides?: Partial<Message>) => sender.send(message(`${receiver.url}/hook?x=1`, overrides));

test('any 2xx is a success, and its body is not kept', async () => {
  receiver.behave(answer(202, {}, 'thanks'));
  expect(await send()).toMatchObject({ isSuccessful: true, status: 202, failureReason: null, body: '' });
  const { method, path, body, headers } = receiver.received.at(-1) ?? {};
  expect({ method, path, body: String(body) }).toEqual({ method: 'POST', path: '/hook?x=1', body: '{}' });
  expect(headers?.['content-type']).toBe('application/json');
});

test('a body that is wanted is kept', async () => {
  receiver.behave(answer(200, { 'content-type': 'text/plain' }, 'echo'));
  const outcome = await send({ method: 'GET', body: null, isBodyWanted: true });
  expect(outcome).toMatchObject({ isSuccessful: true, body: 'echo', contentType: 'text/plain' });
});

test.each([301, 302, 307, 400, 404, 410, 429, 500, 503])('a %i is a failure, and its body is kept', async (status) => {
  receiver.behave(answer(status, { location: `${receiver.url}/elsewhere`, 'retry-after': '7' }, 'no\0pe'));
  const count = receiver.received.length;
  expect(await send()).toMatchObject({
    isSuccessful: false,
    status,
    failureReason: 'status',
    body: 'no\uFFFDpe',
    retryAfter: '7',
  });
  expect(receiver.received).toHaveLength(count + 1);
});

test('informational answers are no answers', async () => {
  receiver.behave((response) => {
    response.writeProcessing();
    response.writeHead(204).end();
  });
  expect(await send()).toMatchObject({ isSuccessful: true, status: 204 });
});

test.each([
  ['silence', silence],
  ['headers that never end', slowHeaders],
])('%s is given up in time', async (_, behaviour) => {
  receiver.behave(behaviour);
  const outcome = await send({ limitMs: 200 });
  expect(outcome).toMatchObject({ isSuccessful: false, status: null, failureReason: 'timeout' });
  expect(outcome.durationMs).toBeGreaterThanOrEqual(195);
});

test('an answer just in time is in time', async () => {
  receiver.behave(after(100, answer(200)));
  expect(await send()).toMatchObject({ isSuccessful: true });
});

test('of an endless body 4 KB are kept, and the connection is given up', async () => {
  receiver.behave(endlessBody(500));
  const outcome = await send();
  expect(outcome).toMatchObject({ status: 500, failureReason: 'status' });
  expect(outcome.body).toHaveLength(4096);
  await expect.poll(() => receiver.parallel.now).toBe(0);
});

test('an endless body after a success does not keep the connection', async () => {
  receiver.behave(endlessBody(200));
  expect(await send()).toMatchObject({ isSuccessful: true, body: '' });
  await expect.poll(() => receiver.parallel.now).toBe(0);
});

test('a body that stops coming ends with the time limit and is kept as far as it came', async () => {
  receiver.behave((response) => {
    response.writeHead(500).write('half');
  });
  expect(await send({ limitMs: 150 })).toMatchObject({ status: 500, failureReason: 'status', body: 'half' });
  await expect.poll(() => receiver.parallel.now).toBe(0);
});

test('compressed responses are never decompressed', async () => {
  receiver.behave(gzipBomb(500));
  expect(await send()).toMatchObject({ status: 500, failureReason: 'status', body: '' });
});

test('a reset connection and one that nobody answers are distinguished from an answer', async () => {
  receiver.behave(reset);
  expect(await send()).toMatchObject({ status: null, failureReason: 'connection' });
  const port = await findFreePort();
  expect(await sender.send(message(`http://localhost:${port}/`))).toMatchObject({ failureReason: 'connection' });
});

test('a server that does not speak HTTP is a failed connection', async () => {
  const server = createServer((socket) => socket.resume().end('SSH-2.0-nothing\r\n'));
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  others.push(() => new Promise((resolve) => server.close(() => resolve())));
  expect(await sender.send(message(`http://localhost:${port}/`))).toMatchObject({ failureReason: 'connection' });
});

test('connections are used again', async () => {
  const ports = new Set<unknown>();
  receiver.behave((response) => {
    ports.add(response.socket?.remotePort);
    response.writeHead(202).end('x'.repeat(10_000));
  });
  for (let count = 0; count < 20; count += 1) await send();
  // One may still be reading the end of a response when the next is needed.
  expect(ports.size).toBeLessThan(4);
});

describe('over TLS', () => {
  test.each(['https', 'h2'] as const)('a trusted certificate is enough (%s)', async (protocol) => {
    const secure = await startReceiver({ protocol });
    const trusting = openSender({ permits, authorities: certificate });
    others.push(trusting.close, secure.close);
    secure.behave(answer(202));
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => trusting.send(message(`${secure.url}/`, { limitMs: 5000 }))),
    );
    expect(outcomes.every(({ isSuccessful }) => isSuccessful)).toBe(true);
    expect(secure.received[0]?.httpVersion).toBe(protocol === 'h2' ? '2.0' : '1.1');
    secure.behave(answer(503, { 'retry-after': '9' }, 'later'));
    const failed = await trusting.send(message(`${secure.url}/`, { limitMs: 5000 }));
    expect(failed).toMatchObject({ status: 503, retryAfter: '9', body: 'later' });
  });

  test('an unknown issuer, another name, or no TLS at all is a TLS failure', async () => {
    const secure = await startReceiver({ protocol: 'https' });
    const elsewhere = { ...permits, resolve: async () => ['127.0.0.1'] };
    const trusting = openSender({ permits: elsewhere, authorities: certificate });
    others.push(trusting.close, secure.close);
    expect(await sender.send(message(`${secure.url}/`))).toMatchObject({ status: null, failureReason: 'tls' });
    const { port } = new URL(secure.url);
    expect(await trusting.send(message(`https://hooks.example.net:${port}/`))).toMatchObject({ isSuccessful: true });
    expect(await trusting.send(message(`https://other.example.net:${port}/`))).toMatchObject({ failureReason: 'tls' });
    const plain = receiver.url.replace('http:', 'https:');
    expect(await trusting.send(message(plain))).toMatchObject({ failureReason: 'tls' });
  });
});

describe('addresses', () => {
  const strictly = (resolve: (name: string) => Promise<readonly string[]>) => {
    const strict = openSender({ permits: { networks: [], isOwnHost: () => false, resolve } });
    others.push(strict.close);
    return strict;
  };

  test('a name that has come to lead inside is refused by the connection', async () => {
    const count = receiver.received.length;
    const { port } = new URL(receiver.url);
    const strict = strictly(async () => ['127.0.0.1']);
    const outcome = await strict.send(message(`https://hooks.example.net:${port}/`));
    expect(outcome).toMatchObject({ isSuccessful: false, status: null, failureReason: 'address' });
    const literal = await strict.send(message(`https://127.0.0.1:${port}/`));
    expect(literal).toMatchObject({ failureReason: 'address' });
    expect(await strict.send(message(`https://[::1]:${port}/`))).toMatchObject({ failureReason: 'address' });
    expect(receiver.received).toHaveLength(count);
  });

  test('the service does not call itself, whatever was allowed when the endpoint was made', async () => {
    const { host } = new URL(receiver.url);
    const own = openSender({ permits: { ...permits, isOwnHost: (asked) => asked === host } });
    others.push(own.close);
    expect(await own.send(message(receiver.url))).toMatchObject({ failureReason: 'address' });
  });

  test('one inner address among public ones is enough to refuse', async () => {
    const strict = strictly(async () => ['93.184.215.14', '10.0.0.1']);
    expect(await strict.send(message('https://hooks.example.net/'))).toMatchObject({ failureReason: 'address' });
  });

  test('a name that leads nowhere is a failed connection', async () => {
    const strict = strictly(async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })));
    expect(await strict.send(message('https://hooks.example.net/'))).toMatchObject({ failureReason: 'connection' });
  });

  test('plain http is refused outside the permitted networks', async () => {
    const strict = strictly(async () => ['93.184.215.14']);
    expect(await strict.send(message('http://hooks.example.net/'))).toMatchObject({ failureReason: 'address' });
  });
});

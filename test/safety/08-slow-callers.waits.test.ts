/** A caller that is slow, or never finishes, holds nothing for long and blocks nobody else. */
import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createExample, newcomer, pathOf } from '../support/examples.ts';
import { linkOf, somePdf, uploaded } from '../support/files/files.ts';
import { inFull } from '../support/form.ts';
import { replies } from '../support/raw-http.ts';
import { limits, type TestClient, type TestService, testService } from '../support/service.ts';

let service: TestService;
let client: TestClient;
const strict = { ...limits, headerMs: 500, bodyMs: 2000, paceMs: 600, connectionsPerAddress: 30 };

beforeAll(async () => {
  service = await testService({ limits: strict });
  ({ client } = await newcomer(service));
});
afterAll(() => service.stop());

interface Caller {
  readonly socket: Socket;
  /** The data received so far. */
  text(): string;
  /** How long the connection lived; rejects if it stays open. */
  ended(withinMs: number): Promise<number>;
}

const open: Caller[] = [];
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.destroy();
});

async function caller(first: string | Uint8Array, from = '127.0.0.1', url = service.url): Promise<Caller> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress: from });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const startedMs = performance.now();
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - startedMs)));
  if (first.length > 0) socket.write(first);
  const made: Caller = {
    socket,
    text: () => Buffer.concat(chunks).toString(),
    ended: (withinMs) =>
      Promise.race([
        closed,
        delay(withinMs, undefined, { ref: false }).then(() => Promise.reject(new Error('The connection lives on.'))),
      ]),
  };
  open.push(made);
  return made;
}

const head = (method: string, path: string, type: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nApi-Version: 2024-11-01\r\nContent-Type: ${type}\r\n${more}`;
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const bearer = () => `Authorization: Bearer ${client.token}\r\n`;
const samePage = 'Sec-Fetch-Site: same-origin\r\n';

describe('headers', () => {
  test('that do not come in time are refused', async () => {
    const slow = await caller('GET /health/live HTTP/1.1\r\nHost: x\r\n');
    await slow.ended(4000);
    const [answer] = replies(slow.text());
    expect([answer?.status, answer?.body?.errors]).toEqual([
      400,
      { $: ['The headers of the request must arrive within 0.5 seconds.'] },
    ]);
  });

  test('that never begin to come are not waited for', async () => {
    const silent = await caller('');
    await silent.ended(4000);
    expect(silent.text()).toBe('');
  });
});

describe('a body that is never finished', () => {
  const requests: [string, () => string, number[]][] = [
    ['token request', () => head('POST', '/connect/token', form), [400]],
    ['sign-in', () => head('POST', '/admin-api/session', json, samePage), [400]],
    ['creation without a token', () => head('POST', '/svc-api/taxonomies', json), [401]],
    ['creation', () => head('POST', '/svc-api/taxonomies', json, bearer()), [400]],
    ['creation in the administration area', () => head('POST', '/admin-api/api-keys', json, samePage), [401]],
    ['upload without a token', () => head('POST', '/svc-api/files', 'multipart/form-data; boundary=x'), [401]],
    ['upload', () => head('POST', '/svc-api/files', 'multipart/form-data; boundary=x', bearer()), [400]],
    ['request of an older system', () => head('POST', '/api/v3/leaves', json), [400, 401, 404, 405]],
    ['request for nothing', () => head('POST', '/nothing', json), [404]],
    ['request that should have none', () => head('GET', '/health/live', json), [200]],
  ];

  const together = (givenUp: (request: string, statuses: readonly number[]) => Promise<void>) =>
    Promise.all(requests.map(([, request, statuses]) => givenUp(request(), statuses)));

  test('is given up on every way, and answered', async () => {
    for (const framing of ['Content-Length: 100\r\n\r\n{', 'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n']) {
      await together(async (request, statuses) => {
        const slow = await caller(request + framing);
        await slow.ended(6000);
        expect([request, statuses]).toEqual([request, expect.arrayContaining([replies(slow.text())[0]?.status])]);
      });
    }
  });

  test('is given up too when it drips', async () => {
    await together(async (request, statuses) => {
      const slow = await caller(`${request}Content-Length: 10000\r\n\r\n`);
      const drip = setInterval(() => slow.socket.writable && slow.socket.write(' '), 50);
      await slow.ended(6000).finally(() => clearInterval(drip));
      expect([request, statuses]).toEqual([request, expect.arrayContaining([replies(slow.text())[0]?.status])]);
    });
  });

  test('says what was too slow', async () => {
    const slow = await caller(`${head('POST', '/svc-api/taxonomies', json, bearer())}Content-Length: 9\r\n\r\n{`);
    await slow.ended(6000);
    const [answer] = replies(slow.text());
    expect([answer?.headers.connection, answer?.body.errors]).toEqual([
      'close',
      { $: ['The body must arrive with at least 1 KB per second, and within 2 seconds.'] },
    ]);
  });

  inFull('is given up after its time also when it comes steadily, unless it is an upload', async () => {
    const body = await caller(`${head('POST', '/svc-api/taxonomies', json, bearer())}Content-Length: 900000\r\n\r\n`);
    const steady = setInterval(() => body.socket.writable && body.socket.write(' '.repeat(1000)), 50);
    expect(await body.ended(6000).finally(() => clearInterval(steady))).toBeGreaterThan(1900);
    expect(replies(body.text())[0]?.status).toBe(400);

    const start =
      '--x\r\nContent-Disposition: form-data; name="form"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n';
    const pieces = Array.from({ length: 35 }, () => 'x'.repeat(1000));
    const bytes = start.length + 35_000 + '\r\n--x--\r\n'.length;
    const upload = await caller(
      `${head('POST', '/svc-api/files', 'multipart/form-data; boundary=x', bearer())}Content-Length: ${bytes}\r\n\r\n${start}`,
    );
    for (const piece of pieces) {
      upload.socket.write(piece);
      await delay(80);
    }
    upload.socket.write('\r\n--x--\r\n');
    await expect.poll(() => replies(upload.text())[0]?.status).toBe(201);
  });
});

describe('an answer that is not taken', () => {
  test('is given up, with the connection that holds it', async () => {
    const file = await uploaded(client, { bytes: Buffer.concat([somePdf, Buffer.alloc(40_000_000, 'x')]) });
    const { applicableEmployment } = await createExample(client, employees);
    const path = pathOf(employments, (applicableEmployment as { id: string }).id);
    await client.call('PATCH', path, { body: { document: { id: file.id } } });
    const address = new URL(`${await linkOf(client, path, 'document')}&disposition=attachment`);
    const slow = await caller('');
    slow.socket.pause();
    slow.socket.write(
      `GET ${address.pathname}${address.search} HTTP/1.1\r\nHost: x\r\n${bearer()}Api-Version: 2024-11-01\r\n\r\n`,
    );
    await delay(5000);
    slow.socket.resume();
    await slow.ended(3000);
    expect(slow.text()).toMatch(/^HTTP\/1.1 200/);
    expect(slow.text().length).toBeLessThan(39_000_000);
  });
});

const isAnswered = (from: string, url = service.url): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = get(`${url}/health/live`, { localAddress: from, agent: false, timeout: 2000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('error', reject).on('timeout', () => asked.destroy(new Error('Nobody answers.')));
  });

const health = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

describe('connections of one address', () => {
  test('that are idle make room for its next, and leave others alone', async () => {
    const idle: Caller[] = [];
    for (let count = 0; count < 40; count += 1) idle.push(await caller(health));
    await expect.poll(() => idle.filter(({ socket }) => socket.closed).length).toBe(10);
    expect(idle.findIndex(({ socket }) => !socket.closed)).toBe(10);
    expect([await isAnswered('127.0.0.1'), await isAnswered('127.0.0.2')]).toEqual([200, 200]);
  });

  test('that are all in use: further ones of this address get 429, and other addresses get in', async () => {
    const stream = `GET /svc-api/events HTTP/1.1\r\nHost: x\r\n${bearer()}Api-Version: 2024-11-01\r\nAccept: text/event-stream\r\n\r\n`;
    for (let count = 0; count < 30; count += 1) await caller(stream);
    await expect.poll(() => open.filter(({ text }) => text().includes('200 OK')).length).toBe(30);
    const refused = await caller(health);
    await refused.ended(4000);
    const [answer] = replies(refused.text());
    expect([answer?.status, answer?.headers['retry-after'], answer?.body.detail]).toEqual([
      429,
      '5',
      expect.stringContaining('30'),
    ]);
    expect(await isAnswered('127.0.0.2')).toBe(200);
    const silent = await caller('');
    await silent.ended(4000);
  });

  test('are not counted for a proxy that is trusted', async () => {
    const behind = await testService({ limits: strict, trustedProxies: ['127.0.0.0/8'] });
    try {
      for (let count = 0; count < 60; count += 1) await caller(health, '127.0.0.1', behind.url);
      await delay(200);
      expect(open.filter(({ socket }) => socket.closed)).toEqual([]);
    } finally {
      for (const { socket } of open) socket.destroy();
      await behind.stop();
    }
  });

  test('by the thousand keep nobody else out', async () => {
    for (let count = 0; count < 1000; count += 50) {
      await Promise.all(Array.from({ length: 50 }, () => caller('GET / HTTP/1.1\r\nX: ')));
    }
    const startedMs = performance.now();
    expect(await isAnswered('127.0.0.2')).toBe(200);
    expect(performance.now() - startedMs).toBeLessThan(1000);
    expect(open.filter(({ socket }) => !socket.closed).length).toBeLessThan(100);
  });
});

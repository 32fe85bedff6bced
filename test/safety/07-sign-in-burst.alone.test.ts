/** While hundreds of passwords are tried at once, the service continues to respond to everybody else. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;
beforeAll(async () => {
  service = await testService({ trustedProxies: ['127.0.0.1'] });
  account = await service.openAccount('acme');
  client = await service.client(account);
  // Modules that the first request loads are not measured.
  await service.person(account);
  await client.call('GET', '/svc-api/taxonomies');
});
afterAll(() => service.stop());

const timed = async (work: () => Promise<{ readonly status: number }>) => {
  const before = performance.now();
  const { status } = await work();
  return { status, ms: performance.now() - before };
};

/** Sends the burst from a separate thread: the cost of sending is not measured. */
const sender = `
const { parentPort, workerData } = require('node:worker_threads');
const send = async (guess) => {
  const answer = await fetch(workerData + '/admin-api/session', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      // Each from another address, so that only the work itself limits them.
      'x-forwarded-for': '198.51.' + (100 + (guess >> 8)) + '.' + (guess & 255),
    },
    body: JSON.stringify({ account: 'acme', email: 'nobody.' + guess + '@example.com', password: 'not the right one' }),
  });
  await answer.text();
  return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')) };
};
Promise.all(Array.from({ length: 300 }, (_, guess) => send(guess))).then((answers) => parentPort.postMessage(answers));
`;

test('readiness and a plain read are answered within 500 ms', async () => {
  const burst = new Worker(sender, { eval: true, workerData: service.url });
  let isOver = false;
  const answered = once(burst, 'message').finally(() => {
    isOver = true;
  });
  const seen = [];
  do {
    await new Promise((resolve) => setTimeout(resolve, 20));
    seen.push(await timed(() => fetch(`${service.url}/health/ready`)));
    seen.push(await timed(() => client.call('GET', '/svc-api/taxonomies')));
  } while (!isOver);
  const [answers] = (await answered) as [{ status: number; retryAfter: number }[]];
  expect(seen.length).toBeGreaterThan(4);
  for (const { status, ms } of seen)
    expect([status, ms < 500 ? 'soon' : `${Math.round(ms)} ms`]).toEqual([200, 'soon']);
  // A request without a place learns at once when to retry.
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
  for (const { status, retryAfter } of answers) if (status === 429) expect(retryAfter).toBeGreaterThan(0);
});

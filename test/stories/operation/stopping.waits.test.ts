/** Stopping: running requests get their response, and open connections do not delay the stop. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { newcomer } from '../../support/examples.ts';
import { testService } from '../../support/service.ts';

test('a stop answers the requests under way, and does not wait for their connections to be given up', async () => {
  const service = await testService();
  const { client } = await newcomer(service);
  const reads = Array.from({ length: 40 }, () => client.call('GET', '/svc-api/taxonomies'));
  await Promise.any(reads);
  const begunMs = performance.now();
  await service.stop();
  expect(performance.now() - begunMs).toBeLessThan(10_000);
  const answered = (await Promise.allSettled(reads)).flatMap((read) =>
    read.status === 'fulfilled' ? [read.value.status] : [],
  );
  expect(answered.length).toBeGreaterThan(0);
  // Later requests are refused with a reason.
  for (const status of answered) expect([200, 503]).toContain(status);
});

test('an idle connection does not delay a stop', async () => {
  const service = await testService();
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const begunMs = performance.now();
  await service.stop();
  expect(performance.now() - begunMs).toBeLessThan(10_000);
  socket.destroy();
});

test('a request that comes on an open connection while the service stops is asked to come again', async () => {
  const service = await testService();
  const { client } = await newcomer(service);
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const head = `host: ${hostname}\r\nauthorization: Bearer ${client.token}\r\napi-version: 2024-11-01\r\n`;
  const body = JSON.stringify({ name: 'Skills' });
  // Its body is on the way when the stop begins.
  socket.write(
    `POST /svc-api/taxonomies HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  const stopped = service.stop();
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.write(`${body}GET /svc-api/taxonomies HTTP/1.1\r\n${head}\r\n`);
  await once(socket, 'close');
  await stopped;
  const [first = '', second = ''] = received.split(/(?<!^)(?=HTTP\/1\.1 )/);
  expect(first).toMatch(/^HTTP\/1\.1 201 /);
  expect(second).toMatch(/^HTTP\/1\.1 503 /);
  expect(second).toMatch(/\r\nretry-after: \d+\r\n/i);
  expect(second).toMatch(/\r\nconnection: close\r\n/i);
});

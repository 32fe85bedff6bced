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

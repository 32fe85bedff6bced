/** A caller that sends its body slowly, or never, blocks nobody else. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits, type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let client: TestClient;

beforeAll(async () => {
  service = await testService({ limits: { ...limits, databaseConnections: 2 } });
  client = await service.client(await service.openAccount('acme'));
});
afterAll(() => service.stop());

const definition = { id: 'e_badge', name: 'Badge', schema: { $ref: '/svc-api/schemas/short-text' } };

test('bodies that never arrive hold neither locks nor connections', async () => {
  await client.call('POST', '/svc-api/employee-attribute-definitions', { body: definition });
  const path = '/svc-api/employee-attribute-definitions/e_badge';
  const waiting = Array.from({ length: 8 }, () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${client.token}\r\n` +
        'Api-Version: 2024-11-01\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const answers = await Promise.all([
    client.call('GET', path),
    client.call('PATCH', path, { body: { name: 'Access badge' } }),
    client.call('GET', '/svc-api/taxonomies'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const socket of waiting) socket.destroy();
});

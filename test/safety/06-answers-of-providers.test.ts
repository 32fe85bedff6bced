/**
 * The owner of an account chooses the provider that the service asks. Its answers are limited like bodies of requests,
 * also those that are small only until they are unpacked.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browser } from '../support/people/person.ts';
import { start } from '../support/provider.ts';
import { type TestService, testService } from '../support/service.ts';

const unpackedBytes = 300_000_000;
let service: TestService;
let provider: Server;
let packed: Buffer;

beforeAll(async () => {
  service = await testService();
  // Unpacked one after the other, like one; to pack all of it at once takes seconds.
  const part = gzipSync(Buffer.alloc(unpackedBytes / 300, 0x20), { level: 9 });
  packed = Buffer.concat(Array<Buffer>(300).fill(part));
  provider = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(packed);
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
});
afterAll(async () => {
  provider.closeAllConnections();
  provider.close();
  await service.stop();
});

test('an answer that unpacks to hundreds of megabytes is given up after the first one', async () => {
  expect(packed.length).toBeLessThan(1_000_000);
  const account = await service.openAccount('acme');
  const owner = await service.person(account);
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const body = { name: 'Bomb', issuer, clientId: 'muster', clientSecret: 'a secret', areAddressesTrusted: true };
  expect((await owner.call('POST', '/admin-api/identity-providers', { body })).status).toBe(201);
  const before = process.memoryUsage.rss();
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const refused = await start(browser(service.url), { account: account.name });
  clearInterval(watching);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('does not answer')]);
  expect(Math.max(most, process.memoryUsage.rss()) - before).toBeLessThan(100_000_000);
});

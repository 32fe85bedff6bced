/** The address of a client: that of the socket, or as reported by a trusted proxy. */
import { expect, onTestFinished, test } from 'vitest';
import { testService } from '../../support/service.ts';

async function service(trustedProxies: readonly string[]) {
  const started = await testService({ trustedProxies });
  onTestFinished(() => started.stop());
  const { credentials } = await started.client(await started.openAccount('acme'));
  const ask = (secret: string, address: string) =>
    fetch(`${started.url}/connect/token`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: credentials.clientId,
        client_secret: secret,
      }),
    });
  const guess = async (address: string) => {
    for (let attempt = 0; attempt < 30; attempt += 1) await ask('wrong', address);
  };
  return { ask, guess, credentials };
}

test('a guesser behind a trusted proxy is slowed, and its neighbour is not', async () => {
  const { ask, guess, credentials } = await service(['127.0.0.1']);
  await guess('203.0.113.7');
  expect((await ask(credentials.clientSecret, '203.0.113.7')).status).toBe(429);
  expect((await ask(credentials.clientSecret, '198.51.100.1')).status).toBe(200);
});

test('without a trusted proxy a made-up address helps no guesser', async () => {
  const { ask, guess, credentials } = await service([]);
  await guess('203.0.113.7');
  expect((await ask(credentials.clientSecret, '198.51.100.1')).status).toBe(429);
});

/** Forged credentials leave nothing in memory. */
import { Agent, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits, type TestService, testService } from '../support/service.ts';

let service: TestService;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

beforeAll(async () => {
  service = await testService({ limits: { ...limits, requestsPerMinute: 100_000 } });
});
afterAll(async () => {
  agent.destroy();
  await service.stop();
});

const credentialBytes = 7000;

const statusOf = (authorization: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(`${service.url}/svc-api/taxonomies`, { agent, headers: { authorization } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end();
  });

async function forge(count: number, name: string): Promise<void> {
  for (let index = 0; index < count; index += 8) {
    const statuses = await Promise.all(
      Array.from({ length: 8 }, (_, offset) =>
        statusOf(`Bearer ${name}.${index + offset}.`.padEnd(credentialBytes, 'x')),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
  }
  // The log lines that this test stores are not measured.
  service.logLines.splice(0);
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test('2,000 forged credentials of 7 KB leave less than a quarter of their bytes in memory', async () => {
  await forge(400, 'first');
  const before = heapBytes();
  await forge(2000, 'second');
  expect(heapBytes() - before).toBeLessThan((2000 * credentialBytes) / 4);
});

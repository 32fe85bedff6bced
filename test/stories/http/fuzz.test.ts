/** A short run of the fuzzer (`npm run fuzz`): no request causes an internal error. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzz } from '../../fuzz/fuzz.ts';
import { operations } from '../../fuzz/operations.ts';
import { requestAt } from '../../fuzz/requests.ts';
import { furnished, type Stage } from '../../fuzz/stage.ts';
import { inForm } from '../../support/form.ts';
import { type TestService, testService } from '../../support/service.ts';

let service: TestService;
let stage: Stage;
const masterKey = randomBytes(32);
const seed = 13;
/** The fewest that reach every operation with this seed, and many more. */
const count = inForm({ short: 2600, full: 4000 });

beforeAll(async () => {
  service = await testService({ masterKey });
  stage = {
    ...(await furnished({ url: service.url, database: service.database })),
    memory: async () => ({ inUse: process.memoryUsage().heapUsed, process: process.memoryUsage.rss() }),
    failure: async (traceId) => service.logLines.find((line) => line.includes(traceId) && line.includes('"level":50')),
  };
});
afterAll(() => service.stop());

test('thousands of malformed requests get responses in time, each error as a problem', {
  timeout: 120_000,
}, async () => {
  const { findings, byOperation, byStatus } = await fuzz(stage, { seed, from: 0, count });
  expect(findings.map(({ index, violation, log }) => [index, violation, log])).toEqual([]);
  expect(byOperation.size).toBe(operations.length);
  // Some of them change something, and some pass the first checks.
  expect(byStatus.get('201') ?? 0).toBeGreaterThan((count * 30) / 4000);
  expect(byStatus.get('400') ?? 0).toBeGreaterThan((count * 500) / 4000);
  expect(service.logLines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});

test('the same seed and index make the same request again', () => {
  for (let index = 0; index < 200; index += 1) {
    expect(requestAt(stage, seed, index)).toEqual(requestAt(stage, seed, index));
  }
});

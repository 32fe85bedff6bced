/** A short run of the fuzzer (`npm run fuzz`): no request causes an internal error. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzz } from '../../fuzz/fuzz.ts';
import { type Operation, operations } from '../../fuzz/operations.ts';
import { randomOf } from '../../fuzz/random.ts';
import { type FuzzRequest, requestAt } from '../../fuzz/requests.ts';
import { type Outcome, senderTo } from '../../fuzz/send.ts';
import { furnished, type Stage } from '../../fuzz/stage.ts';
import { valueFor } from '../../fuzz/values.ts';
import { inForm, oneIn } from '../../support/form.ts';
import { type TestService, testService } from '../../support/service.ts';

let service: TestService;
let stage: Stage;
const masterKey = randomBytes(32);
const seed = 13;
/** One of each operation, or so many random ones that they reach every operation with this seed. */
const chosen = inForm({
  short: { count: operations.length, inTurn: operations },
  full: { count: 4000, inTurn: [] },
});
const { count } = chosen;

beforeAll(async () => {
  service = await testService({ masterKey });
  stage = {
    ...(await furnished({ url: service.url, database: service.database })),
    memory: async () => ({ inUse: process.memoryUsage().heapUsed, process: process.memoryUsage.rss() }),
    failure: async (traceId) => service.logLines.find((line) => line.includes(traceId) && line.includes('"level":50')),
  };
});
afterAll(() => service.stop());

test('malformed requests get responses in time, each error as a problem', {
  timeout: 120_000,
}, async () => {
  const { findings, byOperation, byStatus } = await fuzz(stage, { seed, from: 0, ...chosen });
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

/** Whatever turns one of them into text, or compares two of them by their own methods, throws. */
const misnamed = { id: { toString: 1 }, toString: 1, valueOf: 1, toJSON: 1, $ref: { toString: 1 } };

/** What replaces values, and from which level on: each operation gets one of them, and the next one another. */
const misnamedBodies = [misnamed, [misnamed, misnamed]].flatMap((by) => [1, 2].map((depth) => [by, depth] as const));

/** The body with each value replaced; `depth` tells from which level on. */
const replaced = (value: unknown, by: unknown, depth: number): unknown => {
  if (depth > 0 && Array.isArray(value)) return value.map((inner) => replaced(inner, by, depth - 1));
  if (depth === 0 || typeof value !== 'object' || value === null) return by;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, by, depth - 1)]));
};

/** A request of the operation that passes the checks before its body. */
const plainRequest = (operation: Operation): FuzzRequest => {
  for (let index = 0; ; index += 1) {
    const request = requestAt(stage, seed, index, operation);
    if (request.mutations.length === 0 && !/%|x{9}/.test(request.target)) return request;
  }
};

/** The first lines of the stack of a failed request. */
async function reasonOf(outcome: Outcome): Promise<unknown> {
  if (typeof outcome === 'string') return outcome;
  const line = await stage.failure(/"traceId":"([0-9a-f]{32})"/.exec(outcome.text)?.[1] ?? '');
  return line === undefined ? outcome.text : JSON.parse(line).err.stack.split('\n').slice(0, 4);
}

test('values with members that are named like methods are refused by every operation', {
  timeout: 120_000,
}, async () => {
  const sender = senderTo(service.url, 8);
  const asked = operations.filter(({ types, area }) => types.includes('application/json') && area !== 'sign-in');
  const failed: unknown[] = [];
  await Promise.all(
    asked.map(async (operation, place) => {
      const request = plainRequest(operation);
      const collection =
        operation.path
          .split('/')
          .filter((part) => part !== '' && !part.startsWith('{'))
          .at(-1) ?? '';
      const example = stage.bodies.get(collection)?.at(-1) ?? valueFor(operation.body ?? {}, randomOf(seed, 0));
      for (const [by, depth] of oneIn(4, misnamedBodies, place)) {
        const body = Buffer.from(JSON.stringify(replaced(example, by, depth)));
        const outcome = await sender.send({ ...request, body, cutAfter: null });
        if (typeof outcome === 'string' || outcome.status >= 500)
          failed.push([operation.name, depth, await reasonOf(outcome)]);
      }
    }),
  );
  sender.close();
  expect(failed).toEqual([]);
});

/** A process that gets no processor for a while loses a request's transaction, and not the long work of a copy. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allOrNothing } from '../../server/platform/database/all-or-nothing.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { limits, type TestService, testService } from '../support/service.ts';

const silenceMs = 300;
let service: TestService;

beforeAll(async () => {
  service = await testService({ limits: { ...limits, databaseSilenceMs: silenceMs } });
});
afterAll(() => service.stop());

const stall = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * silenceMs);

async function stalled({ query }: Pick<Database, 'query'>): Promise<unknown> {
  await query('select 1');
  stall();
  return query('select 2 as answer');
}

test('the locks of a request are free when its process stalls', async () => {
  await expect(service.database.together((query) => stalled({ query }))).rejects.toThrow(/idle-in-transaction/);
});

test('work that is done as a whole goes on after a stall', async () => {
  expect(await allOrNothing(service.database, service.now, stalled)).toEqual([{ answer: 2 }]);
});

import { expect, test } from 'vitest';
import { gatherMs } from './publish.ts';

test('publication takes at most a fifth of the time, and no event waits long for others', () => {
  for (const batchMs of [0.5, 2, 10]) expect(batchMs / (batchMs + gatherMs(batchMs))).toBeCloseTo(0.2);
  for (const batchMs of [20, 500, 10_000]) expect(gatherMs(batchMs)).toBe(50);
});

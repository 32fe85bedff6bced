/**
 * Nothing acknowledged is lost, whatever is killed: the short form of `npm run faults`, with the same real processes,
 * the same writers, receivers and audit. What the audit notices is told in test/faults/audit.test.ts.
 */
import { expect, test } from 'vitest';
import { killLoop } from '../faults/kill-loop.ts';

/** Of this seed each kind of process is killed. */
const seed = 33;

test('what was acknowledged is stored, logged and delivered although everything was killed', {
  timeout: 240_000,
}, async () => {
  const { violations, figures, lastLines } = await killLoop({
    ...{ seed, kills: 6, writers: 4, writerPauseMs: 30 },
    ...{ killPauseMs: 1000, boundMs: 150_000 },
  });
  expect(violations, `${JSON.stringify(figures)}\n${lastLines.join('\n')}`).toEqual([]);
  expect(figures).toMatchObject({ kills: 6 });
  expect(Number(figures.events)).toBeGreaterThan(50);
  expect(Number(figures.deliveries)).toBeGreaterThan(50);
});

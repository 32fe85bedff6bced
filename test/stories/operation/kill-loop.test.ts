/**
 * Nothing acknowledged is lost, whatever is killed: the short form of `npm run faults`, with the same real processes,
 * writers, receivers and audit. test/faults/audit.test.ts shows what the audit detects.
 */
import { expect, test } from 'vitest';
import type { Target } from '../../faults/installation.ts';
import { killLoop } from '../../faults/kill-loop.ts';
import { inForm } from '../../support/form.ts';

const seed = 33;
/** Each kind of process is killed, and the disk is full, while one worker is frozen and one API node is disconnected. */
const kinds: readonly Target[] = [
  ...(['frozen worker', 'cut-off api', 'full disk', 'worker', 'backend', 'api', 'postmaster'] as const),
  // These pauses begin when the first have ended, 12 seconds later.
  ...inForm({ short: [] as const, full: ['frozen api', 'cut-off worker', 'machine', 'full disk'] as const }),
];

test('acknowledged changes are stored, logged and delivered although everything was killed', {
  timeout: 300_000,
}, async () => {
  const { violations, figures, lastLines } = await killLoop({
    ...{ seed, kills: kinds.length, first: kinds, writers: 4, writerPauseMs: inForm({ short: 300, full: 60 }) },
    ...{ killPauseMs: 600, boundMs: 150_000 },
  });
  expect(violations, `${JSON.stringify(figures)}\n${lastLines.join('\n')}`).toEqual([]);
  expect(figures).toMatchObject({
    faults: kinds.length,
    ...{ 'pauses: frozen worker': 1, 'pauses: cut-off api': 1, 'kills: backend': 1, 'kills: postmaster': 1 },
  });
  expect(Number(figures['people imported'])).toBeGreaterThan(0);
  expect(Number(figures['people erased'])).toBeGreaterThan(0);
  expect(Number(figures['files uploaded'])).toBeGreaterThan(0);
  expect(Number(figures.events)).toBeGreaterThan(50);
  expect(Number(figures.deliveries)).toBeGreaterThan(50);
});

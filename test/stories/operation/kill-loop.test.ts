/**
 * Nothing acknowledged is lost, whatever is killed: the short form of `npm run faults`, with the same real processes,
 * writers, receivers and audit. test/faults/audit.test.ts shows what the audit detects.
 */
import { expect, test } from 'vitest';
import { killLoop } from '../../faults/kill-loop.ts';
import { inForm } from '../../support/form.ts';

/** With this seed each kind of process is killed; nodes of both kinds are frozen and disconnected first. */
const seed = 33;
const kills = inForm({ short: 4, full: 10 });

test('acknowledged changes are stored, logged and delivered although everything was killed', {
  timeout: 240_000,
}, async () => {
  const { violations, figures, lastLines } = await killLoop({
    ...{ seed, kills, writers: 4, writerPauseMs: 30 },
    ...{ killPauseMs: 1000, boundMs: 150_000 },
    first: ['frozen worker', 'cut-off api', 'cut-off worker', 'frozen api'],
  });
  expect(violations, `${JSON.stringify(figures)}\n${lastLines.join('\n')}`).toEqual([]);
  expect(figures).toMatchObject({
    faults: kills,
    ...{ 'pauses: frozen worker': 1, 'pauses: cut-off api': 1, 'pauses: cut-off worker': 1, 'pauses: frozen api': 1 },
  });
  expect(Number(figures.events)).toBeGreaterThan(50);
  expect(Number(figures.deliveries)).toBeGreaterThan(50);
});

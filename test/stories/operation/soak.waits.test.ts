/** A service under mixed load stays as it is: the short form of `npm run soak`, which runs for an hour. */
import { expect, test } from 'vitest';
import { growths, type Sample } from '../../soak/samples.ts';
import { soak } from '../../soak/soak.ts';

test('a mixed load for some seconds makes no request fail', { timeout: 120_000 }, async () => {
  const { figures, samples } = await soak({ durationMs: 3000, sampleMs: 300, workers: 4, seed: 5 });
  expect(figures).toMatchObject({ errors: 0 });
  expect(figures.requests).toBeGreaterThan(20);
  expect(figures['webhooks received']).toBeGreaterThan(20);
  // Seconds show no growth. They show that everything is measured.
  expect(samples.length).toBeGreaterThan(2);
  for (const sample of samples) expect(Object.values(sample).every((value) => value >= 0)).toBe(true);
  expect(samples.at(-1)?.['memory of the node, MB']).toBeGreaterThan(50);
  expect(samples.at(-1)?.['open descriptors of the node']).toBeGreaterThan(10);
});

test('what grows is found, and what scatters is not', () => {
  const flat: Sample = {
    'memory of the node, MB': 200,
    'open descriptors of the node': 60,
    'connections to PostgreSQL': 16,
    'outbox, MB': 4,
    'indexes of people, bytes for each': 4000,
    'partitions of events': 5,
    'webhooks that wait to be sent': 20,
    'slowest of a hundred requests, ms': 40,
  };
  const run = (change: (index: number) => Partial<Sample>) =>
    growths(Array.from({ length: 40 }, (_, index) => ({ ...flat, ...change(index) })));
  expect(run((index) => ({ 'memory of the node, MB': 200 + 10 * (index % 3) }))).toEqual([]);
  expect(run((index) => ({ 'memory of the node, MB': 200 + 5 * index }))).toHaveLength(1);
  expect(run((index) => ({ 'open descriptors of the node': 60 + 2 * index }))).toHaveLength(1);
  expect(run((index) => ({ 'outbox, MB': 4 + index }))).toHaveLength(1);
  expect(run((index) => ({ 'webhooks that wait to be sent': 10 * index }))).toHaveLength(1);
});

import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { serialBatches } from './serial-batches.ts';

test('several batches that wait for the same one are all sent after it', async () => {
  const { schedule, run } = serialBatches(60_000);
  let end: () => void = () => undefined;
  const first = run('one', () => new Promise<void>((resolve) => (end = resolve)));
  const sent: string[] = [];
  for (const name of ['second', 'third']) schedule(() => sent.push(name), 'one');
  schedule(() => sent.push('of another'), 'other');
  await turn();
  expect(sent).toEqual(['of another']);
  end();
  await first;
  await turn();
  expect(sent).toEqual(['of another', 'second', 'third']);
});

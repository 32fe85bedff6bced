import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gatheredLines } from './gathered-lines.ts';

test('lines are handed over whole, in their order, in texts of a bounded length', async () => {
  const texts: string[] = [];
  const gathered = gatheredLines({ write: (text) => texts.push(text) }, 100, 20);
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index} ${'x'.repeat(index)}\n`);
  for (const line of [...lines, `${'y'.repeat(300)}\n`]) gathered.write(line);
  expect(texts.slice(0, -1).every((text) => text.length <= 100 && text.endsWith('\n'))).toBe(true);
  expect(texts.length).toBeLessThan(lines.length);
  gathered.handOver();
  expect(texts.join('')).toBe(`${lines.join('')}${'y'.repeat(300)}\n`);
  const count = texts.length;
  gathered.handOver();
  expect(texts.length).toBe(count);
});

test('a line that nothing follows is handed over soon', async () => {
  const texts: string[] = [];
  const gathered = gatheredLines({ write: (text) => texts.push(text) }, 100, 20);
  gathered.write('alone\n');
  expect(texts).toEqual([]);
  for (let waited = 0; texts.length === 0 && waited < 200; waited += 1) await pause(10);
  expect(texts).toEqual(['alone\n']);
});

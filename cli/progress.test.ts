import { expect, test } from 'vitest';
import { progressOf } from './progress.ts';

/** What a stream was given, and a clock that stands still unless it is moved. */
function observed(isTTY: boolean, isSilent = false) {
  const written: string[] = [];
  let ms = 0;
  // What the progress uses of a stream.
  const stream = { isTTY, columns: 80, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  const progress = progressOf({ noun: 'lines', isSilent, stream, nowMs: () => ms });
  return {
    written,
    progress,
    at: (seconds: number) => {
      ms = seconds * 1000;
      return progress;
    },
  };
}

test('a terminal is shown a bar with rate and time left, in one line that is drawn again', () => {
  const { at, written } = observed(true);
  at(10).show(0.25, 1000);
  at(20).show(0.5, 2000);
  expect(written).toEqual([
    '[######..................] 25 %, 1000 lines, 100 a second, 30 s left',
    '\r\u001b[K',
    '[############............] 50 %, 2000 lines, 100 a second, 20 s left',
  ]);
});

test('a bar is drawn at most ten times a second and is gone at the end', () => {
  const { at, written } = observed(true);
  for (let step = 1; step <= 1000; step += 1) at(step / 1000).show(step / 1000, step);
  expect(written.filter((text) => text.startsWith('['))).toHaveLength(10);
  at(1).end();
  expect(written.at(-1)).toBe('\r\u001b[K');
});

test('printed lines appear above the progress bar', () => {
  const { at, written } = observed(true);
  at(10).show(0.5, 10);
  at(10).print('people.csv:3: email: wrong');
  expect(written.slice(1)).toEqual(['\r\u001b[K', 'people.csv:3: email: wrong\n', written[0]]);
});

test('anything else than a terminal gets plain lines now and then', () => {
  const { at, written } = observed(false);
  at(1).show(0.1, 10);
  at(2).show(0.2, 20);
  at(3).show(0.3, 30);
  at(150).show(0.5, 1500);
  at(150).end();
  expect(written).toEqual([
    '20 %, 20 lines, 10 a second, 8 s left\n',
    '50 %, 1500 lines, 10 a second, 2 min 30 s left\n',
  ]);
});

test('commands with --json print no progress', () => {
  const { at, written } = observed(true, true);
  at(10).show(0.5, 10);
  at(10).end();
  expect(written).toEqual([]);
});

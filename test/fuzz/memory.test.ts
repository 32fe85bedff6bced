/** Whether a long run of requests leaves the memory of the service as it was. */
import { expect, test } from 'vitest';
import { isFlat } from './fuzz.ts';

const inFifths = (...megabytes: number[]) => megabytes.map((one) => ({ inUse: one * 2 ** 20, process: 0 }));

test.each([
  [[90, 95, 96, 94, 95], 'the same'],
  [[60, 93, 94, 116, 94], 'work under way in one of them'],
  [[60, 93, 94, 95, 118], 'work under way in the last'],
])('%j is flat: %s', (megabytes) => {
  expect(isFlat(inFifths(...megabytes))).toBe(true);
});

test.each([
  [[60, 93, 110, 128, 145], 'a leak'],
  [[60, 93, 94, 130, 131], 'held since late'],
  [[60, 93], 'too short a run to tell'],
])('%j is not flat: %s', (megabytes) => {
  expect(isFlat(inFifths(...megabytes))).toBe(false);
});

/** What the bench of telemetry finds in a profile. */
import type { Profiler } from 'node:inspector';
import { expect, test } from 'vitest';
import { inclusiveShare } from '../bench/inclusive-share.ts';

const node = (id: number, functionName: string, url: string, children: number[] = []): Profiler.ProfileNode => ({
  id,
  children,
  callFrame: { functionName, url, scriptId: '0', lineNumber: 0, columnNumber: 0 },
});

/** A request calls telemetry, which calls something of Node; the same is called by the request itself. */
const nodes = [
  node(1, '(root)', '', [2, 3, 4]),
  node(2, '(idle)', ''),
  node(3, '(garbage collector)', ''),
  node(4, 'request', 'file:///server/http.ts', [5, 7]),
  node(5, 'span', 'file:///server/telemetry/spans.ts', [6]),
  node(6, 'randomBytes', 'node:crypto'),
  node(7, 'randomBytes', 'node:crypto'),
];
const shareOf = (samples: number[]) =>
  inclusiveShare({ nodes, samples, startTime: 0, endTime: 1 }, (url) => url.includes('/telemetry/'));

test('what telemetry calls counts, and idle time and the same function elsewhere do not', () => {
  expect(shareOf([4, 4, 2, 2, 7, 6])).toBe(1 / 4);
  expect(shareOf([4, 5, 6, 7])).toBe(1 / 2);
  expect(shareOf([4, 7])).toBe(0);
});

test('garbage is collected for the code that ran before', () => {
  expect(shareOf([6, 3, 2, 3, 4, 3])).toBe(3 / 5);
});

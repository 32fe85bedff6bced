/**
 * The short form leaves out no kind of test: every file has a case in it or names the file that has, and parts of subjects
 * make up the whole.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partOf } from './support/form.ts';
import { root } from './support/started-service.ts';

const files = globSync('test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] });
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const hasShortCase = (file: string): boolean =>
  /(^ *|=> )(it|test|facet)(\.concurrent)?(\.each|\.skipIf)?\(/m.test(textOf(file));

const isLong = (file: string): boolean => file.endsWith('.long.test.ts');

test('every file has a case in the short form', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => !hasShortCase(file))).toEqual([]);
});

test('a file that only the full form runs names the file with its short form', () => {
  const shortOf = (file: string): string =>
    join(dirname(file), / The short form: `(.+?)`\./.exec(textOf(file))?.[1] ?? '');
  const long = files.filter(isLong);
  expect(long.length).toBeGreaterThan(0);
  expect(long.filter((file) => isLong(shortOf(file)) || !files.includes(shortOf(file)))).toEqual([]);
});

test('parts that begin at each place leave out no subject, and none is empty', () => {
  const sizes = fc.integer({ min: 1, max: 60 });
  fc.assert(
    fc.property(sizes, sizes, (share, count) => {
      const subjects = Array.from({ length: count }, (_, index) => index);
      const parts = subjects.slice(0, share).map((first) => partOf(share, subjects, first));
      expect(parts.every((part) => part.length > 0)).toBe(true);
      expect(new Set(parts.flat()).size).toBe(count);
    }),
  );
});

/** `npm ci` installs the same versions on every platform, from any registry. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface LockedPackage {
  readonly link?: true;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

test('the lock file has the native packages of all platforms', () => {
  const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locked.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing, 'the registry does not have them: choose a version for which it does, as for rolldown').toEqual([]);
});

test('the lock file names no registry', () => {
  const addresses = Object.values(packages).flatMap(({ resolved, link }) => (resolved && !link ? [resolved] : []));
  expect(addresses).toEqual([]);
});

/**
 * `npm ci --omit=dev` installs everything that the service and the command run with, and little else. Its full form,
 * with a fresh clone, an installation and a start, is `npm run fresh-install`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isForDevelopment, megabytesMax, megabytesOf } from '../tools/installed-size.ts';
import { importsOf, sources } from './support/sources.ts';
import { root } from './support/started-service.ts';

interface LockedPackage {
  readonly link?: true;
  readonly dev?: true;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const installed = Object.entries(packages).filter(
  ([path, { link, dev }]) => path.includes('node_modules/') && !link && !dev,
);

/** The console is built, and its sources are not read again. */
const running = ['contract', 'client', 'cli', 'demo', 'server'];
const isOurs = (target: string): boolean => existsSync(join(root, target)) || target === 'client/index.ts';

test('what the service and the command import is installed without development tools', () => {
  const names = new Set(installed.map(([path]) => path.split('node_modules/').at(-1) ?? ''));
  const imported = sources
    .filter(({ file }) => running.includes(file.split('/')[0] ?? '') && !file.endsWith('.test.ts'))
    .flatMap((source) => importsOf(source).map((one) => ({ ...one, file: source.file })))
    .filter(({ target, isTypeOnly }) => !isTypeOnly && !target.startsWith('node:') && !isOurs(target))
    .map(({ target, file }) => ({ file, name: target.split('/', target.startsWith('@') ? 2 : 1).join('/') }));
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter(({ name }) => !names.has(name) && !builtinModules.includes(name))).toEqual([]);
});

/** Packages inside a package have entries of their own. */
const isLeftOut = (name: string): boolean => name === 'node_modules' || isForDevelopment(name);

test('it takes less room than is allowed, with the Node of this platform alone', async () => {
  const here = installed.map(([path]) => path).filter((path) => existsSync(join(root, path)));
  const sizes = await Promise.all(here.map((path) => megabytesOf(join(root, path), isLeftOut)));
  const ownFiles = await Promise.all(
    [...running, 'console'].map((name) => megabytesOf(join(root, name), (part) => part === 'node_modules')),
  );
  const total = [...sizes, ...ownFiles].reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(megabytesMax);
  expect(here.filter((path) => /^node_modules\/node-(linux|win|darwin)-/.test(path))).toHaveLength(1);
});

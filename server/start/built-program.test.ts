import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BuiltFrom, builtFromFile, stateOfFile } from './built-program.ts';

let parent: string;
let root: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'muster-built-'));
  root = join(parent, 'here');
  for (const folder of ['server', 'dist']) await mkdir(join(root, folder), { recursive: true });
  await cp(join(import.meta.dirname, 'built-program.ts'), join(root, 'server/start/built-program.ts'));
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  await writeFile(join(root, 'server/one.ts'), "export const text: string = 'sources';");
  await writeFile(join(root, 'dist/server.js'), "export const text = 'build';");
  await writeFile(
    join(root, 'server/main.ts'),
    `import { loadProgram } from './start/built-program.ts';
     console.log((await loadProgram('server', () => import('./one.ts'))).text);`,
  );
  const states = { 'server/one.ts': stateOfFile(join(root, 'server/one.ts')) };
  await writeFile(join(root, 'dist', builtFromFile), JSON.stringify({ root, states } satisfies BuiltFrom));
});
afterEach(() => rm(parent, { recursive: true }));

async function printed(at = root): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(at, 'server/main.ts')]);
  return stdout.trim();
}

it('the build runs as long as its sources are those it was made from', async () => {
  expect(await printed()).toBe('build');
  await writeFile(join(root, 'server/one.ts'), "export const text: string = 'edited sources';");
  expect(await printed()).toBe('edited sources');
});

it('a source of the same length with another time counts as edited', async () => {
  await utimes(join(root, 'server/one.ts'), new Date(0), new Date(0));
  expect(await printed()).toBe('sources');
});

it('sources run where there is no build, and where they were moved after it', async () => {
  await rename(root, join(parent, 'there'));
  expect(await printed(join(parent, 'there'))).toBe('sources');
  await rm(join(parent, 'there/dist'), { recursive: true });
  expect(await printed(join(parent, 'there'))).toBe('sources');
});

it('a source that is gone is not hidden by the build', async () => {
  await rm(join(root, 'server/one.ts'));
  await expect(printed()).rejects.toThrow(/one\.ts/);
});

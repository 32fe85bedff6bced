/**
 * The program in a few large files, which `npm ci` builds (tools/build-program.ts): Node loads it in half the time that it
 * needs for a thousand small ones. It is used as long as no source differs from when it was built, so an edited source
 * runs without a build.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where the sources were, and the state of each, by its path from there. */
export interface BuiltFrom {
  readonly root: string;
  readonly states: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'dist');
export const builtFromFile = 'built-from.json';

/** In seconds: layers of images have no finer times. */
export function stateOfFile(path: string): string {
  const { mtimeMs, size } = statSync(path);
  return `${Math.floor(mtimeMs / 1000)} ${size}`;
}

function isFresh(): boolean {
  try {
    const built = JSON.parse(readFileSync(join(folder, builtFromFile), 'utf8')) as BuiltFrom;
    if (built.root !== root) return false;
    return Object.entries(built.states).every(([path, state]) => stateOfFile(`${root}/${path}`) === state);
  } catch {
    // There is no build, or a source is gone.
    return false;
  }
}

/** One of the entries of the build, or the same from its sources. */
export async function loadProgram<Program>(name: string, fromSources: () => Promise<Program>): Promise<Program> {
  if (!isFresh()) return fromSources();
  return (await import(pathToFileURL(join(folder, `${name}.js`)).href)) as Program;
}

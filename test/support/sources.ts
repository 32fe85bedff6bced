/** The source files of the tree, and what each of them imports. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './started-service.ts';

export interface Import {
  readonly target: string;
  readonly isTypeOnly: boolean;
}

export interface Source {
  readonly file: string;
  readonly text: string;
  readonly lines: readonly string[];
}

const folders = ['contract', 'client', 'cli', 'console', 'demo', 'server', 'tools', 'bench', 'test'];

export const sources: readonly Source[] = folders
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules', 'console/dist'] }))
  .sort()
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return { file, text, lines: text.trimEnd().split('\n') };
  });

/** Files of ours as paths from the root, packages by their names. */
export function importsOf({ file, text }: Source): Import[] {
  const statements = text.matchAll(
    /^(?:import|export)(\s+type)?\b[^;'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...statements].map(([, type, from, bare, dynamic]) => {
    const name = from ?? bare ?? dynamic ?? '';
    const ours = name.startsWith('.') ? normalize(join(dirname(file), name)) : name.replace(/^@muster\//, '@/');
    return { target: ours.replace(/^@\/(client)$/, '$1/index.ts').replace(/^@\//, ''), isTypeOnly: type !== undefined };
  });
}

/** Code without its comments. */
export const codeOf = ({ text }: Source): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$|\s\/\/ .*$/gm, '');

/**
 * Removes from installed packages what nothing reads: from Node the headers, which only compilers of native packages
 * read, and the manual; without development tools also source maps and declarations of types. No package of this project
 * is compiled at its installation.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isForDevelopment } from './installed-size.ts';

const root = join(import.meta.dirname, '..');
const packages = join(root, 'node_modules');
const bundled = /^node-(linux|win|darwin)-\w+$/;

for (const name of readdirSync(packages).filter((one) => bundled.test(one)))
  for (const part of ['include', 'share']) rmSync(join(packages, name, part), { recursive: true, force: true });

/** Installed with the tools that read the rest. */
if (!existsSync(join(packages, 'typescript'))) {
  for (const folder of [packages, join(root, 'server/node_modules')].filter((one) => existsSync(one)))
    removeFrom(folder);
}

function removeFrom(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeFrom(path);
    else if (isForDevelopment(entry.name)) rmSync(path);
  }
}

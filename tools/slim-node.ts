/**
 * Removes from the installed Node what only compilers of native packages read, and its manual: a third of its size.
 * No package of this project is compiled at its installation.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../node_modules');
const bundled = /^node-(linux|win|darwin)-\w+$/;

for (const name of readdirSync(packages).filter((one) => bundled.test(one)))
  for (const part of ['include', 'share']) rmSync(join(packages, name, part), { recursive: true, force: true });

/** Finds names that are already in use. */
import { readdir, readFile } from 'node:fs/promises';
import type { Names } from './names.ts';
import { existsIn, places } from './places.ts';

/** The thing that already has one of these names, or null. */
export async function takenBy(root: string, names: Names): Promise<string | null> {
  const { path, table } = names;
  const scopes = await readFile(new URL(places.scopes, root), 'utf8');
  if (new RegExp(`^  '?${path}'?: \\{`, 'm').test(scopes)) return `the scope ${path}.readonly`;
  for (const name of await readdir(new URL(places.migrations, root))) {
    const sql = await readFile(new URL(places.migrations + name, root), 'utf8');
    if (new RegExp(`\\bcreate (table|view|type|sequence) ${table}\\b`).test(sql))
      return `the table ${table} of ${name}`;
  }
  for (const file of [places.declaration(names), places.administrationDeclaration(names), places.example(names)]) {
    if (await existsIn(root, file)) return `the file ${file}`;
  }
  return null;
}

/**
 * Writes everything that a plain resource needs, or removes it again:
 *
 *     npm run new-resource -- parking-space
 *     npm run new-resource -- --remove parking-space
 *
 * new-resource/files.ts and new-resource/entries.ts define the parts of a resource. Everything is computed before the
 * first file is written, so an error leaves the tree unchanged.
 */
import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Entry, entriesOf, withEntry, withoutEntry } from './new-resource/entries.ts';
import { declarationOf, exampleOf, migrationOf, nextMigration, writtenMigration } from './new-resource/files.ts';
import { mistakeIn, type Names, namesOf } from './new-resource/names.ts';
import { existsIn, places } from './new-resource/places.ts';
import { takenBy } from './new-resource/taken.ts';

const root = new URL('../', import.meta.url).href;

const usage = `Usage: npm run new-resource -- <name>            one in the singular, as in parking-space
       npm run new-resource -- --remove <name>   takes back what this command wrote`;

/** The new text of each file; null: the file is deleted. */
type Changes = ReadonlyMap<string, string | null>;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { remove: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [type, ...more] = positionals;
  if (values.help || type === undefined || more.length > 0) {
    console.error(usage);
    return values.help ? 0 : 1;
  }
  const names = namesOf(type);
  const mistake = mistakeIn(type) ?? (await (values.remove ? notWritten(names) : taken(names)));
  if (mistake !== null) {
    console.error(mistake);
    return 1;
  }
  return values.remove ? remove(names) : create(names);
}

async function taken(names: Names): Promise<string | null> {
  const owner = await takenBy(root, names);
  return owner === null ? null : `"${names.type}" is taken: ${owner} exists. Choose another name.`;
}

const notWritten = async (names: Names): Promise<string | null> =>
  (await writtenMigration(root, names)) === null
    ? `"${names.type}" was not written by this command, so it takes nothing back.`
    : null;

async function create(names: Names): Promise<number> {
  const migration = await nextMigration(root, names);
  const own = new Map([
    [places.declaration(names), declarationOf(names)],
    [migration, migrationOf(names)],
    [places.example(names), exampleOf(names)],
  ]);
  const listed = await changed(entriesOf(names), withEntry);
  await write(new Map([...own, ...listed]));
  // Long lines, and the order of imports.
  run('biome', ['check', '--write', '--log-level=error', ...own.keys(), ...listed.keys()].filter(isCode));
  run('node', ['tools/generate.ts']);
  console.log(`Written:
${[...own.keys()].map((file) => `  ${file}`).join('\n')}
Entered in:
${[...listed.keys()].map((file) => `  ${file}`).join('\n')}
Generated files are up to date. Scopes: ${names.path}.readonly, ${names.path}.readwrite.

Next:
  1. Change the members: in the declaration, the table and the example together. Then npm run generate.
  2. Say in ${places.scopes} how sensitive it is, in ${places.sandboxMembers} what becomes of each
     member in a sandbox, and in console/app/texts/<language>/scopes.ts what it is called in each language.
  3. npm run check, and npm start: the start applies the migration, and /svc-api/${names.path} answers.
  4. npm test: the suites of conventions cover it.
To take it back: npm run new-resource -- --remove ${names.type}`);
  return 0;
}

async function remove(names: Names): Promise<number> {
  const migration = await writtenMigration(root, names);
  const candidates = [places.declaration(names), migration, places.example(names)].filter((file) => file !== null);
  const own: string[] = [];
  for (const file of candidates) if (await existsIn(root, file)) own.push(file);
  const listed = await changed(entriesOf(names), withoutEntry);
  await write(new Map([...own.map((file) => [file, null] as const), ...listed]));
  run('node', ['tools/generate.ts']);
  console.log(`Removed:
${own.map((file) => `  ${file}`).join('\n')}
Taken out of:
${[...listed.keys()].map((file) => `  ${file}`).join('\n')}
Generated files are up to date.

A database that has applied the migration still has the table. There: drop table ${names.table};`);
  return 0;
}

/** The files of these entries that change, with their new text. */
async function changed(
  entries: readonly Entry[],
  change: (text: string, entry: Entry) => string,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const entry of entries) {
    const before = texts.get(entry.file) ?? (await readFile(new URL(entry.file, root), 'utf8'));
    const after = change(before, entry);
    if (after !== before) texts.set(entry.file, after);
  }
  return texts;
}

async function write(changes: Changes): Promise<void> {
  for (const [file, text] of changes) {
    await (text === null ? rm(new URL(file, root)) : writeFile(new URL(file, root), text));
  }
}

const isCode = (argument: string): boolean => !argument.endsWith('.sql');

function run(program: string, args: readonly string[]): void {
  // npm puts the programs of the project first in PATH.
  execFileSync(program, args, { cwd: fileURLToPath(root), stdio: ['ignore', 'ignore', 'inherit'] });
}

process.exitCode = await main();

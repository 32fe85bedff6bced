/**
 * Writes docs/generated: what follows from the declarations, for people to read and for changes to be seen in review.
 * With `--check` nothing is written; a file that would differ fails and is named.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApi } from '@muster/contract/openapi.ts';
import { eventsPage, routesPage, scopesPage, settingsPage } from './generate/pages.ts';
import { statementPages } from './generate/statements.ts';

const folder = fileURLToPath(new URL('../docs/generated/', import.meta.url));

/** Every generated file by its path below the folder. */
async function generated(): Promise<Map<string, string>> {
  const document = openApi({ baseUrl: 'https://acme.example.com', authUrl: 'https://accounts.example.com' });
  return new Map([
    ['openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    ['routes.md', routesPage()],
    ['events.md', eventsPage()],
    ['scopes.md', scopesPage()],
    ['settings.md', settingsPage()],
    ...(await statementPages()),
  ]);
}

async function existing(): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files.map(async (file) => [relative(folder, file), await readFile(file, 'utf8')] as const);
  return new Map(await Promise.all(texts));
}

async function main(isCheck: boolean): Promise<number> {
  const [wanted, found] = await Promise.all([generated(), existing()]);
  const names = [...new Set([...wanted.keys(), ...found.keys()])].sort();
  const stale = names.filter((name) => wanted.get(name) !== found.get(name));
  if (isCheck && stale.length > 0) {
    console.error(`docs/generated is out of date: ${stale.join(', ')}.\nRun: npm run generate`);
    return 1;
  }
  for (const name of stale) {
    const text = wanted.get(name);
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await (text === undefined ? rm(join(folder, name)) : writeFile(join(folder, name), text));
  }
  return 0;
}

process.exitCode = await main(process.argv.includes('--check'));

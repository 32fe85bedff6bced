/**
 * Writes docs/generated: what follows from the declarations, for people to read and for changes to be seen in review;
 * and, in README.md, the table between the marks of the settings. With `--check` nothing is written; a file that
 * would differ fails and is named.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { administrationOpenApi, openApi } from '@muster/contract/openapi.ts';
import { commandsPage } from './generate/commands.ts';
import { eventsPage, routesPage, scopesPage, settingsPage, settingsTable } from './generate/pages.ts';
import { sandboxCopiesPage } from './generate/sandbox-copies.ts';
import { statementPages } from './generate/statements.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = 'docs/generated';
const readme = 'README.md';

/** Every generated file by its path. */
async function generated(readmeText: string): Promise<Map<string, string>> {
  const baseUrl = 'https://acme.example.com';
  const document = openApi({ baseUrl, authUrl: 'https://accounts.example.com' });
  const pages = [
    ['openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    ['admin-openapi.json', `${JSON.stringify(administrationOpenApi(baseUrl), null, 2)}\n`],
    ['routes.md', routesPage()],
    ['events.md', eventsPage()],
    ['scopes.md', scopesPage()],
    ['settings.md', settingsPage()],
    ['commands.md', commandsPage()],
    ['sandbox-copies.md', sandboxCopiesPage()],
    ...(await statementPages()),
  ] as const;
  return new Map([
    [readme, between(readmeText, 'settings', settingsTable())],
    ...pages.map(([name, text]) => [join(folder, name), text] as const),
  ]);
}

/** The text with something else between `<!-- name -->` and `<!-- /name -->`. */
function between(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [before = '', rest, ...more] = text.split(start);
  const [, after] = rest?.split(end) ?? [];
  if (after === undefined || more.length > 0) throw new Error(`${readme} needs ${start.trim()} and ${end} once each.`);
  return `${before}${start}\n${content}\n${end}${after}`;
}

async function existing(): Promise<Map<string, string>> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = [join(root, readme), ...files].map(
    async (file) => [relative(root, file), await readFile(file, 'utf8')] as const,
  );
  return new Map(await Promise.all(texts));
}

async function main(isCheck: boolean): Promise<number> {
  const found = await existing();
  const wanted = await generated(found.get(readme) ?? '');
  const names = [...new Set([...wanted.keys(), ...found.keys()])].sort();
  const stale = names.filter((name) => wanted.get(name) !== found.get(name));
  if (isCheck && stale.length > 0) {
    console.error(`These are out of date: ${stale.join(', ')}.\nRun: npm run generate`);
    return 1;
  }
  for (const name of stale) {
    const text = wanted.get(name);
    await mkdir(dirname(join(root, name)), { recursive: true });
    await (text === undefined ? rm(join(root, name)) : writeFile(join(root, name), text));
  }
  return 0;
}

process.exitCode = await main(process.argv.includes('--check'));

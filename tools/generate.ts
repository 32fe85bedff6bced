/**
 * Writes what follows from the code: docs/generated, for people to read and for changes to be seen in review, and the
 * text between markers in README.md (the table of settings, the figures of the last recorded runs of tests, of an
 * installation and of the bench), in ARCHITECTURE.md (the layers), in docs/scaling.md (what a company needs), in
 * docs/performance.md (the last runs of the bench), in docs/reliability.md (the last runs of the proofs) and in
 * deploy/README.md (the last build of the image). With `--check` it writes nothing; it names each file that would
 * differ, and fails.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { administrationOpenApi, openApi } from '@muster/contract/openapi.ts';
import { benchRuns, labelsRun } from './generate/bench-runs.ts';
import { capacityTable } from './generate/capacity.ts';
import { commandsPage } from './generate/commands.ts';
import { imageFigures } from './generate/image-figures.ts';
import { installFigures } from './generate/install-figures.ts';
import { layersPicture } from './generate/layers.ts';
import { eventsPage, routesPage, scopesPage, settingsTable } from './generate/pages.ts';
import { proofRuns } from './generate/proof-runs.ts';
import { sandboxCopiesPage } from './generate/sandbox-copies.ts';
import { statementPages } from './generate/statements.ts';
import { testFigures } from './generate/test-figures.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = 'docs/generated';

/** Documents with generated texts between `<!-- name -->` and `<!-- /name -->`. */
const markedTexts: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'README.md': { settings: settingsTable, tests: testFigures, installation: installFigures, bench: labelsRun },
  'ARCHITECTURE.md': { layers: layersPicture },
  'docs/scaling.md': { capacity: capacityTable },
  'docs/reliability.md': { proofs: proofRuns },
  'docs/performance.md': { bench: benchRuns },
  'deploy/README.md': { image: imageFigures },
};

/** Every generated file by its path. */
async function generated(found: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const baseUrl = 'https://acme.example.com';
  const document = openApi({ baseUrl, authUrl: 'https://accounts.example.com' });
  const pages = [
    ['openapi.json', compactDocument(document)],
    ['admin-openapi.json', compactDocument(administrationOpenApi(baseUrl))],
    ['routes.md', routesPage()],
    ['events.md', eventsPage()],
    ['scopes.md', scopesPage()],
    ['commands.md', await commandsPage()],
    ['sandbox-copies.md', sandboxCopiesPage()],
    ...(await statementPages()),
  ] as const;
  return new Map([
    ...Object.entries(markedTexts).map(
      ([file, texts]) => [file, withMarkedTexts(file, found.get(file), texts)] as const,
    ),
    ...pages.map(([name, text]) => [join(folder, name), text] as const),
  ]);
}

/**
 * The document as JSON without spaces, with one line for each address and each component, so that a diff shows where
 * something changed.
 */
function compactDocument(document: object): string {
  const depths: Readonly<Record<string, number>> = { paths: 1, webhooks: 1, components: 2 };
  const members = (value: object, textOf: (member: unknown, name: string) => string) =>
    `{\n${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}:${textOf(member, name)}`)
      .join(',\n')}\n}`;
  const lines = (value: unknown, depth: number): string =>
    depth === 0 || typeof value !== 'object' || value === null
      ? JSON.stringify(value)
      : members(value, (member) => lines(member, depth - 1));
  return `${members(document, (member, name) => lines(member, depths[name] ?? 0))}\n`;
}

function withMarkedTexts(file: string, text = '', texts: Readonly<Record<string, () => string>>): string {
  return Object.entries(texts).reduce((before, [name, content]) => between(file, before, name, content()), text);
}

/** The text with other content between its markers. */
function between(file: string, text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const [before = '', rest, ...more] = text.split(start);
  const [, after] = rest?.split(end) ?? [];
  if (after === undefined || more.length > 0) throw new Error(`${file} needs ${start.trim()} and ${end} once each.`);
  return `${before}${start}\n${content}\n${end}${after}`;
}

async function existing(): Promise<Map<string, string>> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = [...Object.keys(markedTexts).map((file) => join(root, file)), ...files].map(
    async (file) => [relative(root, file), await readFile(file, 'utf8')] as const,
  );
  return new Map(await Promise.all(texts));
}

async function main(isCheck: boolean): Promise<number> {
  const found = await existing();
  const wanted = await generated(found);
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

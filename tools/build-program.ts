/**
 * Bundles the service and the `muster` command into dist/, as a step of `npm ci`. Packages stay where they are, but for those
 * of many small files. `npm ci --omit=dev` leaves the bundler out: tools/build-console.ts then runs this file where it
 * builds the console, with the folder of the sources as its argument.
 */
import { statSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'rolldown';
import { type BuiltFrom, builtFromFile, stateOfFile } from '../server/start/built-program.ts';

const root = process.argv[2] ?? join(import.meta.dirname, '..');
const built = join(root, 'dist');
const fresh = join(root, `dist-${process.pid}`);
const former = join(root, `dist-${process.pid}-former`);

/** Pure JavaScript in many files that commands or starts load. */
const bundledPackages = new RegExp(
  `^(${['@fastify/busboy', '@tokenizer/inflate', 'ajv', 'ajv-formats', 'commander', 'csv-parse', 'dataloader', 'debug']
    .concat('fast-deep-equal', 'fast-uri', 'file-type', 'jose', 'json-schema-traverse', 'lru-cache', 'nodemailer')
    .concat('pg', 'pg-connection-string', 'pg-int8', 'pg-pool', 'pg-protocol', 'pg-types')
    .concat('postgres-array', 'postgres-bytea', 'postgres-date', 'postgres-interval')
    .concat('stdnum', 'strtok3', 'token-types', 'undici', 'xtend')
    .join('|')})(/|$)`,
);

/**
 * Node needs a while for each file, however small. What every command needs is one file, and what a command needs to open the
 * installation is another. Each also holds what its modules import, so that no two files import each other.
 */
const largeFiles = [
  { name: 'settings', test: /server\/(settings\/config|start\/run-file|stop-signal)\.ts$/, priority: 2 },
  { name: 'installation', test: /cli\/(account-option|installation|operate|table)\.ts$/, priority: 1 },
];
const isPackage = (id: string) => !/^\.|^@muster\//.test(id) && !isAbsolute(id);

/** Modules find migrations, pages and threads next to their own source. */
const sourceLocations: Plugin = {
  name: 'source-locations',
  transform: {
    filter: { code: /import\.meta\.(url|dirname)/, id: { exclude: /node_modules/ } },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(join(id, '..'))),
  },
};

const bundler = await import('rolldown').catch((error: NodeJS.ErrnoException) => {
  // Already built, next to the console.
  if (error.code === 'ERR_MODULE_NOT_FOUND') return null;
  throw error;
});
if (bundler !== null) await build(bundler);

async function build({ rolldown }: typeof import('rolldown')): Promise<void> {
  const startedMs = Date.now();
  const bundle = await rolldown({
    cwd: root,
    input: { server: join(root, 'demo/start.ts'), cli: join(root, 'cli/run.ts') },
    platform: 'node',
    external: (id) => isPackage(id) && !bundledPackages.test(id),
    plugins: [sourceLocations],
  });
  const output = { dir: fresh, format: 'esm', chunkFileNames: '[name]-[hash].js' } as const;
  await bundle.write({ ...output, codeSplitting: { groups: largeFiles } });
  const read = (await bundle.watchFiles).map((path) => relative(root, path));
  await bundle.close();
  // npm writes the list of packages with each installation.
  const tracked = [...read.filter((path) => !path.includes('node_modules')), 'node_modules/.package-lock.json'];
  const states = Object.fromEntries(tracked.map((path) => [path, stateSince(startedMs, join(root, path))]));
  writeFileSync(join(fresh, builtFromFile), JSON.stringify({ root, states } satisfies BuiltFrom));
  // There is none before the first build.
  await rename(built, former).catch(() => undefined);
  await rename(fresh, built);
  await rm(former, { recursive: true, force: true });
}

/** A source that was edited during the build may be in it as it was before: it counts as another one. */
function stateSince(startedMs: number, path: string): string {
  return statSync(path).mtimeMs > startedMs ? 'edited' : stateOfFile(path);
}

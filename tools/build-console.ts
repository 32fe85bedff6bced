/**
 * Builds the console as the last step of `npm ci`. A finished build replaces the former one in one step, so that a
 * running service always has one. `npm ci --omit=dev` leaves the packages of the build out: they are then installed
 * for the time of the build, in the versions of the lock file, into a folder that is removed afterwards. The program is
 * built there too.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'console');
const built = join(folder, 'dist');
const fresh = join(folder, `dist-${process.pid}`);
const former = join(folder, `dist-${process.pid}-former`);
/** Not inside node_modules, where the tools of the build do not compile. */
const workshop = join(root, '.console-build');

// Always the production mode: in the mode of a test runner, the libraries are twice as large.
process.env.NODE_ENV = 'production';

/** The sources of the console with what they import, and the manifests that the lock file was made from. */
function copySources(): void {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  const manifests = ['package.json', ...workspaces.map((name) => join(name, 'package.json'))];
  const sources = [
    'package-lock.json',
    '.npmrc',
    'tsconfig.json',
    'contract',
    'client',
    'server/start/built-program.ts',
  ];
  const tools = ['tools/build-console.ts', 'tools/build-program.ts'];
  const console = ['index.html', 'tsconfig.json', 'vite.config.ts', 'app'].map((name) => join('console', name));
  for (const path of [...manifests, ...sources, ...tools, ...console]) {
    mkdirSync(join(workshop, dirname(path)), { recursive: true });
    cpSync(join(root, path), join(workshop, path), { recursive: true });
  }
}

/** Shows what it prints only if it fails: an installation is quiet. */
function run(command: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: workshop, encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(`The console was not built: ${[command, ...args].join(' ')}\n${error ?? `${stdout}${stderr}`}`);
}

/** `--include` prevails over the `--omit` that the npm of the installation passes on by its environment. */
function buildElsewhere(): void {
  rmSync(workshop, { recursive: true, force: true });
  try {
    copySources();
    run('npm', ['ci', '--include=dev', '--ignore-scripts', '--prefer-offline', '--workspace=@muster/console']);
    run(process.execPath, ['tools/build-console.ts']);
    run(process.execPath, ['tools/build-program.ts', root]);
    cpSync(join(workshop, 'console/dist'), fresh, { recursive: true });
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

const vite = await import('vite').catch((error: NodeJS.ErrnoException) => {
  // Any other failure is one: a service without its console must not be taken for a complete one.
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  return null;
});
if (vite !== null) {
  await vite.build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn', build: { outDir: fresh } });
} else {
  buildElsewhere();
}
// There is none before the first build.
await rename(built, former).catch(() => undefined);
await rename(fresh, built);
await rm(former, { recursive: true, force: true });

/**
 * `npm run fresh-install`: clones the last commit into a temporary folder, installs it as an operator does
 * (`npm ci --omit=dev`), starts it with `npm start`, and reads the console. Prints and records what it measured in
 * tools/last-install.json, from which README.md has its figures, and fails if the console is missing or the
 * installation is too large.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { megabytesMax, megabytesOf } from './installed-size.ts';

const root = join(import.meta.dirname, '..');
const readyMsMax = 120_000;

/** The environment of a person, not that of the npm that runs this script. */
const { PATH = '', HOME = '' } = process.env;
const env = {
  PATH: PATH.split(':')
    .filter((entry) => !entry.includes('node_modules'))
    .join(':'),
  HOME,
};

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly readyMs: number;
}

async function start(folder: string): Promise<Running> {
  const startedAtMs = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += String(chunk);
  });
  while (child.exitCode === null && performance.now() - startedAtMs < readyMsMax) {
    const url = /is ready\.[\s\S]*?Console +(http\S+)\/console\//.exec(text)?.[1];
    if (url !== undefined) return { child, url, readyMs: performance.now() - startedAtMs };
    await pause(20);
  }
  child.kill('SIGTERM');
  throw new Error(`The service did not get ready:\n${text}`);
}

/** The page, and each script that it names. */
async function readConsole(url: string): Promise<void> {
  const page = await fetch(`${url}/console/`);
  const html = await page.text();
  const scripts = [...html.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, path]) => path);
  if (!page.ok || scripts.length === 0) throw new Error(`The console is missing: ${page.status} ${html}`);
  for (const path of scripts) {
    const { status } = await fetch(`${url}${path}`);
    if (status !== 200) throw new Error(`${path} of the console: ${status}`);
  }
}

const place = await mkdtemp(join(tmpdir(), 'muster-install-'));
// PostgreSQL runs as another user where this runs as root.
await chmod(place, 0o755);
try {
  const clone = join(place, 'muster');
  execFileSync('git', ['clone', '--quiet', root, clone], { env });
  const installedAtMs = performance.now();
  execFileSync('npm', ['ci', '--omit=dev'], { cwd: clone, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const installMs = performance.now() - installedAtMs;
  const megabytes = await megabytesOf(clone, (name) => name === '.git');
  const first = await start(clone);
  await readConsole(first.url);
  first.child.kill('SIGTERM');
  await once(first.child, 'close');
  const second = await start(clone);
  second.child.kill('SIGTERM');
  await once(second.child, 'close');
  const seconds = (ms: number) => Math.round(ms / 100) / 10;
  const measured = {
    megabytes: Math.round(megabytes),
    installSeconds: seconds(installMs),
    firstStartSeconds: seconds(first.readyMs),
    startSeconds: seconds(second.readyMs),
  };
  console.log(JSON.stringify(measured, null, 2));
  if (megabytes > megabytesMax) throw new Error(`The installation has ${measured.megabytes} MB.`);
  await writeFile(join(root, 'tools/last-install.json'), `${JSON.stringify(measured, null, 2)}\n`);
} finally {
  await rm(place, { recursive: true, force: true, maxRetries: 20 });
}

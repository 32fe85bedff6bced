/**
 * `npm run image`: builds deploy/Containerfile with buildah, runs it with podman by an ordinary user and with a root that
 * nobody writes, prints the size of the image and what was seen, and records it in tools/last-image.json, from which
 * deploy/README.md has its figures. Without a registry, the base image is made from packages of Debian and the Node of this
 * installation, and that is said.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../server/platform/database/embedded/free-port.ts';

const root = join(import.meta.dirname, '..');
const name = 'localhost/muster';
const base = 'docker.io/library/node:24-bookworm-slim';
const readyMsMax = 120_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const run = (program: string, ...args: readonly string[]): void =>
  void execFileSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
const output = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8' }).trim();
const succeeds = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

const missing = ['buildah', 'podman', 'mmdebstrap'].filter((program) => !succeeds(program, '--version'));
if (missing.length > 0) {
  say(`Not installed: ${missing.join(', ')} (apt-get install buildah podman mmdebstrap). Nothing was built.`);
  process.exit(1);
}

/** What the official image has, as far as the service needs it: Debian without anything, Node, npm, and a user. */
function makeBase(): void {
  const folder = mkdtempSync(join(tmpdir(), 'muster-image-'));
  try {
    run('mmdebstrap', '--quiet', '--variant=minbase', '--include=ca-certificates', 'bookworm', `${folder}/debian.tar`);
    mkdirSync(join(folder, 'bin'));
    cpSync(realpathSync(process.execPath), join(folder, 'bin/node'));
    const npm = dirname(dirname(realpathSync(output('/bin/sh', '-c', 'command -v npm'))));
    cpSync(npm, join(folder, 'npm'), { recursive: true });
    writeFileSync(
      join(folder, 'Containerfile'),
      `FROM scratch
ADD debian.tar /
COPY bin/node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --create-home node
CMD ["node"]
`,
    );
    run('buildah', 'build', '--isolation', 'chroot', '--quiet', '-t', base, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns whether the base is the official one. One that was made earlier is made again, so that this is known. */
function findBase(): boolean {
  if (succeeds('podman', 'pull', '--quiet', base)) return true;
  say(`${base} cannot be fetched: a base is made from packages of Debian and this Node.`);
  makeBase();
  return false;
}

const megabytesOf = (image: string): number =>
  Math.round(Number(output('podman', 'image', 'inspect', '--format', '{{.Size}}', image)) / 1e6);

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Low limits and runc: they work on machines that allow neither more files nor the runtime that podman prefers. */
const engine = [
  ...(succeeds('runc', '--version') ? ['--runtime', 'runc'] : []),
  ...['run', '--rm', '--network=host', '--ulimit=nofile=1024:1024', '--ulimit=nproc=1024:1024'],
  ...['--read-only', '--read-only-tmpfs=false', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges'],
];

/** Runs the image with the embedded PostgreSQL, until it is ready, and stops it. */
async function tryImage(): Promise<{ readonly firstStartSeconds: number; readonly stopMs: number }> {
  const container = `muster-tried-${process.pid}`;
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const settings = [`PORT=${port}`, `MUSTER_METRICS_PORT=${metricsPort}`, 'HOST=127.0.0.1'];
  const startedAtMs = performance.now();
  const child = spawn(
    'podman',
    [
      ...[...engine, '--name', container, '--volume', `${container}:/data:U`],
      ...settings.flatMap((setting) => ['--env', setting]),
      name,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  try {
    while (!(await isReady(metricsPort))) {
      if (child.exitCode !== null || performance.now() - startedAtMs > readyMsMax) {
        throw new Error(`The container did not get ready (exit status ${child.exitCode}).`);
      }
      await pause(100);
    }
    const firstStartSeconds = Math.round((performance.now() - startedAtMs) / 100) / 10;
    const user = output('podman', 'exec', container, 'id', '-u');
    const canWrite = succeeds('podman', 'exec', container, 'touch', '/opt/muster/x');
    const page = await fetch(`http://127.0.0.1:${port}/console/`);
    if (user === '0' || canWrite || !page.ok)
      throw new Error(`User ${user}, root written: ${canWrite}, console: ${page.status}.`);
    say(
      `Ready after ${firstStartSeconds} s, by user ${user}, with a root that cannot be written; the console answers.`,
    );
    const stoppedAtMs = performance.now();
    run('podman', 'stop', '--time', '30', container);
    const stopMs = Math.round(performance.now() - stoppedAtMs);
    say(`Stopped by SIGTERM after ${stopMs} ms.`);
    return { firstStartSeconds, stopMs };
  } finally {
    succeeds('podman', 'rm', '--force', container);
    succeeds('podman', 'volume', 'rm', '--force', container);
  }
}

const isOfficialBase = findBase();
/** Where this machine reaches the registry through a proxy with a certificate of its own. */
const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
const trusted = certificates
  ? ['--volume', `${certificates}:${certificates}:ro`, '--build-arg', `NODE_EXTRA_CA_CERTS=${certificates}`]
  : [];
const build = ['build', '--isolation', 'chroot', '--network', 'host', '--pull-never', ...trusted];
run('buildah', ...build, '-f', 'deploy/Containerfile', '-t', name, '.');
const sizes = { megabytes: megabytesOf(name), baseMegabytes: megabytesOf(base) };
say(`The image has ${sizes.megabytes} MB, ${sizes.baseMegabytes} MB of them its base.`);
const measured = { ...sizes, isOfficialBase, ...(await tryImage()) };
writeFileSync(join(root, 'tools/last-image.json'), `${JSON.stringify(measured, null, 2)}\n`);

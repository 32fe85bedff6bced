/**
 * What is interrupted ends what it has started. Benches and long proofs leave nothing behind: no PostgreSQL, no node, no
 * folder. A command leaves no PostgreSQL.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inFull } from '../support/form.ts';

const root = join(import.meta.dirname, '../..');
const patienceMs = 120_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-interrupted-'));
  // PostgreSQL may run as another user.
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
};

/** Commands of the processes that name the folder: PostgreSQL as an argument, nodes as their folder of temporary files. */
const processesIn = (): string[] =>
  globSync('/proc/[0-9]*/cmdline').flatMap((path) => {
    const command = textOf(path).replaceAll('\0', ' ');
    return `${command} ${textOf(path.replace('cmdline', 'environ'))}`.includes(folder) ? [command] : [];
  });

async function until(isSo: () => boolean, meaning: string): Promise<void> {
  for (const deadline = performance.now() + patienceMs; !isSo(); await pause(20)) {
    if (performance.now() > deadline) throw new Error(meaning);
  }
}

/** What exists when a run is interrupted: a server that is being created, one that runs, or nodes with it. */
const moments = {
  creating: () => globSync(join(folder, '*/*.new-*')).length > 0,
  running: () => globSync(join(folder, '*/postgres/postmaster.pid')).length > 0,
  serving: () => processesIn().some((command) => command.includes('service-process.ts')),
} as const;

async function interrupt(words: readonly string[], moment: keyof typeof moments, signal: NodeJS.Signals) {
  const run = spawn(process.execPath, words, {
    cwd: root,
    env: { PATH: process.env.PATH, TMPDIR: folder, MUSTER_DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  run.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(run, 'exit');
  await until(() => run.exitCode !== null || moments[moment](), `The run did not get that far: ${said}`);
  expect(run.exitCode, said).toBeNull();
  run.kill(signal);
  const [status] = await ended;
  expect(status, said).toBe(signal === 'SIGINT' ? 130 : 143);
  await until(() => processesIn().length === 0, 'A process is left.');
  return said;
}

async function expectNothingLeft(words: readonly string[], moment: keyof typeof moments, signal: NodeJS.Signals) {
  await interrupt(words, moment, signal);
  expect(await readdir(folder)).toEqual([]);
}

test('an interrupted command stops the PostgreSQL that it has started', { timeout: patienceMs * 2 }, async () => {
  for (const [moment, signal] of [
    ['creating', 'SIGINT'],
    ['running', 'SIGTERM'],
  ] as const) {
    expect(await interrupt(['cli/main.ts', 'migrate'], moment, signal)).toBe('');
  }
});

test('an interrupted proof of the feed leaves nothing behind', { timeout: patienceMs * 2 }, async () => {
  await expectNothingLeft(['test/feed/run.ts', '1000'], 'creating', 'SIGINT');
});

/** The folder of the PostgreSQL that a process has started; undefined: it has none yet. */
const serverOf = (pid: number | undefined): string | undefined =>
  textOf(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .map((child) => / -D (\S+)\/postgres /.exec(textOf(`/proc/${child}/cmdline`).replaceAll('\0', ' '))?.[1])
    .find((data) => data !== undefined);

inFull('an interrupted suite leaves no PostgreSQL behind', { timeout: patienceMs * 2 }, async () => {
  const run = spawn(process.execPath, ['test/run.ts', 'test/conventions/paging.test.ts'], {
    cwd: root,
    stdio: 'ignore',
  });
  const ended = once(run, 'exit');
  await until(() => run.exitCode !== null || serverOf(run.pid) !== undefined, 'The run starts no PostgreSQL.');
  const data = serverOf(run.pid) ?? '';
  run.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  expect(data).not.toBe('');
  expect(existsSync(data)).toBe(false);
  const servers = globSync('/proc/[0-9]*/cmdline').filter((path) => textOf(path).includes(data));
  expect(servers).toEqual([]);
});

const others: readonly (readonly string[])[] = [
  ['bench/run.ts', 'isolation'],
  ['bench/run.ts', 'webhooks'],
  ['bench/run.ts', 'bulk'],
  ['test/faults/run.ts'],
  ['test/feed/run.ts', '1000'],
  ['test/fuzz/run.ts', '1000'],
  ['bench/run.ts', 'labels'],
];

inFull('nodes end with an interrupted run too', { timeout: patienceMs * 2 }, async () => {
  await expectNothingLeft(['test/soak/run.ts'], 'serving', 'SIGTERM');
});

for (const words of others) {
  inFull(`an interrupted ${words.join(' ')} leaves nothing behind`, { timeout: patienceMs * 3 }, async () => {
    await expectNothingLeft(words, 'running', 'SIGTERM');
    await expectNothingLeft(words, 'creating', 'SIGINT');
  });
}

test('benches and long proofs start PostgreSQL where it ends with them', () => {
  const files = globSync(['bench/**/*.ts', 'test/{faults,feed,fuzz,soak}/**/*.ts'], { cwd: root });
  const starting = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('startEmbedded('));
  expect(starting).toEqual(['bench/throwaway-database.ts']);
});

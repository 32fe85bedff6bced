// What a service says when it is ready, what a command learns about it from its run file, and what it asks before it acts.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isConfirmed, warnings } from '../../../cli/confirm.ts';
import { ConfigError } from '../../../server/settings/config.ts';
import { announce } from '../../../server/start/announce.ts';
import { readRunFile, removeRunFile, withRunningService, writeRunFile } from '../../../server/start/run-file.ts';
import { oneIn } from '../../support/form.ts';
import { runMuster } from '../../support/muster-line.ts';
import { compileCache, root } from '../../support/started-service.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-run-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('a command finds the address and the database of the running service, and no secret is written', async () => {
  const service = {
    MUSTER_DATA_DIR: dataDir,
    PORT: '0',
    MUSTER_PUBLIC_URL: 'https://hr.example.com',
    DATABASE_URL: 'postgres://muster:hunter2@db/muster',
    MUSTER_ENCRYPTION_KEY_FILE: '/run/secrets/key',
  };
  writeRunFile(dataDir, service, 4711);
  const path = join(dataDir, 'run.json');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, 'utf8')).not.toContain('hunter2');
  const env = { MUSTER_DATA_DIR: dataDir, PORT: '3000' };
  expect(() => withRunningService(env)).toThrow(ConfigError);
  expect(() => withRunningService(env)).toThrow(/DATABASE_URL is not set. The service that runs on this data folder/);
  expect(withRunningService({ ...env, DATABASE_URL: service.DATABASE_URL })).toEqual({ ...service, PORT: '4711' });
  // What the command is given itself counts.
  const own = { ...env, DATABASE_URL: 'postgres://other/x', MUSTER_ENCRYPTION_KEY: 'x' };
  expect(withRunningService(own)).toMatchObject({ DATABASE_URL: 'postgres://other/x', MUSTER_ENCRYPTION_KEY: 'x' });
  expect(withRunningService(own)).not.toHaveProperty('MUSTER_ENCRYPTION_KEY_FILE');
  removeRunFile(dataDir);
  expect(readRunFile(dataDir)).toBeNull();
  // A killed service leaves its file.
  await writeFile(path, JSON.stringify({ pid: 2 ** 30, settings: { PORT: '1' }, secrets: ['DATABASE_URL'] }));
  expect(withRunningService(env)).toEqual(env);
});

test('a command that cannot be undone asks a person, and no script', async () => {
  const terminal = (answer: string, isTTY: boolean) => {
    const input = Object.assign(new PassThrough(), { isTTY });
    input.end(`${answer}\n`);
    const output = new PassThrough();
    return { input, output };
  };
  const asked = async (answer: string, isTTY = true) => {
    const at = terminal(answer, isTTY);
    const isGoingOn = await isConfirmed(at, 'muster sandboxes delete abc.');
    return { isGoingOn, isAsked: String(at.output.read() ?? '').includes('Go on?') };
  };
  expect(await asked('yes')).toEqual({ isGoingOn: true, isAsked: true });
  for (const answer of ['no', '', 'yesterday'])
    expect(await asked(answer)).toEqual({ isGoingOn: false, isAsked: true });
  expect(await asked('no', false)).toEqual({ isGoingOn: true, isAsked: false });
  for (const path of Object.keys(warnings)) {
    expect((await runMuster([...path.split(' '), '--help'], {})).stdout, path).toContain('--yes');
  }
});

const hasTerminals = spawnSync('script', ['--version']).error === undefined;

const questions: readonly (readonly [string, boolean])[] = [
  ['clients end-old-secret x', true],
  ['erase 7 --account acme --reason x', true],
  ['erase 7 --account acme --reason x --dry-run', false],
  ['erase 7 --account acme --reason x --yes', false],
  ['migrate --finish', true],
  ['migrate', false],
];

test.skipIf(!hasTerminals).each(oneIn(3, questions))('at a terminal, muster %s', (line, isAsked) => {
  const env = { PATH: process.env.PATH, ...compileCache, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const command = `${process.execPath} cli/main.ts ${line}`;
  // Gives the command a terminal.
  const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { cwd: root, env, input: 'no\n' });
  expect([stdout.includes('Go on?'), stdout.includes('Nothing was done.')], String(stdout)).toEqual([isAsked, isAsked]);
});

test('with the log format json nothing but log lines is on standard output', () => {
  const lines: string[] = [];
  const stream = (name: string, isTTY: boolean) => ({
    isTTY,
    write: (text: string) => lines.push(`${name}: ${text}`) > 0,
  });
  const logger = { info: (facts: object, text: string) => lines.push(`log: ${text} ${JSON.stringify(facts)}`) };
  const details = {
    baseUrl: 'http://localhost:3000',
    authUrl: 'http://localhost:3000',
    firstSteps: ['the secret of the demo'],
    webhookNetworks: [],
    role: 'all' as const,
  };
  const said = (format: 'json' | 'terminal', isTTY: boolean) => {
    lines.length = 0;
    announce(format, details, {
      stdout: stream('out', isTTY),
      stderr: stream('error', isTTY),
      logger,
    });
    return lines.map((line) => line.split(':')[0]);
  };
  expect(said('json', false)).toEqual(['log']);
  expect(lines.join()).not.toContain('the secret of the demo');
  expect(said('json', true)).toEqual(['log', 'error']);
  expect(said('terminal', true)).toEqual(['out']);
});

test('a data folder that does not exist yet is made', () => {
  const own = join(dataDir, 'not', 'there');
  writeRunFile(own, {}, 3000);
  expect(readRunFile(own)?.pid).toBe(process.pid);
});

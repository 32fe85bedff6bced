import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { outputOfKeyCommand } from './key-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'muster-key-command-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Hangs with two processes of its own, whose ids it writes into the file. It disregards polite signals. */
const hanging = (file: string) =>
  `trap '' TERM INT; sleep 600 & a=$!; (trap '' TERM; sleep 600) & echo $$ $a $! > ${file}.part; mv ${file}.part ${file}; wait`;

/** Processes that have ended and were not yet collected do nothing any more. */
const running = (pids: readonly string[]): string[] =>
  pids.filter((pid) => {
    try {
      return !execFileSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).startsWith('Z');
    } catch {
      return false;
    }
  });
const pidsIn = (file: string) => readFileSync(file, 'utf8').trim().split(' ');

test('a command that hangs is ended with everything that it has started', async () => {
  const file = join(folder, 'overdue');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const overdue = outputOfKeyCommand(hanging(file), 30_000);
  const said = expect(overdue).rejects.toThrow(
    'The command of MUSTER_ENCRYPTION_KEY_COMMAND did not end within 30 seconds.',
  );
  await expect.poll(() => existsSync(file)).toBe(true);
  expect(running(pidsIn(file))).toHaveLength(3);
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  await said;
  await expect.poll(() => running(pidsIn(file)), { timeout: 10_000 }).toEqual([]);
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it with the process that waits for it', async (signal) => {
  const file = join(folder, signal);
  const module = JSON.stringify(new URL('./key-command.ts', import.meta.url).href);
  const script = `const { outputOfKeyCommand } = await import(${module});
    await outputOfKeyCommand(${JSON.stringify(hanging(file))}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(true);
  child.kill(signal);
  expect(await ended).toEqual([null, signal]);
  await expect.poll(() => running(pidsIn(file)), { timeout: 10_000 }).toEqual([]);
});

test('a command that never stops printing is ended', async () => {
  await expect(outputOfKeyCommand('yes', 60_000)).rejects.toThrow('prints more than keys');
});

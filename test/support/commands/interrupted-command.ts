/** Commands in processes of their own, which are interrupted or killed, and what is observed meanwhile. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { compileCache, root } from '../started-service.ts';

/** What ends with the file that uses these commands, the last one first. */
export const closing: (() => Promise<unknown>)[] = [];

export function launched(args: readonly string[], settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['cli/main.ts', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...compileCache, ...settings },
    stdio: 'ignore',
  });
  closing.push(async () => child.kill('SIGKILL'));
  return { child, ended: once(child, 'exit') };
}

export async function endedBy(
  { child, ended }: { child: ChildProcess; ended: Promise<unknown> },
  signal: NodeJS.Signals,
) {
  child.kill(signal);
  expect(await ended).toEqual(signal === 'SIGKILL' ? [null, 'SIGKILL'] : [130, null]);
}

export async function connection(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // Its server is stopped under it.
  client.on('error', () => undefined);
  await client.connect();
  closing.push(() => client.end());
  return client;
}

export async function asked<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** The command lines of the processes of PostgreSQL in a folder, also if it has another name now. */
export const postgresIn = async (folder: string): Promise<string[]> =>
  (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map(commandOf)
    .filter((line) => line.includes(folder));

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

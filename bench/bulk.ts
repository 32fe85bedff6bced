/**
 * Time and memory of the `muster` command for importing and exporting many people, on a separate PostgreSQL with nothing
 * else running: `node bench/bulk.ts [people]`, 100,000 by default.
 */

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../server/platform/database/embedded.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { company, writePeople } from './bulk-people.ts';
import { startFlags } from './start-flags.ts';

const people = Number(process.argv[2] ?? 100_000);
const dataDir = await mkdtemp(join(tmpdir(), 'muster-bulk-'));
const masterKey = randomBytes(32);
const server = await startEmbedded({ dataDir, log: () => undefined });

/** Runs a command; returns its duration and its peak memory. */
async function muster(...args: string[]): Promise<void> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [...startFlags, 'cli/main.ts', ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: server.url,
      MUSTER_DATA_DIR: dataDir,
      MUSTER_ENCRYPTION_KEY: masterKey.toString('base64'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.on('data', (chunk) => process.stdout.write(chunk));
  let peakMegabytes = 0;
  const watch = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, residentMegabytes(child.pid ?? 0));
  }, 200);
  const [status] = await once(child, 'close');
  clearInterval(watch);
  const seconds = (performance.now() - startedMs) / 1000;
  console.log(
    `${args.slice(0, 2).join(' ')}: ${seconds.toFixed(1)} s, ${Math.round(people / seconds)} a second, ` +
      `${Math.round(peakMegabytes)} MB at most, status ${status}`,
  );
  if (status !== 0) process.exitCode = 1;
}

function residentMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

try {
  await migrate(server.url, new Date());
  await company(server.url, masterKey);
  const file = join(dataDir, 'people.csv');
  await writePeople(file, people);
  const ofAccount = ['--account', 'bulk'];
  await muster('import', 'employees', file, ...ofAccount, '--dry-run');
  await muster('import', 'employees', file, ...ofAccount);
  await muster('import', 'employees', file, ...ofAccount);
  for (const format of ['ndjson', 'csv']) {
    const output = join(dataDir, `out.${format}`);
    await muster('export', 'employees', ...ofAccount, '--format', format, '--output', output);
    console.log(`${format}: ${((await stat(output)).size / 1e6).toFixed(1)} MB`);
  }
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

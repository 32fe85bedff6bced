/**
 * Time and memory of the `muster` command for importing and exporting many people, on a separate PostgreSQL with nothing
 * else running: `node bench/bulk.ts [people]`, 100,000 by default.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { company, writePeople } from './bulk-people.ts';
import { type Installation, withInstallation } from './installation.ts';
import { startFlags } from './start-flags.ts';

const people = Number(process.argv[2] ?? 100_000);

/** Runs a command; returns its duration and its peak memory. */
async function muster({ url, folder, masterKey }: Installation, ...args: string[]): Promise<void> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [...startFlags, 'cli/main.ts', ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      MUSTER_DATA_DIR: folder,
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

await withInstallation(async (installation) => {
  const { url, folder, masterKey } = installation;
  await company(url, masterKey);
  const file = join(folder, 'people.csv');
  await writePeople(file, people);
  const ofAccount = ['--account', 'bulk'];
  await muster(installation, 'import', 'employees', file, ...ofAccount, '--dry-run');
  await muster(installation, 'import', 'employees', file, ...ofAccount);
  await muster(installation, 'import', 'employees', file, ...ofAccount);
  for (const format of ['ndjson', 'csv']) {
    const output = join(folder, `out.${format}`);
    await muster(installation, 'export', 'employees', ...ofAccount, '--format', format, '--output', output);
    console.log(`${format}: ${((await stat(output)).size / 1e6).toFixed(1)} MB`);
  }
});

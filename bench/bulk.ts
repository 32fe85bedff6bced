/**
 * Time and memory of the `muster` command for importing and exporting many people, on a separate PostgreSQL with nothing
 * else running: `npm run bench -- bulk`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { company, writePeople } from './bulk-people.ts';
import { type Cost, printCosts } from './costs.ts';
import { type Installation, withInstallation } from './installation.ts';
import { startFlags } from './start-flags.ts';

/** Runs a command to its end; returns what it took. */
async function muster({ url, folder, masterKey }: Installation, ...args: string[]): Promise<Used> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [...startFlags, 'cli/main.ts', ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      MUSTER_DATA_DIR: folder,
      MUSTER_ENCRYPTION_KEY: masterKey.toString('base64'),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, residentMegabytes(child.pid ?? 0));
  }, 200);
  const [status] = await once(child, 'close');
  clearInterval(watch);
  if (status !== 0) throw new Error(`muster ${args[0]} ended with ${status}.`);
  return { seconds: (performance.now() - startedMs) / 1000, megabytes };
}

interface Used {
  readonly seconds: number;
  /** At most, at any moment. */
  readonly megabytes: number;
}

const costsOf = (meaning: string, { seconds, megabytes }: Used): Cost[] => [
  { meaning, value: seconds, unit: 's', digits: 1, most: null },
  { meaning: '… its memory, at most', value: megabytes, unit: 'MB', most: null },
];

function residentMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Returns whether a bar is missed; it has none. */
export const benchBulk = (people: number): Promise<boolean> =>
  withInstallation(async (installation) => {
    const { url, folder, masterKey } = installation;
    await company(url, masterKey);
    const file = join(folder, 'people.csv');
    await writePeople(file, people);
    const ofAccount = ['--account', 'bulk'];
    const importing = ['import', 'employees', file, ...ofAccount];
    const costs = [
      ...costsOf(`muster import --dry-run of ${people} people`, await muster(installation, ...importing, '--dry-run')),
      ...costsOf('muster import', await muster(installation, ...importing)),
      ...costsOf('muster import of the same people again', await muster(installation, ...importing)),
    ];
    for (const format of ['ndjson', 'csv']) {
      const output = ['--format', format, '--output', join(folder, `out.${format}`)];
      const used = await muster(installation, 'export', 'employees', ...ofAccount, ...output);
      costs.push(...costsOf(`muster export as ${format}`, used));
    }
    return printCosts('Bulk commands', costs);
  });

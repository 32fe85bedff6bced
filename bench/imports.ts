/**
 * How long an import of many people through the API takes, from the request to its end, on a separate PostgreSQL with
 * nothing else running: `npm run bench -- imports`, or `node bench/imports.ts [people]`.
 */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openAsBlob, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { musterClient } from '../client/client.ts';
import { findFreePort } from '../server/platform/database/embedded/free-port.ts';
import { startEmbedded } from '../server/platform/database/embedded.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { company, writePeople } from './bulk-people.ts';
import { startFlags } from './start-flags.ts';

/** Of a process, in seconds and megabytes. */
function usage(pid: number): { readonly seconds: number; readonly megabytes: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticksPerSecond = 100;
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  return { seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond, megabytes: Math.round(peak / 1024) };
}

/** Of all processes of PostgreSQL, those that have ended included. */
function serverSeconds(dataDir: string): number {
  const pid = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const own = (one: string) => (readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1] ?? '').split(' ');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const ended = own(String(pid));
  const living = children.map(own).reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0);
  return (living + Number(ended[13]) + Number(ended[14])) / 100;
}

/** Seconds that everybody may take, of 100,000 people on two cores that do nothing else. */
const mostSeconds = 25;
const peopleOfBar = 100_000;

/** Returns whether the limit was exceeded, which is in proportion for another number of people. */
export async function benchImports(people: number): Promise<boolean> {
  const most = (mostSeconds * people) / peopleOfBar;
  const seconds = await imported(people);
  const verdict = seconds <= most ? 'met' : 'MISSED';
  process.stdout.write(`| Imports | Measured | Bar |  |\n| --- | ---: | ---: | --- |\n`);
  process.stdout.write(`| an import of ${people} people | ${seconds.toFixed(1)} s | ≤ ${most} | ${verdict} |\n`);
  return seconds > most;
}

/** Seconds from the request to the end. */
async function imported(people: number): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-imports-'));
  const masterKey = randomBytes(32);
  const server = await startEmbedded({ dataDir, log: () => undefined });
  try {
    await migrate(server.url, new Date());
    const { clientId, clientSecret } = await company(server.url, masterKey);
    const file = join(dataDir, 'people.csv');
    await writePeople(file, people);
    const port = await findFreePort();
    const options = {
      databaseUrl: server.url,
      port,
      masterKey: masterKey.toString('hex'),
      filesDir: join(dataDir, 'files'),
    };
    const child = fork(join(import.meta.dirname, 'service-process.ts'), [JSON.stringify(options)], {
      execArgv: startFlags,
    });
    await once(child, 'message');
    const muster = musterClient({ baseUrl: `http://localhost:${port}`, clientId, clientSecret });
    const startedMs = performance.now();
    const before = { ...usage(child.pid ?? 0), server: serverSeconds(dataDir) };
    let order = await muster.imports.create(await openAsBlob(file), {
      collection: 'employees',
      fileName: 'people.csv',
    });
    console.log(`answered after ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
    while (order.endedAt === null) {
      await pause(500);
      order = await muster.imports.read(order.id);
    }
    const seconds = (performance.now() - startedMs) / 1000;
    const after = usage(child.pid ?? 0);
    console.log(
      `${order.status}, ${JSON.stringify(order.counts)}: ${seconds.toFixed(1)} s, ${Math.round(people / seconds)} a second; ` +
        `the service used ${(after.seconds - before.seconds).toFixed(1)} s of processor time and ${after.megabytes} MB at most, ` +
        `PostgreSQL ${(serverSeconds(dataDir) - before.server).toFixed(1)} s`,
    );
    child.kill('SIGTERM');
    await once(child, 'exit');
    if (order.status !== 'done' || order.counts.created !== people) throw new Error('Not everybody was imported.');
    return seconds;
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) process.exitCode = (await benchImports(Number(process.argv[2] ?? peopleOfBar))) ? 1 : 0;

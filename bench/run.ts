/**
 * Measures the service beside the floor in one run: same machine, same database, same minutes. What counts is the
 * ratio; absolute figures are only worth something next to each other. Each scenario alternates between the two in
 * short rounds, and all rounds count alike.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from '../server/database/embedded/free-port.ts';
import { type DatabaseServer, startEmbedded } from '../server/database/embedded.ts';
import { migrate } from '../server/database/migrate.ts';
import { bars, report } from './report.ts';
import { measure, scenarios } from './scenarios.ts';
import { seed } from './seed.ts';

/** The superuser's own address names another database. */
function superuserUrl({ url, superuserUrl: address }: DatabaseServer): string {
  const same = new URL(address);
  same.pathname = new URL(url).pathname;
  return same.href;
}

const dataDir = await mkdtemp(join(tmpdir(), 'muster-bench-'));
const server = await startEmbedded({ dataDir, log: () => undefined });
const children: ChildProcess[] = [];
/** As `npm start` runs the service; the floor gets the same. */
const startFlags = ['--max-semi-space-size=4'];

/** Waits until the events of a creation scenario are published, which nobody after it should pay for. */
async function settled(): Promise<void> {
  const connection = new pg.Client({ connectionString: superuserUrl(server) });
  await connection.connect();
  for (let left = 1; left > 0; ) {
    const { rows } = await connection.query<{ count: string }>('select count(*) from outbox');
    left = Number(rows[0]?.count);
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await connection.end();
}

async function started(file: string, settings: object): Promise<void> {
  const child = fork(new URL(file, import.meta.url), [JSON.stringify(settings)], { execArgv: startFlags });
  children.push(child);
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended before it was ready.`))),
  ]);
}

try {
  const masterKey = randomBytes(32);
  await migrate(server.url, new Date());
  const accounts = await seed(
    { url: server.url, superuserUrl: superuserUrl(server) },
    masterKey,
    [10_000, 100_000, 10_000, 100_000],
  );
  const ports = { service: await findFreePort(), floor: await findFreePort() };
  await started('./service-process.ts', {
    databaseUrl: server.url,
    port: ports.service,
    masterKey: masterKey.toString('hex'),
  });
  // As superuser: the floor knows nothing of accounts, so row-level security must let it pass.
  await started('./floor-process.ts', { databaseUrl: superuserUrl(server), port: ports.floor });
  const results = await measure(await scenarios(accounts.slice(0, 2), accounts.slice(2), ports), ports, settled);
  const failed = report(results, bars(results));
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const child of children) child.kill();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

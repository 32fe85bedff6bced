// Vitest's global setup: one throwaway PostgreSQL for the whole run, in a temporary folder that is removed at the end.
// Tests take its addresses with inject('superuserUrl') and inject('applicationUrl').
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type PgBouncer, startPgBouncer } from '../../bench/pgbouncer.ts';
import { type DatabaseServer, startEmbedded } from '../../server/platform/database/embedded.ts';
import { throwawayFolder } from './throwaway-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    superuserUrl: string;
    applicationUrl: string;
    /** As the same role, never through a pooler. */
    directUrl: string;
    /** See prepared-cluster.ts. */
    preparedCluster: string;
  }
}

/** Durability is off, and the write-ahead log must not fill the memory. */
export const throwawaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '256MB',
};

/** Each table that goes, with its database or without, is looked for in the whole cache, and the databases of tests are small. */
const smallCache = { shared_buffers: '128MB' };

let dataDir: string;
let server: DatabaseServer;
let pooler: PgBouncer | undefined;

/** Set: all services of the run use this many sessions of each database, through PgBouncer in transaction mode. */
const sessions = Number(process.env.TEST_SESSIONS ?? 0);

/** Set: the run uses this server instead of its own, as a superuser; the coordinator of Citus, for example. */
const named = process.env.MUSTER_TEST_DATABASE_URL ?? '';
const roleOfNamed = 'muster_test';

export async function setup({ provide }: TestProject): Promise<void> {
  dataDir = await throwawayFolder('muster-test-');
  process.once('exit', endNow);
  provide('preparedCluster', join(dataDir, 'prepared'));
  if (named !== '') {
    const application = Object.assign(new URL(named), { username: roleOfNamed, password: roleOfNamed }).href;
    provide('superuserUrl', named);
    provide('directUrl', application);
    provide('applicationUrl', application);
    return;
  }
  server = await startEmbedded({ dataDir, log: () => undefined, settings: { ...throwawaySettings, ...smallCache } });
  await quickPasswords(server);
  provide('superuserUrl', server.superuserUrl);
  if (sessions > 0) pooler = await startPgBouncer(server.url, sessions);
  provide('directUrl', server.url);
  provide('applicationUrl', pooler?.through(server.url) ?? server.url);
}

/**
 * After a Ctrl-C Vitest ends the process at once, without a teardown, and PostgreSQL would go on: the signal does not reach
 * it.
 */
function endNow(): void {
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
}

/** The suite opens thousands of connections, and each repeats the work that the stored password states. */
async function quickPasswords({ superuserUrl, url }: DatabaseServer): Promise<void> {
  const connection = new pg.Client({ connectionString: superuserUrl });
  await connection.connect();
  await connection.query('set scram_iterations = 1');
  for (const { username, password } of [new URL(superuserUrl), new URL(url)]) {
    const secret = connection.escapeLiteral(decodeURIComponent(password));
    await connection.query(`alter role ${connection.escapeIdentifier(username)} password ${secret}`);
  }
  await connection.end();
}

export async function teardown(): Promise<void> {
  await pooler?.close();
  await server?.stop();
  process.off('exit', endNow);
  await rm(dataDir, { recursive: true, force: true });
}

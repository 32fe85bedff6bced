/** A node in a separate process that can be frozen or disconnected, with services of the test on the same database. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { findFreePort } from '../../server/platform/database/embedded/free-port.ts';
import { type FragileNode, startNode } from '../faults/node.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';

/** Shorter than in production, to save time. */
export const silenceMs = 2000;

export interface ProcessNode extends FragileNode {
  readonly url: string;
}

export interface Stage {
  readonly database: FreshDatabase;
  readonly masterKey: Buffer;
  /** As the role of the service. */
  readonly observer: pg.Client;
  /** Starts a node; `env` overrides the defaults. Does not wait until it is ready. */
  start(env: Readonly<Record<string, string>>): Promise<ProcessNode>;
  /** Waits until a session of this node waits for a lock. */
  waitsForLock(node: FragileNode): Promise<void>;
  /** Waits until a statement of this node sleeps in a trigger of the test. */
  lingers(node: FragileNode): Promise<void>;
  /** Waits until PostgreSQL has finished a statement of the node and waits for the node. */
  isSilent(node: FragileNode): Promise<void>;
  close(): Promise<void>;
}

export async function stage(database?: FreshDatabase): Promise<Stage> {
  const fresh = database ?? (await freshDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-frozen-'));
  const masterKey = randomBytes(32);
  const observer = new pg.Client({ connectionString: fresh.url });
  await observer.connect();
  const nodes: FragileNode[] = [];
  const states = async (node: FragileNode) => {
    const { rows } = await observer.query<{ state: string; waits: string | null }>(
      `select state, wait_event_type as waits from pg_stat_activity
where datname = current_database() and application_name like $1`,
      [`%:${node.pid}`],
    );
    return rows;
  };
  return {
    database: fresh,
    masterKey,
    observer,
    async start(env) {
      const port = await findFreePort();
      const node = startNode({
        DATABASE_URL: fresh.url,
        MUSTER_DATA_DIR: dataDir,
        MUSTER_ENCRYPTION_KEY: masterKey.toString('hex'),
        MUSTER_DEMO: 'false',
        MUSTER_LOG_LEVEL: 'warn',
        MUSTER_WEBHOOK_NETWORKS: 'loopback',
        MUSTER_DATABASE_SILENCE_MS: String(silenceMs),
        HOST: '127.0.0.1',
        PORT: String(port),
        ...env,
      });
      nodes.push(node);
      return Object.assign(node, { url: `http://127.0.0.1:${port}` });
    },
    waitsForLock: (node) =>
      expect
        .poll(async () => (await states(node)).some(({ waits }) => waits === 'Lock'), { interval: 10, timeout: 20_000 })
        .toBe(true),
    lingers: (node) =>
      expect
        // Includes the start of the node.
        .poll(async () => (await states(node)).some(({ waits }) => waits === 'Timeout'), {
          interval: 10,
          timeout: 30_000,
        })
        .toBe(true),
    isSilent: (node) =>
      expect
        .poll(async () => (await states(node)).some(({ state }) => state === 'idle in transaction'), { interval: 10 })
        .toBe(true),
    async close() {
      for (const node of nodes) node.thaw();
      await Promise.all(nodes.map((node) => node.stop()));
      await observer.end();
      await fresh.drop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

export const statusOf = (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(3000) }).then(
    ({ status }) => status,
    () => 0,
  );

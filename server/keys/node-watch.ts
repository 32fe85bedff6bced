/**
 * Follows the encryption keys of the database on one process, and records which keys this process has: a key becomes
 * active only when every process has it, and the former one is retired only when no process uses it any more. It also
 * records the release of the process: which declarations and which migrations it knows.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { FollowingRing } from '../identity/auth/key-ring.ts';
import type { Database } from '../platform/database/database.ts';
import { lastMigration } from '../platform/database/migration-files.ts';
import { declarationsDigest } from '../platform/store/stored-text.ts';
import { repeat } from '../repeat.ts';
import { announceKey, recordedKeys } from './recorded-keys.ts';

export interface NodeWatch {
  readonly nodeId: string;
  /** Follows now, for a process that has just begun. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

export interface NodeWatchOptions {
  readonly database: Database;
  readonly ring: FollowingRing;
  readonly readKeys?: (() => Promise<readonly Buffer[]>) | undefined;
  readonly onError: (error: unknown) => void;
}

const everyMs = 1000;
const stopMs = 1000;
/** An unchanged row is written this often. */
const recordMs = 15_000;

const recording = `
with gone as (delete from nodes where seen_at < now() - interval '1 day')
insert into nodes (id, host, process, key_numbers, encrypts_with, declarations, last_migration, seen_at)
values ($1, $2, $3, $4, $5, $6, $7, now())
on conflict (id) do update
set key_numbers = excluded.key_numbers, encrypts_with = excluded.encrypts_with, seen_at = excluded.seen_at`;

export function startNodeWatch({ database, ring, readKeys, onError }: NodeWatchOptions): NodeWatch {
  const { query } = database;
  const nodeId = randomUUID();
  let release: readonly [string, string] | undefined;
  let recorded = '';
  let recordedAtMs = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    if (readKeys) ring.hold(await readKeys());
    let keys = await recordedKeys(query);
    const [newest = ''] = ring.checks();
    if (!keys.some(({ check }) => check === newest)) {
      await announceKey(query, newest);
      keys = await recordedKeys(query);
    }
    ring.follow(keys);
    await record(keys.find(({ state }) => state === 'active')?.number ?? null);
  }

  async function record(active: number | null): Promise<void> {
    const numbers = ring.all().map(({ number }) => number);
    const used = active !== null && numbers.includes(active) ? active : null;
    const text = JSON.stringify([numbers, used]);
    if (text === recorded && performance.now() - recordedAtMs < recordMs) return;
    release ??= [declarationsDigest(), await lastMigration()];
    await query(recording, [nodeId, hostname(), process.pid, numbers, used, ...release]);
    recorded = text;
    recordedAtMs = performance.now();
  }

  const repeated = repeat(everyMs, look, onError);
  return {
    nodeId,
    look: repeated.run,
    async stop() {
      await repeated.stop();
      const left = query('delete from nodes where id = $1', [nodeId]).catch(() => undefined);
      // A database that does not answer must not delay a stop: the row counts for a minute only.
      await Promise.race([left, pause(stopMs, undefined, { ref: false })]);
    },
  };
}

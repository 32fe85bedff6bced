/**
 * A rotation of the encryption key, as the database knows it: which key is active, which one is retiring, which processes
 * have which key, and how much is encrypted again. Every step is one transaction, so an interrupted process can go on later.
 */
import { type FollowingRing, sealedLasting } from '../identity/auth/key-ring.ts';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';
import type { Database } from '../platform/database/database.ts';
import { isLive } from '../platform/database/live-nodes.ts';
import { recordedKeys } from './recorded-keys.ts';

type Query = Database['query'];

export interface KeyState {
  readonly number: number;
  readonly check: string;
  readonly state: string;
  readonly announcedAt: Date;
  readonly activatedAt: Date | null;
  readonly retiredAt: Date | null;
}

export interface NodeState {
  readonly host: string;
  readonly process: number;
  readonly keyNumbers: readonly number[];
  readonly encryptsWith: number | null;
}

export interface RotationState {
  readonly keys: readonly KeyState[];
  readonly nodes: readonly NodeState[];
  readonly pass: number;
  readonly places: readonly { readonly place: string; readonly read: number; readonly isDone: boolean }[];
  /** In the current or last pass. */
  readonly unreadable: number;
}

export async function rotationState(query: Query): Promise<RotationState> {
  const keys = await query<KeyState & { pass: number }>(
    `select number, key_check as check, state, announced_at as "announcedAt", activated_at as "activatedAt",
       retired_at as "retiredAt", pass from encryption_keys order by number`,
  );
  const nodes = await query<NodeState>(
    `select host, process, key_numbers as "keyNumbers", encrypts_with as "encryptsWith" from nodes
     where ${isLive} order by host, process`,
  );
  const places = await query<{ place: string; read: number; isDone: boolean; unreadable: number }>(
    `select place, read_count::float8 as read, is_done as "isDone", unreadable_count::float8 as unreadable
     from encryption_progress order by place`,
  );
  return {
    keys,
    nodes,
    pass: keys.find(({ state }) => state === 'retiring')?.pass ?? 0,
    places,
    unreadable: places.reduce((sum, { unreadable }) => sum + unreadable, 0),
  };
}

/** The newest key of this process becomes active, the former one begins to retire. Throws with a sentence if it cannot. */
export async function activateKey(database: Database, ring: FollowingRing): Promise<number> {
  return database.together(async (query) => {
    await query('select pg_advisory_xact_lock($1)', [advisoryLocks.keyRotation]);
    const keys = await recordedKeys(query);
    ring.follow(keys);
    if (keys.some(({ state }) => state === 'retiring')) throw new Error('A rotation is under way already.');
    const next = keys.find(({ check }) => check === ring.checks()[0]);
    if (next?.state === 'retired')
      throw new Error(`The key of this process was retired before (key ${next.number}); make a new one.`);
    const nextKeys = next && ring.numbered(next.number);
    if (next?.state !== 'announced' || nextKeys === undefined)
      throw new Error('This process has no new key: its newest key is active already.');
    await refuseWhereMissing(query, next.number);
    const [installation] = await query<{ lasting: Buffer | null }>('select lasting_keys as lasting from installation');
    ring.last(installation?.lasting ?? null);
    const lasting = sealedLasting(ring, { number: next.number, keys: nextKeys });
    await query(`delete from encryption_progress`);
    await query(`update encryption_keys set state = 'retiring', pass = 0, unused_since = null where state = 'active'`);
    await query(`update encryption_keys set state = 'active', activated_at = now() where number = $1`, [next.number]);
    await query('update installation set key_check = $1, lasting_keys = $2', [next.check, lasting]);
    return next.number;
  });
}

/** The processes that run now and do not have a key. */
export const nodesWithout = (query: Query, number: number): Promise<{ host: string; process: number }[]> =>
  query(
    `select host, process from nodes where ${isLive} and not $1::smallint = any(key_numbers) order by host, process`,
    [number],
  );

async function refuseWhereMissing(query: Query, number: number): Promise<void> {
  const without = await nodesWithout(query, number);
  if (without.length === 0) return;
  const names = without.map(({ host, process }) => `process ${process} on ${host}`).join(', ');
  throw new Error(
    `Not every process has the new key yet: ${names}. Give them the new key as MUSTER_ENCRYPTION_KEY and the former one as MUSTER_ENCRYPTION_KEY_PREVIOUS, start them again, and repeat the command.`,
  );
}

export interface RotationWork {
  /** The key that retires. */
  readonly number: number;
  readonly pass: number;
}

/** The work on the retiring key, for this process alone, for some seconds; null: there is none, or another works on it. */
export async function leaseRotation(query: Query, nodeId: string): Promise<RotationWork | null> {
  const [work] = await query<RotationWork>(
    `update encryption_keys set leased_by = $1, leased_until = now() + interval '30 seconds'
     where state = 'retiring' and (leased_until is null or leased_until < now() or leased_by = $1)
     returning number, pass`,
    [nodeId],
  );
  return work ?? null;
}

export const endLease = (query: Query, nodeId: string): Promise<unknown> =>
  query('update encryption_keys set leased_until = null where leased_by = $1', [nodeId]);

/**
 * Whether a pass can begin: no running process encrypts with the retiring key, and no transaction is left that began
 * while one did. Values that it wrote would otherwise be missed.
 */
export async function isUnused(query: Query, number: number): Promise<boolean> {
  const [found] = await query<{ isUnused: boolean }>(
    `with now_unused as (
       select not exists (
         select from nodes where ${isLive} and encrypts_with is distinct from
           (select number from encryption_keys where state = 'active')
       ) as is_unused
     )
     update encryption_keys
     set unused_since = case when is_unused then coalesce(unused_since, pg_current_xact_id()) end
     from now_unused where number = $1
     returning is_unused and pg_snapshot_xmin(pg_current_snapshot()) > unused_since as "isUnused"`,
    [number],
  );
  return found?.isUnused ?? false;
}

export async function beginPass(database: Database, number: number): Promise<void> {
  await database.together(async (query) => {
    await query('delete from encryption_progress');
    await query('update encryption_keys set pass = pass + 1 where number = $1', [number]);
  });
}

/** The old key opens nothing any more. */
export const retire = (query: Query, number: number): Promise<unknown> =>
  query(
    `update encryption_keys set state = 'retired', retired_at = now(), leased_by = null, leased_until = null
     where number = $1 and state = 'retiring'`,
    [number],
  );

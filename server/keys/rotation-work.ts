/**
 * Encrypts everything again that a retiring key has encrypted, in the background. One process works at a time, slowly
 * enough that requests do not notice; another goes on where it stopped. The key is retired after a pass over all values
 * that found none of it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FileStorage } from '../files/storage.ts';
import type { KeyRing } from '../identity/auth/key-ring.ts';
import type { Database } from '../platform/database/database.ts';
import { repeat } from '../repeat.ts';
import { type EncryptedPlace, encryptedPlaces } from './places.ts';
import { renewFiles } from './renew-files.ts';
import { type Batch, renewBatch } from './renew-rows.ts';
import { beginPass, endLease, isUnused, leaseRotation, retire } from './rotation.ts';

export interface RotationWorker {
  stop(): Promise<void>;
}

export interface RotationWorkerOptions {
  readonly isRunning: boolean;
  readonly database: Database;
  readonly ring: KeyRing;
  readonly storage: FileStorage;
  readonly nodeId: string;
  /** Whether a key is being retired. */
  readonly isWaiting: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

const everyMs = 1000;
/** How often it is checked whether the former key is still in use. */
const waitMs = 200;
/** A pause as long as the work before it: half of one connection is the most that it takes. */
const pauseMinMs = 2;

export function startRotationWork(options: RotationWorkerOptions): RotationWorker {
  if (!options.isRunning) return { stop: async () => undefined };
  const { query } = options.database;
  let isStopping = false;
  const isMine = async () => !isStopping && (await leaseRotation(query, options.nodeId)) !== null;

  async function work(): Promise<void> {
    if (!(await options.isWaiting())) return;
    const found = isStopping ? null : await leaseRotation(query, options.nodeId);
    // Without the key its values cannot be decrypted: another process has it.
    if (!found || options.ring.numbered(found.number) === undefined) return;
    let { pass } = found;
    while (await isMine()) {
      if (pass === 0) {
        if (!(await isUnused(query, found.number))) {
          await pause(waitMs);
          continue;
        }
        await beginPass(options.database, found.number);
        pass = 1;
      }
      if (!(await finishPass(options, isMine))) return;
      if ((await countChanged(query)) === 0) return void (await retire(query, found.number));
      pass = 0;
    }
  }

  const repeated = repeat(everyMs, work, options.onError);
  return {
    async stop() {
      isStopping = true;
      await repeated.stop();
      await endLease(query, options.nodeId).catch(() => undefined);
    },
  };
}

async function countChanged(query: Database['query']): Promise<number> {
  const [row] = await query<{ changed: number }>(
    'select coalesce(sum(changed_count), 0)::float8 as changed from encryption_progress',
  );
  return row?.changed ?? 0;
}

type GoOn = () => Promise<boolean>;

/** True: all places are done. */
async function finishPass(options: RotationWorkerOptions, isMine: GoOn): Promise<boolean> {
  for (const place of encryptedPlaces) if (!(await finishPlace(options, place, isMine))) return false;
  return finishFiles(options, isMine);
}

interface Progress {
  readonly afterAccount: string | null;
  readonly afterRow: readonly string[] | null;
  readonly isDone: boolean;
}

async function progressOf(query: Database['query'], place: string): Promise<Progress> {
  const [row] = await query<Progress>(
    `insert into encryption_progress (place) values ($1) on conflict (place) do update set place = excluded.place
     returning after_account::text as "afterAccount", after_row as "afterRow", is_done as "isDone"`,
    [place],
  );
  return row as Progress;
}

async function finishPlace(
  { database, ring }: RotationWorkerOptions,
  place: EncryptedPlace,
  isMine: GoOn,
): Promise<boolean> {
  const { query } = database;
  const progress = await progressOf(query, place.name);
  if (progress.isDone) return true;
  let after = progress.afterRow;
  for (const account of await accountsOf(query, place, progress.afterAccount)) {
    do {
      const startedMs = performance.now();
      const batch: Batch = await renewBatch(database, ring, place, account, after);
      after = batch.after;
      await query(
        `update encryption_progress set after_account = $2, after_row = $3, read_count = read_count + $4,
           changed_count = changed_count + $5, unreadable_count = unreadable_count + $6 where place = $1`,
        [place.name, account, after, batch.read, batch.changed, batch.unreadable],
      );
      if (batch.read > 0 && !(await isMine())) return false;
      if (batch.read > 0) await pause(Math.max(pauseMinMs, performance.now() - startedMs));
    } while (after !== null);
  }
  await query('update encryption_progress set is_done = true where place = $1', [place.name]);
  return true;
}

/** The account that was worked on last is looked at once more, from its last row on or from its first. */
async function accountsOf(
  query: Database['query'],
  { isOfAccounts }: EncryptedPlace,
  from: string | null,
): Promise<(string | null)[]> {
  if (!isOfAccounts) return [null];
  const rows = await query<{ id: string }>(
    'select id::text as id from accounts where id >= coalesce($1::bigint, 0) order by accounts.id',
    [from],
  );
  return rows.map(({ id }) => id);
}

const filesPlace = 'files';

/** Files are not in an order: after an interruption all are looked at again, which changes nothing that is done. */
async function finishFiles({ database, storage }: RotationWorkerOptions, isMine: GoOn): Promise<boolean> {
  const { query } = database;
  if ((await progressOf(query, filesPlace)).isDone) return true;
  let startedMs = performance.now();
  const done = await renewFiles(storage, database.vault, async ({ read, changed, unreadable }) => {
    await query(
      `update encryption_progress set read_count = $2, changed_count = greatest(changed_count, $3), unreadable_count = $4
       where place = $1`,
      [filesPlace, read, changed, unreadable],
    );
    await pause(Math.max(pauseMinMs, performance.now() - startedMs));
    startedMs = performance.now();
    return isMine();
  });
  if (!done.isWhole) return false;
  await query('update encryption_progress set is_done = true where place = $1', [filesPlace]);
  return true;
}

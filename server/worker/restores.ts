/**
 * After a restore to an earlier point the database would reuse numbers: ids of events, by which receivers detect
 * duplicates, ids of resources, which clients have stored, and revisions, which entity tags contain. A marker is
 * therefore stored outside the database, in the file storage: a counter that grows with each marker, and numbers well
 * above all used ones. A node that finds a marker above the counter of its database knows that the database was
 * restored, and continues after those numbers. The marker is not written for each number, only when the numbers come
 * close to it, and when something was written in the last minute.
 */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { BytesMissing, type FileStorage, installationKeys } from '../files/storage.ts';
import type { Database } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { repeat } from '../repeat.ts';

/** Where the marker is stored. */
export interface MarkStore {
  /** Null: there is none yet. */
  read(): Promise<string | null>;
  write(text: string): Promise<void>;
}

export const markIn = (storage: FileStorage): MarkStore => ({
  async read() {
    try {
      return await text(await storage.read(installationKeys.restoreMark));
    } catch (error) {
      if (error instanceof BytesMissing) return null;
      throw error;
    }
  },
  write: (content) => storage.write(installationKeys.restoreMark, Readable.from([Buffer.from(content)])),
});

/** The highest numbers in use or skipped. Sequences by their names. */
interface Numbers {
  readonly events: string;
  readonly sequences: Readonly<Record<string, string>>;
}

interface Mark {
  /** Of the database that it was written for. */
  readonly installation: string;
  readonly mark: number;
  readonly numbers: Numbers;
}

/** Far more than are used between two checks; ids have room for billions of them. */
export const marginOfNumbers = 1_000_000n;
const everyMs = 10_000;
const writtenEveryMs = 60_000;

const withMargin = ({ events, sequences }: Numbers, margin: bigint): Numbers => ({
  events: String(BigInt(events) + margin),
  sequences: Object.fromEntries(Object.entries(sequences).map(([name, last]) => [name, String(BigInt(last) + margin)])),
});

async function numbersOf(database: Database): Promise<Numbers> {
  const [row] = await database.query<{ events: string }>(
    `select greatest((select max(last_id) from published), (select events_from from installation_state))::text as events`,
  );
  const sequences = await database.query<{ name: string; last: string }>(
    `select sequencename as name, coalesce(last_value, 0)::text as last
from pg_sequences where schemaname = current_schema() order by 1`,
  );
  return {
    events: row?.events ?? '0',
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
  };
}

const skipped = statement(`
with noted as (
  insert into skipped_events (account_id, after_id, up_to_id)
  select $1, last_id, $2::bigint from published where account_id = $1 and last_id < $2::bigint
  on conflict do nothing
)
update published set last_id = $2::bigint where account_id = $1 and last_id < $2::bigint`);

/** No number below these is used from now on. Can be repeated. */
async function skipTo(database: Database, { events, sequences }: Numbers): Promise<void> {
  await database.query('update installation_state set events_from = greatest(events_from, $1::bigint)', [events]);
  for (const { id } of await database.query<{ id: string }>('select id::text as id from accounts')) {
    await database.transaction(id, (tx) => tx.run(skipped, [events]));
  }
  const known = await numbersOf(database);
  for (const [name, last] of Object.entries(sequences)) {
    const current = known.sequences[name];
    if (current === undefined || BigInt(current) >= BigInt(last)) continue;
    await database.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, last]);
  }
}

/** For an operator who has restored a backup: skips numbers, whether a restore was detected or not. */
export async function skipAfterRestore(database: Database, margin = marginOfNumbers): Promise<Numbers> {
  const target = withMargin(await numbersOf(database), margin);
  await skipTo(database, target);
  return target;
}

interface Found {
  readonly mark: string;
  readonly id: string;
}

export interface RestoreWatch {
  /** Checks once, as it does automatically every few seconds. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

export interface RestoreWatchOptions {
  readonly database: Database;
  readonly marks: MarkStore;
  readonly logger: Logger;
}

/** Resolves when a restore, if any, has been handled and numbers can be used. */
export async function watchRestores({ database, marks, logger }: RestoreWatchOptions): Promise<RestoreWatch> {
  let left: Mark | null = markOf(await marks.read().catch(onError), logger);
  let seen = '';
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  let running: Promise<void> = Promise.resolve();

  function onError(error: unknown): null {
    logger.error({ err: error }, 'the mark by which a restored backup is noticed could not be read or left');
    return null;
  }

  async function leave(numbers: Numbers): Promise<void> {
    const [row] = await database.query<Found>(
      'update installation_state set mark = greatest(mark, $1::bigint) + 1 returning mark::text as mark, id::text as id',
      [left?.mark ?? 0],
    );
    if (!row) return;
    const mark = { installation: row.id, mark: Number(row.mark), numbers: withMargin(numbers, marginOfNumbers) };
    await marks.write(JSON.stringify(mark));
    left = mark;
    seen = JSON.stringify(numbers);
    writtenAtMs = performance.now();
  }

  async function lookOnce(): Promise<void> {
    const [row] = await database.query<Found>('select mark::text as mark, id::text as id from installation_state');
    if (left && left.installation !== row?.id) left = null;
    const isRestored = left !== null && left.mark > Number(row?.mark);
    if (left && isRestored) {
      logger.error(
        { left: left.mark, found: Number(row?.mark) },
        'ALARM: the database is in an earlier state than it was: a backup was restored. Ids of events and resources skip ahead, and readers of events whose position is lost are informed (410).',
      );
      await skipTo(database, left.numbers);
    }
    const numbers = await numbersOf(database);
    const isDue = seen !== JSON.stringify(numbers) && performance.now() - writtenAtMs > writtenEveryMs;
    if (isRestored || !left || isDue || isNear(numbers, left.numbers)) await leave(numbers);
  }

  const look = () => {
    running = running.then(lookOnce);
    return running;
  };
  await look().catch(onError);
  const lookAgain = () => {
    running = running.catch(() => undefined);
    return look();
  };
  const repeated = repeat(everyMs, lookAgain, onError);
  return {
    look,
    async stop() {
      await repeated.stop();
      writtenAtMs = Number.NEGATIVE_INFINITY;
      await lookAgain().catch(onError);
    },
  };
}

function markOf(content: string | null, logger: Logger): Mark | null {
  if (content === null) return null;
  try {
    return JSON.parse(content) as Mark;
  } catch {
    logger.error('the mark by which a restored backup is noticed cannot be read; it is left again');
    return null;
  }
}

/** Half of the margin is used up. */
function isNear(numbers: Numbers, marked: Numbers): boolean {
  const isClose = (current: string, limit = '0') => BigInt(limit) - BigInt(current) < marginOfNumbers / 2n;
  return (
    isClose(numbers.events, marked.events) ||
    Object.entries(numbers.sequences).some(([name, last]) => isClose(last, marked.sequences[name]))
  );
}

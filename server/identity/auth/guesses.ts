/**
 * Counts attempts with credentials before their result is revealed, in the database, so that all nodes together allow
 * no more than one node. An attempt costs one statement; one that must wait costs none while this node remembers it.
 */
import type { Database } from '../../platform/database/database.ts';
import { boundedQueue, QueueFullError } from './bounded-queue.ts';
import { leastRecentlyUsed } from './least-recently-used.ts';
import { networkOf, throttling } from './throttle.ts';

/** Credentials that are counted together: failures with one kind do not slow down another. */
export type CredentialKind = 'client' | 'person' | 'api-key';

export interface Guess {
  readonly kind: CredentialKind;
  /** The name that the credential belongs to. Null: it has no name, so only its address is counted. */
  readonly name: string | null;
  readonly address: string;
}

export interface Wait {
  readonly waitSeconds: number;
}

/** Null: the credential was wrong. */
export interface Judged<T> {
  readonly result: T | null;
}

export interface Guesses {
  /**
   * For checks that are cheap and have no effect: checks, then counts the result. If the caller must wait, the result
   * is not revealed. Right credentials count nothing, however many run at once.
   */
  checkThenCount<T>(guess: Guess, judge: () => Promise<T | null>): Promise<Judged<T> | Wait>;
  /**
   * For expensive checks: counts first, then runs `judge`. Null is a failure; anything else is success and is returned.
   * An error reverts the count, because it revealed nothing.
   */
  countThenCheck<T>(guess: Guess, judge: () => Promise<T | null>): Promise<Judged<T> | Wait>;
  /** As far as this node knows, without a statement. */
  mustWait(guess: Guess): Wait | null;
  /** Removes expired entries, and those beyond the limit. */
  clean(): Promise<void>;
}

/** The current waits, or those for the next attempt if this one was counted. */
interface Counted {
  readonly mustWait: boolean;
  readonly pair: number;
  readonly network: number;
}

interface Keys {
  readonly pair: Buffer | null;
  readonly network: Buffer;
  readonly name: Buffer | null;
}

/** A burst must not take all connections. */
const countingBounds = { atOnceMax: 4, waitingMax: 1000 } as const;
/** Two for the password threads, and two that use the database meanwhile. About two seconds of waiting. */
const judgingBounds = { atOnceMax: 4, waitingMax: 60 } as const;
const busySeconds = 2;
/** Names and addresses that must wait, on this node. */
const rememberedMax = 20_000;
/** The number of attempts between two clean-ups: the limit is exceeded by at most three rows for each. */
const cleanEvery = 1000;
const digestBytes = 16;

export const isWait = (answer: object | null): answer is Wait => answer !== null && 'waitSeconds' in answer;

export function guessCounter({ database, now }: { readonly database: Database; readonly now: () => Date }): Guesses {
  const counting = boundedQueue(countingBounds);
  const judging = boundedQueue(judgingBounds);
  const waitingUntil = leastRecentlyUsed<number>(rememberedMax);
  /** The time when nobody has to wait any more: before it, each request checks whether it must wait. */
  let longestUntilMs = 0;
  let counted = 0;

  function rememberedMs({ pair, network }: Keys): number {
    const moment = now().getTime();
    const until = Math.max(waitingUntil.get(text(pair)) ?? 0, waitingUntil.get(text(network)) ?? 0);
    // A clock that was set back must not extend any wait beyond the maximum.
    return until - moment > throttling.waitMsMax ? 0 : until - moment;
  }

  function waitUntil(key: Buffer | null, untilMs: number): void {
    waitingUntil.set(text(key), untilMs);
    longestUntilMs = Math.max(longestUntilMs, untilMs);
  }

  function remember(keys: Keys, { pair, network }: Counted, moment: Date): void {
    if (pair > 0) waitUntil(keys.pair, moment.getTime() + pair);
    if (network > 0) waitUntil(keys.network, moment.getTime() + network);
  }

  /** Returns the time of counting. */
  const count = (keys: Keys, isRight: boolean | null): Promise<Date | Wait> =>
    orWait(
      counting.run(async () => {
        const remembered = rememberedMs(keys);
        if (remembered > 0) return waitOf(remembered);
        const moment = now();
        const [row] = await database.query<Counted>(countText, [...valuesOf(keys), moment, isRight, ...rules]);
        if (!row) throw new Error('The count of guesses answered nothing.');
        remember(keys, row, moment);
        cleanAtTimes();
        return row.mustWait ? waitOf(Math.max(row.pair, row.network)) : moment;
      }),
    );

  async function clean(): Promise<void> {
    await database.query('delete from guesses where last_at <= $1', [new Date(now().getTime() - throttling.forgetMs)]);
    // Entries with few failures are removed first: flooding the table with new names does not reset existing counts.
    await database.query(
      'delete from guesses where key in (select key from guesses order by failures desc, last_at desc offset $1)',
      [throttling.entriesMax],
    );
  }

  function cleanAtTimes(): void {
    counted += 1;
    // The next clean-up makes up for a failed one.
    if (counted % cleanEvery === 0) clean().catch(() => undefined);
  }

  const keysOf = ({ kind, name, address }: Guess): Keys => {
    const network = networkOf(address);
    // A network contains no space, so two different pairs never share a key.
    const digest = (what: string) =>
      Buffer.from(database.vault.digest(what, `guesses ${kind}`), 'base64url').subarray(0, digestBytes);
    return {
      pair: name === null ? null : digest(`pair ${network} ${name}`),
      network: digest(`network ${network}`),
      name: name === null ? null : digest(`name ${name}`),
    };
  };

  async function judgedOnceCounted<T>(keys: Keys, judge: () => Promise<T | null>): Promise<Judged<T> | Wait> {
    const moment = await count(keys, null);
    if (isWait(moment)) return moment;
    const withdraw = async (isRight: boolean) => {
      await database.query(withdrawText, [...valuesOf(keys), moment, isRight]);
      waitingUntil.delete(text(keys.pair));
      waitingUntil.delete(text(keys.network));
    };
    try {
      const result = await judge();
      if (result !== null) await withdraw(true);
      return { result };
    } catch (error) {
      // The first error is the one to report.
      await withdraw(false).catch(() => undefined);
      throw error;
    }
  }

  return {
    async checkThenCount(guess, judge) {
      const keys = keysOf(guess);
      const remembered = rememberedMs(keys);
      if (remembered > 0) return waitOf(remembered);
      const result = await judge();
      const counted = await count(keys, result !== null);
      return isWait(counted) ? counted : { result };
    },
    async countThenCheck(guess, judge) {
      const keys = keysOf(guess);
      const remembered = rememberedMs(keys);
      if (remembered > 0) return waitOf(remembered);
      return orWait(judging.run(() => judgedOnceCounted(keys, judge)));
    },
    mustWait(guess) {
      if (now().getTime() >= longestUntilMs) return null;
      const remembered = rememberedMs(keysOf(guess));
      return remembered > 0 ? waitOf(remembered) : null;
    },
    clean,
  };
}

const countText = `
select must_wait as "mustWait", pair_ms as pair, network_ms as network
from count_guess($1::bytea, $2::bytea, $3::bytea, $4::timestamptz, $5::boolean, $6, $7, $8, $9, $10, $11)`;
const withdrawText = 'select withdraw_guess($1::bytea, $2::bytea, $3::bytea, $4::timestamptz, $5::boolean)';

/** In the order of the database function. */
const rules = [
  throttling.freePerPair,
  throttling.freePerPairOfGuessedClient,
  throttling.guessedClientFailures,
  throttling.freePerAddress,
  throttling.waitMsMax,
  throttling.forgetMs,
] as const;

const valuesOf = ({ pair, network, name }: Keys): readonly (Buffer | null)[] => [pair, network, name];
const text = (key: Buffer | null): string => key?.toString('base64url') ?? '';
async function orWait<T>(work: Promise<T | Wait>): Promise<T | Wait> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof QueueFullError) return { waitSeconds: busySeconds };
    throw error;
  }
}
const waitOf = (waitMs: number): Wait => ({ waitSeconds: Math.ceil(waitMs / 1000) });

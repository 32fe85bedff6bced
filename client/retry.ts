/**
 * When a request is retried, and after which wait. An error before any work (429, 503) allows every request to be
 * retried; a lost response only those that are safe to repeat. Attempts and total time are limited.
 */
import type { ConnectionError } from './errors.ts';

export interface RetryPolicy {
  /** All attempts, the first included; 1 disables retries. */
  readonly attemptsMax: number;
  /** From the first attempt to the start of the last one. The client does not wait for a longer `Retry-After`. */
  readonly totalMs: number;
  /** Before the second attempt; doubled for each further one. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
}

/** Enough to wait for one window of the request quota. */
export const retryPolicy: RetryPolicy = {
  attemptsMax: 5,
  totalMs: 120_000,
  firstWaitMs: 500,
  longestWaitMs: 20_000,
};

/** Time and random numbers, replaceable in tests. */
export interface Clock {
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
}

export const systemClock: Clock = { now: Date.now, sleep, random: Math.random };

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type Outcome = Reply | ConnectionError;

/** A pause before another attempt, for display or logging. */
export interface Pause {
  readonly ms: number;
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  readonly reason: Outcome;
}

export interface Repetition {
  /** Whether the request is safe to repeat. */
  readonly isRepeatable: boolean;
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly onPause?: ((pause: Pause) => void) | undefined;
}

export interface LastOutcome {
  readonly outcome: Outcome;
  /** Whether an earlier attempt may have succeeded although its response was lost. */
  readonly wasLost: boolean;
}

/** Sends until an outcome is final or the limits are reached. Errors of `send` are final. */
export async function repeated(
  send: () => Promise<Outcome>,
  { isRepeatable, policy, clock, signal, onPause }: Repetition,
): Promise<LastOutcome> {
  const startedAtMs = clock.now();
  let wasLost = false;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const outcome = await send();
    const verdict = verdictOn(outcome);
    if (verdict === 'final' || (verdict === 'lost' && !isRepeatable)) return { outcome, wasLost };
    const ms = waitMs(attempt, waitAsked(outcome, clock.now()), policy, clock.random());
    if (attempt >= policy.attemptsMax || clock.now() + ms - startedAtMs > policy.totalMs) return { outcome, wasLost };
    wasLost ||= verdict === 'lost';
    onPause?.({ ms, attempt, reason: outcome });
    await clock.sleep(ms, signal);
  }
}

/** `refused`: nothing was done; `lost`: something may have been done. */
export function verdictOn(outcome: Outcome): 'final' | 'refused' | 'lost' {
  if (!('status' in outcome)) return 'lost';
  if (outcome.status === 503 && outcome.text.includes('/problems/outcome-unknown"')) return 'lost';
  if (outcome.status === 429 || outcome.status === 503) return 'refused';
  return outcome.status === 502 || outcome.status === 504 ? 'lost' : 'final';
}

const waitAsked = (outcome: Outcome, nowMs: number): number | null =>
  'status' in outcome ? retryAfterMs(outcome.headers.get('retry-after'), nowMs) : null;

/**
 * Half of the back-off is random, so that clients that failed together do not return together. `Retry-After` is a lower
 * bound, plus a small random wait for the same reason.
 */
export function waitMs(attempt: number, askedMs: number | null, policy: RetryPolicy, chance: number): number {
  if (askedMs !== null) return askedMs + Math.round(policy.firstWaitMs * chance);
  const backOffMs = Math.min(policy.firstWaitMs * 2 ** (attempt - 1), policy.longestWaitMs);
  return Math.round(backOffMs * (0.5 + chance / 2));
}

/** `Retry-After` in whole seconds or as an HTTP date; null if it is absent or invalid. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // `Date.parse` accepts almost anything, so the text must begin with the name of a day.
  const atMs = /^(mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}

/** Rejects early with the reason of the signal. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

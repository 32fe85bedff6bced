/**
 * The request quota of each client application or key: a fixed window, counted by this node. Nodes do not share their
 * counts: a quota protects the service from a runaway client, and a shared counter would cost every request a write. The
 * processes of one node do (server/processes/request-counts.ts).
 */
import { type InstallationBounds, within } from '@muster/contract/administration/installation-bounds.ts';
import { detail } from '@muster/contract/messages.ts';
import { leastRecentlyUsed } from '../../identity/auth/least-recently-used.ts';
import { Problem } from '../../problem.ts';

const windowSeconds = 60;

/** Callers come and go, especially sessions of people. This is more than call one node within a minute. */
const callersMax = 100_000;

interface Window {
  endsAtMs: number;
  used: number;
}

export type Counted = Readonly<Window>;

export interface RequestCounter {
  /** Counts one request in the window of its caller. `quota`: what it will be compared with. */
  add(callerId: string, quota: number, nowMs: number): Counted | Promise<Counted>;
}

export interface RateLimit {
  /**
   * Counts one request and returns the state of the quota. Without its own quota, the caller has that of the
   * installation. A promise only if other processes count as well.
   */
  count(callerId: string, ownQuota: number | null, nowMs: number): Standing | Promise<Standing>;
}

export interface Standing {
  /** The values of the `RateLimit-Policy` and `RateLimit` headers. */
  readonly policy: string;
  readonly state: string;
  readonly isExceeded: boolean;
  readonly secondsLeft: number;
}

export function refuseIfExceeded({ isExceeded, secondsLeft }: Standing): void {
  if (!isExceeded) return;
  throw new Problem('too-many-requests', detail('tooManyRequests', { seconds: secondsLeft }), {
    headers: { 'retry-after': String(secondsLeft) },
  });
}

const policiesMax = 1000;

/** If an account sets a larger quota than the installation allows, the limit of the installation applies. */
export function rateLimit(
  defaultQuota: number,
  bounds: InstallationBounds,
  counter: RequestCounter = countedHere(),
): RateLimit {
  const policies = leastRecentlyUsed<string>(policiesMax);
  const policyOf = (quota: number) => {
    const key = String(quota);
    const known = policies.get(key);
    if (known !== undefined) return known;
    const policy = `"client";q=${quota};w=${windowSeconds}`;
    policies.set(key, policy);
    return policy;
  };
  return {
    count(callerId, ownQuota, nowMs) {
      const quota = ownQuota === null ? defaultQuota : within(bounds, 'requestsPerMinute', ownQuota);
      const counted = counter.add(callerId, quota, nowMs);
      const policy = policyOf(quota);
      if (counted instanceof Promise) return counted.then((each) => standingOf(each, quota, policy, nowMs));
      return standingOf(counted, quota, policy, nowMs);
    },
  };
}

function standingOf({ used, endsAtMs }: Counted, quota: number, policy: string, nowMs: number): Standing {
  // Another process may have begun the window a moment after this request came.
  const secondsLeft = Math.min(windowSeconds, Math.ceil((endsAtMs - nowMs) / 1000));
  const state = `"client";r=${Math.max(0, quota - used)};t=${secondsLeft}`;
  return { policy, state, isExceeded: used > quota, secondsLeft };
}

export function countedHere(windowsMax?: number): RequestCounter {
  const windows = openWindows(windowsMax);
  return {
    add(callerId, _, nowMs) {
      const window = windows.of(callerId, nowMs);
      window.used += 1;
      return window;
    },
  };
}

/**
 * The window of each caller, in two generations. The older generation is dropped after a minute, when its windows have
 * ended. If it is dropped earlier because there are too many, the callers with the most requests are kept: nobody gets
 * a new quota by filling the map with other callers.
 */
export function openWindows(max: number = callersMax): { of(callerId: string, nowMs: number): Window } {
  let current = new Map<string, Window>();
  let former = new Map<string, Window>();
  let turnedAtMs = Number.NEGATIVE_INFINITY;

  function turn(nowMs: number): void {
    const busy = [...former].filter(([, { endsAtMs, used }]) => endsAtMs > nowMs && used > 1);
    const busiest = busy.sort(([, one], [, other]) => other.used - one.used).slice(0, max / 4);
    former = current;
    current = new Map(busiest);
    turnedAtMs = nowMs;
  }

  return {
    of(callerId, nowMs) {
      const found = current.get(callerId) ?? former.get(callerId);
      if (found && found.endsAtMs > nowMs) return found;
      if (nowMs - turnedAtMs >= windowSeconds * 1000 || current.size >= max / 2) turn(nowMs);
      const window = { endsAtMs: nowMs + windowSeconds * 1000, used: 0 };
      current.set(callerId, window);
      return window;
    },
  };
}

/**
 * The request quota of each client application or key: a fixed window for each, counted by this node. Nodes do not
 * share their counts: a quota protects the service from a runaway client, and a shared counter would cost every
 * request a write.
 */
import { type InstallationBounds, within } from '@muster/contract/administration/installation-bounds.ts';
import { detail } from '@muster/contract/messages.ts';
import { leastRecentlyUsed } from '../auth/least-recently-used.ts';
import { Problem } from '../problem.ts';

const windowSeconds = 60;

/** Callers come and go, sessions of people most of all. More than call one node within a minute. */
const callersMax = 100_000;

interface Window {
  endsAtMs: number;
  used: number;
}

export interface RateLimit {
  /** Counts one request and tells where the caller stands. Without a quota of its own, the installation's applies. */
  count(callerId: string, ownQuota: number | null, nowMs: number): Standing;
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

/** An account that sets a greater quota than the installation allows has what the installation allows. */
export function rateLimit(defaultQuota: number, bounds: InstallationBounds): RateLimit {
  const windows = leastRecentlyUsed<Window>(callersMax);
  const policies = new Map<number, string>();
  const policyOf = (quota: number) => {
    const policy = policies.get(quota) ?? `"client";q=${quota};w=${windowSeconds}`;
    policies.set(quota, policy);
    return policy;
  };
  return {
    count(callerId, ownQuota, nowMs) {
      const quota = ownQuota === null ? defaultQuota : within(bounds, 'requestsPerMinute', ownQuota);
      let window = windows.get(callerId);
      if (!window || window.endsAtMs <= nowMs) {
        window = { endsAtMs: nowMs + windowSeconds * 1000, used: 0 };
        windows.set(callerId, window);
      }
      window.used += 1;
      const secondsLeft = Math.ceil((window.endsAtMs - nowMs) / 1000);
      const state = `"client";r=${Math.max(0, quota - window.used)};t=${secondsLeft}`;
      return { policy: policyOf(quota), state, isExceeded: window.used > quota, secondsLeft };
    },
  };
}

/**
 * The request quota of each client application: a fixed window per application, counted by this node. Nodes do not
 * share their counts: a quota protects the service from a runaway client, and a shared counter would cost every
 * request a write.
 */
import { detail } from '@muster/contract/messages.ts';
import type { Caller } from '../auth/bearer.ts';
import { Problem } from '../problem.ts';

const windowSeconds = 60;

interface Window {
  endsAtMs: number;
  used: number;
}

export interface RateLimit {
  /** Counts one request and returns the headers that tell where the caller stands; refuses beyond the quota. */
  take(caller: Caller, nowMs: number): { policy: string; state: string };
}

export function rateLimit(defaultQuota: number): RateLimit {
  const windows = new Map<string, Window>();
  const policies = new Map<number, string>();
  const policyOf = (quota: number) => {
    const policy = policies.get(quota) ?? `"client";q=${quota};w=${windowSeconds}`;
    policies.set(quota, policy);
    return policy;
  };
  return {
    take(caller, nowMs) {
      const quota = caller.requestsPerMinute ?? defaultQuota;
      let window = windows.get(caller.clientApplicationId);
      if (!window || window.endsAtMs <= nowMs) {
        window = { endsAtMs: nowMs + windowSeconds * 1000, used: 0 };
        windows.set(caller.clientApplicationId, window);
      }
      window.used += 1;
      const seconds = Math.ceil((window.endsAtMs - nowMs) / 1000);
      const policy = policyOf(quota);
      const state = `"client";r=${Math.max(0, quota - window.used)};t=${seconds}`;
      if (window.used > quota) {
        throw new Problem('too-many-requests', detail('tooManyRequests', { seconds }), {
          headers: { 'retry-after': String(seconds), 'ratelimit-policy': policy, ratelimit: state },
        });
      }
      return { policy, state };
    },
  };
}

/**
 * Requests of callers, counted for all processes together. The primary keeps the windows. A process that is far from the
 * quota of a caller counts by itself and reports a little later, which costs the request nothing; near the quota it asks
 * for each request, so that the last one of the quota is the last one, whatever process it comes to.
 */
import { type Counted, openWindows, type RequestCounter } from '../http/api/rate.ts';
import { leastRecentlyUsed } from '../identity/auth/least-recently-used.ts';
import type { RequestCount } from './messages.ts';

/** Near a quota: others may count less than this before their reports arrive. */
const nearShare = 0.25;
const nearLeast = 50;
const reportEveryMs = 20;
/** More than call one node within a minute. */
const callersMax = 100_000;

export interface SharedCounter extends RequestCounter {
  /** What the primary says to the oldest report that it has not answered. */
  counted(windows: readonly Counted[]): void;
}

interface Report {
  readonly counts: readonly RequestCount[];
  /** Of the requests that wait, by caller. */
  readonly waiting: ReadonlyMap<string, readonly Waiting[]>;
}

type Waiting = (counted: Counted) => void;

export function sharedCounter(send: (counts: readonly RequestCount[]) => void): SharedCounter {
  /** As far as this process knows, with its own requests that are not reported yet. */
  const known = leastRecentlyUsed<{ used: number; endsAtMs: number }>(callersMax);
  /** The primary answers in the order of reports. */
  const reports: Report[] = [];
  let unreported = new Map<string, number>();
  let waiting = new Map<string, Waiting[]>();
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;

  function report(): void {
    clearTimeout(timer);
    timer = undefined;
    isAsking = false;
    const one: Report = { counts: [...unreported], waiting };
    unreported = new Map();
    waiting = new Map();
    reports.push(one);
    send(one.counts);
  }

  const note = (callerId: string) => unreported.set(callerId, (unreported.get(callerId) ?? 0) + 1);

  return {
    add(callerId, quota, nowMs) {
      note(callerId);
      const window = known.get(callerId);
      const isCurrent = window !== undefined && window.endsAtMs > nowMs;
      if (isCurrent && (isFar(quota, window.used) || window.used > quota)) {
        window.used += 1;
        timer ??= setTimeout(report, reportEveryMs);
        return window;
      }
      // Requests that arrive together are asked about together.
      if (!isAsking) setImmediate(report);
      isAsking = true;
      return new Promise((resolve) => {
        const others = waiting.get(callerId);
        if (others) others.push(resolve);
        else waiting.set(callerId, [resolve]);
      });
    },
    counted(windows) {
      const { counts, waiting: answered } = reports.shift() as Report;
      for (const [index, { used, endsAtMs }] of windows.entries()) {
        const [callerId] = counts[index] as RequestCount;
        known.set(callerId, { used: used + (unreported.get(callerId) ?? 0), endsAtMs });
        const resolves = answered.get(callerId) ?? [];
        for (const [place, resolve] of resolves.entries()) {
          resolve({ used: used - resolves.length + 1 + place, endsAtMs });
        }
      }
    },
  };
}

const isFar = (quota: number, used: number): boolean => quota - used > Math.max(nearLeast, quota * nearShare);

/** The counts of the primary. */
export function countsOfAll(now: () => Date): (counts: readonly RequestCount[]) => Counted[] {
  const windows = openWindows();
  return (counts) =>
    counts.map(([callerId, count]) => {
      const window = windows.of(callerId, now().getTime());
      window.used += count;
      return { ...window };
    });
}

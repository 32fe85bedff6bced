/**
 * Who gets a connection next. Connections are granted in turn to the accounts that wait, and inside an account in turn
 * to its callers, each within its share (shares.ts). Who would wait for longer than a request may take is told at once.
 */
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../problem.ts';
import type { RequestContext } from './request-context.ts';
import {
  type AccountShare,
  callerOf,
  countEnd,
  countStart,
  forgetIdle,
  isSlowCaller,
  type Lease,
  mayRun,
  newShares,
  noticeSlow,
  type Shares,
} from './shares.ts';

export interface SchedulerOptions {
  readonly connectionsMax: number;
  /** How long a request may take; 0: as long as it takes. */
  readonly requestMs: number;
  /** Whether accounts and callers get shares of the connections. */
  readonly isShared: boolean;
}

/** Whose statements these are. */
export interface Requester {
  /** null: of tables that belong to no account. */
  readonly accountId: string | null;
  /** null: work of the service itself. */
  readonly context: RequestContext | null;
  /** The part of the service, where it is its own work. */
  readonly part: string;
}

export interface Scheduler {
  /** Calls `use` as soon as the connection may be taken, or with the reason why not. */
  acquire(requester: Requester, use: Lease['use']): void;
  release(lease: Lease): void;
  /** To be called every few milliseconds: refuses who waited too long, and notices what is slow while it runs. */
  sweep(): void;
  /** What has a connection now. */
  readonly running: ReadonlySet<Lease>;
}

/** Beyond these a queue only costs memory; both are never reached by callers who wait for answers. */
const queuedPerCaller = 1000;
const queuedPerAccount = 4000;

interface State {
  readonly shares: Shares;
  /** In the order in which it is their turn. */
  readonly waiting: Set<AccountShare>;
  readonly requestMs: number;
}

export function scheduler({ connectionsMax, requestMs, isShared }: SchedulerOptions): Scheduler {
  const shares = newShares(connectionsMax, isShared);
  const state: State = { shares, waiting: new Set(), requestMs };
  return {
    running: shares.running,
    acquire(requester, use) {
      const nowMs = performance.now();
      const lease = newLease(state, requester, use, nowMs);
      if (lease.waitsUntilMs <= nowMs) use(outOfTime(requestMs), lease);
      else if (lease.caller.queue.length === 0 && mayRun(shares, lease.caller)) start(state, lease, nowMs);
      else enqueue(state, lease, nowMs);
    },
    release(lease) {
      const nowMs = performance.now();
      countEnd(shares, lease, nowMs);
      startWaiting(state, nowMs);
    },
    sweep() {
      const nowMs = performance.now();
      noticeSlow(shares, nowMs);
      refuseOverdue(state, nowMs);
      startWaiting(state, nowMs);
      forgetIdle(shares, nowMs);
    },
  };
}

function newLease(
  { shares, requestMs }: State,
  { accountId, context, part }: Requester,
  use: Lease['use'],
  nowMs: number,
): Lease {
  return {
    caller: callerOf(shares, accountId ?? '', context?.callerId ?? part, nowMs),
    context,
    use,
    waitsUntilMs: context?.endsAtMs ?? (requestMs > 0 ? nowMs + requestMs : Number.POSITIVE_INFINITY),
    startedAtMs: 0,
    statements: 1,
    isSlow: false,
    isJudged: false,
    connection: null,
    release: null,
    isBusy: false,
    cancellation: null,
  };
}

function start({ shares }: State, lease: Lease, nowMs: number): void {
  countStart(shares, lease, nowMs);
  lease.use(null, lease);
}

function startWaiting(state: State, nowMs: number): void {
  while (state.waiting.size > 0 && startNext(state, nowMs));
}

/** The first in turn that may run; it goes to the end of the line. Returns whether there was one. */
function startNext(state: State, nowMs: number): boolean {
  const { shares, waiting } = state;
  if (shares.running.size >= shares.connectionsMax) return false;
  for (const account of waiting) {
    if (account.inUse >= shares.accountMax) continue;
    for (const caller of account.waiting) {
      const [lease] = mayRun(shares, caller) ? caller.queue : [];
      if (!lease) continue;
      account.waiting.delete(caller);
      waiting.delete(account);
      leaveQueue(state, lease);
      start(state, lease, nowMs);
      return true;
    }
  }
  return false;
}

/** Whoever else waits of the same caller, and of the same account, stands at the end of the line then. */
function leaveQueue({ waiting }: State, lease: Lease): void {
  const { caller } = lease;
  const { account, queue } = caller;
  queue.splice(queue.indexOf(lease), 1);
  account.queued -= 1;
  if (queue.length > 0) account.waiting.add(caller);
  else account.waiting.delete(caller);
  if (account.waiting.size > 0) waiting.add(account);
  else waiting.delete(account);
}

function enqueue({ shares, waiting }: State, lease: Lease, nowMs: number): void {
  const { caller, waitsUntilMs } = lease;
  const { account, queue, window } = caller;
  const expectedMs = (queue.length * caller.meanMs) / Math.max(1, Math.min(window.size, shares.callerMax));
  const isHopeless = shares.isShared && isSlowCaller(shares, caller) && expectedMs > waitsUntilMs - nowMs;
  if (isHopeless || queue.length >= queuedPerCaller || account.queued >= queuedPerAccount) {
    lease.use(tooBusy(expectedMs), lease);
    return;
  }
  queue.push(lease);
  account.queued += 1;
  account.waiting.add(caller);
  waiting.add(account);
}

function refuseOverdue(state: State, nowMs: number): void {
  const queued = [...state.waiting].flatMap((account) => [...account.waiting].flatMap(({ queue }) => queue));
  for (const lease of queued) {
    if (lease.waitsUntilMs > nowMs && !lease.context?.client.destroyed) continue;
    leaveQueue(state, lease);
    lease.use(outOfTime(state.requestMs), lease);
  }
}

export const outOfTime = (requestMs: number): Problem =>
  new Problem('timeout', detail('timeout', { seconds: requestMs / 1000 }));

/** What waits already would take longer than anybody may wait: said at once, not after all that time. */
function tooBusy(expectedMs: number): Problem {
  const seconds = Math.min(60, Math.max(1, Math.ceil(expectedMs / 1000)));
  return new Problem('too-many-requests', detail('tooManyAtOnce', { seconds }), {
    headers: { 'retry-after': String(seconds) },
  });
}

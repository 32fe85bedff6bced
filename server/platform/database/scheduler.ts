/**
 * Decides who gets a connection next. Waiting accounts get connections in turn, and inside an account its callers, each
 * within its share (shares.ts). A caller that would wait longer than the time limit of a request is refused at once.
 */
import { detail } from '@muster/contract/messages.ts';
import type { PoolObserver } from '../../observer.ts';
import { Problem } from '../../problem.ts';
import type { DatabaseUsage, RequestDeadline } from './request-deadline.ts';
import {
  type AccountShare,
  type CallerShare,
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
  /** The time limit of a request; 0: none. */
  readonly requestMs: number;
  /** Whether accounts and callers share connections fairly. */
  readonly isShared: boolean;
  readonly observer?: PoolObserver | undefined;
}

/** The owner of statements. */
export interface Requester {
  /** null: tables that belong to no account. */
  readonly accountId: string | null;
  /** null: work of the service itself. */
  readonly deadline: RequestDeadline | null;
  /** The part of the service, for its own work. */
  readonly part: string;
}

export interface Scheduler {
  /** Calls `use` as soon as a connection is granted, or with the reason of a refusal. */
  acquire(requester: Requester, use: Lease['use']): void;
  /** Why a statement would be refused at once; null: it would run or wait. */
  refusal(requester: Requester): Problem | null;
  release(lease: Lease): void;
  /** Call it every few milliseconds: refuses expired waits and detects slow statements while they run. */
  sweep(): void;
  /** The current holders of connections. */
  readonly running: ReadonlySet<Lease>;
  /** How many wait for a connection. */
  countWaiting(): number;
}

/** Beyond these a queue only costs memory; callers that wait for responses never reach them. */
const queuedPerCaller = 1000;
const queuedPerAccount = 4000;

interface State {
  readonly shares: Shares;
  /** In the order of their turns. */
  readonly waiting: Set<AccountShare>;
  readonly requestMs: number;
  readonly observer: PoolObserver | undefined;
}

export function scheduler({ connectionsMax, requestMs, isShared, observer }: SchedulerOptions): Scheduler {
  const shares = newShares(connectionsMax, isShared);
  const state: State = { shares, waiting: new Set(), requestMs, observer };
  return {
    running: shares.running,
    countWaiting: () => [...state.waiting].reduce((sum, { queued }) => sum + queued, 0),
    acquire(requester, use) {
      const nowMs = performance.now();
      const lease = newLease(state, requester, use, nowMs);
      if (lease.waitsUntilMs <= nowMs) use(outOfTime(requestMs), lease);
      else if (lease.caller.queue.length === 0 && mayRun(shares, lease.caller)) start(state, lease, nowMs);
      else enqueue(state, lease, nowMs);
    },
    refusal({ accountId, deadline, part }) {
      const nowMs = performance.now();
      const caller = callerOf(shares, accountId ?? '', deadline?.callerId ?? part, nowMs);
      if (caller.queue.length === 0 && mayRun(shares, caller)) return null;
      return hopeless(shares, caller, (deadline?.endsAtMs ?? Number.POSITIVE_INFINITY) - nowMs);
    },
    release(lease) {
      const nowMs = performance.now();
      countEnd(shares, lease, nowMs);
      observer?.used(nowMs - lease.startedAtMs);
      if (lease.deadline) addUsage(lease.deadline.usage, lease, nowMs);
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
  { accountId, deadline, part }: Requester,
  use: Lease['use'],
  nowMs: number,
): Lease {
  return {
    caller: callerOf(shares, accountId ?? '', deadline?.callerId ?? part, nowMs),
    deadline,
    use,
    askedAtMs: nowMs,
    waitsUntilMs: deadline?.endsAtMs ?? (requestMs > 0 ? nowMs + requestMs : Number.POSITIVE_INFINITY),
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

function start({ shares, observer }: State, lease: Lease, nowMs: number): void {
  observer?.waited(nowMs - lease.askedAtMs);
  countStart(shares, lease, nowMs);
  lease.use(null, lease);
}

function addUsage(usage: DatabaseUsage, { askedAtMs, startedAtMs, statements }: Lease, nowMs: number): void {
  usage.statements += statements;
  usage.waitMs += startedAtMs - askedAtMs;
  usage.runMs += nowMs - startedAtMs;
}

function startWaiting(state: State, nowMs: number): void {
  while (state.waiting.size > 0 && startNext(state, nowMs));
}

/** Starts the next one that may run and moves its account to the end of the queue. Returns whether there was one. */
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

/** Moves the other waiting work of the caller and the account to the end of the queue. */
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
  const { account, queue } = caller;
  const refusal = hopeless(shares, caller, waitsUntilMs - nowMs);
  if (refusal) {
    lease.use(refusal, lease);
    return;
  }
  queue.push(lease);
  account.queued += 1;
  account.waiting.add(caller);
  waiting.add(account);
}

/** Whether the existing queue would take longer than the caller may wait. */
function hopeless(shares: Shares, caller: CallerShare, msLeft: number): Problem | null {
  const { account, queue, window, meanMs } = caller;
  const expectedMs = (queue.length * meanMs) / Math.max(1, Math.min(window.size, shares.callerMax));
  const isTooLong = shares.isShared && isSlowCaller(shares, caller) && expectedMs > msLeft;
  if (!isTooLong && queue.length < queuedPerCaller && account.queued < queuedPerAccount) return null;
  return tooBusy(expectedMs);
}

function refuseOverdue(state: State, nowMs: number): void {
  const queued = [...state.waiting].flatMap((account) => [...account.waiting].flatMap(({ queue }) => queue));
  for (const lease of queued) {
    if (lease.waitsUntilMs > nowMs && !lease.deadline?.client.destroyed) continue;
    leaveQueue(state, lease);
    // The longest waits of all end this way.
    state.observer?.waited(nowMs - lease.askedAtMs);
    lease.use(outOfTime(state.requestMs), lease);
  }
}

export const outOfTime = (requestMs: number): Problem =>
  new Problem('timeout', detail('timeout', { seconds: requestMs / 1000 }));

function tooBusy(expectedMs: number): Problem {
  const seconds = Math.min(60, Math.max(1, Math.ceil(expectedMs / 1000)));
  return new Problem('too-many-requests', detail('tooManyAtOnce', { seconds }), {
    headers: { 'retry-after': String(seconds) },
  });
}

/**
 * How many connections an account and each of its callers may use: an account half of all, a caller three quarters of
 * that, and a caller with slow statements one or two. There is therefore nearly always a free connection for the next
 * request.
 *
 * Work that belongs to no account (credentials, sign-in, health) counts as a separate account.
 */
import type { Problem } from '../../problem.ts';
import { judge, newWindow, quickMs, type Window } from './adaptive-window.ts';
import type { Interruptible } from './interruption.ts';

export interface AccountShare {
  readonly callers: Map<string, CallerShare>;
  /** Callers with waiting statements, in the order of their turns. */
  readonly waiting: Set<CallerShare>;
  inUse: number;
  /** The slow ones among them. */
  slowInUse: number;
  queued: number;
  usedAtMs: number;
}

export interface CallerShare {
  readonly account: AccountShare;
  readonly window: Window;
  readonly queue: Lease[];
  inUse: number;
  /** A moving average of how long a connection is used. */
  meanMs: number;
  usedAtMs: number;
}

/** The right to use one connection. */
export interface Lease extends Interruptible {
  readonly caller: CallerShare;
  readonly use: (refusal: Problem | null, lease: Lease) => void;
  /** When the wait for a connection ends. */
  readonly waitsUntilMs: number;
  /** When the connection was asked for. */
  readonly askedAtMs: number;
  /** When its statements started; set again after the connection is open. */
  startedAtMs: number;
  statements: number;
  /** Whether it counts as one of the slow ones of its account. */
  isSlow: boolean;
  /** Whether its caller was already judged by it while it ran. */
  isJudged: boolean;
  /** Returns the connection to the pool, or closes it. */
  release: ((isBroken: boolean) => void) | null;
}

export interface Shares {
  readonly connectionsMax: number;
  readonly accountMax: number;
  readonly callerMax: number;
  /** Whether accounts have shares. Background work uses what is free. */
  readonly isShared: boolean;
  readonly accounts: Map<string, AccountShare>;
  readonly running: Set<Lease>;
  /** Whether several accounts are active: slow statements of a single account affect nobody else. */
  isContended: boolean;
  /** How long the currently fastest caller uses a connection. */
  referenceMs: number;
  slowInUse: number;
  /** The current lag of this process: a statement is not slow because its result waited here. */
  lagMs: number;
  sweptAtMs: number;
  forgetAtMs: number;
}

/** An account that used no connection for so long does not compete. */
const activeMs = 2000;
/** How long a slow caller is remembered after its last statement. */
const rememberedMs = 60_000;
/** A caller with a higher average shares the few connections for slow statements of its account. */
const slowMs = 100;
/** On a busy machine everything is slower: slow means so many times slower than the currently fastest caller. */
const timesSlower = 5;

export function newShares(connectionsMax: number, isShared: boolean): Shares {
  const accountMax = isShared ? Math.ceil(connectionsMax / 2) : connectionsMax;
  return {
    connectionsMax,
    accountMax,
    callerMax: isShared ? Math.ceil(accountMax * 0.75) : connectionsMax,
    isShared,
    accounts: new Map(),
    running: new Set(),
    isContended: false,
    referenceMs: 0,
    slowInUse: 0,
    lagMs: 0,
    sweptAtMs: Number.POSITIVE_INFINITY,
    forgetAtMs: 0,
  };
}

/**
 * Four; while other accounts are active, two for a caller that is not quick on the average, and one for a slow one. A
 * single statement of a quick caller takes long because the machine is busy.
 */
function windowMin(shares: Shares, caller: CallerShare): number {
  const isQuick = caller.meanMs <= quickUpTo(shares);
  return Math.min(shares.callerMax, !shares.isContended || isQuick ? 4 : isSlowCaller(shares, caller) ? 1 : 2);
}
const slowPerAccount = ({ isContended, accountMax }: Shares) => (isContended ? 1 : accountMax);
const slowMax = ({ isContended, connectionsMax }: Shares) =>
  isContended ? Math.max(2, Math.floor(connectionsMax / 4)) : connectionsMax;

const slowFrom = ({ referenceMs }: Shares) => Math.max(slowMs, referenceMs * timesSlower);
const quickUpTo = ({ referenceMs }: Shares) => Math.max(quickMs, referenceMs * 2);
export const isSlowCaller = (shares: Shares, { meanMs }: CallerShare): boolean => meanMs > slowFrom(shares);

export function callerOf(shares: Shares, accountId: string, callerId: string, nowMs: number): CallerShare {
  let account = shares.accounts.get(accountId);
  if (!account) {
    account = { callers: new Map(), waiting: new Set(), inUse: 0, slowInUse: 0, queued: 0, usedAtMs: nowMs };
    shares.accounts.set(accountId, account);
  }
  const found = account.callers.get(callerId);
  if (found) return found;
  // Many keys do not evade the share of one: a new caller of a slow account starts with less.
  const isSuspect = shares.isContended && account.slowInUse >= slowPerAccount(shares);
  const window = newWindow(shares.isShared ? (isSuspect ? 1 : 2) : shares.connectionsMax);
  const made: CallerShare = { account, window, queue: [], inUse: 0, meanMs: 0, usedAtMs: nowMs };
  account.callers.set(callerId, made);
  return made;
}

export function mayRun(shares: Shares, caller: CallerShare): boolean {
  if (shares.running.size >= shares.connectionsMax) return false;
  if (!shares.isShared) return true;
  const { account, window } = caller;
  if (account.inUse >= shares.accountMax || caller.inUse >= Math.floor(window.size)) return false;
  if (!isSlowCaller(shares, caller)) return true;
  return account.slowInUse < slowPerAccount(shares) && shares.slowInUse < slowMax(shares);
}

export function countStart(shares: Shares, lease: Lease, nowMs: number): void {
  const { caller } = lease;
  const { account } = caller;
  lease.startedAtMs = nowMs;
  caller.inUse += 1;
  caller.usedAtMs = nowMs;
  account.inUse += 1;
  account.usedAtMs = nowMs;
  shares.running.add(lease);
  if (shares.isContended && shares.isShared && isSlowCaller(shares, caller)) countAsSlow(shares, lease);
}

function countAsSlow(shares: Shares, lease: Lease): void {
  lease.isSlow = true;
  lease.caller.account.slowInUse += 1;
  shares.slowInUse += 1;
}

export function countEnd(shares: Shares, lease: Lease, nowMs: number): void {
  const { caller, startedAtMs, statements, isJudged } = lease;
  shares.running.delete(lease);
  caller.inUse -= 1;
  caller.account.inUse -= 1;
  if (lease.isSlow) {
    caller.account.slowInUse -= 1;
    shares.slowInUse -= 1;
  }
  if (!shares.isShared) return;
  const ms = Math.max(0.1, nowMs - startedAtMs - shares.lagMs);
  caller.meanMs += (ms - caller.meanMs) * 0.2;
  if (!isJudged) judgeBy(shares, caller, ms / statements);
}

const judgeBy = (shares: Shares, caller: CallerShare, ms: number): void =>
  judge(caller.window, ms, quickUpTo(shares), windowMin(shares, caller), shares.callerMax);

/** Detects slow statements while they run, because a caller may send many at once. */
export function noticeSlow(shares: Shares, nowMs: number): void {
  if (!shares.isShared) return;
  lookAround(shares, nowMs);
  for (const lease of shares.running) {
    const ms = nowMs - lease.startedAtMs - shares.lagMs;
    if (ms / lease.statements < slowFrom(shares)) continue;
    const { caller } = lease;
    caller.meanMs = Math.max(caller.meanMs, ms);
    if (!lease.isJudged) judgeBy(shares, caller, ms);
    lease.isJudged = true;
    if (shares.isContended && !lease.isSlow) countAsSlow(shares, lease);
  }
}

/** Sweeps run every 50 ms at most; the measured lag decays within a few sweeps. */
const sweepsMs = 50;

/** Updates whether accounts compete, how fast the fastest caller is, and the lag of this process. */
function lookAround(shares: Shares, nowMs: number): void {
  shares.lagMs = Math.max(nowMs - shares.sweptAtMs - sweepsMs, shares.lagMs * 0.7);
  if (shares.lagMs < 5) shares.lagMs = 0;
  shares.sweptAtMs = nowMs;
  const isActive = ({ usedAtMs }: { readonly usedAtMs: number }) => nowMs - usedAtMs < activeMs;
  let active = 0;
  let quickest = Number.POSITIVE_INFINITY;
  for (const [accountId, account] of shares.accounts) {
    if (!isActive(account)) continue;
    if (accountId !== '') active += 1;
    for (const caller of account.callers.values()) {
      if (isActive(caller) && caller.meanMs > 0) quickest = Math.min(quickest, caller.meanMs);
    }
  }
  shares.isContended = active > 1;
  shares.referenceMs = Number.isFinite(quickest) ? quickest : 0;
}

export function forgetIdle(shares: Shares, nowMs: number): void {
  if (nowMs < shares.forgetAtMs) return;
  shares.forgetAtMs = nowMs + rememberedMs / 10;
  for (const [accountId, { callers }] of shares.accounts) {
    for (const [callerId, { inUse, queue, usedAtMs }] of callers) {
      if (inUse === 0 && queue.length === 0 && nowMs - usedAtMs > rememberedMs) callers.delete(callerId);
    }
    if (callers.size === 0) shares.accounts.delete(accountId);
  }
}

/**
 * Decides which request starts next. All requests share one thread: without a limit, a burst of one caller is served
 * before everything that comes after it. Each account and each of its callers therefore has a limit of concurrent
 * requests. Others wait, at the cost of their own memory, and accounts take turns.
 *
 * A small request counts until its response is sent, or for 250 ms: after that it waits for the database or for events
 * and does not use the thread. A large request occupies the thread once its rows have arrived, so it counts for longer.
 * While several accounts are active, each account has one large request at a time. An upload is stored as it arrives and
 * waits in the queue of the storage: here it counts only until it has got there.
 */
import { shortWork } from '../../turns.ts';
import {
  type AccountLoad,
  type CallerLoad,
  callerOf,
  forgetIdle,
  type Identity,
  type Loads,
  newLoads,
  type RequestKind,
  type Ticket,
  usualBytes,
  type Waiting,
} from './loads.ts';
import { isSpent, refill, spend } from './refusal-budget.ts';

export interface Response {
  readonly bytes: number;
  /** Whether the response was 429. */
  readonly isRefusal: boolean;
}

export interface Bursts {
  /**
   * Calls `start` at once or when it is the caller's turn; with null if too many requests wait, or for too long. Each
   * kind has a separate limit, so that small requests do not wait for others.
   */
  enter(identity: Identity, kind: RequestKind, client: Waiting['client'], start: Waiting['start']): void;
  /** null: the client has disconnected. */
  leave(ticket: Ticket, response: Response | null): void;
}

/** More than a client needs for its share of the database. */
const callerMax = 16;
const accountMax = 24;
/** For credentials that were not accepted yet, and for all of them of one address. */
const unknownCallerMax = 12;
const addressMax = 16;
const weightMax = callerMax / 2;
/** Per account and turn of the event loop; one while accounts compete. */
const startedAtOnce = 4;
const queuedMax = 1000;
const holdMs: Readonly<Record<RequestKind, number>> = { small: 250, large: 1000, upload: 20 };
/** Garbage of such a response delays everybody: those of the account that wait already start after a pause. */
const heavyBytes = 1_000_000;
const pauseMsMax = 300;
/** Accounts compete if requests of different accounts arrive within this time. */
const contendedMs = 2000;
const sweepMs = 10;
/** Expired waiting requests are refused a few per sweep: refusing all at once would block the thread. */
const givenUpPerSweep = 4;

interface State extends Loads {
  readonly waitMs: number;
  /** In the order of their start. */
  readonly active: Set<Ticket>;
  readonly waiting: Set<AccountLoad>;
  isStarting: boolean;
  isSweepArmed: boolean;
  /** The account of the latest request, and the time until which accounts compete. */
  latestAccount: string;
  contendedUntilMs: number;
}

/** @param waitMs how long a request may wait. */
export function limitedBursts(waitMs: number): Bursts {
  const state: State = {
    ...newLoads(),
    ...{ waitMs, active: new Set(), waiting: new Set() },
    ...{ isStarting: false, isSweepArmed: false, latestAccount: '', contendedUntilMs: 0 },
  };
  return {
    enter(identity, kind, client, start) {
      const nowMs = performance.now();
      noteAccount(state, identity.account, nowMs);
      const caller = callerOf(state, identity, kind);
      const { account, queue } = caller;
      const own = { client, sinceMs: nowMs, start };
      if (queue.length === 0 && mayStart(state, caller, nowMs) && !isPaced(caller, nowMs))
        return begin(state, caller, own, nowMs);
      if (queue.length >= queuedMax) return start(null);
      queue.push(own);
      account.waiting.add(caller);
      state.waiting.add(account);
      armSweep(state);
    },
    leave(ticket, response) {
      const { caller } = ticket;
      if (response) note(ticket, response, performance.now());
      release(state, ticket);
      forgetIdle(state, caller);
    },
  };
}

function begin(state: State, caller: CallerLoad, { sinceMs, start }: Waiting, nowMs: number): void {
  const weight = weightOf(caller);
  const heldMs = Math.min(holdMs[caller.kind], state.waitMs / 2);
  const passed = caller.kind === 'small' && nowMs < state.contendedUntilMs ? shortWork() : null;
  const ticket = { caller, weight, startedAtMs: nowMs, waitedMs: nowMs - sinceMs, holdMs: heldMs, passed };
  caller.inUse += weight;
  caller.account.inUse += weight;
  state.active.add(ticket);
  armSweep(state);
  start(ticket);
}

function release(state: State, ticket: Ticket): void {
  if (!state.active.delete(ticket)) return;
  const { caller, weight, passed } = ticket;
  passed?.();
  caller.inUse -= weight;
  caller.account.inUse -= weight;
  startWaiting(state);
}

/** A few requests of each account per turn of the event loop, so that new requests are read in between. */
function startWaiting(state: State): void {
  if (state.isStarting || state.waiting.size === 0) return;
  state.isStarting = true;
  setImmediate(() => {
    state.isStarting = false;
    const nowMs = performance.now();
    let hasStarted = false;
    const most = nowMs < state.contendedUntilMs ? 1 : startedAtOnce;
    for (const account of state.waiting) {
      for (let count = 0; count < most; count += 1) {
        const caller = nextOf(account, (one) => mayStart(state, one, nowMs) && !isPaced(one, nowMs));
        if (!caller) break;
        hasStarted = true;
        startFirst(state, caller, nowMs);
      }
    }
    if (hasStarted) startWaiting(state);
  });
}

function startFirst(state: State, caller: CallerLoad, nowMs: number): void {
  const first = takeFirst(state, caller);
  if (first && !first.client.destroyed) begin(state, caller, first, nowMs);
}

function takeFirst({ waiting }: State, caller: CallerLoad): Waiting | undefined {
  const { account, queue } = caller;
  const first = queue.shift();
  account.waiting.delete(caller);
  if (queue.length > 0) account.waiting.add(caller);
  if (account.waiting.size === 0) waiting.delete(account);
  return first;
}

function armSweep(state: State): void {
  if (state.isSweepArmed) return;
  state.isSweepArmed = true;
  setTimeout(sweep, sweepMs, state).unref();
}

function sweep(state: State): void {
  state.isSweepArmed = false;
  const { active, waiting } = state;
  const nowMs = performance.now();
  for (const ticket of active) if (nowMs - ticket.startedAtMs >= ticket.holdMs) release(state, ticket);
  for (const account of waiting) {
    giveUpOverdue(state, account, nowMs);
    const paced = nextOf(account, (caller) => isPaced(caller, nowMs));
    if (paced) startFirst(state, paced, nowMs);
  }
  startWaiting(state);
  if (active.size > 0 || waiting.size > 0) armSweep(state);
}

function giveUpOverdue(state: State, account: AccountLoad, nowMs: number): void {
  for (let count = 0; count < givenUpPerSweep; count += 1) {
    const caller = nextOf(account, ({ queue }) => nowMs - (queue[0]?.sinceMs ?? nowMs) > state.waitMs);
    if (!caller) return;
    takeFirst(state, caller)?.start(null);
  }
}

const weightOf = ({ kind, meanBytes }: CallerLoad): number =>
  kind === 'large' ? weightMax : Math.max(1, Math.min(weightMax, meanBytes / usualBytes));

function noteAccount(state: State, account: string, nowMs: number): void {
  if (account === state.latestAccount) return;
  if (state.latestAccount !== '') state.contendedUntilMs = nowMs + contendedMs;
  state.latestAccount = account;
}

function mayStart({ contendedUntilMs }: State, caller: CallerLoad, nowMs: number): boolean {
  const { account, inUse, kind, isKnown } = caller;
  if (kind === 'large' && nowMs < contendedUntilMs) return account.inUse === 0 && nowMs >= account.pausedUntilMs;
  const weight = weightOf(caller);
  const [ownMax, sharedMax] = isKnown ? [callerMax, accountMax] : [unknownCallerMax, addressMax];
  return (inUse === 0 || inUse + weight <= ownMax) && (account.inUse === 0 || account.inUse + weight <= sharedMax);
}

function nextOf({ waiting }: AccountLoad, isNext: (caller: CallerLoad) => boolean): CallerLoad | undefined {
  for (const caller of waiting) if (isNext(caller)) return caller;
  return undefined;
}

function note({ caller, startedAtMs }: Ticket, { bytes, isRefusal }: Response, nowMs: number): void {
  caller.meanBytes += (bytes - caller.meanBytes) * 0.3;
  caller.refusedShare += ((isRefusal ? 1 : 0) - caller.refusedShare) * 0.1;
  const { account } = caller;
  const { refusals } = account;
  if (bytes > heavyBytes) account.pausedUntilMs = nowMs + Math.min(pauseMsMax, 2 * (nowMs - startedAtMs));
  if (isRefusal) spend(refusals, nowMs);
  else refill(refusals, nowMs);
}

/** Most requests of the caller are refused, and its account has used up its burst of refusals. */
const isPaced = ({ account, refusedShare }: CallerLoad, nowMs: number): boolean =>
  refusedShare > 0.5 && isSpent(account.refusals, nowMs);

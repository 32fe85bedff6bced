/** What each account and each of its callers uses at the moment, as far as `bursts.ts` counts it. */
import { type BoundedMap, leastRecentlyUsed } from '../../identity/auth/least-recently-used.ts';
import { isFull, newBudget, type RefusalBudget } from './refusal-budget.ts';

export type RequestKind = 'small' | 'large' | 'upload';

/** The account and the caller that a limit applies to. */
export interface Identity {
  readonly account: string;
  readonly caller: string;
  /** Whether its credential was accepted before. Otherwise the address stands for the account. */
  readonly isKnown: boolean;
}

export interface AccountLoad {
  readonly key: string;
  /** Callers with waiting requests, in the order of their turns. */
  readonly waiting: Set<CallerLoad>;
  inUse: number;
  /** When its next large request may start while other accounts are active. */
  pausedUntilMs: number;
  /** How many more requests of the account may be refused at full speed; then one per sweep. */
  readonly refusals: RefusalBudget;
}

export interface CallerLoad {
  readonly key: string;
  readonly kind: RequestKind;
  readonly isKnown: boolean;
  account: AccountLoad;
  readonly queue: Waiting[];
  inUse: number;
  /** A moving average of response sizes: large responses use the thread longer. */
  meanBytes: number;
  /** The share of recent responses that were 429. */
  refusedShare: number;
}

export interface Waiting {
  readonly client: { readonly destroyed: boolean };
  readonly sinceMs: number;
  readonly start: (ticket: Ticket | null) => void;
}

export interface Ticket {
  readonly caller: CallerLoad;
  readonly weight: number;
  readonly startedAtMs: number;
  readonly waitedMs: number;
  readonly holdMs: number;
  /** Lets long work go on. */
  readonly passed: (() => void) | null;
}

export interface Loads {
  readonly callers: BoundedMap<CallerLoad>;
  readonly accounts: BoundedMap<AccountLoad>;
}

/** Callers in memory, active or not. */
const rememberedMax = 10_000;

/** A caller with larger responses gets fewer, but at least two: one is built while the other is fetched. */
export const usualBytes = 65_536;

export const newLoads = (): Loads => ({
  callers: leastRecentlyUsed(rememberedMax),
  accounts: leastRecentlyUsed(rememberedMax),
});

export function callerOf({ callers, accounts }: Loads, identity: Identity, kind: RequestKind): CallerLoad {
  const suffix = kind === 'small' ? '' : ` ${kind}`;
  const key = identity.caller + suffix;
  const accountKey = identity.account + suffix;
  const known = callers.get(key);
  if (known) {
    // The account entry may have been removed and created again meanwhile.
    if (isIdle(known)) known.account = accountOf(accounts, accountKey);
    return known;
  }
  const account = accountOf(accounts, accountKey);
  const { isKnown } = identity;
  const made = { key, kind, isKnown, account, queue: [], inUse: 0, meanBytes: 0, refusedShare: 0 };
  callers.set(key, made);
  return made;
}

function accountOf(accounts: Loads['accounts'], key: string): AccountLoad {
  const known = accounts.get(key);
  if (known) return known;
  const made = { key, waiting: new Set<CallerLoad>(), inUse: 0, pausedUntilMs: 0, refusals: newBudget() };
  accounts.set(key, made);
  return made;
}

export function forgetIdle({ callers, accounts }: Loads, caller: CallerLoad): void {
  if (!isIdle(caller)) return;
  if (caller.meanBytes <= usualBytes && caller.refusedShare < 0.1) callers.delete(caller.key);
  const { key, inUse, waiting, refusals } = caller.account;
  if (inUse === 0 && waiting.size === 0 && isFull(refusals)) accounts.delete(key);
}

const isIdle = ({ inUse, queue }: CallerLoad): boolean => inUse === 0 && queue.length === 0;

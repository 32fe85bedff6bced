/**
 * Serves one leased endpoint until nothing is due for it. No request is sent inside a transaction.
 *
 * The states of a delivery, and what moves it from one to another:
 *
 *   planned    undelivered, next_attempt_at set     ← publication, ping, redelivery, re-activation
 *   in hand    the same row; only the worker that has leased the endpoint knows
 *     2xx                    → delivered
 *     failure, waits left    → planned, later
 *     failure, the last one  → failed
 *     410                    → waiting, and the endpoint is suspended
 *     a crash, a lost lease  → planned and due, as it always was: the next holder of the lease sends it again
 *   waiting    undelivered, next_attempt_at null: its endpoint is suspended
 *     re-activation          → planned, due at once
 *   dropped    the row is gone: its endpoint was made inactive or deleted, or its event may not be read any more
 *
 * A failure moves the date of its own delivery only. What it says about the endpoint is kept by health.ts.
 */

import { applyOutcome, type OutcomeDependencies } from './apply-outcome.ts';
import { type AttemptParts, attempt } from './attempt.ts';
import { failuresAfter, parallelAllowed, restMs } from './breaker.ts';
import { type Due, dropDeliveries, findDue, nextDueAt, type Sendable } from './claim.ts';
import { makeMoreDue } from './deliveries-table.ts';
import { holdIfSuspended, nextConcernAt, raiseConcern } from './health.ts';
import { type HeldText, type InFlight, inFlightTextMax, newInFlight } from './in-flight.ts';
import type { WebhookLimits } from './limits.ts';
import { isTermOver, type Lease, type Release, type Term } from './queue.ts';
import { findRecipient, type Recipient } from './recipient.ts';
import { newWakeSignal, type WakeSignal } from './wake-signal.ts';

export interface ServingParts extends AttemptParts, OutcomeDependencies {
  readonly limits: WebhookLimits;
  /** Of all endpoints that are served at the same time. */
  readonly held: HeldText;
  /** Whether other endpoints wait for their turn. */
  readonly isCrowded: () => boolean;
  /** Plans further deliveries of a running redelivery; false when there are no more. */
  readonly planFurther: (accountId: string, redeliveryId: string) => Promise<boolean>;
}

export interface Serving {
  readonly lease: Lease;
  readonly failuresInARow: number;
  /** The lease was renewed; without this the serving ends with its lease. */
  renew(term: Term): void;
  /** Something may have become due. */
  wake(): void;
  /** Begins nothing new, and ends when what is under way has ended. */
  stop(): void;
  /** What is under way is not written down when it ends, so it will be sent again. */
  abandon(): void;
  /** null: the endpoint has been deleted. */
  readonly done: Promise<Release | null>;
}

/** A changed address, a deleted secret and withdrawn rights take effect within this time. */
const freshMs = 500;
/** While requests take long, news of other processes is looked for this often. */
const lookMs = 1000;
/** How long an endpoint with much to send keeps its place while others wait for one. */
const turnMs = 5000;
/** More are found at once as long as they are gone within this time. */
const quickMs = 250;
const findMax = 200;

/** What changes while an endpoint is served. */
interface Progress {
  readonly parts: ServingParts;
  readonly lease: Lease;
  term: Term;
  readonly beganAtMs: number;
  readonly inFlight: InFlight;
  readonly wakeSignal: WakeSignal;
  failuresInARow: number;
  restsUntil: Date | null;
  redeliveryId: string | null;
  recipient: Recipient | null;
  readAtMs: number;
  foundAtMs: number;
  findCount: number;
  /** The last new delivery that was found; forgotten from time to time, lest an earlier one is overlooked. */
  foundLast: Due | null;
  /** Nothing was due when it was last looked for. */
  isDry: boolean;
  isStopped: boolean;
  isAbandoned: boolean;
  /** The first failure of our own ends the serving; what it leaves is still planned. */
  failure?: unknown;
}

export function serve(parts: ServingParts, lease: Lease, term: Term): Serving {
  const progress: Progress = {
    parts,
    lease,
    term,
    beganAtMs: performance.now(),
    inFlight: newInFlight(parts.held),
    wakeSignal: newWakeSignal(),
    failuresInARow: lease.failuresInARow,
    restsUntil: null,
    redeliveryId: lease.redeliveryId,
    recipient: null,
    readAtMs: Number.NEGATIVE_INFINITY,
    foundAtMs: Number.NEGATIVE_INFINITY,
    findCount: 0,
    foundLast: null,
    isDry: false,
    isStopped: false,
    isAbandoned: false,
  };
  const change = (changes: Partial<Progress>) => {
    Object.assign(progress, changes);
    progress.wakeSignal.wake();
  };
  return {
    lease,
    get failuresInARow() {
      return progress.failuresInARow;
    },
    renew: (renewed) => Object.assign(progress, { term: renewed }),
    wake: () => change({ isDry: false }),
    stop: () => change({ isStopped: true }),
    abandon: () => change({ isStopped: true, isAbandoned: true }),
    done: run(progress),
  };
}

async function run(progress: Progress): Promise<Release | null> {
  const { inFlight, wakeSignal } = progress;
  while (!isOver(progress)) {
    const recipient = await freshRecipient(progress);
    if (recipient === null) break;
    // What is being looked for is there before the last of what is in hand has gone out.
    const parallel = parallelOf(progress, recipient);
    const isShort = inFlight.waitingCount < Math.max(parallel, progress.findCount / 2);
    const isLooking = !progress.isDry && isShort && !inFlight.isFull;
    if (isLooking) await find(progress, recipient, parallel);
    pump(progress);
    if (progress.isDry && inFlight.isEmpty) break;
    if (isLooking && !progress.isDry && inFlight.activeCount + inFlight.waitingCount < parallel) continue;
    if (!(await wakeSignal.wait(lookMs))) progress.isDry = false;
  }
  inFlight.giveBack();
  while (!inFlight.isEmpty) await wakeSignal.wait(lookMs);
  if (progress.failure !== undefined) throw progress.failure;
  return progress.recipient === null ? null : releaseOf(progress, progress.recipient);
}

const parallelOf = ({ failuresInARow }: Progress, { limits }: Recipient): number =>
  parallelAllowed(failuresInARow, limits.parallelMax);

/** Begins as many as may be under way at once. */
function pump(progress: Progress): void {
  const { inFlight, recipient } = progress;
  if (recipient === null || isOver(progress)) return;
  const parallel = parallelOf(progress, recipient);
  for (let due = inFlight.take(parallel); due; due = inFlight.take(parallel)) begin(progress, recipient, due);
}

function isOver({ parts, term, isStopped, beganAtMs, restsUntil }: Progress): boolean {
  const isTurnOver = performance.now() - beganAtMs > turnMs && parts.isCrowded();
  return isStopped || isTermOver(term) || isTurnOver || (restsUntil !== null && restsUntil > parts.now());
}

async function freshRecipient(progress: Progress): Promise<Recipient | null> {
  if (performance.now() - progress.readAtMs < freshMs) return progress.recipient;
  const { parts, lease } = progress;
  const { database, limits } = parts;
  const { accountId, endpointId } = lease;
  progress.readAtMs = performance.now();
  progress.foundLast = null;
  const recipient = await findRecipient(database.session(accountId), endpointId, limits);
  progress.recipient = recipient;
  if (recipient?.status === 'suspended') await holdIfSuspended(database, accountId, endpointId);
  if (recipient === null || !(await raiseConcern(database, accountId, recipient))) return recipient;
  parts.onRecorded();
  progress.readAtMs = Number.NEGATIVE_INFINITY;
  return freshRecipient(progress);
}

async function find(progress: Progress, to: Recipient, parallel: number): Promise<void> {
  const { parts, lease, inFlight } = progress;
  const isQuick = performance.now() - progress.foundAtMs < quickMs;
  const max = Math.min(isQuick ? Math.max(progress.findCount * 2, parallel) : parallel, parallel * 20, findMax);
  const redeliveriesMax = Math.max(1, Math.floor(max / 2));
  progress.foundAtMs = performance.now();
  progress.findCount = max;
  // Anyone who rings from here on is heard: what they tell of may be missing in the answer.
  progress.isDry = true;
  const session = parts.database.session(lease.accountId);
  const after = progress.foundLast;
  const wanted = { max, redeliveriesMax, bytesMax: inFlightTextMax, except: inFlight.ids, after };
  const { due: found, hasMore } = await findDue(session, to, wanted);
  progress.foundLast = found.findLast(({ isRedelivery, isPing }) => !isRedelivery && !isPing) ?? null;
  inFlight.add(found.filter((due): due is Sendable => due.event !== null));
  const lost = found.filter(({ event }) => event === null).map(({ id }) => id);
  if (lost.length > 0) await dropDeliveries(session, lost);
  const hasMoreRedeliveries = found.filter(({ isRedelivery }) => isRedelivery).length >= redeliveriesMax;
  if (found.length === max || hasMore || hasMoreRedeliveries || after !== null) progress.isDry = false;
  // An active endpoint has nothing that waits without a date, but for what its re-activation has left to do.
  if (progress.isDry && to.status === 'active' && (await makeMoreDue(session, to.endpointId)) > 0)
    progress.isDry = false;
  if (progress.redeliveryId === null || hasMoreRedeliveries) return;
  progress.isDry = false;
  if (!(await parts.planFurther(lease.accountId, progress.redeliveryId))) progress.redeliveryId = null;
}

function begin(progress: Progress, to: Recipient, due: Sendable): void {
  const { inFlight, wakeSignal } = progress;
  send(progress, to, due)
    .catch((error: unknown) => {
      progress.failure ??= error;
      progress.isStopped = true;
    })
    .finally(() => {
      inFlight.forget(due);
      wakeSignal.wake();
    });
}

async function send(progress: Progress, to: Recipient, due: Sendable): Promise<void> {
  const { parts, lease, inFlight, wakeSignal } = progress;
  const attempted = await attempt(parts, to, due);
  inFlight.ended(due);
  wakeSignal.wake();
  if (progress.isAbandoned) return;
  // Somebody else serves the endpoint by now, and knows better how it is doing.
  if (isTermOver(progress.term)) return parts.outcomes.write(lease.accountId, attempted.finished);
  const { isSuccessful } = attempted.outcome;
  // What is known of the endpoint is about to change.
  if (isSuccessful === (to.failingSince !== null)) progress.readAtMs = Number.NEGATIVE_INFINITY;
  progress.failuresInARow = failuresAfter(progress.failuresInARow, isSuccessful);
  const rest = isSuccessful ? 0 : restMs(progress.failuresInARow);
  progress.restsUntil = rest === 0 ? null : new Date(parts.now().getTime() + rest);
  pump(progress);
  await applyOutcome(parts, lease.accountId, to, attempted);
  if (attempted.outcome.status === 410) progress.readAtMs = Number.NEGATIVE_INFINITY;
}

async function releaseOf({ parts, lease, redeliveryId, ...progress }: Progress, to: Recipient): Promise<Release> {
  const { failuresInARow, restsUntil } = progress;
  const { accountId, endpointId, token } = lease;
  const due = [
    redeliveryId === null ? null : parts.now(),
    await nextDueAt(parts.database.session(accountId), endpointId),
    nextConcernAt(to),
  ].filter((at) => at !== null);
  const dueAt = due.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
  const plannedRedeliveryId = redeliveryId === null ? lease.redeliveryId : null;
  return { accountId, endpointId, token, dueAt, failuresInARow, restsUntil, plannedRedeliveryId };
}

/**
 * Serves one leased endpoint until nothing is due. No request is sent inside a transaction.
 *
 * The states of a delivery and their transitions:
 *
 *   planned    undelivered, next_attempt_at set     ← publication, ping, redelivery, reactivation
 *   in flight  the same row; only the worker with the lease knows
 *     2xx                    → delivered
 *     failure, retries left  → planned, later
 *     failure, the last one  → failed
 *     410                    → waiting, and the endpoint is suspended
 *     a crash, a lost lease  → still planned and due: the next holder of the lease sends it again
 *   waiting    undelivered, next_attempt_at null: its endpoint is suspended
 *     reactivation           → planned, due at once
 *   deleted    the row is gone: its endpoint was disabled or deleted, or its event may no longer be read
 *
 * A failure moves only the date of its own delivery. health.ts stores its effect on the endpoint.
 */

import { applyOutcome, type OutcomeDependencies } from './apply-outcome.ts';
import { type AttemptParts, attempt } from './attempt.ts';
import { failuresAfter, parallelAllowed, parallelProven, provenBy, restMs } from './breaker.ts';
import { type Due, dropDeliveries, findDue, nextDueAt, type Sendable } from './claim.ts';
import { makeMoreDue } from './deliveries-table.ts';
import { holdIfSuspended, nextConcernAt, raiseConcern } from './health.ts';
import { type HeldText, type InFlight, inFlightTextMax, newInFlight } from './in-flight.ts';
import type { WebhookLimits } from './limits.ts';
import type { Finished } from './outcome.ts';
import { isTermOver, type Lease, type Release, type Term } from './queue.ts';
import { findRecipient, type Recipient } from './recipient.ts';
import { newWakeSignal, type WakeSignal } from './wake-signal.ts';

export interface ServingParts extends AttemptParts, OutcomeDependencies {
  readonly limits: WebhookLimits;
  /** Of all endpoints that are served at the same time. */
  readonly held: HeldText;
  /** Whether other endpoints wait for a place. */
  readonly isCrowded: () => boolean;
  /** Whether an endpoint without work keeps its place for a moment. */
  readonly isLingering: boolean;
  /** Creates more deliveries of a running redelivery; false if there are none left. */
  readonly planFurther: (accountId: string, redeliveryId: string) => Promise<boolean>;
  /** Called after each request. */
  readonly onAttempted?: ((finished: Finished) => void) | undefined;
}

export interface Serving {
  readonly lease: Lease;
  readonly failuresInARow: number;
  /** The lease was renewed; without a renewal the serving ends with its lease. */
  renew(term: Term): void;
  /** Something may be due. */
  wake(): void;
  /** Starts nothing new, and ends when requests in flight have ended. */
  stop(): void;
  /** Results of requests in flight are not stored, so these deliveries will be sent again. */
  abandon(): void;
  /** null: the endpoint has been deleted. */
  readonly done: Promise<Release | null>;
}

/** A changed address, a deleted secret and withdrawn rights take effect within this time. */
const freshMs = 500;
/** While requests take long, new work of other processes is checked this often. */
const lookMs = 1000;
/** How long a busy endpoint keeps its place while others wait. */
const turnMs = 5000;
/** The batch grows as long as it is sent within this time. */
const quickMs = 250;
const findMax = 200;
/**
 * How long an endpoint without work keeps its place while no other waits. Under a steady load the next events come within
 * this time, and a lease that is released and taken again would cost more than sending them.
 */
const lingerMs = 250;

/** The mutable state of serving an endpoint. */
interface Progress {
  readonly parts: ServingParts;
  readonly lease: Lease;
  term: Term;
  readonly beganAtMs: number;
  readonly inFlight: InFlight;
  readonly wakeSignal: WakeSignal;
  failuresInARow: number;
  /** By results stored since the lease was taken. */
  proven: number;
  restsUntil: Date | null;
  redeliveryId: string | null;
  recipient: Recipient | null;
  readAtMs: number;
  foundAtMs: number;
  findCount: number;
  /**
   * The last new delivery that was found; reset with each reading of the recipient, so that no earlier one is overlooked: a
   * retry, or one of a node whose clock is behind.
   */
  foundLast: Due | null;
  /** Nothing was due at the last check. */
  isDry: boolean;
  /** When something was sent last. */
  sentAtMs: number;
  /** Since the recipient was read, all of its deliveries have had a date. */
  isScheduled: boolean;
  isStopped: boolean;
  isAbandoned: boolean;
  /** The first internal failure ends the serving; its deliveries stay planned. */
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
    proven: 0,
    restsUntil: null,
    redeliveryId: lease.redeliveryId,
    recipient: null,
    readAtMs: Number.NEGATIVE_INFINITY,
    foundAtMs: Number.NEGATIVE_INFINITY,
    findCount: 0,
    foundLast: null,
    isDry: false,
    sentAtMs: Number.NEGATIVE_INFINITY,
    isScheduled: false,
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
  await sendAll(progress).catch((error: unknown) => fail(progress, error));
  inFlight.giveBack();
  while (!inFlight.isEmpty) await wakeSignal.wait(lookMs);
  if (progress.failure !== undefined) throw progress.failure;
  return progress.recipient === null ? null : releaseOf(progress, progress.recipient);
}

async function sendAll(progress: Progress): Promise<void> {
  const { inFlight, wakeSignal } = progress;
  while (!isOver(progress)) {
    const recipient = await freshRecipient(progress);
    if (recipient === null) break;
    // The next batch is fetched before the last delivery of the current one is sent.
    const parallel = parallelOf(progress, recipient);
    const isShort = inFlight.waitingCount < Math.max(parallel, progress.findCount / 2);
    const isLooking = !progress.isDry && isShort && !inFlight.isFull;
    if (isLooking) await find(progress, recipient, parallel);
    pump(progress);
    const isIdle = progress.isDry && inFlight.isEmpty;
    if (isIdle && !lingers(progress)) break;
    if (isLooking && !progress.isDry && inFlight.activeCount + inFlight.waitingCount < parallel) continue;
    if (!(await wakeSignal.wait(isIdle ? lingerMs : lookMs))) progress.isDry = false;
  }
}

const lingers = ({ parts, sentAtMs }: Progress): boolean =>
  parts.isLingering && !parts.isCrowded() && performance.now() - sentAtMs < lingerMs;

/** Results of requests in flight are stored nevertheless, as soon as it is possible. */
function fail(progress: Progress, error: unknown): void {
  progress.failure ??= error;
  progress.isStopped = true;
}

const parallelOf = ({ failuresInARow }: Progress, { limits }: Recipient): number =>
  parallelAllowed(failuresInARow, limits.parallelMax);

/** Starts as many requests as may run at once. */
function pump(progress: Progress): void {
  const { inFlight, recipient } = progress;
  if (recipient === null || inFlight.isBehind || isOver(progress)) return;
  const parallel = Math.min(parallelOf(progress, recipient), parallelProven(progress.proven));
  for (let due = inFlight.take(parallel); due; due = inFlight.take(parallel)) begin(progress, recipient, due);
}

function isOver({ parts, term, isStopped, beganAtMs, restsUntil, recipient }: Progress): boolean {
  const isTurnOver = performance.now() - beganAtMs > turnMs && parts.isCrowded();
  if (recipient?.isClosed) return true;
  return isStopped || isTermOver(term) || isTurnOver || (restsUntil !== null && restsUntil > parts.now());
}

async function freshRecipient(progress: Progress): Promise<Recipient | null> {
  if (performance.now() - progress.readAtMs < freshMs) return progress.recipient;
  const { parts, lease } = progress;
  const { database, limits } = parts;
  const { accountId, endpointId } = lease;
  progress.readAtMs = performance.now();
  progress.foundLast = null;
  progress.isScheduled = false;
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
  // Signals from here on count: their work may be missing in the result.
  progress.isDry = true;
  const session = parts.database.session(lease.accountId);
  const after = progress.foundLast;
  const wanted = {
    max,
    redeliveriesMax,
    bytesMax: inFlightTextMax,
    except: inFlight.ids,
    after,
    isTraced: parts.tracing !== undefined,
  };
  const { due: found, hasMore } = await findDue(session, to, wanted);
  progress.foundLast = found.findLast(({ isRedelivery, isPing }) => !isRedelivery && !isPing) ?? after;
  inFlight.add(found.filter((due): due is Sendable => due.event !== null));
  const lost = found.filter(({ event }) => event === null).map(({ id }) => id);
  if (lost.length > 0) await dropDeliveries(session, lost);
  const hasMoreRedeliveries = found.filter(({ isRedelivery }) => isRedelivery).length >= redeliveriesMax;
  if (found.length === max || hasMore || hasMoreRedeliveries) progress.isDry = false;
  // An active endpoint has no deliveries without a date, except those that its reactivation has not scheduled yet.
  if (progress.isDry && to.status === 'active' && !progress.isScheduled) {
    progress.isScheduled = (await makeMoreDue(session, to.endpointId)) === 0;
    if (!progress.isScheduled) progress.isDry = false;
  }
  if (progress.redeliveryId === null || hasMoreRedeliveries) return;
  progress.isDry = false;
  if (!(await parts.planFurther(lease.accountId, progress.redeliveryId))) progress.redeliveryId = null;
}

function begin(progress: Progress, to: Recipient, due: Sendable): void {
  const { inFlight, wakeSignal } = progress;
  progress.sentAtMs = performance.now();
  send(progress, to, due)
    .catch((error: unknown) => fail(progress, error))
    .finally(() => {
      inFlight.forget(due);
      pump(progress);
      wakeSignal.wake();
    });
}

async function send(progress: Progress, to: Recipient, due: Sendable): Promise<void> {
  const { parts, lease, inFlight } = progress;
  const attempted = await attempt(parts, to, due);
  inFlight.ended(due);
  parts.onAttempted?.(attempted.finished);
  if (progress.isAbandoned) return;
  // Another worker serves the endpoint now and knows its state better.
  if (isTermOver(progress.term)) return parts.outcomes.write(lease.accountId, attempted.finished);
  const { isSuccessful } = attempted.outcome;
  // The cached state of the endpoint is about to change.
  if (isSuccessful === (to.failingSince !== null)) progress.readAtMs = Number.NEGATIVE_INFINITY;
  progress.failuresInARow = failuresAfter(progress.failuresInARow, isSuccessful);
  const rest = isSuccessful ? 0 : restMs(progress.failuresInARow);
  progress.restsUntil = rest === 0 ? null : new Date(parts.now().getTime() + rest);
  await applyOutcome(parts, lease.accountId, to, attempted);
  progress.proven += provenBy(attempted.outcome.durationMs);
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

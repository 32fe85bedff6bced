/**
 * Sends due deliveries, together with all other workers on the same database. Each leases endpoints from the shared
 * queue, so many at once that a slow or busy one delays no other; failing endpoints have a separate share and cannot
 * fill the rest.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '../platform/database/database.ts';
import { untilNext } from '../repeat.ts';
import { failingAfter } from '../webhooks/breaker.ts';
import { outcomeWriter } from '../webhooks/outcome.ts';
import {
  forgetQueue,
  type Lease,
  leaseMs,
  leaseReady,
  nextReadyAt,
  release,
  renewLeases,
  termFromNow,
} from '../webhooks/queue.ts';
import { planFurther } from '../webhooks/redeliveries.ts';
import { type Serving, type ServingParts, serve } from '../webhooks/serve.ts';
import { newWakeSignal } from '../webhooks/wake-signal.ts';

export interface Deliveries {
  /** Deliveries may have been created, in this account or in any. */
  wake(accountId?: string): void;
  /** Sends everything that is due now; for tests, which move the clock. */
  deliverDue(): Promise<void>;
  /** Lets requests in flight end for a moment, then aborts them: another worker sends them again. */
  stop(): Promise<void>;
}

export interface DeliveriesOptions
  extends Omit<ServingParts, 'outcomes' | 'held' | 'isCrowded' | 'isLingering' | 'planFurther'> {
  readonly database: Database;
  readonly onError: (error: unknown) => void;
  /** Whether due deliveries are sent automatically, or only on request. */
  readonly isSending: boolean;
  /** Whether events are also recorded in this process, which then wakes it: not in one that only works for others. */
  readonly isWoken: boolean;
}

/** How many endpoints a worker serves at once. */
const healthyMax = 200;
const failingMax = 50;
/**
 * Work of other processes is noticed within this time. A process that is woken for its own work looks less often after a
 * while without any.
 */
const lookMs = { busy: 250, idle: 1000 };
const idleAfterMs = 5000;
const farewellMs = 3000;
const recoveryMs = 5000;

const dueAgain = (dueAt: Date) => ({ dueAt, restsUntil: null, plannedRedeliveryId: null });

const nameOf = ({ accountId, endpointId }: Pick<Lease, 'accountId' | 'endpointId'>) => `${accountId}/${endpointId}`;

export function startDeliveries(options: DeliveriesOptions): Deliveries {
  const { database, now, isWoken, onError } = options;
  const servings = new Map<string, Serving>();
  const ended = new Map<string, Promise<void>>();
  const wakeSignal = newWakeSignal();
  let isStopping = false;
  let workedAtMs = Number.NEGATIVE_INFINITY;
  const isIdle = () => isWoken && performance.now() - workedAtMs > idleAfterMs;
  // At rest in step with all that is repeated, so that the process wakes up once for it.
  const untilNextLook = () => (isIdle() ? untilNext(lookMs.idle) : lookMs.busy);
  const countFailing = () => [...servings.values()].filter((one) => one.failuresInARow >= failingAfter).length;
  const parts: ServingParts = {
    ...options,
    outcomes: outcomeWriter(database),
    held: { length: 0 },
    isCrowded: () => servings.size - countFailing() >= healthyMax,
    isLingering: options.isSending,
    planFurther: (accountId, id) => database.transaction(accountId, (tx) => planFurther(tx, id)),
  };

  async function end(serving: Serving): Promise<void> {
    const { lease } = serving;
    try {
      const released = await serving.done;
      await (released === null ? forgetQueue(database, lease) : release(database, released));
    } catch (error) {
      onError(error);
      await giveBack(serving).catch(onError);
    }
    servings.delete(nameOf(lease));
    ended.delete(nameOf(lease));
    wakeSignal.wake();
  }

  /**
   * After an internal failure, for example of the database: retried soon. If even that fails, the lease ends by itself.
   */
  function giveBack({ lease, failuresInARow }: Serving): Promise<void> {
    const restsUntil = new Date(now().getTime() + recoveryMs);
    const untouched = { failuresInARow, restsUntil, dueAt: now(), plannedRedeliveryId: null };
    return release(database, { ...lease, ...untouched });
  }

  async function leaseSome(): Promise<number> {
    const failing = countFailing();
    const room = { healthy: healthyMax - (servings.size - failing), failing: failingMax - failing };
    const term = termFromNow();
    const wanted = [
      { failingAfter, isFailing: false, max: room.healthy },
      { failingAfter, isFailing: true, max: room.failing },
    ].filter(({ max }) => max > 0);
    const leases = (await Promise.all(wanted.map((one) => leaseReady(database, randomUUID(), now(), one)))).flat();
    // Our own leases may have ended, because a clock was moved or the process was frozen: new leases of endpoints that
    // are still being served are returned until that serving has ended.
    const isServed = (lease: Lease) => servings.has(nameOf(lease));
    for (const lease of leases.filter(isServed)) await release(database, { ...lease, ...dueAgain(now()) });
    const fresh = leases.filter((lease) => !isServed(lease));
    for (const lease of fresh) {
      const serving = serve(parts, lease, term);
      servings.set(nameOf(lease), serving);
      ended.set(nameOf(lease), end(serving));
    }
    return fresh.length;
  }

  async function lookAround(): Promise<number> {
    const nextAt = await nextReadyAt(database);
    const waitMs = nextAt === null ? lookMs.idle : nextAt.getTime() - now().getTime();
    if (waitMs > 0) return Math.min(waitMs, untilNextLook());
    workedAtMs = performance.now();
    // Another worker may have been faster, or there is no room: try again a little later.
    return (await leaseSome()) > 0 ? 0 : lookMs.busy;
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      const waitMs = await lookAround().catch((error: unknown) => {
        onError(error);
        return lookMs.busy;
      });
      if (waitMs > 0) await wakeSignal.wait(waitMs);
    }
  }
  const looping = options.isSending ? loop() : undefined;

  async function renew(): Promise<void> {
    const held = [...servings.values()].map(({ lease }) => lease);
    if (held.length === 0) return;
    const term = termFromNow();
    const kept = new Map((await renewLeases(database, now(), held)).map((one) => [one.token + nameOf(one), one]));
    for (const serving of servings.values()) {
      const { lease } = serving;
      // Leased after the statement was sent: its result says nothing about it.
      if (!held.includes(lease)) continue;
      const renewed = kept.get(lease.token + nameOf(lease));
      if (!renewed) serving.stop();
      else serving.renew(term);
      if (renewed?.hasNews) serving.wake();
    }
  }
  // Not `repeat`: if one renewal hangs, the next may still save the leases.
  const renewal = setInterval(() => void renew().catch(onError), leaseMs / 3);

  return {
    wake(accountId) {
      workedAtMs = performance.now();
      for (const serving of servings.values()) {
        if (accountId === undefined || serving.lease.accountId === accountId) serving.wake();
      }
      wakeSignal.wake();
    },
    async deliverDue() {
      do await Promise.all(ended.values());
      while ((await leaseSome()) > 0 || servings.size > 0);
    },
    async stop() {
      isStopping = true;
      wakeSignal.wake();
      for (const serving of servings.values()) serving.stop();
      await looping;
      const farewell = setTimeout(() => {
        for (const serving of servings.values()) serving.abandon();
        parts.outcomes.giveUp();
        void options.sender.close();
      }, farewellMs);
      await Promise.all(ended.values());
      clearTimeout(farewell);
      clearInterval(renewal);
    },
  };
}

/** The figures of a run of the kill loop, as lines of a table. */

import type { DeliveryEvidence } from './delivery-audit.ts';
import { causesOf, type Fault } from './duplicates.ts';
import { pauses, type Target, targets } from './installation.ts';
import type { Change, Ledger } from './ledger.ts';
import type { LoggedEvent } from './logged-event.ts';
import type { Subscription } from './receipts.ts';

export type Figures = Readonly<Record<string, string | number>>;

export const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** By what was killed, frozen or disconnected. */
export function killFigures(faults: readonly Fault[]): Figures {
  const counted = (kinds: readonly Target[], word: string) =>
    kinds.map((kind) => [`${word}: ${kind}`, faults.filter(({ target }) => target === kind).length]);
  return { faults: faults.length, ...Object.fromEntries([...counted(targets, 'kills'), ...counted(pauses, 'pauses')]) };
}

export function ledgerFigures(
  { changes, unansweredCount, longestMs }: Ledger,
  events: readonly LoggedEvent[],
): Figures {
  const moments = new Map(
    events.map(({ topic, data, occurredAt }) => [`${topic} ${data.id}`, Date.parse(occurredAt)] as const),
  );
  /** Whether an attempt without a response made the change. */
  const isMadeUnheard = ({ type, verb, id, lastSentAtMs }: Change) =>
    (moments.get(`${type}.${verb} ${id}`) ?? Number.POSITIVE_INFINITY) < lastSentAtMs;
  const repeated = changes.filter(({ state, attempts }) => state === 'acknowledged' && attempts > 1);
  const madeUnheard = (verb: Change['verb']) =>
    repeated.filter((change) => change.verb === verb && isMadeUnheard(change));
  return {
    'changes wished': changes.length,
    'acknowledged at once': changes.filter(({ state, attempts }) => state === 'acknowledged' && attempts === 1).length,
    'acknowledged after repetition': repeated.length,
    '… creations that had been made already': madeUnheard('created').length,
    '… deletions that had been made already': madeUnheard('deleted').length,
    'never answered': changes.filter(({ state }) => state === 'unknown').length,
    'requests without an answer': unansweredCount,
    'longest wait for an acknowledgement, s': seconds(longestMs),
  };
}

/** The work next to the changes of single rows. */
export const otherFigures = ({ imports, erasures }: Ledger): Figures => ({
  imports: imports.filter(({ status }) => status === 'done').length,
  'people imported': imports.reduce((sum, { createdCount }) => sum + createdCount, 0),
  'people erased': erasures.filter(({ status }) => status === 'done').length,
});

export function receiptFigures(
  subscriptions: readonly Subscription[],
  { deliveries, attempts }: DeliveryEvidence,
  faults: readonly Fault[],
): Figures {
  const taken = subscriptions
    .flatMap(({ takenCounts }) => [...takenCounts.values()])
    .reduce((sum, count) => sum + count, 0);
  const distinct = subscriptions.reduce((sum, { takenCounts }) => sum + takenCounts.size, 0);
  return {
    endpoints: subscriptions.length,
    deliveries: deliveries.length,
    attempts: attempts.length,
    'received once or more': distinct,
    'received again (duplicates)': taken - distinct,
    ...Object.fromEntries(
      Object.entries(causesOf(subscriptions, faults)).map(([cause, count]) => [`… after a fault of: ${cause}`, count]),
    ),
    'rate of duplicates, %': ((100 * (taken - distinct)) / Math.max(distinct, 1)).toFixed(3),
  };
}

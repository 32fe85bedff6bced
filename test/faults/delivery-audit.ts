/** Compares the log of events with what receivers got, and with the deliveries that the service shows. Pure. */

import { type EventDigest, eventDigest } from './event-digest.ts';
import { isReduced, type LoggedEvent } from './logged-event.ts';
import type { Subscription } from './receipts.ts';

export interface StoredDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly endpointId: string;
  readonly status: string;
  readonly attemptsCount: number;
}

export interface StoredAttempt {
  readonly deliveryId: string;
  readonly isSuccessful: boolean;
}

export interface DeliveryEvidence {
  readonly deliveries: readonly StoredDelivery[];
  readonly attempts: readonly StoredAttempt[];
}

export function auditDeliveries(
  events: readonly LoggedEvent[],
  subscriptions: readonly Subscription[],
  { deliveries, attempts }: DeliveryEvidence,
): string[] {
  const byEndpoint = Map.groupBy(deliveries, ({ endpointId }) => endpointId);
  const byDelivery = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
  return [
    ...subscriptions.flatMap((subscription) => {
      const expected = events.filter((event) => isWanted(subscription, event));
      return [
        ...wrongReceipts(subscription, expected),
        ...wrongDeliveries(subscription, expected, byEndpoint.get(subscription.endpointId) ?? []),
      ];
    }),
    ...deliveries.flatMap((delivery) => wrongAttempts(delivery, byDelivery.get(delivery.id) ?? [])),
  ];
}

function isWanted({ topics, afterEventId }: Subscription, { id, topic }: LoggedEvent): boolean {
  const [type = ''] = topic.split('.', 1);
  return Number(id) > afterEventId && topics.some((one) => one === '*' || one === topic || one === `${type}.*`);
}

/** An event about somebody who was erased may have arrived before. */
function isSame(received: EventDigest | undefined, event: LoggedEvent): boolean {
  const { whole } = eventDigest(event);
  return received?.whole === whole || (isReduced(event.data) && received?.reduced === whole);
}

function wrongReceipts({ name, takenCounts, digests }: Subscription, expected: readonly LoggedEvent[]): string[] {
  const wanted = new Set(expected.map(({ id }) => id));
  const unasked = [...takenCounts.keys()].filter((id) => !wanted.has(id));
  return [
    ...expected.flatMap((event) => {
      if (!takenCounts.has(event.id)) return [`Event ${event.id} (${event.topic}) never reached ${name}.`];
      return isSame(digests.get(event.id), event) ? [] : [`Event ${event.id} reached ${name} changed.`];
    }),
    ...unasked.map((id) => `${name} got event ${id}, which it had not asked for.`),
  ];
}

/** Exactly one delivery for each event, and delivered. */
function wrongDeliveries(
  { name }: Subscription,
  expected: readonly LoggedEvent[],
  deliveries: readonly StoredDelivery[],
): string[] {
  const byEvent = Map.groupBy(deliveries, ({ eventId }) => eventId);
  return expected.flatMap(({ id }) => {
    const found = byEvent.get(id) ?? [];
    if (found.length !== 1) return [`Event ${id} has ${found.length} deliveries to ${name}.`];
    return found[0]?.status === 'delivered' ? [] : [`Event ${id} is ${found[0]?.status} to ${name}.`];
  });
}

/** A request sent right before a crash may have no attempt; a counted one has. */
function wrongAttempts({ id, status, attemptsCount }: StoredDelivery, attempts: readonly StoredAttempt[]): string[] {
  if (attempts.length !== attemptsCount)
    return [`Delivery ${id} counts ${attemptsCount} of ${attempts.length} attempts.`];
  const hasSucceeded = attempts.some(({ isSuccessful }) => isSuccessful);
  return (status === 'delivered') === hasSucceeded ? [] : [`Delivery ${id} is ${status} against its attempts.`];
}

/**
 * Receivers of webhooks, and their log of what reached them. One of them is flaky: now and then it refuses, or breaks
 * the connection, the first time it is asked. Every signature is checked by independent software.
 */
import type { Muster } from '@muster/client';
import { Webhook } from 'standardwebhooks';
import { answer, type Received, type Receiver, reset, startReceiver } from '../support/webhooks/receiver.ts';
import { type EventDigest, eventDigest } from './event-digest.ts';

export interface Subscription {
  readonly name: string;
  readonly endpointId: string;
  readonly topics: readonly string[];
  /** Events up to this one were published before. */
  readonly afterEventId: number;
  /** How often each event was received and taken, by the number in its `webhook-id`. */
  readonly takenCounts: Map<string, number>;
  /** As it arrived the first time. */
  readonly digests: Map<string, EventDigest>;
  readonly takenAtMs: Map<string, number>;
  /** When an event arrived that had been taken before. */
  readonly repeated: { readonly eventId: string; readonly firstAtMs: number; readonly againAtMs: number }[];
  /** Events that were not taken the first time. */
  readonly refused: Set<string>;
}

export interface Receipts {
  readonly subscriptions: readonly Subscription[];
  readonly errors: string[];
  stop(): Promise<void>;
}

const wishes: Readonly<Record<string, { readonly topics: readonly string[]; readonly isFlaky: boolean }>> = {
  everything: { topics: ['*'], isFlaky: false },
  people: { topics: ['employee.*', 'employment.created', 'department.updated'], isFlaky: false },
  flaky: { topics: ['*'], isFlaky: true },
};

/** Of the flaky one. */
const refusedEach = 29;

/** `published` waits until every event has its number: only then is it known which come after a subscription. */
export async function subscribe(
  muster: Muster,
  accountName: string,
  published: () => Promise<void>,
): Promise<Receipts> {
  const receiver = await startReceiver();
  const errors: string[] = [];
  const byPath = new Map<string, { subscription: Subscription; webhook: Webhook; isFlaky: boolean }>();
  receiver.behave((response, request) => {
    // The log below is kept instead: the receiver's own would grow with every body.
    receiver.received.length = 0;
    const known = byPath.get(request.path);
    if (!known) return answer(404)(response, request);
    const eventId = eventIdOf(request, accountName);
    if (eventId === null || !isGenuine(request, known.webhook)) {
      errors.push(`A forged request reached ${known.subscription.name}.`);
      return answer(401)(response, request);
    }
    if (known.isFlaky && Number(eventId) % refusedEach === 0 && !known.subscription.refused.has(eventId)) {
      known.subscription.refused.add(eventId);
      return (Number(eventId) % 2 === 0 ? reset : answer(503))(response, request);
    }
    // First the answer: while the receiver works, a kill would make a duplicate of it.
    answer(202)(response, request);
    take(known.subscription, eventId, request);
  });
  for (const [name, { topics, isFlaky }] of Object.entries(wishes)) {
    await published();
    const afterEventId = await lastEventId(muster);
    const made = await muster.webhookEndpoints.create({
      ...{ name, apiVersion: '2024-11-01', topics: [...topics] },
      webhookUrl: addressOf(receiver, name),
    });
    const subscription: Subscription = {
      ...{ name, endpointId: made.id, topics, afterEventId },
      ...{ takenCounts: new Map(), digests: new Map(), takenAtMs: new Map(), repeated: [], refused: new Set() },
    };
    // Shown by a creation, and by nothing else.
    const secret = made.secret as string;
    byPath.set(`/${name}`, { subscription, webhook: new Webhook(secret), isFlaky });
  }
  const subscriptions = [...byPath.values()].map(({ subscription }) => subscription);
  return { subscriptions, errors, stop: () => receiver.close() };
}

const addressOf = ({ url }: Receiver, name: string): string => `${url.replace('localhost', '127.0.0.1')}/${name}`;

async function lastEventId(muster: Muster): Promise<number> {
  const { items } = await muster.events.page({ sort: ['-id'], limit: 1 });
  return Number(items[0]?.id ?? 0);
}

/** Null: the request carries no id of this account. */
function eventIdOf({ headers }: Received, accountName: string): string | null {
  return new RegExp(`^evt_${accountName}_(\\d+)$`).exec(String(headers['webhook-id']))?.[1] ?? null;
}

function isGenuine({ headers, body }: Received, webhook: Webhook): boolean {
  try {
    // Those that are looked at come once each.
    webhook.verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

function take(subscription: Subscription, eventId: string, { body }: Received): void {
  const { takenCounts, digests, takenAtMs, repeated } = subscription;
  const count = takenCounts.get(eventId) ?? 0;
  takenCounts.set(eventId, count + 1);
  const nowMs = performance.now();
  if (count > 0) repeated.push({ eventId, firstAtMs: takenAtMs.get(eventId) ?? nowMs, againAtMs: nowMs });
  else {
    takenAtMs.set(eventId, nowMs);
    digests.set(eventId, eventDigest(JSON.parse(String(body))));
  }
}

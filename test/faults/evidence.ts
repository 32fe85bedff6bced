/** Reads the final state of the service: events, rows of the changed types, deliveries. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Muster } from '@muster/client';
import type { Evidence, StoredRow } from './audit.ts';
import type { DeliveryEvidence, StoredAttempt, StoredDelivery } from './delivery-audit.ts';
import { bare, keyOf } from './ledger.ts';
import type { LoggedEvent } from './logged-event.ts';

interface Listing {
  list(): AsyncIterable<{ readonly id: string }>;
  read(id: string): Promise<{ readonly id: string; readonly etag: string }>;
}

const readersCount = 16;
const lookEveryMs = 200;

export async function gatherEvidence(muster: Muster): Promise<Evidence> {
  const listings: Readonly<Record<string, Listing>> = {
    employee: muster.employees,
    employment: muster.employments,
    'job-position': muster.jobPositions,
    department: muster.departments,
    leave: muster.leaves,
    taxonomy: muster.taxonomies,
    'taxonomy-label': muster.taxonomyLabels,
    'employee-attribute': {
      // The other values are members of people.
      list: () => muster.employeeAttributes.list({ filters: { 'definition.category': 'extension' } }),
      read: (id) => muster.employeeAttributes.read(id),
    },
  };
  const stored = new Map<string, StoredRow>();
  for (const [type, listing] of Object.entries(listings)) {
    const listed: string[] = [];
    for await (const { id } of listing.list()) listed.push(id);
    const ids = listed.values();
    const reader = async () => {
      for (const id of ids) {
        const row = await listing.read(id);
        stored.set(keyOf(type, id), { row: bare(row), etag: row.etag });
      }
    };
    await Promise.all(Array.from({ length: readersCount }, reader));
  }
  return { events: await everyEvent(muster), stored, types: new Set(Object.keys(listings)) };
}

async function everyEvent(muster: Muster): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  // `data` depends on the topic: for the audit it is a row of some type.
  for await (const event of muster.events.list({ limit: 1000 })) events.push(bare(event) as unknown as LoggedEvent);
  return events;
}

/** Waits until nothing is pending; false: it takes too long. */
export async function delivered(muster: Muster, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { items } = await muster.webhookDeliveries.page({ filters: { status: 'undelivered' }, limit: 1 });
    if (items.length === 0) return true;
    if (performance.now() > deadline) return false;
    await pause(lookEveryMs);
  }
}

export async function gatherDeliveries(muster: Muster): Promise<DeliveryEvidence> {
  const deliveries: StoredDelivery[] = [];
  for await (const one of muster.webhookDeliveries.list({ limit: 1000 })) {
    const { id, status, attemptsCount, event, webhookEndpoint } = one;
    deliveries.push({ id, status, attemptsCount, eventId: event.id, endpointId: webhookEndpoint.id });
  }
  const attempts: StoredAttempt[] = [];
  for await (const { webhookDelivery, isSuccessful } of muster.webhookDeliveryAttempts.list({ limit: 1000 })) {
    attempts.push({ deliveryId: webhookDelivery.id, isSuccessful });
  }
  return { deliveries, attempts };
}

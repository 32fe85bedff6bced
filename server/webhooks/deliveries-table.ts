/**
 * The waiting rows of `deliveries` and the queue of the workers, as used by requests and workers. A delivery waits
 * while it is `undelivered`: until `next_attempt_at`, or without a date while its endpoint is suspended.
 */
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

/** A delivery whose first attempt is due at once. */
export interface PlannedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly webhookEndpointId: string;
  readonly clientApplicationId: string;
}

const planned = statement(`
insert into deliveries (account_id, id, event_id, event_topic, event_published_at, webhook_endpoint_id,
  client_application_id, next_attempt_at, created_at, last_updated_at)
select $1, $3::uuid, id, topic, published_at, $5::bigint, $6::bigint, $2::timestamptz, $2::timestamptz, $2::timestamptz
from events where account_id = $1 and id = $4 returning 1`);

/** The transaction has begun with `ensureWeek`. */
export async function planDelivery(tx: Tx, delivery: PlannedDelivery): Promise<void> {
  const { id, eventId, webhookEndpointId, clientApplicationId } = delivery;
  await tx.run(planned, [tx.machineNow, id, eventId, webhookEndpointId, clientApplicationId]);
  await makeQueueDue(tx, webhookEndpointId);
}

const due = statement(`
insert into webhook_queues (account_id, webhook_endpoint_id, due_at, redelivery_id) values ($1, $2, $3, $4)
on conflict (account_id, webhook_endpoint_id) do update
set due_at = least(webhook_queues.due_at, excluded.due_at), failures_count = 0, rests_until = null,
  redelivery_id = coalesce(excluded.redelivery_id, webhook_queues.redelivery_id)`);

/**
 * Call it last in a transaction, because workers wait for the row. The caller assumes that the endpoint works again.
 */
export async function makeQueueDue(
  session: Session,
  webhookEndpointId: string,
  redeliveryId: string | null = null,
): Promise<void> {
  await session.run(due, [webhookEndpointId, session.machineNow, redeliveryId]);
}

/** Deletes waiting deliveries with their attempts; finished ones stay. An attempt in flight finds its delivery gone. */
export async function dropWaiting(tx: Tx, webhookEndpointId: string): Promise<void> {
  await tx.run(
    statement(`
with dropped as (
  delete from deliveries where account_id = $1 and webhook_endpoint_id = $2 and status = 'undelivered' returning id
)
delete from delivery_attempts where account_id = $1 and delivery_id in (select id from dropped)`),
    [webhookEndpointId],
  );
}

/** Far fewer than a request has time for; an idle worker continues with the rest. */
const dueTogetherMax = 5000;

/** One number for all rows of a statement: no row has had it before. An earlier step, as Citus wants (docs/decisions/0094). */
const drawnRevision = `with drawn as (select nextval('revisions') as revision)`;

/**
 * Locks rows as it finds them, so that no result of a concurrent attempt is lost, and skips rows that are being
 * changed, so that there is no deadlock.
 */
const madeDue = statement(`
${drawnRevision}
update deliveries set next_attempt_at = $3, tries_count = 0, last_updated_at = $3, revision = drawn.revision
from drawn where account_id = $1 and id = any(array(
  select id from deliveries
  where account_id = $1 and webhook_endpoint_id = $2 and status = 'undelivered' and next_attempt_at is null
  order by id limit ${dueTogetherMax} for no key update skip locked))
returning 1`);

/**
 * Makes waiting deliveries without a date due, oldest first, and restarts their retry cycle. Returns how many are due
 * now.
 */
export async function makeMoreDue(session: Session, webhookEndpointId: string): Promise<number> {
  const rows = await session.run(madeDue, [webhookEndpointId, session.machineNow]);
  return rows.length;
}

export async function makeWaitingDue(tx: Tx, webhookEndpointId: string): Promise<void> {
  await makeMoreDue(tx, webhookEndpointId);
  await makeQueueDue(tx, webhookEndpointId);
}

/** While an endpoint is suspended, only pings have a date; they are sent in every state. */
export async function holdWaiting(session: Session, webhookEndpointId: string): Promise<void> {
  await session.run(
    statement(`
${drawnRevision}
update deliveries set next_attempt_at = null, last_updated_at = $3, revision = drawn.revision
from drawn where account_id = $1 and webhook_endpoint_id = $2 and status = 'undelivered' and next_attempt_at is not null
  and event_topic <> 'ping'`),
    [webhookEndpointId, session.machineNow],
  );
}

/** The number of the last event: later ones are delivered anyway. */
export async function lastPublished(session: Session): Promise<string> {
  const [row] = await session.run<{ id: string }>(
    statement('select last_id::text as id from published where account_id = $1'),
  );
  return row?.id ?? '0';
}

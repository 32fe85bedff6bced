/**
 * Redeliveries: the events of a time range again. Deliveries are created in batches, in the order of the events. Each
 * batch and the number of its last event are one transaction: an interrupted run continues after it, and no event is
 * delivered twice by it. Requests process small ranges themselves, workers the rest.
 */
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { webhookRedeliveries } from '@muster/contract/resources/webhook-redeliveries.ts';
import { ensureWeek } from '../events/weeks.ts';
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { binder, type Condition, type Place } from '../platform/store/condition.ts';
import { eventInOneOf } from '../platform/store/establishments.ts';
import { findOne, lockOne, type StoredRow } from '../platform/store/read.ts';
import { insert, update } from '../platform/store/write.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { checkedValues, type JsonObject } from '../platform/verbs/body.ts';
import { lock, parsed, read } from '../platform/verbs/standard.ts';
import { invalid, noErrors, throwIfAny } from '../problem.ts';
import { ownerOf, visibleToApplication } from './application.ts';
import { endpointNamed, refuseUnlessActive } from './deliveries.ts';
import { lastPublished, makeQueueDue } from './deliveries-table.ts';
import { checkTopics, onTopics } from './topics.ts';

/** Short enough for a request, long enough for a worker to process a million events in minutes. */
const batchEvents = 1000;

/** The request with all defaults. */
interface Asked {
  readonly webhookEndpoint: { readonly id: string };
  readonly startsAt: string;
  readonly endsAt: string;
  readonly topics: readonly string[] | null;
  readonly onlyUndelivered: boolean;
}

function askedIn(tx: Tx, access: AccessContext, body: JsonObject): Asked {
  const errors = noErrors();
  const values = checkedValues(webhookRedeliveries, body, access.caller.baseUrl, errors);
  if (errors.topics === undefined) checkTopics(values.topics, errors);
  throwIfAny(errors);
  const asked = { topics: null, onlyUndelivered: true, endsAt: tx.now.toISOString(), ...values } as JsonObject & Asked;
  if (Date.parse(asked.endsAt) <= Date.parse(asked.startsAt)) {
    throw invalid({ endsAt: ['Must be after startsAt; it is now unless given.'] });
  }
  return asked;
}

export async function createRedelivery(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const asked = askedIn(tx, access, body);
  const { id: endpointId } = asked.webhookEndpoint;
  await ensureWeek(tx);
  const endpoint = await endpointNamed(tx, access, endpointId);
  await lock(tx, webhookEndpoints, { ...access, conditions: access.conditionsOn(webhookEndpoints) }, endpointId);
  refuseUnlessActive(endpoint);
  const [running] = await tx.run(runningOf, [endpointId]);
  if (running) throw invalid({ 'webhookEndpoint.id': ['Another redelivery for this endpoint is running.'] });
  const shown = await insert(tx, webhookRedeliveries, {
    ...asked,
    clientApplicationId: await ownerOf(tx, access, endpointId),
    status: 'running',
    deliveriesCount: 0,
    resumesAfter: 0,
    endsWith: await lastPublished(tx),
  });
  await planNext(tx, shown.id);
  return read(tx, webhookRedeliveries, access, shown.id);
}

/** How many deliveries there would be. */
export async function dryRunRedelivery(tx: Tx, access: AccessContext, body: JsonObject): Promise<JsonObject> {
  const asked = askedIn(tx, access, body);
  const endpoint = await endpointNamed(tx, access, asked.webhookEndpoint.id);
  refuseUnlessActive(endpoint);
  const { values, place } = binder();
  const owner = await ownerOf(tx, access, asked.webhookEndpoint.id);
  const where = (await matching(tx, owner, asked, endpoint)).map((one) => one(place));
  const [row] = await tx.run<{ count: string }>(
    statement(`select count(*) from events as shown_row where account_id = $1 and ${where.join(' and ')}`),
    values,
  );
  return { deliveriesCount: Number(row?.count) };
}

const runningOf = statement(
  `select 1 from webhook_redeliveries where account_id = $1 and webhook_endpoint_id = $2 and status = 'running'`,
);

/** The filter for the events of a redelivery. */
async function matching(
  session: Session,
  clientApplicationId: string,
  asked: Asked,
  { topics, businessEstablishments }: JsonObject,
): Promise<Condition[]> {
  const establishments = businessEstablishments as { id: string }[] | null;
  return [
    (place) => `shown_row.occurred_at >= ${place(asked.startsAt)}::timestamptz`,
    (place) => `shown_row.occurred_at < ${place(asked.endsAt)}::timestamptz`,
    onTopics(asked.topics ?? (topics as string[])),
    ...(establishments === null ? [] : [inChosen(establishments.map(({ id }) => id))]),
    ...(asked.onlyUndelivered ? [notReceivedBy(asked.webhookEndpoint.id)] : []),
    ...(await visibleToApplication(session, clientApplicationId)),
  ];
}

const inChosen =
  (establishments: readonly string[]): Condition =>
  (place) =>
    eventInOneOf('shown_row', `${place(establishments)}::bigint[]`);

const notReceivedBy =
  (endpointId: string): Condition =>
  (place) =>
    `not exists (select 1 from deliveries as made where made.account_id = $1 and made.event_id = shown_row.id
    and made.webhook_endpoint_id = ${place(endpointId)}::bigint and made.status = 'delivered')`;

const held = statement(`
select resumes_after::text as "resumesAfter", ends_with::text as "endsWith", client_application_id::text as owner
from webhook_redeliveries where account_id = $1 and id = $2`);

/** Creates one batch; false if nothing is left. */
export async function planFurther(tx: Tx, redeliveryId: string): Promise<boolean> {
  await ensureWeek(tx);
  return planNext(tx, redeliveryId);
}

async function planNext(tx: Tx, redeliveryId: string): Promise<boolean> {
  const locked = await lockOne(tx, webhookRedeliveries, redeliveryId);
  if (!locked) return false;
  const asked = parsed(locked, '') as JsonObject & Asked & { deliveriesCount: number; status: string };
  if (asked.status !== 'running') return false;
  const { id: endpointId } = asked.webhookEndpoint;
  const found = await findOne(tx, webhookEndpoints, endpointId);
  const [row] = await tx.run<{ resumesAfter: string; endsWith: string; owner: string }>(held, [redeliveryId]);
  const endpoint = found && parsed(found, '');
  if (!endpoint || endpoint.status === 'inactive' || !row) {
    await update(tx, webhookRedeliveries, locked, { status: 'done' });
    return false;
  }
  const { resumesAfter, endsWith, owner } = row;
  const conditions = [...(await matching(tx, owner, asked, endpoint)), between(resumesAfter, endsWith)];
  const { count, lastId } = await planBatch(
    tx,
    redeliveryId,
    endpointId,
    owner,
    endpoint.status === 'active',
    conditions,
  );
  const isDone = count < batchEvents;
  await update(tx, webhookRedeliveries, locked, {
    deliveriesCount: asked.deliveriesCount + count,
    ...(isDone && { status: 'done' }),
    ...(lastId !== null && { resumesAfter: lastId }),
  });
  await makeQueueDue(tx, endpointId, isDone ? null : redeliveryId);
  return !isDone;
}

const between =
  (after: string, last: string): Condition =>
  (place) =>
    `shown_row.id > ${place(after)}::bigint and shown_row.id <= ${place(last)}::bigint`;

interface Batch {
  readonly count: number;
  readonly lastId: string | null;
}

async function planBatch(
  tx: Tx,
  redeliveryId: string,
  endpointId: string,
  clientApplicationId: string,
  isDue: boolean,
  conditions: readonly Condition[],
): Promise<Batch> {
  const { values, place } = binder([tx.machineNow]);
  const where = conditions.map((condition) => condition(place));
  const [row] = await tx.run<{ count: string; lastId: string | null }>(
    statement(`
with found as (
  select id, topic, published_at from events as shown_row
  where account_id = $1 and ${where.join(' and ')}
  order by id limit ${batchEvents}
), planned as (
  insert into deliveries (account_id, id, event_id, event_topic, event_published_at, webhook_endpoint_id,
    client_application_id, redelivery_id, next_attempt_at, created_at, last_updated_at)
  select $1, uuid_at($2::timestamptz, row_number() over (order by id)), id, topic, published_at,
    ${bigint(place, endpointId)}, ${bigint(place, clientApplicationId)}, ${bigint(place, redeliveryId)},
    ${isDue ? '$2::timestamptz' : 'null'}, $2::timestamptz, $2::timestamptz
  from found returning 1
)
select count(*), max(id)::text as "lastId" from found`),
    values,
  );
  return { count: Number(row?.count), lastId: row?.lastId ?? null };
}

const bigint = (place: Place, id: string): string => `${place(id)}::bigint`;

/** Cancels the remaining batches. */
export async function endRedeliveries(tx: Tx, endpointId: string): Promise<void> {
  const rows = await tx.run<{ id: string; revision: string }>(
    statement(`select id::text as id, revision::text as revision from webhook_redeliveries
where account_id = $1 and webhook_endpoint_id = $2 and status = 'running' for update`),
    [endpointId],
  );
  for (const row of rows) await update(tx, webhookRedeliveries, row, { status: 'done' });
}

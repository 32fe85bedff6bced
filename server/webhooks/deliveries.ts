/** Deliveries that a client requests: a ping, or an event again. */
import { events } from '@muster/contract/resources/events.ts';
import { webhookDeliveries } from '@muster/contract/resources/webhook-deliveries.ts';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { recordPing } from '../events/ping.ts';
import { ensureWeek } from '../events/weeks.ts';
import type { Tx } from '../platform/database/database.ts';
import { uuidAt } from '../platform/database/uuid.ts';
import { findOne, type StoredRow } from '../platform/store/read.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { type JsonObject, unknownReference, valuesIn } from '../platform/verbs/body.ts';
import { parsed, read } from '../platform/verbs/standard.ts';
import { invalid } from '../problem.ts';
import { ownerOf, visibleToApplication } from './application.ts';
import { planDelivery } from './deliveries-table.ts';

export async function createDelivery(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const { webhookEndpoint, event } = valuesIn(webhookDeliveries, body, access.caller.baseUrl) as JsonObject & Asked;
  await ensureWeek(tx);
  const endpoint = await endpointNamed(tx, access, webhookEndpoint.id);
  const id = uuidAt(tx.machineNow);
  const clientApplicationId = await ownerOf(tx, access, webhookEndpoint.id);
  const eventId = event
    ? await eventNamed(tx, clientApplicationId, endpoint, event.id)
    : await recordPing(tx, { clientApplicationId, dataType: webhookDeliveries.type, dataId: id });
  await planDelivery(tx, { id, eventId, webhookEndpointId: webhookEndpoint.id, clientApplicationId });
  return read(tx, webhookDeliveries, access, id);
}

interface Asked {
  readonly webhookEndpoint: { readonly id: string };
  readonly event?: { readonly id: string };
}

/** An endpoint of the caller, as shown. */
export async function endpointNamed(tx: Tx, { caller, conditionsOn }: AccessContext, id: string): Promise<JsonObject> {
  const found = await findOne(tx, webhookEndpoints, id, conditionsOn(webhookEndpoints));
  if (!found) throw invalid({ 'webhookEndpoint.id': [unknownReference(webhookEndpoints.type)] });
  return parsed(found, caller.baseUrl);
}

export function refuseUnlessActive({ status }: JsonObject): void {
  if (status !== 'active')
    throw invalid({ 'webhookEndpoint.id': [`This endpoint is ${status}: only an active one is sent events.`] });
}

async function eventNamed(tx: Tx, clientApplicationId: string, endpoint: JsonObject, id: string): Promise<string> {
  refuseUnlessActive(endpoint);
  const found = await findOne(tx, events, id, await visibleToApplication(tx, clientApplicationId));
  if (!found) throw invalid({ 'event.id': [unknownReference(events.type)] });
  return id;
}

/**
 * Endpoints: allowed addresses and topics, and the effect of their status on waiting deliveries. External checks (the
 * address, its echo) come before the transaction. Each connection checks its address again, so safety does not depend
 * on them.
 *
 * A change locks the row first. Publication locks it against changes while it creates deliveries, so a change that
 * drops or schedules waiting deliveries finds all of them.
 */
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { StoredRow } from '../platform/store/read.ts';
import { showingOnce } from '../platform/store/shown-once.ts';
import { insert } from '../platform/store/write.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { belongings } from '../platform/verbs/belonging.ts';
import { checkedChanges, checkedValues, givenText, type JsonObject } from '../platform/verbs/body.ts';
import { isBlamed } from '../platform/verbs/other-errors.ts';
import { checkReferences } from '../platform/verbs/references.ts';
import * as standard from '../platform/verbs/standard.ts';
import { addError, type FieldErrors, invalid, noErrors, type Problem, throwIfAny } from '../problem.ts';
import { dropWaiting, lastPublished, makeWaitingDue } from './deliveries-table.ts';
import type { Outside } from './outside.ts';
import { endRedeliveries } from './redeliveries.ts';
import { addSecret } from './secrets.ts';
import { checkTopics } from './topics.ts';

export async function validateCreationExternally(
  outside: Outside,
  session: Session,
  access: AccessContext,
  body: JsonObject,
): Promise<Problem | null> {
  const errors = noErrors();
  const { webhookUrl, status = 'active' } = judged(access, body, errors);
  if (isBlamed('webhookUrl', errors)) return null;
  // Next to other errors nothing is called.
  const isToBeCalled = Object.keys(errors).length === 0 && status === 'active';
  return seenOutside(outside, session, givenText(webhookUrl), isToBeCalled, errors);
}

export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const errors = noErrors();
  const values = judged(access, body, errors);
  throwIfAny(errors);
  await checkReferences(tx, webhookEndpoints, access, values);
  const shown = await insert(tx, webhookEndpoints, {
    ...values,
    ...belongings(webhookEndpoints, access),
    warningsCount: 0,
    subscribedAfter: await lastPublished(tx),
  });
  const { secret } = await addSecret(tx, access, shown.id);
  return showingOnce(webhookEndpoints, shown, 'secret', secret);
}

function judged({ caller }: AccessContext, body: JsonObject, errors: FieldErrors): JsonObject {
  const values = checkedValues(webhookEndpoints, body, caller.baseUrl, errors);
  if (errors.topics === undefined) checkTopics(values.topics, errors);
  checkStatus(values.status, errors);
  return values;
}

function checkStatus(status: unknown, errors: FieldErrors): void {
  if (status === 'suspended') addError(errors, 'status', 'Must be active or inactive: only the service suspends.');
}

const challenge = statement('select webhook_challenge as "isAsked" from account_settings where account_id = $1');

async function seenOutside(
  outside: Outside,
  session: Session,
  url: string,
  isToBeCalled: boolean,
  errors: FieldErrors,
): Promise<Problem | null> {
  const refusal = (await outside.refusedAddress(url)) ?? (isToBeCalled ? await silenceAt(outside, session, url) : null);
  if (refusal === null) return null;
  addError(errors, 'webhookUrl', refusal);
  return invalid(errors);
}

async function silenceAt(outside: Outside, session: Session, url: string): Promise<string | null> {
  const [settings] = await session.run<{ isAsked: boolean }>(challenge);
  return settings?.isAsked ? outside.refusedEcho(url) : null;
}

export async function validateUpdateExternally(
  outside: Outside,
  session: Session,
  access: AccessContext,
  id: string,
  write: Write,
): Promise<void> {
  const shown = await standard.read(session, webhookEndpoints, access, id);
  write.check(shown);
  const current = standard.parsed(shown, access.caller.baseUrl);
  const errors = noErrors();
  const changes = judgedChanges(access, current, await write.body(), errors);
  if (isBlamed('webhookUrl', errors)) return;
  const { webhookUrl, status } = { ...current, ...changes };
  const isNewAddress = webhookUrl !== current.webhookUrl;
  const isActivated = status === 'active' && (isNewAddress || current.status !== 'active');
  if (isNewAddress || isActivated) {
    // Next to other errors, which the change itself reports, nothing is called.
    const isToBeCalled = isActivated && Object.keys(errors).length === 0;
    const refusal = await seenOutside(outside, session, givenText(webhookUrl), isToBeCalled, errors);
    if (refusal) throw refusal;
  }
}

export async function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  await standard.lock(tx, webhookEndpoints, access, id);
  let changes: JsonObject = {};
  const shown = await standard.change(tx, webhookEndpoints, access, id, write, async (current, body) => {
    changes = changesOf(access, current, body);
    await checkReferences(tx, webhookEndpoints, access, changes, current);
    const isResubscribed = changes.topics !== undefined || changes.status !== undefined;
    return {
      ...changes,
      ...(changes.status !== undefined && newStart(current)),
      ...(isResubscribed && { subscribedAfter: await lastPublished(tx) }),
    };
  });
  if (changes.status === 'active') await makeWaitingDue(tx, id);
  if (changes.status === 'inactive') {
    await dropWaiting(tx, id);
    await endRedeliveries(tx, id);
  }
  return shown;
}

function changesOf(access: AccessContext, current: JsonObject, body: JsonObject): JsonObject {
  const errors = noErrors();
  const changes = judgedChanges(access, current, body, errors);
  throwIfAny(errors);
  return changes;
}

function judgedChanges(
  { caller }: AccessContext,
  current: JsonObject,
  body: JsonObject,
  errors: FieldErrors,
): JsonObject {
  const changes = checkedChanges(webhookEndpoints, current, body, caller.baseUrl, errors);
  if (!isBlamed('topics', errors)) checkTopics(changes.topics, errors);
  if (changes.status !== current.status) checkStatus(changes.status, errors);
  return changes;
}

/** A reactivated or disabled endpoint starts without history. */
const newStart = (current: JsonObject): JsonObject => ({
  ...(current.failingSince !== null && { failingSince: null }),
  ...(current.suspendedAt !== null && { suspendedAt: null, suspensionReason: null }),
  warningsCount: 0,
});

export async function remove(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  await standard.lock(tx, webhookEndpoints, access, id);
  await standard.remove(tx, webhookEndpoints, access, id, write);
  await endRedeliveries(tx, id);
  await dropWaiting(tx, id);
  await tx.run(statement('delete from webhook_queues where account_id = $1 and webhook_endpoint_id = $2'), [id]);
}

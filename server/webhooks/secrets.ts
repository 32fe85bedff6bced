/**
 * Secrets of endpoints: created by the service, shown once, stored encrypted, at most two active so that a rotation
 * needs no pause.
 */
import { webhookEndpointSecrets } from '@muster/contract/resources/webhook-endpoint-secrets.ts';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { StoredRow } from '../platform/store/read.ts';
import { showingOnce } from '../platform/store/shown-once.ts';
import { idIs, insert, remove, update } from '../platform/store/write.ts';
import { validatorOf } from '../platform/validation/validator.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { belongings } from '../platform/verbs/belonging.ts';
import { checkedValues, type JsonObject } from '../platform/verbs/body.ts';
import { lock, read } from '../platform/verbs/standard.ts';
import { addError, invalid, noErrors, throwIfAny } from '../problem.ts';
import { ownerOf } from './application.ts';
import { newWebhookSecret } from './signature.ts';

const hourMs = 3_600_000;
const overlapMs = 24 * hourMs;
const overlapMaxMs = 7 * 24 * hourMs;

const sealedAbout = ({ accountId }: Session, endpointId: string): string =>
  `${accountId}/webhook-endpoint/${endpointId}/secret`;

export const opensSecret = (session: Session, endpointId: string, sealed: string): boolean =>
  session.vault.openOrNull(sealed, sealedAbout(session, endpointId)) !== null;

/** A new secret, and its text, which is shown once. */
export async function addSecret(
  tx: Tx,
  access: AccessContext,
  endpointId: string,
): Promise<{ shown: StoredRow; secret: string }> {
  const secret = newWebhookSecret();
  const shown = await insert(tx, webhookEndpointSecrets, {
    ...belongings(webhookEndpointSecrets, { ...access, ownerId: endpointId }),
    clientApplicationId: await ownerOf(tx, access, endpointId),
    hint: secret.slice(-4),
    sealedSecret: tx.vault.seal(secret, sealedAbout(tx, endpointId)),
  });
  return { shown, secret };
}

interface LiveSecret {
  readonly id: string;
  readonly revision: string;
}

/** Newest first. */
const live = statement(`
select id::text as id, revision::text as revision from webhook_endpoint_secrets
where account_id = $1 and webhook_endpoint_id = $2 and (expires_at is null or expires_at > $3)
order by expires_at desc nulls first, id desc`);

const ofEndpoint = (endpointId: string, tx: Tx) => tx.run<LiveSecret>(live, [endpointId, tx.now]);

/** One rotation of an endpoint at a time. */
const lockEndpoint = (tx: Tx, access: AccessContext, id: string) =>
  lock(tx, webhookEndpoints, { ...access, conditions: access.conditionsOn(webhookEndpoints) }, id);

export async function createSecret(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const { ownerId: endpointId = '' } = access;
  await lockEndpoint(tx, access, endpointId);
  const previousExpiresAt = expiryIn(tx, access, body);
  const [newest, ...older] = await ofEndpoint(endpointId, tx);
  if (older.length > 0) {
    throw invalid({ $: ['Two secrets are alive already: delete one of them, or wait until the older one has ended.'] });
  }
  await removeEnded(tx, endpointId);
  if (newest) await update(tx, webhookEndpointSecrets, newest, { expiresAt: previousExpiresAt });
  const { shown, secret } = await addSecret(tx, access, endpointId);
  return showingOnce(webhookEndpointSecrets, shown, 'secret', secret);
}

function expiryIn(tx: Tx, access: AccessContext, body: JsonObject): Date {
  const errors = noErrors();
  const { previousExpiresAt } = checkedValues(webhookEndpointSecrets, body, access.caller.baseUrl, errors);
  const latest = tx.now.getTime() + overlapMaxMs;
  if (previousExpiresAt !== undefined) {
    validatorOf(webhookEndpointSecrets.seeds.previousExpiresAt)(previousExpiresAt, 'previousExpiresAt', errors);
  }
  throwIfAny(errors);
  if (previousExpiresAt === undefined) return new Date(tx.now.getTime() + overlapMs);
  const expiry = new Date(previousExpiresAt as string);
  if (expiry.getTime() < tx.now.getTime() || expiry.getTime() > latest) {
    addError(errors, 'previousExpiresAt', 'Must lie between now and 7 days from now.');
  }
  throwIfAny(errors);
  return expiry;
}

async function removeEnded(tx: Tx, endpointId: string): Promise<void> {
  await remove(tx, webhookEndpointSecrets, [
    (place) => `webhook_endpoint_id = ${place(endpointId)}::bigint`,
    (place) => `expires_at <= ${place(tx.now)}::timestamptz`,
  ]);
}

export async function removeSecret(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  const { ownerId: endpointId = '' } = access;
  await lockEndpoint(tx, access, endpointId);
  write.check(await read(tx, webhookEndpointSecrets, access, id));
  const alive = await ofEndpoint(endpointId, tx);
  const [other] = alive.filter((secret) => secret.id !== id);
  if (!other)
    throw invalid({ id: ['This is the only secret of the endpoint, so it cannot be deleted: add another first.'] });
  await remove(tx, webhookEndpointSecrets, [idIs(id)]);
  // The newest secret has no end; the remaining one takes its place.
  if (alive[0]?.id === id) await update(tx, webhookEndpointSecrets, other, { expiresAt: null });
}

/** The secrets that currently sign deliveries, newest first, by the id of their endpoint. */
export async function liveSecrets(
  session: Session,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await session.run<{ endpointId: string; sealed: string }>(
    statement(`
select webhook_endpoint_id::text as "endpointId", sealed_secret as sealed from webhook_endpoint_secrets
where account_id = $1 and webhook_endpoint_id = any($2::bigint[]) and (expires_at is null or expires_at > $3)
order by expires_at desc nulls first, id desc`),
    [endpointIds, session.now],
  );
  // A secret that cannot be decrypted signs nothing; the other one of the endpoint still works.
  const opened = rows.flatMap(({ endpointId, sealed }) => {
    const text = session.vault.openOrNull(sealed, sealedAbout(session, endpointId));
    return text === null ? [] : [{ endpointId, text }];
  });
  return new Map(
    [...Map.groupBy(opened, ({ endpointId }) => endpointId)].map(([id, secrets]) => [
      id,
      secrets.map(({ text }) => text),
    ]),
  );
}

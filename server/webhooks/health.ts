/**
 * The health of an endpoint: since when it fails, whether its owner was warned, and when it is suspended. It is stored
 * with the endpoint, so it does not depend on the worker.
 */
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import type { Database, Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { Condition } from '../platform/store/condition.ts';
import { idIs, update, updateWithoutTimestamp } from '../platform/store/write.ts';
import { holdWaiting } from './deliveries-table.ts';
import type { Recipient } from './recipient.ts';

const dayMs = 86_400_000;

/** The row decides, not the memory of a worker. */
const activeOne = (endpointId: string): Condition[] => [idIs(endpointId), () => `status = 'active'`];

/** After the first failure that follows a success. */
export const beginFailing = (session: Session, endpointId: string, since: Date): Promise<number> =>
  updateWithoutTimestamp(session, webhookEndpoints, [...activeOne(endpointId), () => 'failing_since is null'], {
    failingSince: since,
    warningsCount: 0,
  });

/** After a success, also of a ping to a suspended endpoint. */
export const endFailing = (session: Session, endpointId: string): Promise<number> =>
  updateWithoutTimestamp(session, webhookEndpoints, [idIs(endpointId), () => 'failing_since is not null'], {
    failingSince: null,
    warningsCount: 0,
  });

/** The time of the next warning or suspension; null while the endpoint is healthy. */
export function nextConcernAt({ status, failingSince, warningsCount, limits }: Recipient): Date | null {
  if (status !== 'active' || failingSince === null) return null;
  const days = Math.min(limits.warningDays[warningsCount] ?? limits.suspensionDays, limits.suspensionDays);
  return new Date(failingSince.getTime() + days * dayMs);
}

/** Records a warning or suspends the endpoint, if it is time. Returns whether anything was recorded. */
export async function raiseConcern(database: Database, accountId: string, recipient: Recipient): Promise<boolean> {
  const { endpointId, failingSince, warningsCount, limits } = recipient;
  const session = database.session(accountId);
  const dueAt = nextConcernAt(recipient);
  if (failingSince === null || dueAt === null || dueAt > session.machineNow) return false;
  if (session.machineNow.getTime() >= failingSince.getTime() + limits.suspensionDays * dayMs) {
    return suspend(database, accountId, endpointId, 'noSuccess');
  }
  const stillDue: Condition = (place) =>
    `warnings_count = ${place(warningsCount)}::bigint and failing_since is not null`;
  const changes = { warningsCount: warningsCount + 1 };
  return (
    (await updateWithoutTimestamp(
      session,
      webhookEndpoints,
      [...activeOne(endpointId), stillDue],
      changes,
      'failing',
    )) > 0
  );
}

/** Waiting deliveries stay, without a date, until the endpoint is active again. */
export function suspend(
  database: Database,
  accountId: string,
  endpointId: string,
  suspensionReason: 'gone' | 'noSuccess',
): Promise<boolean> {
  return database.transaction(accountId, async (tx) => {
    const current = await lockStatus(tx, endpointId);
    if (current?.status !== 'active') return false;
    await update(tx, webhookEndpoints, current, { status: 'suspended', suspendedAt: tx.machineNow, suspensionReason });
    await holdWaiting(tx, endpointId);
    return true;
  });
}

/**
 * Removes the date of deliveries that got one although their endpoint is suspended: by an attempt that ended later, or
 * by a concurrent publication. Under the lock of the endpoint, so that nothing is held back after its reactivation.
 */
export function holdIfSuspended(database: Database, accountId: string, endpointId: string): Promise<void> {
  return database.transaction(accountId, async (tx) => {
    const current = await lockStatus(tx, endpointId);
    if (current?.status === 'suspended') await holdWaiting(tx, endpointId);
  });
}

const locked = statement(`
select id::text as id, revision::text as revision, status from webhook_endpoints
where account_id = $1 and id = $2 for no key update`);

async function lockStatus(tx: Tx, endpointId: string) {
  const [row] = await tx.run<{ id: string; revision: string; status: Recipient['status'] }>(locked, [endpointId]);
  return row;
}

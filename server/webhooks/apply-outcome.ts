/** Applies a result to its endpoint and its delivery, in an order in which a crash between two steps loses nothing. */
import type { Database } from '../platform/database/database.ts';
import type { Attempted } from './attempt.ts';
import { beginFailing, endFailing, holdIfSuspended, suspend } from './health.ts';
import type { OutcomeWriter } from './outcome.ts';
import type { Recipient } from './recipient.ts';

export interface OutcomeDependencies {
  readonly database: Database;
  readonly outcomes: OutcomeWriter;
  /** Called when an endpoint has recorded an event. */
  readonly onRecorded: () => void;
}

const gone = 410;

export async function applyOutcome(
  { database, outcomes, onRecorded }: OutcomeDependencies,
  accountId: string,
  { endpointId, status, failingSince }: Recipient,
  { outcome, finished }: Attempted,
): Promise<void> {
  const session = database.session(accountId);
  const isGone = outcome.status === gone;
  const recordHealth = async () => {
    if (outcome.isSuccessful) {
      if (failingSince !== null) await endFailing(session, endpointId);
    } else if (failingSince === null && status === 'active') {
      await beginFailing(session, endpointId, finished.created_at);
    }
  };
  // The database may be away: the result waits for it, and a result that was lost would be a delivery that is repeated.
  const isHealthRecorded = await recordHealth().then(
    () => true,
    () => false,
  );
  // The suspension comes first: a delivery without a date at an active endpoint would wait forever.
  if (isGone && (await suspend(database, accountId, endpointId, 'gone'))) onRecorded();
  await outcomes.write(accountId, finished);
  if (!isHealthRecorded) await recordHealth();
  if (isGone || (status === 'suspended' && !outcome.isSuccessful)) {
    await holdIfSuspended(database, accountId, endpointId);
  }
}

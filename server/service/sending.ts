/** Composes everything that calls addresses configured by accounts, all under the same rules. */
import { byService } from '@muster/contract/author.ts';
import type { Logger } from 'pino';
import type { AddressBook } from '../identity/accounts/addresses.ts';
import type { AttemptFacts, Observer } from '../observer.ts';
import type { Database } from '../platform/database/database.ts';
import type { ProcessRole } from '../settings/config.ts';
import type { Tracing } from '../tracing.ts';
import type { Resolve } from '../webhooks/address.ts';
import { type GuardedFetch, guardedFetch } from '../webhooks/fetch.ts';
import { standardLimits, type WebhookLimits } from '../webhooks/limits.ts';
import type { Finished } from '../webhooks/outcome.ts';
import { type Outside, outside } from '../webhooks/outside.ts';
import { openSender, type Sender } from '../webhooks/send.ts';
import { type Deliveries, startDeliveries } from '../worker/deliveries.ts';

/** Which endpoints may be called in addition to the public internet, and how. */
export interface WebhookOptions {
  readonly networks?: readonly string[];
  readonly limits?: WebhookLimits;
  /** For tests: how names are resolved, and which certificates are trusted. */
  readonly resolve?: Resolve;
  readonly authorities?: string;
  /** For tests: the random source of retry jitter. */
  readonly random?: () => number;
  /** For tests: whether due deliveries are sent automatically. */
  readonly isSending?: boolean;
}

export interface SendingOptions {
  readonly webhooks?: WebhookOptions;
  readonly role?: ProcessRole;
  readonly now: () => Date;
  readonly observer?: Observer | undefined;
  readonly tracing?: Tracing | undefined;
  readonly logger: Logger;
}

/** Deliveries, the challenges of new endpoints, and identity providers. */
export function startSending(
  { webhooks = {}, role = 'all', now, logger, observer, tracing }: SendingOptions,
  database: Database,
  { baseUrlOf, sourceOf, isOwnHost }: AddressBook,
  onRecorded: () => void,
): { looking: Outside; deliveries: Deliveries; sender: Sender; calling: GuardedFetch } {
  const { networks = [], resolve, authorities, limits = standardLimits, random = Math.random } = webhooks;
  const permits = { networks, isOwnHost, ...(resolve && { resolve }) };
  const trusting = { permits, ...(authorities !== undefined && { authorities }) };
  const sender = openSender(trusting);
  const deliveries = startDeliveries({
    database: database.by(byService('webhooks')),
    sender,
    limits,
    baseUrlOf,
    sourceOf,
    now,
    random,
    onRecorded,
    onAttempted: observer && ((finished) => observer.attempted(attemptFacts(finished))),
    tracing,
    onError: (error) => logger.error({ err: error }, 'webhooks could not be sent'),
    isSending: role !== 'api' && (webhooks.isSending ?? true),
    isWoken: role === 'all',
  });
  return { looking: outside(permits, sender), deliveries, sender, calling: guardedFetch(trusting) };
}

const attemptFacts = ({ is_successful, status, ended_at, delivery_created_at }: Finished): AttemptFacts => ({
  isSuccessful: is_successful,
  state: status,
  ageSeconds: Math.max(0, (ended_at.getTime() - Date.parse(delivery_created_at)) / 1000),
});

/** One attempt of a delivery: the request as the receiver gets it, and the effect of its result. */
import type { AccountAddress } from '../identity/accounts/addresses.ts';
import { uuidAt } from '../platform/database/uuid.ts';
import { addressedEvents, withTail } from '../platform/store/address.ts';
import type { Tracing } from '../tracing.ts';
import type { Sendable } from './claim.ts';
import type { Finished } from './outcome.ts';
import type { Recipient } from './recipient.ts';
import { nextAttemptAt } from './schedule.ts';
import type { Outcome, Sender } from './send.ts';
import { signatureHeaders } from './signature.ts';

export interface Attempted {
  readonly outcome: Outcome;
  readonly finished: Finished;
}

export interface AttemptParts {
  readonly sender: Sender;
  readonly baseUrlOf: (account: AccountAddress) => string;
  readonly sourceOf: (account: AccountAddress) => string;
  readonly now: () => Date;
  /** Nobody by default. */
  readonly tracing?: Tracing | undefined;
  /** At least 0, less than 1. */
  readonly random: () => number;
}

/**
 * The same for every attempt and redelivery. Accounts with the same name in several environments have different ids.
 */
export function webhookIdOf({ name, environment, sandbox }: AccountAddress, eventId: string): string {
  const suffix = environment === 'production' ? '' : `-${sandbox ?? environment}`;
  return `evt_${name}${suffix}_${eventId}`;
}

/** No secret of the endpoint can be decrypted: its owner must add another. */
const unsigned: Outcome = {
  isSuccessful: false,
  status: null,
  failureReason: 'secret',
  body: '',
  contentType: null,
  retryAfter: null,
  durationMs: 0,
};

/** Ids alone: an address may hold a secret. */
const attributesOf = ({ endpointId }: Recipient, { id, eventId }: Sendable, { status, failureReason }: Outcome) => ({
  'http.request.method': 'POST',
  'muster.webhook_endpoint.id': endpointId,
  'muster.webhook_delivery.id': id,
  'muster.event.id': eventId,
  ...(status !== null && { 'http.response.status_code': status }),
  ...(failureReason !== null && { 'error.type': failureReason }),
});

export async function attempt(
  { sender, baseUrlOf, sourceOf, now, random, tracing }: AttemptParts,
  recipient: Recipient,
  due: Sendable,
): Promise<Attempted> {
  const { account, secrets, limits, url } = recipient;
  const sentAt = now();
  const body = Buffer.from(addressedEvents(withTail(due.event, '}'), baseUrlOf(account), sourceOf(account)));
  const span = tracing?.delivery(due.traceparent ?? null);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'svc-webhooks/1',
    ...(span && { traceparent: span.traceparent }),
    ...(secrets.length > 0 &&
      signatureHeaders({ id: webhookIdOf(account, due.eventId), moment: sentAt, body }, secrets)),
  };
  // A receiver could not distinguish an unsigned request from a forged one.
  const outcome =
    secrets.length === 0
      ? unsigned
      : await sender.send({ url, method: 'POST', headers, body, limitMs: limits.attemptMs });
  span?.end('POST webhook', attributesOf(recipient, due, outcome), !outcome.isSuccessful);
  const endedAt = now();
  const triesCount = due.triesCount + 1;
  const { isSuccessful, retryAfter } = outcome;
  const again = isSuccessful
    ? null
    : nextAttemptAt({ tries: triesCount, endedAt, retryAfter, random: random() }, limits.waitsMs);
  return {
    outcome,
    finished: {
      delivery_id: due.id,
      delivery_created_at: due.createdAt,
      event_id: due.eventId,
      webhook_endpoint_id: recipient.endpointId,
      client_application_id: recipient.ownerId,
      status: isSuccessful ? 'delivered' : again === null ? 'failed' : 'undelivered',
      tries_count: triesCount,
      attempts_before: due.attemptsCount,
      next_attempt_at: again,
      ended_at: endedAt,
      id: uuidAt(sentAt),
      created_at: sentAt,
      signature: headers['svc-signature'] ?? '',
      is_successful: isSuccessful,
      response_status_code: outcome.status,
      error_response_body: isSuccessful ? '' : outcome.body,
      failure_reason: outcome.failureReason,
      request_headers: headers,
      duration_ms: outcome.durationMs,
    },
  };
}

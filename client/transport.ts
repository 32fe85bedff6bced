/**
 * Requests to the API of one account: address, headers, token, retries, and error responses as exceptions. A token is
 * sent only to `baseUrl`, even if a response contains other addresses.
 */
import { apiVersion } from '@muster/contract/version.ts';
import { authorized } from './authorized.ts';
import { problemError } from './error-responses.ts';
import { ConnectionError, UnexpectedAnswerError } from './errors.ts';
import { exchange, parsed, type Wire } from './exchange.ts';
import { type Reply, repeated, retryAfterMs } from './retry.ts';
import type { TokenSource } from './token.ts';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to `baseUrl`, with the query. */
  readonly path: string;
  /** A form is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly ifMatch?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The last known event, for a stream of events. */
  readonly lastEventId?: string | undefined;
  /** Of one attempt, if it differs from that of other requests. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ApiAnswer {
  /** Null if the response has none. */
  readonly body: unknown;
  readonly etag: string | null;
}

export type Send = (request: ApiRequest) => Promise<ApiAnswer>;

export function transport(shared: Wire, baseUrl: string, tokenOf: TokenSource): Send {
  return async (request) => {
    const { signal, timeoutMs = shared.timeoutMs } = request;
    const wire = { ...shared, timeoutMs };
    const ask = (token: string | null) => exchange(wire, baseUrl + request.path, messageOf(request, token), signal);
    const attempt = authorized(tokenOf, ask, signal);
    const { outcome, wasLost } = await repeated(attempt, { ...wire, isRepeatable: isRepeatable(request), signal });
    if (outcome instanceof ConnectionError) throw outcome;
    // An earlier attempt, whose response was lost, has removed it.
    if (request.method === 'DELETE' && outcome.status === 404 && wasLost) return { body: null, etag: null };
    return answerOf(outcome, wire.clock.now());
  };
}

/**
 * Whether a request is safe to repeat: a read, a removal, a creation with a key, or a change with If-Match. A change
 * without it could undo what somebody else wrote in between.
 */
function isRepeatable({ method, ifMatch, idempotencyKey }: ApiRequest): boolean {
  if (method === 'POST') return idempotencyKey !== undefined;
  return method !== 'PATCH' || ifMatch !== undefined;
}

export function messageOf(
  { method, body, ifMatch, idempotencyKey, lastEventId }: ApiRequest,
  token: string | null,
  accept = 'application/json',
) {
  const isForm = body instanceof FormData;
  const headers = new Headers({
    ...(token !== null && { authorization: `Bearer ${token}` }),
    'api-version': apiVersion,
    accept,
    ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  });
  return { method, headers, body: body === undefined || isForm ? body : JSON.stringify(body) };
}

function answerOf({ status, headers, text }: Reply, nowMs: number): ApiAnswer {
  const body = text === '' ? null : parsed(text);
  if (status < 200 || status > 299) {
    throw problemError({ status, headers, body, retryAfterMs: retryAfterMs(headers.get('retry-after'), nowMs) });
  }
  const isObject = typeof body === 'object' && body !== null;
  if (!isObject && status !== 204) throw new UnexpectedAnswerError(status, text);
  return { body, etag: headers.get('etag') };
}

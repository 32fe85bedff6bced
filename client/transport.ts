/**
 * Requests to the API of one account: address, headers, token, repetition, and refusals as errors. A token goes to
 * `baseUrl` only, whatever addresses an answer holds.
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
  /** Below `baseUrl`, with its query. */
  readonly path: string;
  /** A form goes as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly ifMatch?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The last event known, for who follows them. */
  readonly lastEventId?: string | undefined;
  /** For one attempt, where it is not that of all requests. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ApiAnswer {
  /** Null when the answer has none. */
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
    // The attempt whose answer was lost had removed it.
    if (request.method === 'DELETE' && outcome.status === 404 && wasLost) return { body: null, etag: null };
    return answerOf(outcome, wire.clock.now());
  };
}

/**
 * Whether a request may be carried out twice: a read; a removal; a creation under its key; a change that names the
 * version it was made for. A change without one could undo what somebody else wrote in between.
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

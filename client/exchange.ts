/** One request and its whole response, over `fetch`; any failure to get a response is a `ConnectionError`. */
import { ConnectionError } from './errors.ts';
import type { Clock, Outcome, Pause, RetryPolicy } from './retry.ts';

/** What all requests of one client share. */
export interface Wire {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly policy: RetryPolicy;
  /** For one attempt. */
  readonly timeoutMs: number;
  readonly onPause?: ((pause: Pause) => void) | undefined;
}

export interface Message {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string | FormData | undefined;
}

/** An abort by the caller is thrown as its own reason: it is not a connection failure. */
export async function exchange(wire: Wire, url: string, message: Message, signal?: AbortSignal): Promise<Outcome> {
  const deadline = AbortSignal.timeout(wire.timeoutMs);
  const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
  const answer = await answerTo(wire, url, message, either, signal);
  if (answer instanceof ConnectionError) return answer;
  try {
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    return lost(url, message, cause);
  }
}

/** The headers of a response; the caller reads its body, until `ending`. */
export async function answerTo(
  wire: Wire,
  url: string,
  message: Message,
  ending: AbortSignal,
  signal?: AbortSignal,
): Promise<Response | ConnectionError> {
  try {
    return await wire.fetch(url, {
      method: message.method,
      headers: message.headers,
      ...(message.body !== undefined && { body: message.body }),
      signal: ending,
      // The service never redirects, and neither token nor secret may be sent elsewhere.
      redirect: 'error',
    });
  } catch (cause) {
    signal?.throwIfAborted();
    return lost(url, message, cause);
  }
}

const lost = (url: string, { method }: Message, cause: unknown): ConnectionError =>
  new ConnectionError(`No answer to ${method} ${withoutQuery(url)}: ${reasonOf(cause)}`, { cause });

/** `fetch` says "fetch failed" and keeps what happened in the cause. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? `${cause.message} (${cause.cause.message})` : cause.message;
}

/** Filters may contain personal data, which must not appear in a message that ends up in a log. */
const withoutQuery = (url: string): string => url.replace(/\?.*$/s, '');

/** Undefined when the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

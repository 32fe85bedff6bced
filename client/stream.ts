/**
 * A stream of server-sent events over `fetch`, which can send a token, unlike `EventSource`. It ends when the service
 * ends it, when the connection is lost, and when it stays silent. The reader then opens another one from the last id.
 */
import { authorized } from './authorized.ts';
import { problemError } from './error-responses.ts';
import { ConnectionError } from './errors.ts';
import { answerTo, type Wire } from './exchange.ts';
import { type Outcome, repeated, retryAfterMs } from './retry.ts';
import type { TokenSource } from './token.ts';
import { type ApiRequest, messageOf } from './transport.ts';

export type StreamRequest = Pick<ApiRequest, 'path' | 'lastEventId' | 'signal'>;

export interface SentEvent {
  /** The last id that was received, with this event or before. */
  readonly id: string;
  /** Empty if the id came without data. */
  readonly data: string;
}

export type OpenStream = (request: StreamRequest) => AsyncGenerator<SentEvent, void, undefined>;

/** The service writes a line at least every 15 seconds. */
const silenceMsMax = 45_000;

export function streams(wire: Wire, baseUrl: string, tokenOf: TokenSource): OpenStream {
  return async function* ({ path, lastEventId, signal }) {
    const ending = new AbortController();
    const either = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
    let opened: Response | null = null;
    const ask = async (token: string | null): Promise<Outcome> => {
      const message = messageOf({ method: 'GET', path, lastEventId }, token, 'text/event-stream');
      const silence = setTimeout(() => ending.abort(), wire.timeoutMs);
      const answer = await answerTo(wire, baseUrl + path, message, either, signal);
      clearTimeout(silence);
      if (answer instanceof ConnectionError) return answer;
      if (answer.ok) opened = answer;
      return { status: answer.status, headers: answer.headers, text: answer.ok ? '' : await answer.text() };
    };
    const attempt = authorized(tokenOf, ask, signal);
    try {
      const { outcome } = await repeated(attempt, { ...wire, isRepeatable: true, signal });
      if (outcome instanceof ConnectionError) throw outcome;
      if (opened === null) throw refusalOf(outcome, wire.clock.now());
      yield* sentEvents(untilSilent((opened as Response).body, ending, signal));
    } finally {
      ending.abort();
    }
  };
}

function refusalOf({ status, headers, text }: Exclude<Outcome, ConnectionError>, nowMs: number): Error {
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
  return problemError({ status, headers, body, retryAfterMs: retryAfterMs(headers.get('retry-after'), nowMs) });
}

/** Chunks of text. A lost connection ends them normally; an abort by the caller throws. */
async function* untilSilent(
  body: ReadableStream<Uint8Array> | null,
  ending: AbortController,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  while (reader) {
    const silence = setTimeout(() => ending.abort(), silenceMsMax);
    const read = await reader.read().catch(() => null);
    clearTimeout(silence);
    signal?.throwIfAborted();
    if (!read?.value) return;
    yield decoder.decode(read.value, { stream: true });
  }
}

/** The part of the server-sent events standard that the service uses: `id` and `data`, one line each. */
export async function* sentEvents(pieces: AsyncIterable<string>): AsyncGenerator<SentEvent, void, undefined> {
  let buffered = '';
  let id = '';
  let data: string[] = [];
  let hasField = false;
  for await (const piece of pieces) {
    const lines = (buffered + piece).split(/\r\n|\n|\r(?!$)/);
    buffered = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (hasField) yield { id, data: data.join('\n') };
        data = [];
        hasField = false;
        continue;
      }
      const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (field === 'id') id = value;
      else if (field === 'data') data.push(value);
      hasField ||= field === 'id' || field === 'data';
    }
  }
}

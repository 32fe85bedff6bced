/**
 * A `fetch` for libraries that call an address configured by an account: the same rules as webhooks, no redirects, and
 * limits of time and size.
 */
import { Agent, type Response as Answer, fetch } from 'undici';
import { refuseInsideTransaction } from '../platform/database/open-transaction.ts';
import { guardedConnector, type SenderOptions } from './send.ts';

export interface GuardedFetch {
  fetch(
    url: string,
    init: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: unknown },
  ): Promise<Response>;
  close(): Promise<void>;
}

const limitMs = 10_000;
const answerBytesMax = 1_000_000;

export function guardedFetch({ permits, authorities }: SenderOptions): GuardedFetch {
  const agent = new Agent({
    connect: guardedConnector(permits, authorities),
    headersTimeout: limitMs,
    bodyTimeout: limitMs,
    maxResponseSize: answerBytesMax,
  });
  return {
    async fetch(url, { method = 'GET', headers = {}, body }) {
      refuseInsideTransaction('an address elsewhere');
      const answer = await fetch(url, {
        method,
        headers,
        // Only forms and texts are ever sent.
        body: (body ?? null) as string | URLSearchParams | null,
        dispatcher: agent,
        redirect: 'manual',
        signal: AbortSignal.timeout(limitMs),
      });
      return whole(answer);
    },
    close: () => agent.destroy(),
  };
}

/** What undici limits is the size on the way: a packed answer may be a thousand times as long. */
async function whole(answer: Answer): Promise<Response> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop ends the request.
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (bytes > answerBytesMax) throw new Error(`The answer has more than ${answerBytesMax} bytes.`);
    pieces.push(piece);
  }
  const { status, statusText } = answer;
  const headers = [...answer.headers].filter(([name]) => !ofTheWay.has(name));
  return new Response(bytes === 0 ? null : Buffer.concat(pieces), { status, statusText, headers });
}

/** They describe the bytes on the way. */
const ofTheWay: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

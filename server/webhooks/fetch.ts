/**
 * A `fetch` for libraries that call an address configured by an account: the same rules as webhooks, no redirects, and
 * limits of time and size.
 */
import { Agent, fetch } from 'undici';
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
      // The same class as the global one, from another package.
      return answer as unknown as Response;
    },
    close: () => agent.destroy(),
  };
}

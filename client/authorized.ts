/** Requests with a token: a refused token is renewed once. */
import type { Outcome } from './retry.ts';
import type { TokenSource } from './token.ts';

/**
 * An attempt that may be repeated; `ask` sends the request with a token. If the new token equals the old one, it is not
 * tried.
 */
export function authorized(
  tokenOf: TokenSource,
  ask: (token: string | null) => Promise<Outcome>,
  signal: AbortSignal | undefined,
): () => Promise<Outcome> {
  let hasRenewed = false;
  return async () => {
    const token = await unlessAborted(tokenOf(), signal);
    const outcome = await ask(token);
    if (!('status' in outcome) || outcome.status !== 401 || hasRenewed || token === null) return outcome;
    hasRenewed = true;
    const renewed = await unlessAborted(tokenOf(token), signal);
    return renewed === token ? outcome : ask(renewed);
  };
}

/** An aborted call does not wait for a token that other calls still need. */
async function unlessAborted<T>(work: T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  signal.throwIfAborted();
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

/** What was read is held here. A refusal for want of a session ends the held one, which leads to the sign-in page. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from './problems.ts';

/** Reported when the service no longer knows the session; the routes listen. */
export const sessionEnded = new EventTarget();

function onError(error: unknown, meta: Readonly<Record<string, unknown>> | undefined): void {
  if (isSignedOut(error) && !meta?.isProof) sessionEnded.dispatchEvent(new Event('ended'));
}

/** For what proves who somebody is: refused, it says nothing of the session. */
export const proof = { isProof: true };

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { meta }) => onError(error, meta) }),
  mutationCache: new MutationCache({ onError: (error, _, __, { meta }) => onError(error, meta) }),
  defaultOptions: {
    // The client repeats what may be repeated; twice would only make a failure slow.
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true },
    // Never paused: a change that waits for the network would be written after the person has cancelled it.
    mutations: { retry: false, networkMode: 'always' },
  },
});

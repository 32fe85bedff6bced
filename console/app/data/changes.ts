/** Creates, changes and removes; afterwards reads the affected types on the screen again. */
import { newKey, type Representation, type Versioned } from '@muster/client/collection.ts';
import type { Create, Patch, Resource } from '@muster/contract/kit/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useMutation } from './mutation.ts';
import { mayHaveHappened } from './problems.ts';
import { methodsOf } from './service.ts';

interface Changing {
  readonly ownerId?: string | undefined;
  /** Other resources whose rows change too. */
  readonly alsoChanges?: readonly Resource[];
}

function useRefreshing(resource: Resource, alsoChanges: readonly Resource[] = []) {
  const client = useQueryClient();
  return async () => {
    const types = new Set([resource, ...alsoChanges].map(({ type }) => type));
    await client.invalidateQueries({ predicate: ({ queryKey }) => types.has(String(queryKey[0])) });
  };
}

/** A form that is closed takes its request back: it is not sent again later, and its result is read again. */
function useSignal(): () => AbortSignal {
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);
  return () => {
    current.current = new AbortController();
    return current.current.signal;
  };
}

/** Returns the new resource with members that are shown once, such as a secret. */
export function useCreate<R extends Resource>(resource: R, { ownerId, alsoChanges }: Changing = {}) {
  const refresh = useRefreshing(resource, alsoChanges);
  const signalOf = useSignal();
  // One key until there is an answer: the same creation, sent again by hand, happens once.
  const key = useRef<string>(null);
  return useMutation({
    mutationFn: async (body: Create<R>): Promise<Versioned<Representation<R>>> => {
      key.current ??= newKey();
      try {
        const options = { idempotencyKey: key.current, signal: signalOf() };
        const made = await methodsOf(resource, ownerId).create(body, options);
        key.current = null;
        return made;
      } catch (error) {
        if (!mayHaveHappened(error)) key.current = null;
        throw error;
      }
    },
    onSuccess: refresh,
    onError: (error) => (mayHaveHappened(error) ? refresh() : undefined),
  });
}

export interface Edit<R extends Resource> {
  readonly id: string;
  /** The version on the screen, so that a concurrent change is not overwritten. */
  readonly etag?: string | undefined;
  readonly patch: Patch<R>;
}

export function useUpdate<R extends Resource>(resource: R, { ownerId, alsoChanges }: Changing = {}) {
  const refresh = useRefreshing(resource, alsoChanges);
  const signalOf = useSignal();
  return useMutation({
    mutationFn: ({ id, etag, patch }: Edit<R>): Promise<Versioned<Representation<R>>> =>
      methodsOf(resource, ownerId).update(id, patch, { signal: signalOf(), ...(etag && { ifMatch: etag }) }),
    onSuccess: refresh,
    onError: (error) => (mayHaveHappened(error) ? refresh() : undefined),
  });
}

export function useRemove<R extends Resource>(resource: R, { ownerId, alsoChanges }: Changing = {}) {
  const refresh = useRefreshing(resource, alsoChanges);
  const signalOf = useSignal();
  return useMutation({
    mutationFn: ({ id, etag }: { readonly id: string; readonly etag?: string }) =>
      methodsOf(resource, ownerId).remove(id, { signal: signalOf(), ...(etag && { ifMatch: etag }) }),
    onSuccess: refresh,
    onError: (error) => (mayHaveHappened(error) ? refresh() : undefined),
  });
}

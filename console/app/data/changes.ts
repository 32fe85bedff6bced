/** Creates, changes and removes; afterwards reads the affected types on the screen again. */
import type { Representation } from '@muster/client/collection.ts';
import type { Create, Patch, Resource } from '@muster/contract/kit/resource.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
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

/** Returns the new resource with members that are shown once, such as a secret. */
export function useCreate<R extends Resource>(resource: R, { ownerId, alsoChanges }: Changing = {}) {
  const refresh = useRefreshing(resource, alsoChanges);
  return useMutation({
    mutationFn: (body: Create<R>): Promise<Representation<R>> => methodsOf(resource, ownerId).create(body),
    onSuccess: refresh,
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
  return useMutation({
    mutationFn: ({ id, etag, patch }: Edit<R>): Promise<Representation<R>> =>
      methodsOf(resource, ownerId).update(id, patch, etag ? { ifMatch: etag } : {}),
    onSuccess: refresh,
  });
}

export function useRemove<R extends Resource>(resource: R, { ownerId, alsoChanges }: Changing = {}) {
  const refresh = useRefreshing(resource, alsoChanges);
  return useMutation({
    mutationFn: ({ id, etag }: { readonly id: string; readonly etag?: string }) =>
      methodsOf(resource, ownerId).remove(id, etag ? { ifMatch: etag } : {}),
    onSuccess: refresh,
  });
}

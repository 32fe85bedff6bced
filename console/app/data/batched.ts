/**
 * One row by its id, asked for together with the others that the screen wants at the same moment: a table of a hundred
 * people costs one request, not a hundred.
 */
import type { Listed } from '@muster/client/collection.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import DataLoader from 'dataloader';
import { queryClient } from './cache.ts';
import { methodsOf } from './service.ts';

/** So long others may join. */
const batchingMs = 15;
const together = 100;

/** By type. The cache of queries remembers what was found. */
const loaders = new Map<string, DataLoader<string, unknown>>();

function loaderOf(resource: Resource): DataLoader<string, unknown> {
  const known = loaders.get(resource.type);
  if (known) return known;
  const loader = new DataLoader<string, unknown>(
    async (ids) => {
      // Every list is narrowed by id.
      const { items } = await methodsOf(resource).page({ filters: { id: [...new Set(ids)] }, limit: together });
      const byId = new Map(items.map((item) => [item.id, item]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    { cache: false, maxBatchSize: together, batchScheduleFn: (ask) => setTimeout(ask, batchingMs) },
  );
  loaders.set(resource.type, loader);
  return loader;
}

const batchedOptions = <R extends Resource>(resource: R, id: string | null) =>
  queryOptions({
    queryKey: [resource.type, 'batched', id],
    staleTime: 60_000,
    // What comes under an id of a resource is one of its rows.
    queryFn: () => loaderOf(resource).load(id ?? '') as Promise<Listed<R> | null>,
  });

/** Null where the person may not see it. */
export const useBatched = <R extends Resource>(resource: R, id: string | null) =>
  useQuery({ ...batchedOptions(resource, id), enabled: id !== null });

/** The same, outside of a component. */
export const readBatched = <R extends Resource>(resource: R, id: string): Promise<Listed<R> | null> =>
  queryClient.fetchQuery(batchedOptions(resource, id));

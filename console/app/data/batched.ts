/**
 * One row by its id, asked for together with the others that the screen wants at the same moment: a table of a hundred
 * people costs one request, not a hundred.
 */
import type { Listed } from '@muster/client/collection.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import DataLoader from 'dataloader';
import { queryClient } from './cache.ts';
import { type Moment, momentFor, useMoment, withoutDay } from './moment.ts';
import { methodsOf } from './service.ts';

/** So long others may join. */
const batchingMs = 15;
const together = 100;

/** By type and moment. The cache of queries remembers what was found. */
const loaders = new Map<string, DataLoader<string, unknown>>();

function loaderOf(resource: Resource, at: Moment | null): DataLoader<string, unknown> {
  const key = JSON.stringify([resource.type, momentFor(resource, at)]);
  const known = loaders.get(key);
  if (known) return known;
  const loader = new DataLoader<string, unknown>((ids) => rowsOf(resource, [...ids], at), {
    cache: false,
    maxBatchSize: together,
    batchScheduleFn: (ask) => setTimeout(ask, batchingMs),
  });
  loaders.set(key, loader);
  return loader;
}

/** What a row of a day refers to may have been recorded after the day: it is shown as it is without the day. */
async function rowsOf(resource: Resource, ids: readonly string[], at: Moment | null): Promise<unknown[]> {
  const byId = new Map<string, unknown>();
  const read = async (wanted: readonly string[], moment: Moment | null) => {
    // Every list is narrowed by id.
    const query = { filters: { id: [...new Set(wanted)] }, limit: together, ...momentFor(resource, moment) };
    for (const item of (await methodsOf(resource).page(query)).items) byId.set(item.id, item);
  };
  await read(ids, at);
  const others = ids.filter((id) => !byId.has(id));
  if (others.length > 0 && momentFor(resource, at)?.asOf !== undefined) await read(others, withoutDay(at));
  return ids.map((id) => byId.get(id) ?? null);
}

const batchedOptions = <R extends Resource>(resource: R, id: string | null, at: Moment | null) =>
  queryOptions({
    queryKey: [resource.type, 'batched', id, momentFor(resource, at) ?? null],
    staleTime: 60_000,
    // What comes under an id of a resource is one of its rows.
    queryFn: () => loaderOf(resource, at).load(id ?? '') as Promise<Listed<R> | null>,
  });

/** Null where the person may not see it. */
export function useBatched<R extends Resource>(resource: R, id: string | null) {
  const at = useMoment();
  return useQuery({ ...batchedOptions(resource, id, at), enabled: id !== null });
}

/** By id, those that the person may see; null until all are read. */
export function useEachBatched<R extends Resource>(
  resource: R,
  ids: readonly string[],
): ReadonlyMap<string, Listed<R>> | null {
  const at = useMoment();
  return useQueries({
    queries: ids.map((id) => batchedOptions(resource, id, at)),
    combine: (found) =>
      found.some(({ isPending }) => isPending)
        ? null
        : new Map(found.flatMap(({ data }) => (data ? [[data.id, data]] : []))),
  });
}

/** The same, outside of a component. */
export const readBatched = <R extends Resource>(
  resource: R,
  id: string,
  at: Moment | null = null,
): Promise<Listed<R> | null> => queryClient.fetchQuery(batchedOptions(resource, id, at));

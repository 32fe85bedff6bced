/**
 * One row by its id, asked for together with the others that the screen wants at the same moment: a table of a hundred
 * people costs one request, not a hundred.
 */
import type { Listed } from '@muster/client/collection.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { methodsOf } from './service.ts';

type Settle = { readonly resolve: (row: unknown) => void; readonly reject: (error: unknown) => void };

/** What waits to be asked, by type and id. */
const waiting = new Map<string, Map<string, Settle[]>>();

/** So long others may join. */
const batchingMs = 15;
const together = 100;

function gathered(resource: Resource, id: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let ids = waiting.get(resource.type);
    if (!ids) {
      ids = new Map();
      waiting.set(resource.type, ids);
      setTimeout(() => askAll(resource), batchingMs);
    }
    ids.set(id, [...(ids.get(id) ?? []), { resolve, reject }]);
  });
}

function askAll(resource: Resource): void {
  const wanted = [...(waiting.get(resource.type) ?? [])];
  waiting.delete(resource.type);
  for (let start = 0; start < wanted.length; start += together) ask(resource, wanted.slice(start, start + together));
}

async function ask(resource: Resource, wanted: readonly (readonly [string, readonly Settle[]])[]): Promise<void> {
  try {
    const ids = wanted.map(([id]) => id);
    // Every list is narrowed by id.
    const { items } = await methodsOf(resource).page({ filters: { id: ids }, limit: together });
    const byId = new Map(items.map((item) => [item.id, item]));
    for (const [id, settles] of wanted) for (const { resolve } of settles) resolve(byId.get(id) ?? null);
  } catch (error) {
    for (const [, settles] of wanted) for (const { reject } of settles) reject(error);
  }
}

/** Null where the person may not see it. */
export function useBatched<R extends Resource>(resource: R, id: string | null) {
  return useQuery({
    queryKey: [resource.type, 'batched', id],
    enabled: id !== null,
    staleTime: 60_000,
    // What comes under an id of a resource is one of its rows.
    queryFn: () => gathered(resource, id ?? '') as Promise<Listed<R> | null>,
  });
}

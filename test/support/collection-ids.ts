import type { Reply } from './service.ts';

/** The ids of a whole collection; for events, the ids of their subjects. */
export async function idsOf(
  get: (path: string) => Promise<Reply>,
  collection: string,
  filter = '',
): Promise<Set<string>> {
  const ids = new Set<string>();
  let path: string | null = `/svc-api/${collection}?limit=1000&include=links${filter}`;
  while (path !== null) {
    const { body }: Reply = await get(path);
    for (const { id, data } of body.items) ids.add(data?.id ?? id);
    path = body.links.next?.href ?? null;
  }
  return ids;
}

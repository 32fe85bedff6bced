/**
 * Pages of a collection. Each is requested on demand, so that a loop that ends early costs no further request. The
 * `cursor` of a page is all that is needed to continue, also in another process.
 */
import type { AnyQuery } from './query.ts';
import { queryText } from './query.ts';
import type { Send } from './transport.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Over all pages, if requested with `include`. */
  readonly totalCount?: number;
  /** Type → id → representation, if requested with `include`. */
  readonly embedded?: Readonly<Record<string, Record<string, unknown>>>;
  /** Pass it as `after` to continue after this page; null on the last. */
  readonly cursor: string | null;
  /** Null on the last page. */
  readonly next: ((options?: { signal?: AbortSignal }) => Promise<Page<Item>>) | null;
  /** Null on the first page. */
  readonly prev: ((options?: { signal?: AbortSignal }) => Promise<Page<Item>>) | null;
}

type Href = { readonly href: string } | null;

interface Envelope<Item> {
  readonly items: readonly Item[];
  readonly totalCount?: number;
  readonly embedded?: Page<Item>['embedded'];
  readonly links: { readonly prev: Href; readonly next: Href };
}

/** Only `include=links` returns the addresses of neighbouring pages. */
export const firstPage = <Item>(send: Send, collection: string, query: AnyQuery, signal?: AbortSignal) =>
  page<Item>(send, collection, queryText({ ...query, include: [...(query.include ?? []), 'links'] }), signal);

async function page<Item>(send: Send, collection: string, search: string, signal?: AbortSignal): Promise<Page<Item>> {
  const { body } = await send({ method: 'GET', path: collection + search, signal });
  // The items of a list have the type of its declaration.
  const { items, totalCount, embedded, links } = body as Envelope<Item>;
  const neighbour = (link: Href): Page<Item>['next'] =>
    // Only the query is taken from the address: the host is always the configured one.
    link && ((options = {}) => page(send, collection, new URL(link.href).search, options.signal ?? signal));
  return {
    items,
    ...(totalCount !== undefined && { totalCount }),
    ...(embedded !== undefined && { embedded }),
    cursor: links.next && new URL(links.next.href).searchParams.get('page'),
    next: neighbour(links.next),
    prev: neighbour(links.prev),
  };
}

export async function* pages<Item>(
  send: Send,
  collection: string,
  query: AnyQuery,
  signal?: AbortSignal,
): AsyncGenerator<Page<Item>, void, undefined> {
  let current: Page<Item> | undefined = await firstPage(send, collection, query, signal);
  while (current) {
    yield current;
    current = await current.next?.();
  }
}

export async function* items<Item>(of: AsyncIterable<Page<Item>>): AsyncGenerator<Item, void, undefined> {
  for await (const { items } of of) yield* items;
}

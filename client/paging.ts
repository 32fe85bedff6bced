/**
 * Pages of a collection. Each is asked for when it is wanted and not before, so that a loop that ends early costs no
 * further request; `cursor` of a page is all one needs to go on after it, also in another process.
 */
import type { AnyQuery } from './query.ts';
import { queryText } from './query.ts';
import type { Send } from './transport.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Over all pages, when asked for with `include`. */
  readonly totalCount?: number;
  /** Type → id → representation, when asked for with `include`. */
  readonly embedded?: Readonly<Record<string, Record<string, unknown>>>;
  /** Goes on after this page as `after`; null on the last. */
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

/** The addresses of neighbouring pages come with `include=links` only. */
export const firstPage = <Item>(send: Send, collection: string, query: AnyQuery, signal?: AbortSignal) =>
  page<Item>(send, collection, queryText({ ...query, include: [...(query.include ?? []), 'links'] }), signal);

async function page<Item>(send: Send, collection: string, search: string, signal?: AbortSignal): Promise<Page<Item>> {
  const { body } = await send({ method: 'GET', path: collection + search, signal });
  // The items of a list are of the type that its declaration says.
  const { items, totalCount, embedded, links } = body as Envelope<Item>;
  const neighbour = (link: Href): Page<Item>['next'] =>
    // Only the question is taken from the address: the host is always the one that the client was given.
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

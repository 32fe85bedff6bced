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

interface Envelope {
  readonly items: readonly unknown[];
  readonly totalCount?: number;
  readonly embedded?: Page<unknown>['embedded'];
  readonly links: { readonly prev: Href; readonly next: Href };
}

/** The addresses of neighbouring pages come with `include=links` only. */
export const firstPage = (send: Send, collection: string, query: AnyQuery, signal?: AbortSignal) =>
  page(send, collection, queryText({ ...query, include: [...(query.include ?? []), 'links'] }), signal);

async function page(send: Send, collection: string, search: string, signal?: AbortSignal): Promise<Page<unknown>> {
  const { body } = await send({ method: 'GET', path: collection + search, signal });
  const { items, totalCount, embedded, links } = body as Envelope;
  const neighbour = (link: Href): Page<unknown>['next'] =>
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

export async function* pages(
  send: Send,
  collection: string,
  query: AnyQuery,
  signal?: AbortSignal,
): AsyncGenerator<Page<unknown>, void, undefined> {
  let current: Page<unknown> | undefined = await firstPage(send, collection, query, signal);
  while (current) {
    yield current;
    current = await current.next?.();
  }
}

export async function* items(of: AsyncIterable<Page<unknown>>): AsyncGenerator<unknown, void, undefined> {
  for await (const { items } of of) yield* items;
}

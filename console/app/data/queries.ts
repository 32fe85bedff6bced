/** Reading through the cache: one resource, a list page by page, or all of a list that is known to be short. */

import type { Representation, Row } from '@muster/client/collection.ts';
import type { AnyQuery, Filters, SortKey } from '@muster/client/query.ts';
import type { Read, Resource } from '@muster/contract/kit/resource.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { methodsOf } from './service.ts';

export type Embedded = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What came along under a type is a representation of that type; undefined where it did not come. */
export const embeddedIn = <R extends Resource>(embedded: Embedded, { type }: R, id: string): Read<R> | undefined =>
  embedded[type]?.[id] as Read<R> | undefined;

/** With the version that a change of it names. */
export interface Held<R extends Resource> {
  readonly value: Representation<R, ['links']>;
  readonly embedded: Embedded;
  readonly etag: string;
}

const hasEmbedded = ({ embedded }: Resource): boolean => Object.keys(embedded).length > 0;

export interface ListPage<R extends Resource> {
  readonly items: readonly Row<R>[];
  readonly embedded: Embedded;
  /** On the first page alone: counting again would cost as much as the page. */
  readonly totalCount: number | null;
  readonly cursor: string | null;
}

/** Filters, search and sort: what the declaration does not know does not compile. */
export interface ListQuery<R extends Resource> {
  readonly filters?: Filters<R>;
  readonly sort?: readonly SortKey<R>[];
  readonly search?: [R['searched'][number]] extends [never] ? never : string;
}

/** The same as a person has put it together on the screen, for any resource: the service refuses what it does not know. */
export interface ScreenQuery {
  readonly chosen: Pick<AnyQuery, 'filters' | 'search' | 'sort'>;
}

type Asked<R extends Resource> = ListQuery<R> | ScreenQuery;

const wordsOf = <R extends Resource>(query: Asked<R>): AnyQuery => ('chosen' in query ? query.chosen : query);

interface Place {
  /** Of what the collection lies in, where it lies in something. */
  readonly ownerId?: string | undefined;
}

export const oneOptions = <R extends Resource>(resource: R, id: string, { ownerId }: Place = {}) =>
  queryOptions({
    queryKey: [resource.type, 'one', ownerId ?? null, id],
    queryFn: async ({ signal }): Promise<Held<R>> => {
      const { read } = methodsOf(resource, ownerId);
      const found = hasEmbedded(resource)
        ? await read(id, { include: ['links', 'embedded'], signal })
        : await read(id, { include: ['links'], signal });
      return { value: { ...found, embedded: null }, embedded: found.embedded ?? {}, etag: found.etag };
    },
  });

export const useOne = <R extends Resource>(resource: R, id: string | undefined, place: Place = {}) =>
  useQuery({ ...oneOptions(resource, id ?? '', place), enabled: id !== undefined });

interface ListSettings extends Place {
  readonly pageSize?: number;
  readonly isEnabled?: boolean;
}

export const listOptions = <R extends Resource>(
  resource: R,
  query: Asked<R>,
  { ownerId, pageSize = 100 }: ListSettings = {},
) =>
  infiniteQueryOptions({
    queryKey: [resource.type, 'list', ownerId ?? null, pageSize, query],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      pageOf(resource, { ...wordsOf(query), limit: pageSize }, pageParam, ownerId, signal),
    getNextPageParam: (last: ListPage<R>) => last.cursor,
  });

async function pageOf<R extends Resource>(
  resource: R,
  query: AnyQuery,
  after: string | null,
  ownerId: string | undefined,
  signal: AbortSignal,
): Promise<ListPage<R>> {
  const include = [
    ...(hasEmbedded(resource) ? (['embedded'] as const) : []),
    ...(after === null && !resource.isFeed ? (['totalCount'] as const) : []),
  ];
  const { items, embedded, totalCount, cursor } = await methodsOf(resource, ownerId).page({
    ...query,
    include,
    signal,
    ...(after !== null && { after }),
  });
  return { items, embedded: embedded ?? {}, totalCount: totalCount ?? null, cursor };
}

/** While another question is asked, the answer to the last one stays on the screen. */
export const useList = <R extends Resource>(resource: R, query: Asked<R> = {}, settings: ListSettings = {}) =>
  useInfiniteQuery({
    ...listOptions(resource, query, settings),
    placeholderData: keepPreviousData,
    enabled: settings.isEnabled ?? true,
  });

/** Lists of the organization, or of one person, are short enough to be held whole: some thousands at most. */
export interface Whole<R extends Resource> {
  readonly items: readonly Row<R>[];
  readonly embedded: Embedded;
}

export const wholeOptions = <R extends Resource>(resource: R, query: Asked<R> = {}, { ownerId }: Place = {}) =>
  queryOptions({
    queryKey: [resource.type, 'all', ownerId ?? null, query],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Whole<R>> => {
      const pages: ListPage<R>[] = [];
      let after: string | null = null;
      do {
        const page: ListPage<R> = await pageOf(resource, { ...wordsOf(query), limit: 1000 }, after, ownerId, signal);
        pages.push(page);
        after = page.cursor;
      } while (after !== null);
      const types = new Set(pages.flatMap(({ embedded }) => Object.keys(embedded)));
      const along = [...types].map((type) => [type, Object.assign({}, ...pages.map(({ embedded }) => embedded[type]))]);
      return { items: pages.flatMap(({ items }) => items), embedded: Object.fromEntries(along) };
    },
  });

type WholeSettings = Place & { readonly isEnabled?: boolean };

/** With what came along: type → id → representation. */
export const useWhole = <R extends Resource>(
  resource: R,
  query: Asked<R> = {},
  { isEnabled = true, ...place }: WholeSettings = {},
) => useQuery({ ...wholeOptions(resource, query, place), enabled: isEnabled });

export const useAll = <R extends Resource>(
  resource: R,
  query: Asked<R> = {},
  { isEnabled = true, ...place }: WholeSettings = {},
) => useQuery({ ...wholeOptions(resource, query, place), enabled: isEnabled, select: ({ items }) => items });

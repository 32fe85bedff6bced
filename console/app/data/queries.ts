/** Reads through the cache: one resource, a list page by page, or a whole short list. */

import type { Representation, Row } from '@muster/client/collection.ts';
import type { AnyQuery, Filters, SortKey } from '@muster/client/query.ts';
import { holdsOthers } from '@muster/contract/kit/confidential.ts';
import type { Read, Resource } from '@muster/contract/kit/resource.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { type Moment, momentFor, useMoment } from './moment.ts';
import { methodsOf } from './service.ts';

export type Embedded = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Embedded rows of a type are representations of that type; undefined if it was not embedded. */
export const embeddedIn = <R extends Resource>(embedded: Embedded, { type }: R, id: string): Read<R> | undefined =>
  embedded[type]?.[id] as Read<R> | undefined;

/** With its version, for changes. */
export interface Held<R extends Resource> {
  readonly value: Representation<R, ['links']>;
  readonly embedded: Embedded;
  readonly etag: string;
}

const hasEmbedded = ({ embedded }: Resource): boolean => Object.keys(embedded).length > 0;

export interface ListPage<R extends Resource> {
  readonly items: readonly Row<R>[];
  readonly embedded: Embedded;
  /** Only on the first page: counting again would cost as much as the page. */
  readonly totalCount: number | null;
  readonly cursor: string | null;
}

/** Filters, search and sort: unknown ones do not compile. */
export interface ListQuery<R extends Resource> {
  readonly filters?: Filters<R>;
  readonly sort?: readonly SortKey<R>[];
  readonly search?: [R['searched'][number]] extends [never] ? never : string;
  readonly contains?: R['searchedInside'] extends readonly [] ? never : string;
}

/** The query of a person on the screen, for any resource: the service refuses unknown parts. */
export interface ScreenQuery {
  readonly chosen: Pick<AnyQuery, 'filters' | 'search' | 'contains' | 'sort'>;
}

type Asked<R extends Resource> = ListQuery<R> | ScreenQuery;

const wordsOf = <R extends Resource>(query: Asked<R>): AnyQuery => ('chosen' in query ? query.chosen : query);

interface Place {
  /** The id of the parent, if the collection has one. */
  readonly ownerId?: string | undefined;
  /** Another time than that of the page. */
  readonly at?: Moment | null;
}

/** Reads of today have the same key on every page. */
const keyOf = (resource: Resource, at: Moment | null | undefined): readonly unknown[] => {
  const moment = momentFor(resource, at ?? null);
  return moment === undefined ? [] : [moment];
};

export const oneOptions = <R extends Resource>(resource: R, id: string, { ownerId, at }: Place = {}) =>
  queryOptions({
    queryKey: [resource.type, 'one', ownerId ?? null, id, ...keyOf(resource, at)],
    // Not stopped when a component is done with it: the org chart or the comparison of versions may wait for the same read.
    queryFn: async (): Promise<Held<R>> => {
      const { read } = methodsOf(resource, ownerId);
      const found = hasEmbedded(resource)
        ? await read(id, { ...momentFor(resource, at ?? null), include: ['links', 'embedded'] })
        : await read(id, { ...momentFor(resource, at ?? null), include: ['links'] });
      return { value: { ...found, embedded: null }, embedded: found.embedded ?? {}, etag: found.etag };
    },
  });

export function useOne<R extends Resource>(resource: R, id: string | undefined, place: Place = {}) {
  const at = useMoment();
  return useQuery({ ...oneOptions(resource, id ?? '', { at, ...place }), enabled: id !== undefined });
}

interface ListSettings extends Place {
  readonly pageSize?: number;
  readonly isEnabled?: boolean;
}

export const listOptions = <R extends Resource>(
  resource: R,
  query: Asked<R>,
  { ownerId, pageSize = 100, at }: ListSettings = {},
) =>
  infiniteQueryOptions({
    queryKey: [resource.type, 'list', ownerId ?? null, pageSize, query, ...keyOf(resource, at)],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      pageOf(
        resource,
        { ...wordsOf(query), ...momentFor(resource, at ?? null), limit: pageSize },
        pageParam,
        ownerId,
        signal,
      ),
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
    ...(after === null && !holdsOthers(resource) ? (['totalCount'] as const) : []),
  ];
  const { items, embedded, totalCount, cursor } = await methodsOf(resource, ownerId).page({
    ...query,
    include,
    signal,
    ...(after !== null && { after }),
  });
  return { items, embedded: embedded ?? {}, totalCount: totalCount ?? null, cursor };
}

/** While a new query runs, the previous result stays on the screen. */
export function useList<R extends Resource>(resource: R, query: Asked<R> = {}, settings: ListSettings = {}) {
  const at = useMoment();
  return useInfiniteQuery({
    ...listOptions(resource, query, { at, ...settings }),
    placeholderData: keepPreviousData,
    enabled: settings.isEnabled ?? true,
  });
}

/** Lists of the organization or of one person are short enough to load completely: some thousands at most. */
export interface Whole<R extends Resource> {
  readonly items: readonly Row<R>[];
  readonly embedded: Embedded;
}

export const wholeOptions = <R extends Resource>(resource: R, query: Asked<R> = {}, { ownerId, at }: Place = {}) =>
  queryOptions({
    queryKey: [resource.type, 'all', ownerId ?? null, query, ...keyOf(resource, at)],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Whole<R>> => {
      const pages: ListPage<R>[] = [];
      let after: string | null = null;
      do {
        const asked = { ...wordsOf(query), ...momentFor(resource, at ?? null), limit: 1000 };
        const page: ListPage<R> = await pageOf(resource, asked, after, ownerId, signal);
        pages.push(page);
        after = page.cursor;
      } while (after !== null);
      const types = new Set(pages.flatMap(({ embedded }) => Object.keys(embedded)));
      const along = [...types].map((type) => [type, Object.assign({}, ...pages.map(({ embedded }) => embedded[type]))]);
      return { items: pages.flatMap(({ items }) => items), embedded: Object.fromEntries(along) };
    },
  });

type WholeSettings = Place & { readonly isEnabled?: boolean };

/** With embedded resources: type → id → representation. */
export function useWhole<R extends Resource>(
  resource: R,
  query: Asked<R> = {},
  { isEnabled = true, ...place }: WholeSettings = {},
) {
  const at = useMoment();
  return useQuery({ ...wholeOptions(resource, query, { at, ...place }), enabled: isEnabled });
}

export function useAll<R extends Resource>(
  resource: R,
  query: Asked<R> = {},
  { isEnabled = true, ...place }: WholeSettings = {},
) {
  const at = useMoment();
  return useQuery({
    ...wholeOptions(resource, query, { at, ...place }),
    enabled: isEnabled,
    select: ({ items }) => items,
  });
}

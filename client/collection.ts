/** The methods of a resource: typed from its declaration, implemented once for all of them. */
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import type { Create, Href, Operation, Patch, Read, Resource } from '@muster/contract/kit/resource.ts';
import { firstPage, items, type Page, pages } from './paging.ts';
import { type AnyQuery, type Include, type Query, queryText } from './query.ts';
import type { ApiAnswer, Send } from './transport.ts';

type Includes = readonly Include[];

/** What `include` brings along; when its words are not known while compiling, it may or may not be there. */
type Asked<I extends Includes, W extends Include, T, Absent> = number extends I['length']
  ? T | Absent
  : W extends I[number]
    ? T
    : Absent;

type Embedded = Record<string, Record<string, unknown>>;

type LinksOf<R extends Resource> = { [K in keyof R['links']]: Href };

/** A representation, in which `links` and `embedded` are what was asked for. */
export type Representation<R extends Resource, I extends Includes = []> = Omit<Read<R>, 'links' | 'embedded'> & {
  links: Asked<I, 'links', LinksOf<R>, null>;
  embedded: Asked<I, 'embedded', Embedded, null>;
};

type DocumentMember<R extends Resource> = NonNullable<R['document']>['member'];

/** What reading one gives: its representation, or the document alone where the resource is one, as a base schema. */
export type One<R extends Resource, I extends Includes = []> = [DocumentMember<R>] extends [never]
  ? Representation<R, I>
  : Read<R>[DocumentMember<R> & keyof Read<R>];

/**
 * With the version that `ifMatch` takes. `etag` is not enumerable: it is neither written by `JSON.stringify` nor
 * copied by a spread, so a representation stays what the service sent.
 */
export type Versioned<T> = T & { readonly etag: string };

/** Listed items always have their `links`: paging needs them. */
export type Listed<R extends Resource> = Representation<R, ['links']>;

/** `Page`, of which the type knows what was asked for. */
export type PageOf<R extends Resource, I extends Includes = []> = Omit<
  Page<Listed<R>>,
  'totalCount' | 'embedded' | 'next' | 'prev'
> & {
  readonly totalCount: Asked<I, 'totalCount', number, undefined>;
  readonly embedded: Asked<I, 'embedded', Embedded, undefined>;
  readonly next: ((options?: { signal?: AbortSignal }) => Promise<PageOf<R, I>>) | null;
  readonly prev: ((options?: { signal?: AbortSignal }) => Promise<PageOf<R, I>>) | null;
};

interface Including<I extends Includes> {
  readonly include?: I;
  readonly signal?: AbortSignal;
}

interface Conditional {
  /** Refuses with `PreconditionFailedError` unless this is still the current version. */
  readonly ifMatch?: string;
}

interface Once {
  /** Under one key a creation happens once, however often it is sent. Made by the client unless given. */
  readonly idempotencyKey?: string;
}

export interface Methods<R extends Resource> {
  /** Every item of every page, asked for page by page as the loop goes on. */
  list(query?: Query<R>): AsyncIterable<Listed<R>>;
  /** Page by page; `cursor` of the last one dealt with goes on from there as `after`. */
  pages<const I extends Includes = []>(query?: Query<R> & { readonly include?: I }): AsyncIterable<PageOf<R, I>>;
  page<const I extends Includes = []>(query?: Query<R> & { readonly include?: I }): Promise<PageOf<R, I>>;
  read<const I extends Includes = []>(id: string, options?: Including<I>): Promise<Versioned<One<R, I>>>;
  create<const I extends Includes = []>(
    body: Create<R>,
    options?: Including<I> & Once,
  ): Promise<Versioned<Representation<R, I>>>;
  /** Changes the given members alone; null clears. Without `ifMatch` the last write wins. */
  update<const I extends Includes = []>(
    id: string,
    patch: Patch<R>,
    options?: Including<I> & Conditional,
  ): Promise<Versioned<Representation<R, I>>>;
  remove(id: string, options?: Conditional & { readonly signal?: AbortSignal }): Promise<void>;
}

const methodsOf = {
  list: ['list', 'pages', 'page'],
  read: ['read'],
  create: ['create'],
  update: ['update'],
  remove: ['remove'],
} as const satisfies Record<Operation, readonly (keyof Methods<Resource>)[]>;

/** Only what the declaration offers: what does not exist does not compile. */
export type Collection<R extends Resource> = Pick<Methods<R>, (typeof methodsOf)[R['operations'][number]][number]>;

/** Every representation has an id, which types see only where the resource is known. */
export type Row<R extends Resource> = Listed<R> & { readonly id: string };

type AnyList = AnyQuery & { readonly signal?: AbortSignal };

/**
 * The same methods for code that serves any resource: what it asks of a list is not checked while compiling, what it
 * gets is typed all the same. That the resource offers the operation, and is read as a representation, is for that code
 * to know.
 */
export interface UniformMethods<R extends Resource> {
  list(query?: AnyList): AsyncIterable<Row<R>>;
  pages(query?: AnyList): AsyncIterable<Page<Row<R>>>;
  page(query?: AnyList): Promise<Page<Row<R>>>;
  read<const I extends Includes = []>(id: string, options?: Including<I>): Promise<Versioned<Representation<R, I>>>;
  create: Methods<R>['create'];
  update: Methods<R>['update'];
  remove: Methods<R>['remove'];
}

/** `ownerId`: of what the collection lies in, where it lies in something. */
export const addressOf = (resource: Resource, ownerId?: string): string =>
  collectionPath(resource, ownerId === undefined ? undefined : segment(ownerId));

export function collection<R extends Resource>(resource: R, send: Send, ownerId?: string): Collection<R> {
  const methods = uniform(resource, send, ownerId);
  const offered = resource.operations.flatMap((operation) => methodsOf[operation].map((name) => [name, methods[name]]));
  // The methods of a collection are these, picked by its operations.
  return Object.fromEntries(offered) as Collection<R>;
}

/** All of the methods, whichever the resource offers. */
export function uniform<R extends Resource>(resource: R, send: Send, ownerId?: string): UniformMethods<R> {
  const collection = addressOf(resource, ownerId);
  const address = (id: string, include: Includes = []) => `${collection}/${segment(id)}${queryText({ include })}`;
  return {
    list: ({ signal, ...query } = {}) => items(pages<Row<R>>(send, collection, query, signal)),
    pages: ({ signal, ...query } = {}) => pages(send, collection, query, signal),
    page: ({ signal, ...query } = {}) => firstPage(send, collection, query, signal),
    read: async (id, { include, signal } = {}) =>
      versioned(await send({ method: 'GET', path: address(id, include), signal })),
    create: async (body, { include, idempotencyKey = newKey(), signal } = {}) => {
      const path = collection + queryText({ include: include ?? [] });
      return versioned(await send({ method: 'POST', path, body, idempotencyKey, signal }));
    },
    update: async (id, patch, { include, ifMatch, signal } = {}) =>
      versioned(await send({ method: 'PATCH', path: address(id, include), body: patch, ifMatch, signal })),
    remove: async (id, { ifMatch, signal } = {}) => {
      await send({ method: 'DELETE', path: address(id), ifMatch, signal });
    },
  };
}

/** An empty id would address the collection, and dots would climb out of it. */
function segment(id: string): string {
  if (id === '' || id === '.' || id === '..') throw new TypeError(`'${id}' is no id.`);
  return encodeURIComponent(id);
}

/** Here JSON gets its type: the service answers what its declarations say, which its tests hold it to. */
function versioned<T>({ body, etag }: ApiAnswer): Versioned<T> {
  return Object.defineProperty(body as Versioned<T>, 'etag', { value: etag });
}

/** Not `randomUUID`, which browsers offer on secure pages only. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The query of a list → the query of the store, and the parameters that links to neighbouring pages repeat. */
import { attributePrefix, filtersOf, sortKeysOf, typeAskedBy, typesSearchedInside } from '@muster/contract/kit/list.ts';
import { type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { limits } from '@muster/contract/limits.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import { todayIn } from '../../people/calendar.ts';
import type { AttributePart } from '../../platform/store/attribute-filter.ts';
import type { PageQuery, Position, SortKey } from '../../platform/store/list-page.ts';
import { addError, type FieldErrors, throwIfAny } from '../../problem.ts';
import { refuseWithout } from '../api/scope.ts';
import { type NamedAttributes, noAttributes } from './attribute-query.ts';
import type { Cursor, CursorSigner } from './cursor.ts';
import { type FilterReader, filterReaders } from './filters.ts';
import { type Include, includeOf, includeText } from './include.ts';
import { type Moments, momentsAmong } from './moments.ts';
import { escaped, type Parameters } from './parameters.ts';

export interface ListQuery {
  readonly page: PageQuery;
  readonly include: Include;
  readonly filters: Cursor['filters'];
  readonly sort: string;
  /** The time that the list is asked for; null: now. */
  readonly moments: Moments | null;
}

const paging = ['limit', 'page', 'sort', 'include'];
const following = [...paging, 'wait'];

const readers = new WeakMap<Resource, Map<string, FilterReader>>();

function readersOf(resource: Resource): Map<string, FilterReader> {
  const found = readers.get(resource) ?? filterReaders(resource);
  readers.set(resource, found);
  return found;
}

export function listQuery(
  resource: Resource,
  parameters: Parameters,
  { accountId, scopes }: Pick<Caller, 'accountId' | 'scopes'>,
  signer: CursorSigner,
  errors: FieldErrors,
  attributes: NamedAttributes = noAttributes,
): ListQuery {
  const own = readersOf(resource);
  const known = attributes.readers.size === 0 ? own : new Map([...own, ...attributes.readers]);
  const others = resource.isFeed ? following : paging;
  for (const name of parameters.keys()) {
    if (!known.has(name) && !others.includes(name)) {
      const allowed = [...others, ...own.keys(), ...attributeForm(resource)];
      addError(errors, name, `This parameter is not known here. Allowed: ${allowed.join(', ')}.`);
    }
  }
  const page = single(parameters, 'page', errors);
  const isIndex = page === undefined || /^\d+$/.test(page);
  const sentSort = sortText(parameters, errors);
  const cursor = isIndex ? null : cursorOf(page, resource, parameters, known, accountId, signer, errors);
  const filters = cursor?.filters ?? canonical(parameters, known);
  for (const [name] of filters) refuseUnreadable(resource, name, scopes);
  const sort = cursor?.sort ?? sentSort;
  // What is repeated next to a cursor is checked like any other.
  if (cursor) sortOf(resource, sentSort, attributes.sortable, errors);
  const limit = limitOf(parameters, cursor?.limit ?? limits.pageDefault, errors);
  const include = cursor && !parameters.has('include') ? fromText(cursor.include) : includeOf(parameters, errors);
  const terms = filters.flatMap(([name, values]) => known.get(name)?.(values, errors) ?? []);
  const moments = filters.length === 0 ? null : momentsAmong(filters);
  const keys = sortOf(resource, sort, attributes.sortable, errors);
  const asked = {
    limit,
    sort: moments ? keys.map((key) => onDay(key, moments)) : keys,
    filters: moments ? terms.map((term) => (term.how === 'search' ? term : onDay(term, moments))) : terms,
    start: cursor ? cursor.position : indexOf(page, limit, errors),
    isCounted: include.totalCount,
    isLinked: include.links,
  };
  throwIfAny(errors);
  return { page: asked, include, filters, sort, moments };
}

/** Values of attributes must be in force on the day: that which is asked for, otherwise that of the moment. */
function onDay<Named extends { readonly part?: AttributePart }>(named: Named, { asOf, knownAt }: Moments): Named {
  const { part } = named;
  if (!part) return named;
  const today = asOf ?? (knownAt === undefined ? part.today : todayIn(part.timezoneId, new Date(knownAt)));
  return { ...named, part: { ...part, today } };
}

/** A caller must not find out by a filter what it may not read, not even with the cursor of another caller. */
function refuseUnreadable(resource: Resource, parameter: string, scopes: ReadonlySet<string>): void {
  const name = parameter.replace(/^-|\.(?:between|asOf)$/g, '');
  const filter = filtersOf(resource)[name];
  const types = name === 'contains' ? typesSearchedInside(resource) : [filter ? typeAskedBy(filter) : null];
  for (const type of types) {
    const asked = type === null ? undefined : resourceOf(type);
    if (asked) refuseWithout(scopesFor(asked, 'list'), scopes);
  }
}

function single(parameters: Parameters, name: string, errors: FieldErrors): string | undefined {
  const values = parameters.get(name);
  if (values && values.length > 1) addError(errors, name, 'Must be given once.');
  return values?.[0];
}

/** A cursor that is sent with filters or a sort must contain the same ones; otherwise it belongs to another query. */
function cursorOf(
  page: string,
  resource: Resource,
  parameters: Parameters,
  known: ReadonlyMap<string, FilterReader>,
  accountId: string,
  signer: CursorSigner,
  errors: FieldErrors,
): Cursor | null {
  const cursor = signer.read(accountId, resource.path, page);
  if (!cursor) {
    addError(
      errors,
      'page',
      'Must be a page number from 1, or a cursor of this collection taken from links.next or links.prev.',
    );
    return null;
  }
  const sent = canonical(parameters, known);
  const sort = parameters.get('sort')?.join(',');
  const isOtherOrder = sort !== undefined && orderText(resource, sort) !== orderText(resource, cursor.sort);
  if ((sent.length > 0 && textOf(sent) !== textOf(cursor.filters)) || isOtherOrder) {
    addError(errors, 'page', 'This cursor was made for other filters or another sort.');
    return null;
  }
  return cursor;
}

/** Equal for filters with the same meaning: the order of values matters only between two bounds. */
const textOf = (filters: Cursor['filters']): string =>
  JSON.stringify(
    filters.map(([name, values]) => [name, name.endsWith('.between') ? values : [...new Set(values)].sort()]),
  );

/** Equal for sorts that lead to the same order: no key after `id` matters, and without any key it is that of `id`. */
function orderText(resource: Resource, text: string): string {
  const keys = sortKeys(text);
  const last = keys.findIndex(({ path }) => path === 'id');
  return JSON.stringify(last === -1 ? [...keys, tieBreaker(resource)] : keys.slice(0, last + 1));
}

function canonical(parameters: Parameters, known: ReadonlyMap<string, FilterReader>): Cursor['filters'] {
  const filters = [...parameters].filter(([name]) => known.has(name));
  return filters.sort(([one], [other]) => (one < other ? -1 : 1));
}

function fromText(text: string): Include {
  const words = text.split(',');
  return {
    embedded: words.includes('embedded'),
    links: words.includes('links'),
    totalCount: words.includes('totalCount'),
  };
}

function limitOf(parameters: Parameters, fallback: number, errors: FieldErrors): number {
  const text = single(parameters, 'limit', errors);
  if (text === undefined) return fallback;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (limit >= 0 && limit <= limits.pageMax) return limit;
  addError(errors, 'limit', `Must be an integer from 0 to ${limits.pageMax}.`);
  return fallback;
}

/** The number of rows before a page given by its index. */
function indexOf(page: string | undefined, limit: number, errors: FieldErrors): Position | number {
  if (page === undefined) return { isBackward: false, values: null };
  if (Number(page) < 1) addError(errors, 'page', 'Must be a page number from 1, or a cursor.');
  return Math.min((Number(page) - 1) * limit, Number.MAX_SAFE_INTEGER);
}

/** Additional parameters of lists with attributes. */
const attributeForm = ({ attributeKeysIn }: Resource): string[] =>
  attributeKeysIn ? [`${attributePrefix}<definition>`] : [];

function sortOf(
  resource: Resource,
  text: string,
  attributes: NamedAttributes['sortable'],
  errors: FieldErrors,
): SortKey[] {
  const known = sortKeysOf(resource);
  const keys = sortKeys(text);
  const paths = keys.map(({ path }) => path);
  if (
    paths.some((path) => !known.includes(path) && !attributes.has(path)) ||
    new Set(paths).size !== paths.length ||
    keys.length > limits.sortKeysMax
  ) {
    const allowed = [...known, ...attributeForm(resource)].join(', ');
    addError(errors, 'sort', `Must be a list of different keys, each with or without a leading -, of: ${allowed}.`);
    return [];
  }
  const ordered = keys.map((key, index) => withAttribute(key, index, attributes, errors));
  return paths.includes('id') ? ordered : [...ordered, tieBreaker(resource)];
}

/** Makes the order total. */
const tieBreaker = ({ isNewestFirst }: Resource): SortKey => ({ path: 'id', isDescending: isNewestFirst ?? false });

/** An index provides the order of one attribute, which must come first. */
function withAttribute(
  key: SortKey,
  index: number,
  attributes: NamedAttributes['sortable'],
  errors: FieldErrors,
): SortKey {
  const part = attributes.get(key.path);
  if (part === undefined) return key;
  if (typeof part === 'string') addError(errors, 'sort', part);
  else if (index > 0) addError(errors, 'sort', `${key.path} must be the first key.`);
  else return { ...key, part };
  return key;
}

function sortText(parameters: Parameters, errors: FieldErrors): string {
  const text = parameters.get('sort')?.join(',');
  if (text === '') addError(errors, 'sort', 'Must not be empty.');
  return text ?? '';
}

const sortKeys = (text: string): SortKey[] => (text === '' ? [] : text.split(',').map(sortKey));

/** A leading `+` may arrive as a space. */
const sortKey = (text: string): SortKey => ({
  path: text.replace(/^[-+ ]/, ''),
  isDescending: text.startsWith('-'),
});

/** The address of a neighbouring page: repeats the query and adds a cursor. */
export function pageAddress(
  collectionUrl: string,
  query: ListQuery,
  position: Position,
  accountId: string,
  path: string,
  signer: CursorSigner,
): string {
  const include = includeText(query.include);
  const cursor = signer.write(accountId, path, {
    filters: query.filters,
    sort: query.sort,
    limit: query.page.limit,
    include,
    position,
  });
  const all = [
    ...query.filters.map(
      ([name, values]) =>
        [name, name === 'search' || name === 'contains' ? values.join(',') : values.map(escaped).join(',')] as const,
    ),
    ...(query.sort ? [['sort', query.sort] as const] : []),
    ['limit', String(query.page.limit)] as const,
    ...(include ? [['include', include] as const] : []),
    ['page', cursor] as const,
  ];
  const text = all.map(([name, value]) => `${encodeURIComponent(name)}=${legible(value)}`).join('&');
  // The cursor contains the whole query: parameters that do not fit into a request line are left out.
  return `${collectionUrl}?${text.length > repeatedCharactersMax ? `page=${cursor}` : text}`;
}

const repeatedCharactersMax = 2000;

/** Commas and exclamation marks are safe in a query and easier to read unescaped. */
const legible = (value: string): string => encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%21', '!');

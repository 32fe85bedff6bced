/** The parameters of every operation, from the declarations; shared ones are components. */
import { collectionOf } from '../kit/collection.ts';
import { attributePrefix, filtersOf, sortKeysOf, typeAskedBy } from '../kit/list.ts';
import type { Filter, Operation, Resource } from '../kit/resource.ts';
import { limits } from '../limits.ts';
import { apiVersion } from '../version.ts';
import { contentParameters } from './content.ts';
import type { Json } from './schemas.ts';

const header = (name: string, description: string, schema: Json, more: Json = {}): Json => ({
  name,
  in: 'header',
  description,
  schema,
  ...more,
});

const query = (name: string, description: string, schema: Json, more: Json = {}): Json => ({
  name,
  in: 'query',
  description,
  schema,
  ...more,
});

/** A comma-separated list. */
const list = (name: string, description: string, items: Json, maxItems: number): Json =>
  query(name, description, { type: 'array', items, minItems: 1, maxItems }, { style: 'form', explode: false });

// Without examples, except where a value is required: tools put examples into requests, and would send a condition or a
// key that was only meant to be read.
export const sharedParameters: Readonly<Record<string, Json>> = {
  'Api-Version': header(
    'Api-Version',
    `The version of the API that the client was written for. The only one is \`${apiVersion}\`; without it the answer is 400.`,
    { type: 'string', format: 'date', maxLength: 10, enum: [apiVersion] },
    { required: true, example: apiVersion },
  ),
  traceparent: header(
    'traceparent',
    'W3C trace context. Its trace id is taken over into the log and into problem bodies; without one the service makes its own.',
    { type: 'string' },
  ),
  'Accept-Encoding': header(
    'Accept-Encoding',
    'Compression that the client understands, with or without weights: `br`, `gzip`, `deflate`.',
    { type: 'string' },
  ),
  'If-None-Match': header(
    'If-None-Match',
    'The `ETag` of the version that you hold, such as `W/"184"`, a list of tags, or `*`. While it is the current one, the answer is 304 without a body.',
    { type: 'string' },
  ),
  'If-Match': header(
    'If-Match',
    'The `ETag` of the version that you have read, such as `W/"184"`, a list of tags, or `*`. When somebody has changed the resource since, the answer is 412 and nothing is written. Without it the last write wins.',
    { type: 'string' },
  ),
  'Idempotency-Key': header(
    'Idempotency-Key',
    `A text of your own, such as a UUID, that makes a creation safe to send again: for ${limits.idempotencyHours} hours the first answer under a key is replayed. The same key with another body is 400.`,
    {
      type: 'string',
      pattern: '^[\\x21-\\x7e]+$',
      minLength: 1,
      maxLength: limits.idempotencyKeyCharactersMax,
    },
  ),
  include: list(
    'include',
    'What comes along: `links` to related resources, `embedded` resources; on a list also `links` to the neighbouring pages and `totalCount`, the number of items of all pages.',
    { type: 'string', enum: ['embedded', 'links', 'totalCount'] },
    3,
  ),
  limit: query(
    'limit',
    `The most items that a page may have. 0 answers an empty page, which counts with \`include=totalCount\`.`,
    { type: 'integer', minimum: 0, maximum: limits.pageMax, default: limits.pageDefault },
  ),
  page: query(
    'page',
    'A cursor, taken from `links.next.href` or `links.prev.href` of an earlier answer. It holds filters, sort, limit and include, so it works alone; next to other filters or another sort it is 400. A page number from 1 is accepted too, but not recommended.',
    { type: 'string', minLength: 1 },
  ),
  wait: query(
    'wait',
    'Holds an empty answer back until there is an item to show, or until so many seconds have passed. With `include=links`, `links.next` then always leads on: follow it with `wait` again and again.',
    { type: 'integer', minimum: 1, maximum: limits.waitSecondsMax },
  ),
  'Last-Event-ID': header(
    'Last-Event-ID',
    'The last item known, for who waits or streams: its id, or a cursor as a stream gives it in `id`. Comes before `page`. When something after it has been removed unread, the answer is 410.',
    { type: 'string', minLength: 1 },
  ),
};

const parameterRef = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

const shared: Readonly<Record<Operation, readonly string[]>> = {
  list: ['include', 'limit', 'page', 'If-None-Match'],
  read: ['include', 'If-None-Match'],
  create: ['include', 'Idempotency-Key'],
  update: ['include', 'If-Match'],
  remove: ['If-Match'],
};

const everywhere = ['Api-Version', 'Accept-Encoding', 'traceparent'];
const following = ['wait', 'Last-Event-ID'];

/** The list of a log can be waited on and streamed. */
export const isFollowed = (resource: Resource, operation: Operation): boolean =>
  resource.isFeed && operation === 'list';

export function parametersFor(resource: Resource, operation: Operation): Json[] {
  const own = {
    list: () => [sortParameter(resource), ...filterParameters(resource)],
    create: () => creationParameters(resource),
    read: () => contentParameters(resource),
    update: () => [],
    remove: () => [],
  }[operation]();
  const names = [...everywhere, ...shared[operation], ...(isFollowed(resource, operation) ? following : [])];
  return [...names.map(parameterRef), ...own];
}

/** In addition to the body of a creation, or instead of it. */
const creationParameters = ({ trial, queryForm = {} }: Resource): Json[] => [
  ...(trial
    ? [query('dryRun', '`true`: only tried. Nothing is kept.', { type: 'string', enum: ['true', 'false'] })]
    : []),
  ...Object.entries(queryForm).map(([name, only]) =>
    query(
      name,
      'Without a body: an older form of the same request, in which all of these parameters are needed.',
      only === null ? { type: 'string', minLength: 1 } : { type: 'string', enum: [only] },
    ),
  ),
];

/** For an operation that is always refused. */
export const parametersOfRefused = (): Json[] => everywhere.map(parameterRef);

export const ownerExample = '14';

export const ownerParameter = (type: string): Json => ({
  name: 'ownerId',
  in: 'path',
  required: true,
  description: `The \`id\` of the ${type.replaceAll('-', ' ')}.`,
  schema: { type: 'string', minLength: 1 },
  example: ownerExample,
});

export const idParameter = (resource: Resource, example: string): Json => ({
  name: 'id',
  in: 'path',
  required: true,
  description: `The \`id\` of the ${resource.type.replaceAll('-', ' ')}.`,
  schema: { type: 'string', minLength: 1 },
  example,
});

function sortParameter(resource: Resource): Json {
  const keys = sortKeysOf(resource);
  const known = { type: 'string', enum: keys.flatMap((key) => [key, `-${key}`]) };
  const attribute = resource.attributeKeysIn
    ? ` The first may be \`${attributePrefix}<definition>\`, or \`${attributePrefix}<definition>.<property>\`: the value in force today, where there is at most one and it is no long text or reference. Needs a scope for the values.`
    : '';
  return list(
    'sort',
    `Order of the items: a list of different keys of ${keys.map((key) => `\`${key}\``).join(', ')}; a leading \`-\` descends. Ascending \`id\` unless given; \`id\` also breaks ties.${attribute}`,
    resource.attributeKeysIn ? { anyOf: [known, { type: 'string', pattern: `^-?${attributeName}$` }] } : known,
    Math.min(limits.sortKeysMax, keys.length + (resource.attributeKeysIn ? 1 : 0)),
  );
}

const attributeName = `${attributePrefix.replace('.', '\\.')}\\w+(\\.\\w+)*`;

/** Definitions determine their names: an exploded object represents all of them. */
const attributesParameter = (): Json =>
  query(
    'attributes',
    `Any number of parameters named \`${attributePrefix}<definition>\`, or \`${attributePrefix}<definition>.<property>\` where values are objects: only items that have a value in force today which is one of these, separated by commas. \`null\` stands for "has no value". With a leading \`-\`: none of these. A reference is asked for by \`.id\`; numbers and dates also by \`.between\`, as in \`${attributePrefix}e_badge.between=10--20\`. Long texts, and definitions of the category \`system\`, cannot be asked for. Needs a scope for the values.`,
    {
      type: 'object',
      patternProperties: { [`^-?${attributeName}$`]: { type: 'string', minLength: 1 } },
      additionalProperties: false,
    },
    { style: 'form', explode: true },
  );

/** A filter on another resource requires a scope that reads it. */
function withNeed(parameter: Json, filter: Filter): Json {
  const type = typeAskedBy(filter);
  return type === null
    ? parameter
    : { ...parameter, description: `${parameter.description} Needs a scope that reads \`${collectionOf(type)}\`.` };
}

export function filterParameters(resource: Resource): Json[] {
  const filters = Object.entries(filtersOf(resource)).flatMap(([name, filter]) =>
    [
      ...(filter.forms.includes('equal') ? equalParameters(name, filter) : []),
      ...(filter.forms.includes('range') ? [rangeParameter(name, filter)] : []),
      ...(filter.forms.includes('day') ? [dayParameter(name)] : []),
      ...(filter.forms.includes('from') ? [endParameter(name, filter, 'or later')] : []),
      ...(filter.forms.includes('to') ? [endParameter(name, filter, 'or earlier')] : []),
    ].map((parameter) => withNeed(parameter, filter)),
  );
  return [
    ...filters,
    ...(resource.searched.length > 0 ? [searchParameter(resource)] : []),
    ...(resource.attributeKeysIn ? [attributesParameter()] : []),
  ];
}

function equalParameters(name: string, filter: Filter): Json[] {
  const items = itemsOf(filter);
  const nulls = filter.isNullable ? ' `null` stands for "has no value".' : '';
  const max = limits.filterValuesMax;
  if (filter.isNullOnly) {
    return [
      list(name, `\`null\`: only items without \`${name}\`.`, items, 1),
      list(`-${name}`, `\`null\`: only items with \`${name}\`.`, items, 1),
    ];
  }
  return [
    list(name, `Only items whose \`${name}\` is one of these.${nulls}`, items, max),
    list(`-${name}`, `Only items whose \`${name}\` is none of these.${nulls}`, items, max),
  ];
}

/** `null` is an additional value if the member can be null; otherwise it is refused. */
function itemsOf(filter: Filter): Json {
  const nulls = filter.isNullable ? ['null'] : [];
  if (filter.isNullOnly) return { type: 'string', enum: nulls };
  if (filter.values) return { type: 'string', enum: [...filter.values, ...nulls] };
  if (filter.kind === 'boolean') return { type: 'string', enum: ['true', 'false', ...nulls] };
  if (filter.kind === 'integer' && !filter.isNullable) return { type: 'integer' };
  if (filter.isNullable || ['text', 'number', 'uuid'].includes(filter.kind)) return { type: 'string', minLength: 1 };
  return { type: 'string', format: filter.kind === 'date' ? 'date' : 'date-time' };
}

const bounds: Readonly<Record<Filter['kind'], { words: string; from: string; to: string }>> = {
  text: { words: '', from: '', to: '' },
  uuid: { words: '', from: '', to: '' },
  boolean: { words: '', from: '', to: '' },
  number: { words: 'numbers, both ends included', from: '90412', to: '..' },
  integer: { words: 'integers, both ends included', from: '1', to: '3' },
  decimal: { words: 'numbers, both ends included', from: '-0.5', to: '12' },
  date: { words: 'dates, both days included', from: '2024-01-01', to: '2024-12-31' },
  instant: {
    words: 'date-times with their zone, the end excluded so that ranges can stand side by side',
    from: '2024-11-01T00:00:00Z',
    to: '2024-12-01T00:00:00Z',
  },
};

function rangeParameter(name: string, filter: Filter): Json {
  const { words, from, to } = bounds[filter.kind];
  return query(
    `${name}.between`,
    `Only items whose \`${name}\` ${filter.period ? 'has at least one day' : 'lies'} in \`<start>--<end>\`: ${words}. \`..\` leaves one side open. Example: \`${from}--${to}\`.`,
    { type: 'string', pattern: '^.+--.+$' },
  );
}

const dayParameter = (name: string): Json =>
  query(`${name}.asOf`, `Only items whose \`${name}\` has this day: what held then.`, {
    type: 'string',
    format: 'date',
  });

const endParameter = (name: string, { path }: Filter, side: string): Json =>
  query(name, `Only items whose \`${path}\` is this day ${side}.`, { type: 'string', format: 'date' });

const searchParameter = (resource: Resource): Json =>
  query(
    'search',
    `Only items in which ${resource.searchedBy === 'parts' ? 'the given text is part of' : 'every given word starts a word of'} ${resource.searched.map((name) => `\`${name}\``).join(' or ')}. Case and accents do not matter.`,
    { type: 'string', minLength: 1, maxLength: limits.searchCharactersMax },
  );

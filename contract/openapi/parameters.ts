/** The parameters of every operation, from the declarations; shared ones are components. */
import { purposeCharactersMax } from '../administration/read-entries.ts';
import { mayShowConfidential } from '../kit/confidential.ts';
import type { Operation, Resource } from '../kit/resource.ts';
import { anyOf, dateText, momentText, named } from '../kit/schema.ts';
import { limits } from '../limits.ts';
import { momentsFor } from '../moments.ts';
import { resourceOf } from '../resources.ts';
import { apiVersion } from '../version.ts';
import { contentParameters, fieldText } from './content.ts';
import { filterParameters, sortParameter } from './filter-parameters.ts';
import { type ExamplesByType, valueAt } from './parameter-examples.ts';
import { flagText, header, kebabOf, listParameter, pathParameter, query } from './parameter-parts.ts';
import type { Json } from './schemas.ts';
import { operationId } from './words.ts';

/** All headers and the address together have this limit, unless the installation sets another. */
const headerCharactersMax = 8192;
const headerText = { type: 'string', minLength: 1, maxLength: headerCharactersMax };

// Tools put examples into requests. Each is therefore a value that a request may have: a condition that holds for every
// version, the first page.
export const sharedParameters: Readonly<Record<string, Json>> = {
  'Api-Version': header(
    'Api-Version',
    `The version of the API that the client was written for. The only one is \`${apiVersion}\`; without it the answer is 400.`,
    named('api-version', { ...anyOf(apiVersion), format: 'date', maxLength: 10 }),
    { required: true, example: apiVersion },
  ),
  traceparent: header(
    'traceparent',
    'W3C trace context. Its trace id is taken over into the log and into problem bodies; without one the service makes its own.',
    headerText,
    { example: '00-5c1f0a9be4d24b7f8e6a30d2c97b1184-b7ad6b7169203331-01' },
  ),
  'Accept-Encoding': header(
    'Accept-Encoding',
    'Compression that the client understands, with or without weights: `br`, `gzip`, `deflate`.',
    headerText,
    { example: 'gzip' },
  ),
  'If-None-Match': header(
    'If-None-Match',
    'The `ETag` of the version that you hold, such as `W/"92177406"`, a list of tags, or `*`. While it is the current one, the answer is 304 without a body.',
    headerText,
    { example: 'W/"92177406"' },
  ),
  'If-Match': header(
    'If-Match',
    'The `ETag` of the version that you have read, such as `W/"92177406"`, a list of tags, or `*`. When somebody has changed the resource since, the answer is 412 and nothing is written. Without it the last write wins.',
    headerText,
    { example: '*' },
  ),
  'Muster-Purpose': header(
    'Muster-Purpose',
    `Why the data is read, in your own words, at most ${purposeCharactersMax} characters in UTF-8. Kept in the log of reads, where the answer shows confidential members.`,
    { type: 'string', maxLength: purposeCharactersMax },
    { example: 'payroll of May' },
  ),
  include: listParameter(
    'include',
    'What comes along: `links` to related resources, `embedded` resources; on a list also `links` to the neighbouring pages and `totalCount`, the number of items of all pages.',
    named('include-part', anyOf('embedded', 'links', 'totalCount')),
    3,
    'links',
  ),
  limit: query(
    'limit',
    `The most items that a page may have. 0 answers an empty page, which counts with \`include=totalCount\`.`,
    { type: 'integer', minimum: 0, maximum: limits.pageMax, default: limits.pageDefault },
    { example: limits.pageDefault },
  ),
  page: query(
    'page',
    'A cursor, taken from `links.next.href` or `links.prev.href` of an earlier answer. It holds filters, sort, limit and include, so it works alone; next to other filters or another sort it is 400. A page number from 1 is accepted too, but not recommended.',
    { type: 'string', minLength: 1, maxLength: headerCharactersMax },
    { example: '1' },
  ),
  asOf: query(
    'asOf',
    'The day that the answer is for, past or to come: status, what applies and the filters that speak of them are those of this day. Departments, and attribute values without days of their own, are shown as they were recorded by the end of it. Today if left out.',
    dateText(),
    { example: '2025-05-13' },
  ),
  knownAt: query(
    'knownAt',
    'The moment whose knowledge counts: the answer leaves out every change that was recorded later, and shows what was deleted since. Not before the first recorded version, and not in the future: otherwise 400. With `asOf`: what was believed at the moment about the day.',
    momentText(),
    { example: '2025-05-12T08:35:00Z' },
  ),
  wait: query(
    'wait',
    'Holds an empty answer back until there is an item to show, or until so many seconds have passed. With `include=links`, `links.next` then always leads on: follow it with `wait` again and again.',
    { type: 'integer', minimum: 1, maximum: limits.waitSecondsMax },
    { example: 1 },
  ),
  'Last-Event-ID': header(
    'Last-Event-ID',
    'The last item known, for who waits or streams: its id, or a cursor as a stream gives it in `id`. Comes before `page`. When something after it has been removed unread, the answer is 410.',
    headerText,
    { example: '90412' },
  ),
};

const parameterRef = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

/** Not shared: a key belongs to one request, so that each operation has another example. */
const idempotencyKey = (resource: Resource): Json =>
  header(
    'Idempotency-Key',
    `A text of your own, such as a UUID, that makes a creation safe to send again: for ${limits.idempotencyHours} hours the first answer under a key is replayed. The same key with another body is 400.`,
    {
      type: 'string',
      pattern: '^[\\x21-\\x7e]+$',
      minLength: 1,
      maxLength: limits.idempotencyKeyCharactersMax,
    },
    { example: `${operationId(resource, 'create')}-2025-05-12-1` },
  );

const everywhere = ['Api-Version', 'Accept-Encoding', 'traceparent'];

/** The list of a log can be waited on and streamed. */
export const isFollowed = (resource: Resource, operation: Operation): boolean =>
  resource.isFeed && operation === 'list';

/** In this order: of the path, of the query, headers. Generated functions have their arguments in it. */
export function parametersFor(
  resource: Resource,
  operation: Operation,
  examples: ExamplesByType,
  unused?: string,
): Json[] {
  const own: Readonly<Record<Operation, () => readonly [query: Json[], headers: Json[]]>> = {
    list: () => [
      [
        ...['include', 'limit', 'page', ...(resource.isFeed ? ['wait'] : [])].map(parameterRef),
        ...momentsFor(resource, 'list').map(parameterRef),
        sortParameter(resource),
        ...filterParameters(resource, examples),
      ],
      ['If-None-Match', ...(resource.isFeed ? ['Last-Event-ID'] : [])].map(parameterRef),
    ],
    read: () => [
      [parameterRef('include'), ...momentsFor(resource, 'read').map(parameterRef), ...contentParameters(resource)],
      [parameterRef('If-None-Match')],
    ],
    create: () => [[parameterRef('include'), ...creationParameters(resource, examples)], [idempotencyKey(resource)]],
    update: () => [
      [parameterRef('include'), ...(resource.preview ? [dryRunParameter] : [])],
      [parameterRef('If-Match')],
    ],
    remove: () => [[], [parameterRef('If-Match')]],
  };
  const [queries, headers] = own[operation]();
  return [
    ...pathParameters(resource, operation, examples, unused),
    ...queries,
    ...everywhere.map(parameterRef),
    ...(mayShowConfidential(resource, operation, resourceOf) ? [parameterRef('Muster-Purpose')] : []),
    ...headers,
  ];
}

const dryRunParameter = query('dryRun', '`true`: only tried. Nothing is kept.', flagText, { example: 'false' });

/** In addition to the body of a creation, or instead of it. */
const creationParameters = (
  { type, dryRunMembers, queryForm = {}, fileBody, fields }: Resource,
  examples: ExamplesByType,
): Json[] => [
  ...(dryRunMembers ? [dryRunParameter] : []),
  ...Object.entries(fileBody?.parameters ?? {}).map(([name, member]) =>
    query(
      name,
      `Sets \`${member}\`. In a form it may be a field before the file instead.`,
      named(`${type}-${kebabOf(name)}-parameter`, fieldText(fields[member]?.write)),
      { example: String(valueAt(examples.get(type), member)) },
    ),
  ),
  ...Object.entries(queryForm).map(([name, only]) =>
    query(
      name,
      'Without a body: an older form of the same request, in which all of these parameters are needed.',
      only === null ? { type: 'string', minLength: 1, maxLength: 255 } : named(`${only}-only`, anyOf(only)),
      { deprecated: true, example: only ?? valueAt(examples.get(type), name) },
    ),
  ),
];

/** For an operation that is always refused. */
export const parametersOfRefused = (): Json[] => everywhere.map(parameterRef);

/** The id of what a nested collection belongs to. */
export const ownerExample = ({ within }: Resource, examples: ExamplesByType): string =>
  String((within && examples.get(within.type)?.id) ?? '1');

/** Of a further address of one row; `id` is that of the example. */
export const parametersOfView = ({ type }: Resource, id: string, showsConfidential: boolean): Json[] => [
  pathParameter('id', `The \`id\` of the ${type.replaceAll('-', ' ')}.`, idText, { example: id }),
  ...everywhere.map(parameterRef),
  ...(showsConfidential ? [parameterRef('Muster-Purpose')] : []),
];

const idText = { type: 'string', minLength: 1, maxLength: 255 };

function pathParameters(resource: Resource, operation: Operation, examples: ExamplesByType, unused?: string): Json[] {
  const { type, within } = resource;
  const read = String(examples.get(type)?.id ?? '1');
  const example = operation === 'remove' ? (unused ?? read) : read;
  const idOf = (owner: string) => `The \`id\` of the ${owner.replaceAll('-', ' ')}.`;
  return [
    ...(within
      ? [pathParameter('ownerId', idOf(within.type), idText, { example: ownerExample(resource, examples) })]
      : []),
    ...(operation === 'list' || operation === 'create' ? [] : [pathParameter('id', idOf(type), idText, { example })]),
  ];
}

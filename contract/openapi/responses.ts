/** The responses of operations: headers, problems by status, and which problems each operation can return. */
import type { Operation } from '../kit/resource.ts';
import { problemExample } from '../problem-examples.ts';
import { type ProblemName, problemNames, problems } from '../problems.ts';
import { apiVersion } from '../version.ts';
import { type Json, schemaRef } from './schemas.ts';

const header = (description: string, example?: unknown, schema: Json = { type: 'string' }): Json => ({
  description,
  schema,
  ...(example !== undefined && { example }),
});

export const sharedHeaders: Readonly<Record<string, Json>> = {
  'Api-Version': header('The version of the API that answered.', apiVersion, { type: 'string', format: 'date' }),
  'Content-Encoding': header(
    'How the body is compressed, if it is: a list of `gzip`, `compress`, `deflate`, `br`.',
    'br',
  ),
  'Content-Disposition': header(
    'Of bytes: whether they are to be shown or saved, and the name of the file. What a browser could run is always to be saved.',
    `attachment; filename="contract.pdf"`,
  ),
  ETag: header('Names this version, for `If-None-Match` and `If-Match`.', 'W/"92177406"'),
  Link: header(
    'The next and the previous page of a list (RFC 8288), as in `links` of the body; absent where there is none.',
    '<https://acme.example.com/svc-api/employees?page=!3kQ>; rel="next"',
  ),
  'Muster-Event-Position': header(
    'Of a whole collection: the id of the event to follow after, as `Last-Event-ID`. Every event that the collection does not contain comes after it.',
    '90412',
  ),
  'Muster-Total-Count': header('Of a whole collection, with `include=totalCount`: how many items follow.', 1204, {
    type: 'integer',
    minimum: 0,
  }),
  Location: header('The address of what was created, equal to its `url`.', undefined, {
    type: 'string',
    format: 'uri',
  }),
  'RateLimit-Policy': header(
    'Quota `q` of the client application within a window of `w` seconds.',
    '"client";q=1200;w=60',
  ),
  RateLimit: header('Requests left `r`, and the seconds `t` until the window ends.', '"client";r=1184;t=37'),
  Deprecation: header('Present when the resource is deprecated: since when.', '2026-01-01', {
    type: 'string',
    format: 'date',
    maxLength: 10,
  }),
  Sunset: header(
    'Present when the end is planned (RFC 8594): when the resource becomes unavailable. A moment in the past means that it may vanish any time.',
    '2026-07-01T00:00:00Z',
    { type: 'string', format: 'date-time' },
  ),
  'Retry-After': header('Seconds to wait before the next request.', 37, { type: 'integer', minimum: 0 }),
  'WWW-Authenticate': header('`Bearer`, with the reason when a token was sent.', 'Bearer error="invalid_token"'),
  traceparent: header(
    'W3C trace context: carries the trace id of the log line and of problem bodies.',
    '00-5c1f0a9be4d24b7f8e6a30d2c97b1184-b7ad6b7169203331-01',
  ),
};

export const headers = (...names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const always = ['Api-Version', 'traceparent'];
const known = [...always, 'RateLimit-Policy', 'RateLimit'];
const announced = ['Deprecation', 'Sunset'];

/** Headers of a response with a representation. */
export const successHeaders = (...more: readonly string[]): Json =>
  headers(...known, 'Content-Encoding', ...more, ...announced);

/** 404 and 5xx say nothing about the resource, so they announce no deprecation. */
const problemHeaders: Readonly<Record<number, readonly string[]>> = {
  400: [...known, ...announced],
  401: [...always, 'WWW-Authenticate', ...announced],
  403: [...known, ...announced],
  412: [...known, 'ETag'],
  429: [...known, 'Retry-After'],
  431: always,
  500: always,
  503: [...always, 'Retry-After'],
};

const everywhere = [400, 401, 403, 429, 431, 500, 503];
/** `Accept` matters only where a success has a body. */
const withBody = [...everywhere, 406];

/** 405 is missing: a listed operation has its method. */
const statuses: Readonly<Record<Operation, readonly number[]>> = {
  list: withBody,
  read: [...withBody, 404],
  create: [...withBody, 413, 415],
  update: [...withBody, 404, 412, 413, 415],
  remove: [...everywhere, 404, 412],
};

/** Events after the reader's position have been removed. */
const passedBy = 410;
/** The state of another row forbids it. */
const conflicting = 409;

const firstOf = (status: number): ProblemName =>
  problemNames.find((name) => problems[name].status === status) ?? 'internal';

/**
 * The problems of an operation, by status. `isOpen`: any token is sufficient, so no scope can be missing; `isFollowed`:
 * a list with `wait`; `isInside`: the parent of the collection may be missing; `canConflict`: see belonging.ts.
 */
export function problemResponses(
  operation: Operation,
  {
    isOpen,
    isFollowed,
    isInside,
    canConflict = false,
  }: { isOpen: boolean; isFollowed: boolean; isInside: boolean; canConflict?: boolean | undefined },
): Json {
  const own = statuses[operation];
  const all = [
    ...own,
    ...(isFollowed ? [passedBy] : []),
    ...(isInside && !own.includes(404) ? [404] : []),
    ...(canConflict && operation === 'create' ? [conflicting] : []),
  ];
  return referring(all.filter((status) => status !== 403 || !isOpen));
}

/** For an operation that is always refused. */
export const responsesOfRefused = (): Json => referring(everywhere);

/** For paths that are not resources: these, and the common ones. */
export const responsesWith = (some: readonly number[]): Json => referring(some);

function referring(some: readonly number[]): Json {
  const entries = some.toSorted((one, other) => one - other).map((status) => [status, responseRef(firstOf(status))]);
  return { ...Object.fromEntries(entries), default: responseRef('unexpected') };
}

const responseRef = (name: string): Json => ({ $ref: `#/components/responses/${name}` });

export const notModified = responseRef('not-modified');

export function sharedResponses(baseUrl: string): Json {
  const used = new Set([...Object.values(statuses).flat(), passedBy, conflicting]);
  return {
    'not-modified': {
      description: 'You hold the current version: `If-None-Match` names it. No body.',
      headers: headers(...known, 'ETag'),
    },
    ...Object.fromEntries([...used].map((status) => [firstOf(status), problemResponse(status, baseUrl)])),
    unexpected: {
      description:
        'Any other status, such as 405 for a method that an address does not offer, is a problem too. Clients treat an unknown 4xx like 400 and an unknown 5xx like 500.',
      headers: headers(...always),
      content: { 'application/problem+json': { schema: schemaRef('problem') } },
    },
  };
}

function problemResponse(status: number, baseUrl: string): Json {
  const names = problemNames.filter((name) => problems[name].status === status);
  const examples = names.map((name) => [name, { summary: problems[name].title, value: problemExample(name, baseUrl) }]);
  return {
    description: names.map((name) => problems[name].meaning).join(' Or: '),
    headers: headers(...(problemHeaders[status] ?? known)),
    content: {
      'application/problem+json': { schema: schemaRef('problem'), examples: Object.fromEntries(examples) },
    },
  };
}

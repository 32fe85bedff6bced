/** One operation of one resource in OpenAPI. Special facts come from the declaration. */
import { collectionPath, hasSnapshots } from '../kit/belonging.ts';
import { collectionOf as collectionNameOf } from '../kit/collection.ts';
import { type Operation, type Resource, scopesFor } from '../kit/resource.ts';
import { limits } from '../limits.ts';
import { detail } from '../messages.ts';
import { roleNames, scopesOfRole } from '../roles.ts';
import { isOpenTo, type Needed } from '../scopes.ts';
import { bytesContent, fileContent, formContent } from './content.ts';
import type { ExamplesByType } from './parameter-examples.ts';
import { isFollowed, parametersFor, parametersOfRefused } from './parameters.ts';
import { headers, notModified, problemResponses, responsesOfRefused, successHeaders } from './responses.ts';
import { type Json, schemaNames, schemaRef } from './schemas.ts';
import { snapshotContent, snapshotHeaders } from './snapshots.ts';
import { capitalized, oneOf, operationId, shapes, summaryOf, wordsOf } from './words.ts';

/** Complete representations and bodies, as examples. */
export interface ResourceExamples {
  readonly read: Json;
  readonly collectionUrl: string;
  readonly create?: unknown;
  readonly update?: unknown;
  /** The id of one that can be deleted, if the other is in use. */
  readonly unused?: string;
}

export const securityName = 'oauth2';
/** The authentication of people. */
export const sessionName = 'session';

export function operationOf(
  resource: Resource,
  operation: Operation,
  shown: ResourceExamples,
  examples: ExamplesByType,
): Json {
  const scopes = scopesFor(resource, operation);
  return {
    operationId: operationId(resource, operation),
    tags: [tagPathOf(resource)],
    summary: summaryOf(resource, operation),
    description: paragraphs(
      resource.isBeta && beta,
      descriptions[operation](resource),
      resource.notes[operation],
      accessOf(resource, scopes).sentence,
      exampleInWords(bodyExample(operation, shown)),
    ),
    ...(resource.isBeta && { 'x-beta': true }),
    ...(resource.deprecation && { deprecated: true }),
    security: accessOf(resource, scopes).security,
    parameters: parametersFor(resource, operation, examples, shown.unused),
    ...bodyOf(resource, operation, shown),
    responses: {
      ...success[operation](resource, shown),
      ...problemResponses(operation, {
        isOpen: scopes === 'any-token',
        isFollowed: isFollowed(resource, operation),
        isInside: resource.within !== undefined,
        canConflict: resource.canConflict,
      }),
    },
  };
}

/** An operation that is refused for everybody is documented with the reason. */
export function refusedOperation(resource: Resource, operation: Operation): Json {
  const message = resource.refused[operation];
  return {
    operationId: operationId(resource, operation),
    tags: [resource.path],
    summary: `${summaryOf(resource, operation)} (always refused)`,
    description: paragraphs(message && detail(message).text, 'Answers 403 to every caller, whatever the body.'),
    'x-always-refused': true,
    security: securityOf('any-token'),
    parameters: parametersOfRefused(),
    responses: responsesOfRefused(),
  };
}

/** Rows without an address are part of the resource that they belong to. */
const tagPathOf = ({ path, within, hasNoAddress }: Resource): string =>
  hasNoAddress && within ? collectionNameOf(within.type) : path;

const beta = '**Beta**: may change without notice, also in ways that break clients.';

const paragraphs = (...texts: readonly (string | false | undefined)[]): string => texts.filter(Boolean).join('\n\n');

function scopeSentence(scopes: Needed): string {
  if (scopes === 'any-token') return 'Any access token will do: no scope is needed.';
  return `Needs ${scopes.length === 1 ? 'the scope' : 'one of the scopes'} ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`;
}

function roleSentence(scopes: Needed): string {
  const open = roleNames.filter((role) => isOpenTo(scopes, new Set(scopesOfRole(role, false))));
  if (open.length === roleNames.length) return 'For everybody who is signed in, whatever their role.';
  return open.length === 0
    ? 'For operators of the installation.'
    : `For people with the role ${open.map((role) => `\`${role}\``).join(' or ')}.`;
}

/** Who may call it, in words and as a requirement. */
export const accessOf = ({ area }: Resource, scopes: Needed): { sentence: string; security: Json[] } =>
  area
    ? { sentence: roleSentence(scopes), security: [{ [sessionName]: [] }] }
    : { sentence: scopeSentence(scopes), security: securityOf(scopes) };

/** Each requirement is an alternative. */
const securityOf = (scopes: Needed): Json[] =>
  scopes === 'any-token' ? [{ [securityName]: [] }] : scopes.map((scope) => ({ [securityName]: [scope] }));

const descriptions: Readonly<Record<Operation, (resource: Resource) => string>> = {
  list: ({ path }) =>
    `One page of the ${wordsOf(path)} that you may see. To read all of them, ask with \`include=links\` and follow \`links.next.href\` until it is null. Several values of a filter are alternatives, several filters must all hold, and a parameter that is not listed here is refused.`,
  read: (resource) => `Reads ${oneOf(resource)} by its id. What does not exist and what you may not see are both 404.`,
  create: (resource) =>
    resource.content === 'kept'
      ? `Uploads ${oneOf(resource)} and answers its representation. Send an \`Idempotency-Key\` if you may have to repeat the request.`
      : `Creates ${oneOf(resource)} and answers the whole representation. A member that is not listed is refused. Send an \`Idempotency-Key\` if you may have to repeat the request.`,
  update: () =>
    'Changes the members that are sent: absent means unchanged, null means cleared, nested objects are merged, arrays are replaced. Read-only members are tolerated when they hold the current value. A change that changes nothing keeps the `ETag` and records no event.',
  remove: (resource) =>
    `Deletes ${oneOf(resource)}, which is 404 from then on. One that is still in use is not deleted: 400 with \`errors.id\`.`,
};

function bodyOf(resource: Resource, operation: Operation, shown: ResourceExamples): Json {
  if (operation !== 'create' && operation !== 'update') return {};
  if (resource.content === 'kept') return { requestBody: { required: true, content: formContent } };
  if (operation === 'create' && resource.fileBody) {
    return { requestBody: { required: true, content: fileContent(resource.fileBody) } };
  }
  const media = {
    schema: schemaRef(schemaNames(resource)[operation]),
    ...exampleOf(bodyExample(operation, shown), summaryOf(resource, operation)),
  };
  const types = operation === 'create' ? ['application/json'] : ['application/json', 'application/merge-patch+json'];
  const isRequired = operation !== 'create' || resource.queryForm === undefined;
  return {
    requestBody: {
      description: `At most ${resource.bodyBytesMax / 1_000_000} MB, otherwise 413. Nested at most ${limits.bodyDepthMax} levels deep, with at most ${limits.bodyMembersMax.toLocaleString('en')} members and items in all, otherwise 400.`,
      required: isRequired,
      content: Object.fromEntries(types.map((type) => [type, media])),
    },
  };
}

const bodyExample = (operation: Operation, shown: ResourceExamples): unknown =>
  operation === 'create' || operation === 'update' ? shown[operation] : undefined;

const exampleOf = (value: unknown, summary: string): Json =>
  value === undefined || hasReference(value) ? {} : { examples: { example: { summary, value } } };

/** Most tools follow every `$ref` of a document, even inside an example, where it is only text. */
const hasReference = (value: unknown): boolean => /"\$ref":/.test(JSON.stringify(value));

/** Such a body is therefore shown in the description. */
const exampleInWords = (value: unknown): string | false =>
  value !== undefined && hasReference(value) && `Example:\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

const json = (schema: Json, value: unknown, summary: string): Json => ({
  'application/json': { schema, ...exampleOf(value, summary) },
});

/** Endless, so there is no schema of the whole. */
const stream: Json = {
  schema: {
    type: 'string',
    description:
      'Server-sent events: first what is there after the position, then whatever is published, without end. Each has `id`, a cursor to come back with as `Last-Event-ID` or `page`, and `data`, an item of the list on one line. A comment line comes every 15 seconds, at times with an `id` alone, which moves the position. In the order of `id`; `limit` does not matter. Ends with the access token.',
  },
};

const one = (resource: Resource, shown: ResourceExamples, status: 'as read' | 'as created' | 'as changed'): Json =>
  json(schemaRef(schemaNames(resource).read), shown.read, `${capitalized(oneOf(resource))} ${status}`);

const success: Readonly<Record<Operation, (resource: Resource, shown: ResourceExamples) => Json>> = {
  list: (resource, shown) => ({
    200: {
      description: `One page of ${wordsOf(resource.path)}.`,
      headers: successHeaders('ETag', 'Link', ...(hasSnapshots(resource) ? snapshotHeaders : [])),
      content: {
        ...json(schemaRef(schemaNames(resource).list), collectionOf(resource, shown), 'A page with one item'),
        ...(hasSnapshots(resource) && snapshotContent),
        ...(resource.isFeed && { 'text/event-stream': stream }),
      },
    },
    304: notModified,
  }),
  read: (resource, shown) => ({
    200: {
      description: resource.document ? 'The document alone.' : `The ${wordsOf(resource.type)}.`,
      headers: successHeaders('ETag', ...(resource.content ? ['Content-Disposition'] : [])),
      content: resource.document
        ? documentContent(resource, shown)
        : { ...one(resource, shown, 'as read'), ...bytesContent(resource) },
    },
    304: notModified,
  }),
  create: (resource, shown) => ({
    ...(resource.dryRunMembers && { 200: dryRunResponse(resource, resource.dryRunMembers) }),
    201: {
      description: `The ${wordsOf(resource.type)} as it was created.`,
      headers: successHeaders('Location', 'ETag'),
      content: one(resource, shown, 'as created'),
    },
  }),
  update: (resource, shown) => ({
    200: {
      description: `The ${wordsOf(resource.type)} after the change.`,
      headers: successHeaders('ETag'),
      content: changedContent(resource, shown),
    },
  }),
  remove: () => ({
    204: {
      description: 'Deleted. No body.',
      headers: headers('Api-Version', 'traceparent', 'RateLimit-Policy', 'RateLimit', 'Deprecation', 'Sunset'),
    },
  }),
};

/** With `dryRun=true` the response is the preview. */
function changedContent(resource: Resource, shown: ResourceExamples): Json {
  const content = one(resource, shown, 'as changed') as Record<string, Json>;
  if (!resource.preview) return content;
  const preview = {
    type: 'object',
    description: 'With `dryRun=true`: what would have come of it. Nothing was kept.',
    properties: { type: { type: 'string', const: resource.type }, ...resource.preview },
    required: ['type', ...Object.keys(resource.preview)],
    additionalProperties: false,
  };
  const [[mediaType, media] = ['', {}]] = Object.entries(content);
  return { ...content, [mediaType]: { ...media, schema: { anyOf: [media.schema, preview] } } };
}

const dryRunResponse = (resource: Resource, members: readonly string[]): Json => ({
  description: 'What would have come of it, with `dryRun=true`. Nothing was kept.',
  headers: successHeaders(),
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          type: { type: 'string', const: resource.type },
          ...Object.fromEntries(members.map((name) => [name, resource.fields[name]?.read])),
        },
        required: ['type', ...members],
        additionalProperties: false,
      },
    },
  },
});

function collectionOf({ type }: Resource, shown: ResourceExamples): Json {
  const collection = shown.collectionUrl;
  return {
    type,
    url: `${collection}?limit=1&include=links,totalCount`,
    items: [shown.read],
    totalCount: 2,
    links: { prev: null, next: { href: `${collection}?limit=1&include=links,totalCount&page=!aG93ZHk3` } },
  };
}

function documentContent({ document, fields }: Resource, shown: ResourceExamples): Json {
  const member = document?.member ?? '';
  const media = { schema: fields[member]?.read, ...exampleOf(shown.read[member], 'The document') };
  return Object.fromEntries((document?.types ?? []).map((type) => [type, media]));
}

/** The place of an operation in `paths`. */
export const placeOf = (resource: Resource, operation: Operation): { path: string; method: string } => ({
  path: `${collectionPath(resource)}${shapes[operation].isOfOne ? '/{id}' : ''}`,
  method: shapes[operation].method,
});

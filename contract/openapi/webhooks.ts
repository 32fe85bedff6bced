/** The requests that the service sends to webhook endpoints: one entry for each topic. */
import { readSchema } from '../kit/bodies.ts';
import type { Resource } from '../kit/resource.ts';
import type { Schema } from '../kit/schema.ts';
import { pingTopic } from '../topics.ts';
import { header } from './parameter-parts.ts';
import { type Json, schemaRef } from './schemas.ts';
import { oneOf } from './words.ts';

const verbs: Readonly<Record<Resource['events'][number], string>> = {
  created: 'was created',
  updated: 'has changed',
  deleted: 'was deleted',
  failing: 'has had no success for a while',
};

const eventSchemaName = 'webhook-event';
const stateSchemaName = ({ type }: Resource): string => `${type}-state`;

/** Every topic, with its payload. Schemas of payloads are added to the components by `addSchema`. */
export function webhooksOf(
  resources: readonly Resource[],
  event: Resource,
  example: Json,
  addSchema: (name: string, schema: Schema) => void,
): Json {
  addSchema(eventSchemaName, withoutLinks(event));
  const recording = resources.filter(({ events }) => events.length > 0);
  for (const resource of recording) addSchema(stateSchemaName(resource), stateSchema(resource));
  const topics = recording.flatMap((resource) =>
    resource.events.map((verb) => {
      const topic = `${resource.type}.${verb}`;
      return [topic, webhook(topic, `${oneOf(resource)} ${verbs[verb]}`, resource, example)] as const;
    }),
  );
  return Object.fromEntries([...topics, [pingTopic, webhook(pingTopic, 'somebody tries the endpoint', null, example)]]);
}

/** A representation as events carry it: `links` and `embedded` belong to responses. */
function withoutLinks(resource: Resource): Schema {
  const { properties, required, ...rest } = readSchema(resource);
  const { links: _, embedded: __, ...kept } = properties as Json;
  return { ...rest, properties: kept, required: (required as string[]).filter((name) => name in kept) };
}

/** Without secrets, which only the response to a creation shows. */
function stateSchema(resource: Resource): Schema {
  const { properties, ...rest } = withoutLinks(resource);
  const shown = Object.entries(properties as Json).filter(([name]) => resource.fields[name]?.column !== 'once');
  return {
    ...rest,
    description: `The state of ${oneOf(resource)} in an event. Only the first members are there when the endpoint may no longer read the rest.`,
    properties: Object.fromEntries(shown),
    required: ['id', 'type', 'url'],
  };
}

function webhook(topic: string, what: string, resource: Resource | null, example: Json): Json {
  const own = { type: 'object', properties: { topic: { type: 'string', const: topic }, ...dataOf(resource) } };
  return {
    post: {
      operationId: `receive-${topic.replace('.', '-')}`,
      tags: ['webhook-endpoints'],
      summary: `Receive \`${topic}\``,
      description: `Sent to every active endpoint with this topic when ${what}. At least once, in no particular order: drop what you know by \`source\` and \`id\`, and order by \`occurredAt\`. Verify one of the two signatures before you read the body.`,
      security: [],
      parameters: Object.keys(signatureParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { allOf: [schemaRef(eventSchemaName), own] },
            ...(topic === example.topic && { examples: { example: { summary: topic, value: example } } }),
          },
        },
      },
      responses: Object.fromEntries(
        Object.keys(statuses).map((status) => [status, { $ref: `#/components/responses/webhook-${status}` }]),
      ),
    },
  };
}

const dataOf = (resource: Resource | null): Json =>
  resource === null ? {} : { data: schemaRef(stateSchemaName(resource)) };

const base64 = { type: 'string', minLength: 44, maxLength: 44 };

export const signatureParameters: Readonly<Record<string, Json>> = {
  'webhook-id': header(
    'webhook-id',
    'The same for every attempt and redelivery of an event (Standard Webhooks).',
    { type: 'string', minLength: 1, maxLength: 255 },
    { required: true, example: 'evt_acme_90412' },
  ),
  'webhook-timestamp': header(
    'webhook-timestamp',
    'When the attempt was made, in seconds since 1970.',
    { type: 'string', pattern: '^[0-9]{1,12}$', maxLength: 12 },
    { required: true, example: '1747038868' },
  ),
  'webhook-signature': header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in base64; the key is the decoded part of the secret after `whsec_`. While two secrets live, one signature of each, with a space between them.',
    { type: 'string', minLength: 47, maxLength: 95 },
    { required: true, example: 'v1,lGr6UwU6d7AYQ3je5MhrNJUKttthtAk1i86dWTc4aTM=' },
  ),
  'Svc-Timestamp': header(
    'Svc-Timestamp',
    'The same moment as `webhook-timestamp`, in UTC.',
    { type: 'string', format: 'date-time', minLength: 20, maxLength: 20 },
    { required: true, example: '2025-05-12T08:34:28Z' },
  ),
  'Svc-Signature': header(
    'Svc-Signature',
    'The HMAC-SHA256 of `<Svc-Timestamp>.<body>` in base64; the key is the whole text of the secret, of the older one while two live.',
    base64,
    { required: true, example: 'lGr6UwU6d7AYQ3je5MhrNJUKttthtAk1i86dWTc4aTM=' },
  ),
};

const statuses: Readonly<Record<string, string>> = {
  '2XX':
    'Received. Answer at once and work on it afterwards: an attempt without an answer after 10 seconds has failed.',
  410: 'The endpoint is gone. It is suspended, and its events wait until it is active again.',
  429: 'Too many requests: sent again later, not before `Retry-After`.',
  503: 'Not ready: sent again later, not before `Retry-After`. Any other status is sent again as well.',
};

export const webhookResponses: Json = Object.fromEntries(
  Object.entries(statuses).map(([status, description]) => [
    `webhook-${status}`,
    {
      description,
      ...((status === '429' || status === '503') && {
        headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
      }),
    },
  ]),
);

import {
  described,
  flag,
  instant,
  integer,
  json,
  nullable,
  oneOf,
  readOnly,
  reference,
  referenceByUuid,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { dictionary, string } from '../kit/schema.ts';

export const webhookDeliveryAttempts = resource({
  type: 'webhook-delivery-attempt',
  summary: 'One request to an endpoint, sent or tried, and what came of it.',
  scopes: ['webhook-deliveries'],
  operations: ['list', 'read'],
  isBeta: true,
  isOwned: true,
  isWrittenElsewhere: true,
  idKind: 'uuid',
  fields: {
    id: described(readOnly(text({ max: 36 })), 'A UUID, made by the service, in the order of creation.'),
    signature: described(
      readOnly(text({ min: 0 })),
      'The value of `Svc-Signature` that was sent; empty where nothing was.',
    ),
    webhookDelivery: described(readOnly(referenceByUuid('webhook-delivery')), 'What was being delivered.'),
    event: described(readOnly(reference('event')), 'What was sent.'),
    isSuccessful: described(readOnly(flag()), 'Whether the answer was a 2xx.'),
    responseStatusCode: described(
      readOnly(nullable(integer({ min: 100, max: 599 }))),
      'Null where there was no answer.',
    ),
    errorResponseBody: described(readOnly(text({ min: 0 })), 'The body of a failure, at most 4 KB; empty on success.'),
    failureReason: described(
      readOnly(nullable(oneOf('status', 'timeout', 'connection', 'tls', 'address', 'secret'))),
      '`status`: the answer was no 2xx; `address`: the host resolved to an address that must not be called; ' +
        '`secret`: nothing was sent, since no secret of the endpoint could be decrypted. Null on success.',
    ),
    requestHeaders: described(readOnly(json(dictionary(string()))), 'What was sent, by name in lower case.'),
    durationMs: described(readOnly(integer()), 'Milliseconds from the start of the connection to the outcome.'),
    createdAt: described(readOnly(instant()), 'UTC.'),
  },
  filterable: ['id', 'webhookDelivery.id', 'isSuccessful', 'responseStatusCode', 'failureReason'],
  filters: {
    'webhookDelivery.webhookEndpoint.id': {
      kind: 'number',
      isNullable: false,
      forms: ['equal'],
      path: 'webhookEndpoint.id',
    },
  },
  embedded: { 'webhook-delivery': 'webhookDelivery', event: 'event' },
  events: [],
});

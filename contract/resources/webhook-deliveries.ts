import {
  blamedOnId,
  createOnly,
  described,
  instant,
  integer,
  nullable,
  oneOf,
  readOnly,
  reference,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { timestamps } from '../kit/traits.ts';

export const webhookDeliveries = resource({
  type: 'webhook-delivery',
  summary: 'One event on its way to one endpoint.',
  scopes: ['webhook-deliveries'],
  operations: ['list', 'read', 'create'],
  isBeta: true,
  isOwned: true,
  isWrittenElsewhere: true,
  idKind: 'uuid',
  fields: {
    id: described(readOnly(text({ max: 36 })), 'A UUID, made by the service, in the order of creation.'),
    event: described(
      { ...blamedOnId(createOnly(reference('event'))), create: 'optional' as const },
      'What is sent. A creation without it records an event `ping` and sends that.',
    ),
    webhookEndpoint: described(blamedOnId(createOnly(reference('webhook-endpoint'))), 'Where it is sent to.'),
    attemptsCount: described(readOnly(integer()), 'How many requests were made.'),
    nextAttemptAt: described(
      readOnly(nullable(instant())),
      'When the next one is planned, UTC; null when it is finished or waits for its endpoint to be active again.',
    ),
    status: described(
      readOnly(oneOf('undelivered', 'delivered', 'failed')),
      '`undelivered`: not so far; `failed`: given up, and sent again only when asked for.',
    ),
    redelivery: described(readOnly(nullable(reference('webhook-redelivery'))), 'The redelivery that made it.'),
    ...timestamps,
  },
  sortable: ['nextAttemptAt'],
  filterable: ['id', 'webhookEndpoint.id', 'event.id', 'status', 'redelivery.id'],
  filters: {
    'event.topic': { kind: 'text', isNullable: false, forms: ['equal'] },
    nextAttemptAt: { kind: 'instant', isNullable: false, forms: ['range'] },
  },
  queryForm: { 'webhookEndpoint.id': null, 'event.topic': 'ping' },
  links: {
    attempts: {
      href: '/svc-api/webhook-delivery-attempts?webhookDelivery.id={id}',
      needs: ['webhook-deliveries.readonly', 'webhook-deliveries.readwrite'],
    },
  },
  embedded: { event: 'event' },
  events: [],
  notes: {
    create:
      'Plans a delivery, whose first attempt follows at once: of a `ping`, whatever the status of the endpoint, or of ' +
      'an event that is still kept and that the application may see, to an active endpoint. The topics of the endpoint ' +
      'do not matter. An event keeps its id, moment and `webhook-id` however often it is sent.',
  },
});

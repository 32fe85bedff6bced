import {
  blamedOnId,
  createOnly,
  described,
  flag,
  instant,
  integer,
  json,
  nullable,
  oneOf,
  optional,
  readOnly,
  reference,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { timestamps } from '../kit/traits.ts';
import { topicList } from './webhook-endpoints.ts';

export const webhookRedeliveries = resource({
  type: 'webhook-redelivery',
  summary: 'The events of a time range, delivered to an endpoint again: every one of them exactly once, oldest first.',
  scopes: ['webhook-deliveries'],
  operations: ['list', 'read', 'create'],
  isBeta: true,
  isOwned: true,
  fields: {
    webhookEndpoint: described(
      blamedOnId(createOnly(reference('webhook-endpoint'))),
      'An active endpoint, without another redelivery that is running.',
    ),
    startsAt: described(createOnly(instant()), 'The first moment of the range, by `occurredAt` of the events.'),
    endsAt: described(
      { ...createOnly(instant()), create: 'optional' as const },
      'The first moment after the range; now unless given.',
    ),
    topics: described(nullable(createOnly(json(topicList))), 'Null: the topics of the endpoint.'),
    onlyUndelivered: described(
      createOnly(optional(flag(), true)),
      'True: leaves out what the endpoint has received already.',
    ),
    status: described(
      readOnly(oneOf('running', 'done')),
      '`running` until every delivery is planned; whether they succeed is seen on them.',
    ),
    deliveriesCount: described(readOnly(integer()), 'How many deliveries were made so far.'),
    ...timestamps,
  },
  hidden: { resumesAfter: 'bigint', endsWith: 'bigint' },
  filterable: ['id', 'webhookEndpoint.id', 'status'],
  links: {
    deliveries: {
      href: '/svc-api/webhook-deliveries?redelivery.id={id}',
      needs: ['webhook-deliveries.readonly', 'webhook-deliveries.readwrite'],
    },
  },
  events: [],
  dryRunMembers: ['deliveriesCount'],
  notes: {
    create:
      'New events are not held up by it. With `dryRun=true` nothing is planned: the answer is 200 and says how many ' +
      'deliveries there would be.',
  },
});

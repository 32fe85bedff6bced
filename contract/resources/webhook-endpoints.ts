import {
  date,
  described,
  instant,
  json,
  nullable,
  oneOf,
  optional,
  readOnly,
  references,
  shownOnce,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { type Schema, string } from '../kit/schema.ts';
import { timestamps } from '../kit/traits.ts';
import { apiVersion } from '../version.ts';

/** No pattern for topics: the list grows, and an error names the wrong one. */
export const topicList: Schema<string[]> = {
  type: 'array',
  items: string({ minLength: 1, maxLength: 100 }),
  minItems: 1,
  maxItems: 200,
  uniqueItems: true,
};

const supportedVersion = { type: 'string', format: 'date', enum: [apiVersion] };

const address = string({ minLength: 1, maxLength: 2000, format: 'uri' });

const statuses = ['active', 'suspended', 'inactive'] as const;

export const webhookEndpoints = resource({
  type: 'webhook-endpoint',
  summary: 'An address of the client to which events are pushed. Seen by the client application that made it.',
  scopes: ['webhook-endpoints'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  isBeta: true,
  isOwned: true,
  fields: {
    name: described(text({ max: 255 }), 'For people; need not be unique.'),
    apiVersion: described(
      { ...date(), read: supportedVersion, write: supportedVersion },
      'The version of the representation in the `data` of its events.',
    ),
    webhookUrl: described(
      { ...text(), read: address, write: address },
      '`https`, without credentials or fragment, on a host with public addresses only. A changed one applies to what waits.',
    ),
    topics: described(
      json(topicList),
      'What is pushed: topics such as `employee.created`, `employee.*` for all of a type, `*` for all. A topic that the ' +
        'scopes of the application do not open is accepted, and its events are not pushed.',
    ),
    businessEstablishments: described(
      nullable(references('business-establishment', { min: 1 })),
      'Only events of these establishments, or of none. Null: of all that the application may see.',
    ),
    status: described(
      optional(oneOf(...statuses), 'active'),
      'Suspended by the service alone, when the receiver answers 410 or nothing succeeds for days: events then wait. ' +
        '`active` sends what waits; `inactive` drops it and makes no new deliveries.',
    ),
    secret: described(
      shownOnce(text()),
      'What deliveries are signed with. Only in the answer to the creation: it is never readable again.',
    ),
    failingSince: described(readOnly(nullable(instant())), 'The first failed attempt since the last success, UTC.'),
    suspendedAt: described(readOnly(nullable(instant())), 'Set while suspended, UTC.'),
    suspensionReason: described(
      readOnly(nullable(oneOf('gone', 'noSuccess'))),
      '`gone`: the receiver answered 410; `noSuccess`: nothing succeeded for days.',
    ),
    ...timestamps,
  },
  hidden: { subscribedAfter: 'bigint', warningsCount: 'bigint' },
  sortable: ['name'],
  filterable: ['id', 'status'],
  filters: {
    topics: { kind: 'text', isNullable: false, isJsonList: true, forms: ['equal'] },
    'application.id': {
      kind: 'text',
      isNullable: false,
      forms: ['equal'],
      path: 'clientApplicationId',
      // An application sees only its own endpoints and knows its client id.
      through: { type: 'client-application', member: 'clientId', isOpen: true },
    },
  },
  links: {
    deliveries: {
      href: '/svc-api/webhook-deliveries?webhookEndpoint.id={id}',
      needs: ['webhook-deliveries.readonly', 'webhook-deliveries.readwrite'],
    },
    secrets: {
      href: '/svc-api/webhook-endpoints/{id}/secrets',
      needs: ['webhook-endpoints.readonly', 'webhook-endpoints.readwrite'],
    },
  },
  events: ['created', 'updated', 'deleted', 'failing'],
  notes: {
    list: '`application.id` takes client ids; only your own gives rows.',
    create:
      'Only events published from now on are pushed; earlier ones by a redelivery. Where the account asks for a ' +
      'challenge, the address must first answer `GET …?echo=<text>` with 200, `text/plain` and that text.',
    update: 'A change of `topics` holds for events published from then on.',
    remove: 'Drops what waits. Finished deliveries stay readable until their event expires.',
  },
});

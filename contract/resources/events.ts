import { date, instant, json, nullable, omittedWhenNull, readOnly, reference, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { anything, dictionary } from '../kit/schema.ts';

const listOfTexts = { kind: 'text', isNullable: false, forms: ['equal'] } as const;

export const events = resource({
  type: 'event',
  summary: 'A change of state of a resource. Read in the order of `id`, no event is ever missed.',
  scopes: ['events'],
  operations: ['list', 'read'],
  fields: {
    apiVersion: readOnly(date()),
    topic: readOnly(text()),
    occurredAt: readOnly(instant()),
    source: readOnly({ ...text(), column: 'account-address' }),
    data: readOnly({ ...json(dictionary(anything())), column: 'addressed' }),
    businessEstablishment: readOnly(nullable(reference('business-establishment'))),
    // Only on `.updated`: what the changed members were before.
    previousAttributes: omittedWhenNull(
      readOnly({ ...json(dictionary(anything())), column: 'addressed', isNullable: true }),
    ),
  },
  sortable: ['occurredAt'],
  filterable: ['topic', 'businessEstablishment.id'],
  filters: {
    id: { kind: 'number', isNullable: false, forms: ['equal', 'range'] },
    occurredAt: { kind: 'instant', isNullable: false, forms: ['range'] },
    'data.type': listOfTexts,
    'data.id': listOfTexts,
  },
  links: { retry: { href: '/svc-api/webhook-deliveries', needs: ['webhook-deliveries.readwrite'] } },
  events: [],
});

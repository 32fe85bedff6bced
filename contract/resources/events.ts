import { authorSchema, authorTypes } from '../author.ts';
import { date, described, instant, json, nullable, omittedWhenNull, readOnly, reference, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { anything, dictionary } from '../kit/schema.ts';
import { unreadableMembers } from '../kit/traits.ts';

const listOfTexts = { kind: 'text', isNullable: false, forms: ['equal'] } as const;

export const events = resource({
  type: 'event',
  summary: 'A change of state of a resource. Read in the order of `id`, no event is ever missed.',
  scopes: ['events'],
  operations: ['list', 'read'],
  fields: {
    apiVersion: described(readOnly(date()), 'The version of the representation in `data`.'),
    topic: described(readOnly(text()), '`<resource type>.<verb>`. The list is open: ignore topics you do not know.'),
    occurredAt: described(readOnly(instant()), 'UTC moment of the change.'),
    source: described(
      readOnly({ ...text(), column: 'account-address' }),
      'Names the account: its address, or `/accounts/…` below an address that accounts share. Unique together with `id`.',
    ),
    data: described(
      readOnly({ ...json(dictionary(anything())), column: 'addressed' }),
      'The resource right after the change, without `links` and `embedded`; after a deletion its last state.',
    ),
    businessEstablishment: described(
      readOnly(nullable(reference('business-establishment'))),
      'Of a job position its own; of everything else about an employee the applicable one after the change, before a deletion.',
    ),
    author: described(
      omittedWhenNull(readOnly({ ...json(authorSchema), column: 'addressed', isNullable: true })),
      'Who made the change, with their name at that moment. Absent on events of releases that recorded no author.',
    ),
    previousAttributes: described(
      omittedWhenNull(readOnly({ ...json(dictionary(anything())), column: 'addressed', isNullable: true })),
      'Only on `.updated`: the members that changed, with what they were before.',
    ),
    ...unreadableMembers,
  },
  sortable: ['occurredAt'],
  filterable: ['businessEstablishment.id'],
  filters: {
    topic: { ...listOfTexts, isTopics: true },
    id: { kind: 'number', isNullable: false, forms: ['equal', 'range'] },
    occurredAt: { kind: 'instant', isNullable: false, forms: ['range'] },
    status: {
      kind: 'text',
      isNullable: false,
      values: ['scheduled', 'delivered', 'failed'],
      forms: ['equal'],
      isWorkedOut: true,
    },
    'author.type': { kind: 'text', isNullable: true, values: authorTypes, forms: ['equal'] },
    'author.id': { ...listOfTexts, isNullable: true },
    'data.type': listOfTexts,
    'data.id': listOfTexts,
  },
  links: { retry: { href: '/svc-api/webhook-deliveries', needs: ['webhook-deliveries.readwrite'] } },
  events: [],
  isWrittenElsewhere: true,
  isFeed: true,
  notes: {
    list:
      '`topic=employee.*` stands for every topic of a type; a word that is no topic is refused. ' +
      '`status` goes by the deliveries to your own webhook endpoints: `scheduled` if one waits for an attempt, `failed` ' +
      'if one failed and none waits, `delivered` if there are some and all are delivered. ' +
      'Only events of resources that the other scopes of the token open are shown. An application that is limited to ' +
      'establishments sees the events of people who join or leave them; where it may not read the resource after the ' +
      'change, `data` holds `id`, `type` and `url`, and `previousAttributes` is left out. In the order of `id`, no event ever ' +
      'appears before one that was readable already: to go on, ask `id.between=<last id>--..` and skip the first item, ' +
      'which is the one you know. If it is another one, older events have expired in between: read the resources again. ' +
      'To be informed without asking again and again, send `wait`, or `Accept: text/event-stream`.',
    read: 'Events are kept 60 days unless the installation sets another time.',
  },
  refused: { create: 'eventsAreRecordedByService' },
});

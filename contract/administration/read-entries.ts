import { described, instant, json, nullable, readOnly, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { anyOf, as, closed, dictionary, named, string } from '../kit/schema.ts';

/** The longest purpose that a request may name. */
export const purposeCharactersMax = 200;

/** An entry names at most so many people; a longer response has several entries. */
export const peopleOfEntryMax = 1000;

export const readerTypes = ['client-application', 'administrator', 'operator', 'api-key'] as const;

const reader = named(
  'reader',
  closed({
    type: anyOf(...readerTypes),
    id: string({ minLength: 1, maxLength: 255 }),
    name: string({ minLength: 1, maxLength: 255 }),
  }),
);

const names = as<string[]>({ type: 'array', items: string({ maxLength: 255 }), maxItems: 100 });

const people = as<{ id: string }[]>({
  type: 'array',
  items: named('read-person', closed({ id: string({ maxLength: 255 }) })),
  maxItems: peopleOfEntryMax,
});

export const readEntries = resource({
  area: 'administration',
  type: 'read-entry',
  summary:
    'One response that showed confidential data: who read it, when, about whom, which members, and through what. Never ' +
    'the values.',
  scopes: ['read-entries'],
  operations: ['list', 'read'],
  isWrittenElsewhere: true,
  fields: {
    occurredAt: described(readOnly(instant()), 'When it was answered, UTC.'),
    reader: described(
      readOnly(json(reader)),
      'A client application (its client id), a person who signed in, the operator at the command line, or a key of the ' +
        'legacy API, in the same form as the author of an event. The name is the one of that moment.',
    ),
    employees: described(
      readOnly(json(people)),
      `About whom, by id. At most ${peopleOfEntryMax} for each entry: a longer response has several entries with the same ` +
        'trace id. Empty where no row was shown, but a filter compared confidential members.',
    ),
    families: described(readOnly(json(names)), 'The collections that the members belong to.'),
    members: described(
      readOnly(json(dictionary(names))),
      'The confidential members by family. `content` is the bytes of a file; of attribute values, the ids of their ' +
        'definitions.',
    ),
    operation: described(
      readOnly(text({ max: 255 })),
      'Such as `GET /svc-api/employee-personal-records/{id}` or `muster export employee-personal-records`.',
    ),
    purpose: described(
      readOnly(nullable(text({ max: purposeCharactersMax }))),
      'What the request named in `Muster-Purpose`.',
    ),
    traceId: described(readOnly(nullable(text({ max: 32 }))), 'The request, as the log of the service names it.'),
  },
  filterable: ['id', 'traceId'],
  filters: {
    'employees.id': { kind: 'number', isNullable: false, forms: ['equal'], isWorkedOut: true },
    'reader.type': { kind: 'text', isNullable: false, values: readerTypes, forms: ['equal'] },
    'reader.id': { kind: 'text', isNullable: false, forms: ['equal'] },
    families: { kind: 'text', isNullable: false, isJsonList: true, forms: ['equal'] },
    occurredAt: { kind: 'instant', isNullable: false, forms: ['range'] },
  },
  events: [],
  notes: {
    list: '`employees.id=12&sort=-id` answers who has read about one person, newest first.',
  },
});

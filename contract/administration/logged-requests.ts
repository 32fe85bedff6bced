import { described, instant, integer, json, nullable, readOnly, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { closed, orNull, type Schema, string } from '../kit/schema.ts';

const id = string({ minLength: 1, maxLength: 255 });
const known = <const K extends string>(name: K) =>
  nullable(
    json(closed({ id, [name]: orNull(string()) } as Record<'id', Schema<string>> & Record<K, Schema<string | null>>)),
  );

const names: Schema<string[]> = { type: 'array', items: string() };

export const loggedRequests = resource({
  area: 'administration',
  type: 'logged-request',
  summary:
    'A request that was answered lately: who asked for what, and what came of it. Never what was sent or answered. ' +
    'Under great load, successful ones are left out.',
  scopes: ['request-log'],
  operations: ['list', 'read'],
  isWrittenElsewhere: true,
  fields: {
    occurredAt: described(readOnly(instant()), 'When it was answered, UTC.'),
    method: described(readOnly(text({ max: 20 })), 'Such as `GET`.'),
    path: described(readOnly(text({ max: 1000 })), 'Without the query, which may tell of people.'),
    parameters: described(readOnly(json(names)), 'The names of its parameters; never their values.'),
    status: described(readOnly(integer({ min: 100, max: 599 })), 'Of the answer.'),
    durationMs: described(readOnly(integer()), 'From the request to the end of the answer.'),
    clientApplication: described(
      readOnly(known('name')),
      'Null unless one asked. Its name is null once it is deleted.',
    ),
    administrator: described(readOnly(known('email')), 'The same for a person.'),
    apiKey: described(readOnly(known('name')), 'The same for a key of the legacy API.'),
    traceId: described(readOnly(text({ max: 32 })), 'What an error answer and the log of the service name it by.'),
    refusal: described(
      readOnly(nullable(json(closed({ problem: string(), names })))),
      'Why it was refused: the kind of problem, as in the last part of its `type`, and the scopes of which one would be ' +
        'enough, or the members and parameters with errors. Never their values. Null if it was not refused, or by the ' +
        'legacy API.',
    ),
  },
  filterable: ['id', 'method', 'path', 'traceId'],
  filters: {
    status: { kind: 'integer', isNullable: false, forms: ['equal', 'range'] },
    occurredAt: { kind: 'instant', isNullable: false, forms: ['range'] },
    'clientApplication.id': { kind: 'number', isNullable: true, forms: ['equal'] },
    'administrator.id': { kind: 'number', isNullable: true, forms: ['equal'] },
    'apiKey.id': { kind: 'number', isNullable: true, forms: ['equal'] },
  },
  events: [],
});

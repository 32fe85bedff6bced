import { described, json, readOnly, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { anything, dictionary } from '../kit/schema.ts';

export const schemas = resource({
  type: 'schema',
  summary: 'A base schema: the JSON schema of one kind of attribute value. A document never changes under its name.',
  scopes: 'any-token',
  operations: ['list', 'read'],
  idKind: 'text',
  fields: {
    id: described(readOnly(text({ max: 255 })), 'The name under which a definition refers to the schema.'),
    title: described(readOnly(text()), 'Equal to the id.'),
    schema: described(readOnly(json(dictionary(anything()))), 'The JSON schema itself, draft 2020-12.'),
  },
  filterable: ['id'],
  events: [],
  isWrittenElsewhere: true,
  document: { member: 'schema', types: ['application/json', 'application/schema+json'] },
  notes: {
    read: 'The answer is the JSON schema alone, and may be kept: the document never changes under its name.',
  },
});

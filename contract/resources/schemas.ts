import { json, readOnly, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { anything, dictionary } from '../kit/schema.ts';

export const schemas = resource({
  type: 'schema',
  summary: 'A base schema: the JSON schema of one kind of attribute value. A document never changes under its name.',
  scopes: [],
  operations: ['list', 'read'],
  idKind: 'text',
  fields: {
    title: readOnly(text()),
    schema: readOnly(json(dictionary(anything()))),
  },
  filterable: ['id'],
  events: [],
});

import {
  byIdAlone,
  createOnly,
  differing,
  flag,
  json,
  nullable,
  oneOf,
  readOnly,
  reference,
  text,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { anyOf, anything, closed, dictionary, int, maybe, orNull, type Schema, string } from '../kit/schema.ts';
import { archivable, timestamps, translated, translationsOf } from '../kit/traits.ts';
import type { Translations } from '../languages.ts';

/** What a creation sends: base schemas by reference. A read embeds them. */
export type SchemaByReference = { $ref: string } | { type: 'object'; properties: Record<string, { $ref: string }> };

/** Word characters only, so that an id or a property name is safe in an address and in JSON. */
const word = '^\\w{1,255}$';

// Loose on purpose: the two forms exclude each other, and `anyOf` would report both refusals at once. What is
// left open here is checked with clear messages where a definition is created.
const schemaByReference: Schema<SchemaByReference> = {
  type: 'object',
  properties: { $ref: { type: 'string' }, type: { type: 'string' }, properties: { type: 'object' } },
};

const property = {
  name: string({ minLength: 1, maxLength: 10_000 }),
  sortOrder: int({ minimum: 0, maximum: 2 ** 31 - 1 }),
};

const taxonomyById = maybe(orNull(closed({ id: string({ minLength: 1, maxLength: 255 }) })));

/** How one property of an object value is called, ordered and translated. */
const propertyDescriptionIn = closed({
  ...property,
  taxonomy: taxonomyById,
  t9n: maybe(orNull(translationsOf('name'))),
});

export interface PropertyDescription {
  name: string;
  sortOrder: number;
  taxonomy: { id: string; type: 'taxonomy'; url: string } | null;
  t9n: { name?: Translations | null };
}

const multipleValueHandling = closed({
  sorting: anyOf('ascending', 'descending'),
  sortingProperty: maybe(orNull(string({ minLength: 1, maxLength: 255 }))),
});

export const employeeAttributeDefinitions = resource({
  type: 'employee-attribute-definition',
  summary: 'Describes one attribute of employees, employments or job positions: its name and the schema of its value.',
  scopes: ['employee-attribute-definitions'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  idKind: 'text',
  isBeta: true,
  fields: {
    id: createOnly(
      differing(string({ pattern: word }), string({ minLength: 3, maxLength: 255, pattern: '^e_\\w+$' }), 'text'),
    ),
    name: text(),
    schema: createOnly(differing(dictionary(anything()), schemaByReference, 'json')),
    propertyDescriptions: nullable(
      differing(
        dictionary(anything()) as Schema<Record<string, PropertyDescription>>,
        dictionary(propertyDescriptionIn),
        'addressed',
      ),
    ),
    taxonomy: createOnly(byIdAlone(nullable(reference('taxonomy')))),
    multipleValueHandling: nullable(json(multipleValueHandling)),
    ...archivable,
    ...translated('name'),
    targetType: readOnly(oneOf('employee', 'employment', 'job-position')),
    category: readOnly(oneOf('system', 'extension')),
    isValueReadOnly: readOnly(flag()),
    ...timestamps,
  },
  sortable: ['name'],
  filterable: ['id', 'isArchived', 'targetType', 'category', 'isValueReadOnly', 'taxonomy.id'],
  filters: {
    'schema.title': { kind: 'text', isNullable: true, forms: ['equal'] },
    multipleValueHandling: {
      kind: 'text',
      isNullable: true,
      isNullOnly: true,
      forms: ['equal'],
    },
  },
  searched: ['name'],
  links: {
    values: {
      href: '/svc-api/employee-attributes?definition.id={id}',
      needs: ['employee-attributes.readonly', 'employee-attributes.readwrite'],
    },
  },
});

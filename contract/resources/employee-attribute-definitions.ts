import {
  byIdAlone,
  createOnly,
  described,
  differing,
  flag,
  idAlone,
  json,
  nullable,
  oneOf,
  optional,
  readOnly,
  reference,
  referenceSchema,
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

// Deliberately loose: the two forms exclude each other, and `anyOf` would report both errors at once. The creation of a
// definition checks the rest with clear messages. `$ref` is a pattern and not a property: most readers of the OpenAPI
// document take an object with a property of that name for a reference.
const schemaByReference: Schema<SchemaByReference> = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    properties: { type: 'object', additionalProperties: true },
  },
  patternProperties: { '^\\$ref$': { type: 'string' } },
  additionalProperties: true,
};

const property = {
  name: string({ minLength: 1, maxLength: 10_000, description: 'What people call the property.' }),
  sortOrder: int({ minimum: 0, maximum: 2 ** 31 - 1, description: 'Properties are shown in ascending order.' }),
};

/** The name, order and translations of one property of an object value. */
const propertyDescriptionIn = closed({
  ...property,
  taxonomy: maybe(orNull(idAlone('taxonomy'))),
  t9n: maybe(orNull(translationsOf('name'))),
});

const propertyDescriptionOut = closed({
  ...property,
  taxonomy: orNull(referenceSchema('taxonomy')),
  t9n: translationsOf('name'),
});

export interface PropertyDescription {
  name: string;
  sortOrder: number;
  taxonomy: { id: string; type: 'taxonomy'; url: string } | null;
  t9n: { name?: Translations | null };
}

const multipleValueHandling = closed({
  sorting: { ...anyOf('ascending', 'descending'), description: 'The direction in which clients sort the values.' },
  sortingProperty: maybe(
    orNull(
      string({
        minLength: 1,
        maxLength: 255,
        description: 'For an object schema: the property to sort on. Otherwise null: the value itself is sorted on.',
      }),
    ),
  ),
});

export const employeeAttributeDefinitions = resource({
  type: 'employee-attribute-definition',
  summary: 'Describes one attribute of employees, employments or job positions: its name and the schema of its value.',
  scopes: ['employee-attribute-definitions'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  idKind: 'text',
  isBeta: true,
  fields: {
    id: described(
      createOnly(
        differing(
          string({ pattern: word, maxLength: 255 }),
          string({ minLength: 3, maxLength: 255, pattern: '^e_\\w+$' }),
          'text',
        ),
      ),
      'Chosen by the client, beginning with `e_`. No other definition may have it as its id or as the name of a property.',
    ),
    name: described(text(), 'What people call the attribute, in the invariant language.'),
    schema: described(
      createOnly(differing(dictionary(anything()), schemaByReference, 'json')),
      'JSON schema of the value. A creation names base schemas: `{ "$ref": "/svc-api/schemas/<name>" }` for a single ' +
        'value, or `{ "type": "object", "properties": { "<property>": { "$ref": "/svc-api/schemas/<name>" } } }`. ' +
        'A read embeds them; equal `$id`s are equal schemas, so register each `$id` once.',
    ),
    propertyDescriptions: described(
      nullable(
        differing(
          dictionary(propertyDescriptionOut) as Schema<Record<string, PropertyDescription>>,
          dictionary(propertyDescriptionIn),
          'addressed',
        ),
      ),
      'One entry for each property of an object schema, by its name; null for a single value.',
    ),
    taxonomy: described(
      createOnly(byIdAlone(nullable(reference('taxonomy')))),
      'The taxonomy of the labels, when the value is a `taxonomy-label-reference`. Null: any taxonomy.',
    ),
    multipleValueHandling: described(
      nullable(json(multipleValueHandling)),
      'Null: one value per employee. Otherwise several may exist.',
    ),
    isConfidential: described(
      optional(flag(), false),
      'True: each response that shows values of the definition is in the log of reads.',
    ),
    ...archivable,
    ...translated('name'),
    targetType: described(
      readOnly(oneOf('employee', 'employment', 'job-position')),
      'What the attribute belongs to. Always `employee` for definitions created here.',
    ),
    category: described(
      readOnly(oneOf('system', 'extension')),
      '`system`: the value is a property of the resource named by `targetType`. `extension`: it is read and written ' +
        'as an employee attribute only.',
    ),
    isValueReadOnly: described(
      readOnly(flag()),
      'True: no client can write values of this definition. False promises only that an existing value may be changed.',
    ),
    ...timestamps,
  },
  sortable: ['name'],
  filterable: ['id', 'isArchived', 'targetType', 'category', 'isValueReadOnly', 'isConfidential', 'taxonomy.id'],
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
  notes: {
    create:
      'The definition always has `targetType` `employee` and `category` `extension`. `propertyDescriptions` is required ' +
      'when the schema is an object, and describes exactly its properties.',
    update:
      'The name, translations, archival, confidentiality, sorting and the texts of properties can change; `schema`, `taxonomy` and the ' +
      'set of properties cannot. `multipleValueHandling` becomes null only while no employee has several values. A ' +
      'definition of the category `system` answers 403.',
    remove: 'Values of the definition go with it. A definition of the category `system` answers 403.',
  },
  links: {
    values: {
      href: '/svc-api/employee-attributes?definition.id={id}',
      needs: ['employee-attributes.readonly', 'employee-attributes.readwrite'],
    },
  },
});

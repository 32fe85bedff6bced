/** Rules of a definition that a JSON schema cannot express: parts that must be consistent. Pure. */
import { baseSchemaNamed, baseSchemaNames, baseSchemaPath } from '@muster/contract/base-schemas.ts';
import { givenText, isObject, type JsonObject } from '../platform/verbs/body.ts';
import { addError, type FieldErrors } from '../problem.ts';

const propertiesMax = 50;
const propertyName = /^\w{1,255}$/;
const labelSchema = 'taxonomy-label-reference';

/** The property names of an object schema, in its written or read form; null for a single value. */
export function propertiesOf(schema: unknown): string[] | null {
  if (!isObject(schema) || schema.type !== 'object' || !isObject(schema.properties)) return null;
  return Object.keys(schema.properties);
}

/**
 * Checks everything that is well-formed: missing or malformed members are reported elsewhere. The schema is in either
 * form and was found well-formed before.
 */
export function inconsistencies(definition: JsonObject, errors: FieldErrors): void {
  const { schema, propertyDescriptions, taxonomy, multipleValueHandling } = definition;
  if (!isObject(schema)) return;
  const properties = propertiesOf(schema);
  if (properties) checkDescriptions(schema, properties, propertyDescriptions, errors);
  else if (isObject(propertyDescriptions) && Object.keys(propertyDescriptions).length > 0) {
    addError(errors, 'propertyDescriptions', 'Must be left out or null: the value is not an object.');
  }
  if (isObject(taxonomy) && baseNameOf(schema) !== labelSchema) {
    addError(errors, 'taxonomy', `Must be left out: only a value of ${baseSchemaPath(labelSchema)} has a taxonomy.`);
  }
  if (isObject(multipleValueHandling)) checkSorting(properties, multipleValueHandling, errors);
}

/** Exactly one of the two written forms, with references to existing base schemas. */
export function isWellFormed(schema: JsonObject, errors: FieldErrors): boolean {
  const keys = Object.keys(schema).sort().join(',');
  if (keys === '$ref') return isKnown(schema.$ref, 'schema.$ref', errors);
  const properties = schema.properties;
  const isObjectForm = keys === 'properties,type' && schema.type === 'object' && isObject(properties);
  const references = isObjectForm ? Object.entries(properties) : [];
  const isReference = (value: unknown) => isObject(value) && Object.keys(value).join() === '$ref';
  if (
    references.length === 0 ||
    references.length > propertiesMax ||
    !references.every(([, value]) => isReference(value))
  ) {
    addError(
      errors,
      'schema',
      `Must be { "$ref": "/svc-api/schemas/<name>" }, or { "type": "object", "properties": { … } } with 1 to ${propertiesMax} properties of that form.`,
    );
    return false;
  }
  return references
    .map(([name, value]) => {
      const at = `schema.properties.${name}`;
      if (!propertyName.test(name) || name === '__proto__') {
        addError(errors, at, 'A property name must have 1 to 255 letters, digits or _, and not be __proto__.');
      }
      return isKnown((value as JsonObject).$ref, `${at}.$ref`, errors);
    })
    .every(Boolean);
}

function isKnown($ref: unknown, at: string, errors: FieldErrors): boolean {
  if (typeof $ref === 'string' && baseSchemaNamed($ref) !== null) return true;
  addError(errors, at, `Must be one of: ${baseSchemaNames.map(baseSchemaPath).join(', ')}.`);
  return false;
}

function checkDescriptions(
  schema: JsonObject,
  properties: readonly string[],
  descriptions: unknown,
  errors: FieldErrors,
): void {
  if (!isObject(descriptions)) {
    addError(errors, 'propertyDescriptions', 'Must describe each property of the schema.');
    return;
  }
  for (const name of properties) {
    if (!Object.hasOwn(descriptions, name))
      addError(errors, `propertyDescriptions.${name}`, 'This property must be described.');
  }
  for (const [name, description] of Object.entries(descriptions)) {
    const at = `propertyDescriptions.${name}`;
    if (!properties.includes(name)) addError(errors, at, 'The schema has no such property.');
    else if (
      isObject(description) &&
      isObject(description.taxonomy) &&
      baseNameOf(propertyOf(schema, name)) !== labelSchema
    ) {
      addError(
        errors,
        `${at}.taxonomy`,
        `Must be left out: only a value of ${baseSchemaPath(labelSchema)} has a taxonomy.`,
      );
    }
  }
}

const propertyOf = (schema: JsonObject, name: string): unknown => (schema.properties as JsonObject)[name];

/** The base schema of a single value, by reference or embedded. */
function baseNameOf(schema: unknown): string | null {
  return isObject(schema) ? baseSchemaNamed(givenText(schema.$ref ?? schema.$id)) : null;
}

function checkSorting(properties: readonly string[] | null, handling: JsonObject, errors: FieldErrors): void {
  const at = 'multipleValueHandling.sortingProperty';
  const property = handling.sortingProperty ?? null;
  if (properties && !(typeof property === 'string' && properties.includes(property))) {
    addError(errors, at, `Must name the property to sort on: ${properties.join(', ')}.`);
  }
  if (!properties && property !== null) addError(errors, at, 'Must be null: the value is not an object.');
}

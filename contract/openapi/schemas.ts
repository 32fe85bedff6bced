/**
 * The schemas of the document: those of the declarations, which also validate bodies. Named ones appear once, as
 * components, and are referred to everywhere else.
 */
import { anyObject, createSchema, linkSchema, patchSchema, readSchema } from '../kit/bodies.ts';
import type { Resource } from '../kit/resource.ts';
import { constant, type Schema, string } from '../kit/schema.ts';
import { languages } from '../languages.ts';
import { limits } from '../limits.ts';

export type Json = Record<string, unknown>;

export const schemaRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

export const schemaNames = ({ type, schemaName = type }: Resource) => ({
  read: schemaName,
  create: `${schemaName}-create`,
  update: `${schemaName}-patch`,
  list: `${schemaName}-collection`,
});

/** Adds a schema to the components, and the named schemas that it contains. */
export const adderTo =
  (components: Json) =>
  (name: string, schema: Schema): void => {
    const { title, ...rest } = schema;
    components[name] = { ...(title !== undefined && { title }), ...(withRefs(rest, components) as Json) };
  };

/** Every schema of the document by name. */
export function componentSchemas(resources: readonly Resource[]): Json {
  const components: Json = {};
  const add = adderTo(components);
  for (const resource of resources) {
    const names = schemaNames(resource);
    add(names.read, readSchema(resource));
    if (resource.operations.includes('create') && resource.content === undefined && !resource.fileBody)
      add(names.create, createSchema(resource));
    if (resource.operations.includes('update')) add(names.update, patchSchema(resource));
    if (resource.operations.includes('list')) add(names.list, collectionSchema(resource));
  }
  add('problem', problemSchema);
  return components;
}

/** The same schema with each named part replaced by a reference to its component. */
function withRefs(node: unknown, components: Json): unknown {
  if (Array.isArray(node)) return node.map((one) => withRefs(one, components));
  if (typeof node !== 'object' || node === null) return node;
  const { title, description, ...rest } = node as Json;
  if (typeof title !== 'string') {
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withRefs(value, components)]));
  }
  const name = [rest.type].flat().includes('null') ? `${title}-or-null` : title;
  const component = { title, ...(withRefs(rest, components) as Json) };
  if (name in components && JSON.stringify(components[name]) !== JSON.stringify(component)) {
    throw new Error(`Two different schemas are called ${name}.`);
  }
  components[name] = component;
  return { ...schemaRef(name), ...(description !== undefined && { description }) };
}

/** Parameters, with each named schema as a component. */
export const withNamedSchemas = (parameters: Json, components: Json): Json =>
  Object.fromEntries(
    Object.entries(parameters as Record<string, Json>).map(([name, parameter]) => [name, named(parameter, components)]),
  );

const named = (parameter: Json, components: Json): Json =>
  parameter.schema === undefined ? parameter : { ...parameter, schema: withRefs(parameter.schema, components) };

type Paths = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** The same for the parameters of every operation: generators then make one type of each list of values. */
export const withNamedParameterSchemas = (paths: Paths, components: Json): Paths =>
  mapped(paths, (item) =>
    mapped(item, (operation) => ({
      ...operation,
      ...(Array.isArray(operation.parameters) && {
        parameters: operation.parameters.map((parameter: Json) => named(parameter, components)),
      }),
    })),
  );

const mapped = <T>(values: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

function collectionSchema(resource: Resource): Schema {
  return {
    type: 'object',
    description: `One page of ${resource.path.replaceAll('-', ' ')}.`,
    properties: {
      type: { ...constant(resource.type), description: 'The type of the items.' },
      url: string({ format: 'uri', description: 'The address asked, query included.' }),
      items: { type: 'array', items: schemaRef(schemaNames(resource).read), maxItems: limits.pageMax },
      totalCount: {
        type: 'integer',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Items of all pages together, filters applied. Only with `include=totalCount`.',
      },
      links: {
        type: 'object',
        description: 'The neighbouring pages, null at either end. Only with `include=links`.',
        properties: { prev: linkSchema, next: linkSchema },
        required: ['prev', 'next'],
        additionalProperties: false,
      },
      embedded: {
        type: 'object',
        description: 'Type name → id → representation. Only with `include=embedded`.',
        additionalProperties: { type: 'object', additionalProperties: anyObject },
      },
    },
    required: ['type', 'url', 'items'],
    additionalProperties: false,
  };
}

const problemSchema: Schema = {
  type: 'object',
  description: 'What went wrong, in the form of RFC 9457. Further members may appear.',
  properties: {
    type: { type: ['string', 'null'], format: 'uri', description: 'A page of this service that explains the problem.' },
    title: { type: ['string', 'null'], description: 'The problem in a few words.' },
    status: { type: ['integer', 'null'], format: 'int32', minimum: 100, maximum: 599 },
    detail: { type: ['string', 'null'], description: 'What is wrong in this case, in English.' },
    instance: string({ description: 'The address asked.' }),
    errors: {
      type: 'object',
      description: 'On 400: the exact path of a member, or the name of a parameter or header → what is wrong with it.',
      additionalProperties: { type: 'array', items: string(), maxItems: limits.errorsMax },
    },
    t9n: {
      type: 'object',
      properties: {
        detail: {
          type: 'object',
          description: '`detail` in every language.',
          properties: Object.fromEntries(languages.map((language) => [language, string()])),
        },
      },
    },
    extensions: {
      type: 'object',
      properties: {
        traceId: string({
          pattern: '^[0-9a-f]{32}$',
          description: 'Give it to the operator, who finds the log line by it.',
        }),
      },
    },
  },
};

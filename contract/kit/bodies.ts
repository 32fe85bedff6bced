/** The JSON schemas of a resource: of its representation, and of the bodies that create and change it. */
import type { Resource } from './resource.ts';
import { closed, constant, named, orNull, type Schema, string } from './schema.ts';

export const linkSchema: Schema = orNull(
  named('link', {
    type: 'object',
    properties: { href: { type: 'string', format: 'uri' } },
    required: ['href'],
    additionalProperties: false,
  }),
);

/** Stated twice, because some tools treat an object without members as empty. */
export const anyObject: Schema = { type: 'object', additionalProperties: true };

/** Members in the order of the representation; `links` and `embedded` last. */
export function readSchema(resource: Resource): Schema {
  const { id, ...fields } = resource.fields;
  const keys = Object.keys(resource.links);
  const properties: Record<string, Schema> = {
    id: id?.read ?? string(),
    type: constant(resource.type),
    ...(!resource.hasNoAddress && { url: string({ format: 'uri', description: 'The address of this resource.' }) }),
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.read])),
    links: orNull({
      type: 'object',
      description: 'Null unless asked for with `include=links`. A link is null without access to its target.',
      properties: Object.fromEntries(keys.map((key) => [key, linkSchema])),
      required: keys,
      additionalProperties: resource.filesIn ? linkSchema : false,
    }),
    embedded: orNull({
      type: 'object',
      description: 'Null unless asked for with `include=embedded`: type name → id → representation.',
      additionalProperties: { type: 'object', additionalProperties: anyObject },
    }),
  };
  const required = Object.keys(properties).filter((name) => !fields[name]?.isOmittedWhenNull);
  return { type: 'object', properties, required, additionalProperties: false };
}

export function createSchema(resource: Resource): Schema {
  const { properties, required, ...rest } = bodySchema(resource, 'create');
  const seeds = closed(resource.seeds);
  return {
    ...rest,
    properties: { ...(properties as object), ...(seeds.properties as object) },
    required: [...(required as string[]), ...(seeds.required as string[])],
  };
}

export function patchSchema(resource: Resource): Schema {
  return { ...bodySchema(resource, 'update'), required: [] };
}

function bodySchema(resource: Resource, body: 'create' | 'update'): Schema {
  const members = Object.entries(resource.fields).filter(([, field]) => field[body] !== 'absent');
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, field]) => [name, field.write])),
    required: members.filter(([, field]) => field[body] === 'required').map(([name]) => name),
    additionalProperties: false,
  };
}

/** Bodies of attribute definitions, for stories about them. */

import type { Body } from '../examples.ts';
import { unique } from '../examples.ts';

export const definitionsPath = '/svc-api/employee-attribute-definitions';

export const baseSchema = (name: string) => ({ $ref: `/svc-api/schemas/${name}` });

/** A definition of one text by default. */
export const singleValue = (members: Body = {}): Body => ({
  id: `e_${unique()}`,
  name: 'Shoe size',
  schema: baseSchema('short-text'),
  ...members,
});

/** A definition of an object; its properties are texts unless a base schema is given. */
export function objectValue(properties: Readonly<Record<string, string | null>>, members: Body = {}): Body {
  const names = Object.keys(properties);
  return {
    id: `e_${unique()}`,
    name: 'Training',
    schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, baseSchema(properties[name] ?? 'short-text')])),
    },
    propertyDescriptions: Object.fromEntries(names.map((name, index) => [name, { name, sortOrder: index }])),
    ...members,
  };
}

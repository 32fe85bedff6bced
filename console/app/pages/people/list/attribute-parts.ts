/** The parts of a custom attribute that lists of people are filtered and sorted by, as the service knows them. */
import { attributePrefix } from '@muster/contract/kit/list.ts';
import type { Schema } from '@muster/contract/kit/schema.ts';
import type { Language } from '@muster/contract/languages.ts';
import { type Definition, nameIn } from '../../../resource/attribute-value.tsx';

export interface AttributePart {
  /** The name of the filter and of the sort key: `attributes.e_badge`. */
  readonly name: string;
  readonly label: string;
  /** Empty for a single value. */
  readonly property: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'reference';
  /** The type that a reference points to. */
  readonly target?: string;
  readonly taxonomyId?: string | undefined;
  readonly isSortable: boolean;
}

export function attributePartsOf(definition: Definition, locale: Language): readonly AttributePart[] {
  const { id, schema, propertyDescriptions, multipleValueHandling, taxonomy } = definition;
  const isMultiple = multipleValueHandling !== null;
  const label = nameIn(definition, locale);
  if (!propertyDescriptions) {
    return partOf(`${attributePrefix}${id}`, label, '', schema, isMultiple, taxonomy?.id);
  }
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
  return Object.entries(propertyDescriptions).flatMap(([property, description]) =>
    partOf(
      `${attributePrefix}${id}.${property}`,
      `${label}: ${nameIn(description, locale)}`,
      property,
      properties[property] ?? {},
      isMultiple,
      description.taxonomy?.id,
    ),
  );
}

function partOf(
  name: string,
  label: string,
  property: string,
  schema: Schema,
  isMultiple: boolean,
  taxonomyId: string | undefined,
): readonly AttributePart[] {
  const types = [schema.type ?? []].flat();
  const target = (schema.properties as Readonly<Record<string, Schema>> | undefined)?.type?.const;
  if (typeof target === 'string') {
    return [{ name: `${name}.id`, label, property, kind: 'reference', target, taxonomyId, isSortable: false }];
  }
  // Long texts have no index.
  if (schema.title === 'long-text') return [];
  const kind = kindOf(schema, types);
  return [{ name, label, property, kind, isSortable: !isMultiple }];
}

function kindOf({ format }: Schema, types: readonly unknown[]): AttributePart['kind'] {
  if (types.includes('boolean')) return 'boolean';
  if (types.includes('integer') || types.includes('number')) return 'number';
  return format === 'date' ? 'date' : 'text';
}

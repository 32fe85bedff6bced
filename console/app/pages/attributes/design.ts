/** The form state of an attribute definition, and its request body. Pure. */
import { type BaseSchemaName, baseSchemaNamed, baseSchemaPath, baseSchemas } from '@muster/contract/base-schemas.ts';
import type { Create, Patch } from '@muster/contract/kit/resource.ts';
import type { Schema } from '@muster/contract/kit/schema.ts';
import { type Language, languages, type Translations } from '@muster/contract/languages.ts';
import type { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import type { Definition } from '../../resource/attribute-value.tsx';

export type DefinitionBody = Create<typeof employeeAttributeDefinitions>;
export type DefinitionPatch = Patch<typeof employeeAttributeDefinitions>;

export interface Property {
  /** Stable while its name is typed. */
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly base: BaseSchemaName;
  readonly taxonomyId: string | null;
  readonly translations: Translations;
}

export interface Design {
  readonly id: string;
  readonly name: string;
  readonly form: 'single' | 'object';
  readonly base: BaseSchemaName;
  readonly taxonomyId: string | null;
  readonly properties: readonly Property[];
  readonly isMultiple: boolean;
  readonly sorting: 'ascending' | 'descending';
  readonly sortingProperty: string | null;
  readonly translations: Translations;
}

export const labelSchema: BaseSchemaName = 'taxonomy-label-reference';

export const newProperty = (): Property => ({
  key: crypto.randomUUID(),
  id: '',
  name: '',
  base: 'short-text',
  taxonomyId: null,
  translations: {},
});

export const emptyDesign = (): Design => ({
  id: '',
  name: '',
  form: 'single',
  base: 'short-text',
  taxonomyId: null,
  properties: [newProperty()],
  isMultiple: false,
  sorting: 'ascending',
  sortingProperty: null,
  translations: {},
});

/** The base schema of a part; a system definition may have another, which is shown as text. */
const baseOf = (schema: Schema | undefined): BaseSchemaName => baseSchemaNamed(String(schema?.$id)) ?? 'short-text';

export function designOf(definition: Definition): Design {
  const { propertyDescriptions, multipleValueHandling, schema } = definition;
  const schemas = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
  const properties = Object.entries(propertyDescriptions ?? {})
    .sort(([, one], [, other]) => one.sortOrder - other.sortOrder)
    .map(([id, { name, taxonomy, t9n }]) => ({
      key: id,
      id,
      name,
      base: baseOf(schemas[id]),
      taxonomyId: taxonomy?.id ?? null,
      translations: t9n.name ?? {},
    }));
  return {
    id: definition.id,
    name: definition.name,
    form: properties.length > 0 ? 'object' : 'single',
    base: baseOf(schema),
    taxonomyId: definition.taxonomy?.id ?? null,
    properties,
    isMultiple: multipleValueHandling !== null,
    sorting: multipleValueHandling?.sorting ?? 'ascending',
    sortingProperty: multipleValueHandling?.sortingProperty ?? null,
    translations: definition.t9n.name ?? {},
  };
}

/** `Driving licence` → e_driving_licence: the default id. */
export const idFor = (name: string): string => {
  const word = plain(name).toLowerCase().replace(/\s+/g, '_');
  return word === '' ? '' : `e_${word}`;
};

/** `Passed on` → passedOn. */
export const propertyIdFor = (name: string): string =>
  plain(name)
    .toLowerCase()
    .replace(/\s+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Letters without accents, because ids have none. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\w\s]/g, '')
    .trim();

const given = (translations: Translations): Translations =>
  Object.fromEntries(Object.entries(translations).filter(([, text]) => text !== null && text !== ''));

const translated = (translations: Translations) =>
  Object.keys(given(translations)).length > 0 ? { t9n: { name: given(translations) } } : {};

const handlingOf = ({ isMultiple, sorting, sortingProperty, form }: Design) =>
  isMultiple ? { sorting, sortingProperty: form === 'object' ? sortingProperty : null } : null;

const named = (base: BaseSchemaName, taxonomyId: string | null) =>
  base === labelSchema && taxonomyId !== null ? { taxonomy: { id: taxonomyId } } : {};

export function bodyOf(design: Design): DefinitionBody {
  const { id, name, form, base, taxonomyId, properties, translations } = design;
  const reference = (one: BaseSchemaName) => ({ $ref: baseSchemaPath(one) });
  const single = { schema: reference(base), ...named(base, taxonomyId) };
  const object = {
    schema: {
      type: 'object' as const,
      properties: Object.fromEntries(properties.map((property) => [property.id, reference(property.base)])),
    },
    propertyDescriptions: Object.fromEntries(
      properties.map((property, sortOrder) => [
        property.id,
        {
          name: property.name,
          sortOrder,
          ...named(property.base, property.taxonomyId),
          ...translated(property.translations),
        },
      ]),
    ),
  };
  return {
    id,
    name,
    ...(form === 'single' ? single : object),
    ...(design.isMultiple && { multipleValueHandling: handlingOf(design) }),
    ...translated(translations),
  };
}

/** Only differences: removed languages are cleared with null. */
export function patchOf(before: Design, after: Design): DefinitionPatch {
  const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  const texts = changedTexts(before.translations, after.translations);
  const properties = after.properties.flatMap((property, sortOrder) => {
    const index = before.properties.findIndex(({ id }) => id === property.id);
    const was = before.properties[index];
    const changed = was ? changedTexts(was.translations, property.translations) : {};
    if (!was || (index === sortOrder && was.name === property.name && Object.keys(changed).length === 0)) return [];
    const t9n = Object.keys(changed).length > 0 ? { t9n: { name: changed } } : {};
    return [[property.id, { name: property.name, sortOrder, ...t9n }] as const];
  });
  return {
    ...(before.name !== after.name && { name: after.name }),
    ...(properties.length > 0 && { propertyDescriptions: Object.fromEntries(properties) }),
    ...(differs(handlingOf(before), handlingOf(after)) && { multipleValueHandling: handlingOf(after) }),
    ...(Object.keys(texts).length > 0 && { t9n: { name: texts } }),
  };
}

function changedTexts(before: Translations, after: Translations): Translations {
  const [was, is] = [given(before), given(after)];
  const changed = languages.filter((language) => was[language] !== is[language]);
  return Object.fromEntries(changed.map((language): [Language, string | null] => [language, is[language] ?? null]));
}

type Tried = Pick<Definition, 'name' | 'schema' | 'propertyDescriptions' | 'taxonomy' | 't9n'>;

/** The data for a trial input, before the definition exists. `nameless` stands for names that nobody has typed yet. */
export function triedOf({ name, form, base, taxonomyId, properties, translations }: Design, nameless: string): Tried {
  const taxonomy = (id: string | null) => (id === null ? null : { id, type: 'taxonomy' as const, url: '' });
  const isObject = form === 'object';
  return {
    name: name || nameless,
    t9n: { name: translations },
    taxonomy: taxonomyId === null || isObject ? null : taxonomy(taxonomyId),
    schema: isObject
      ? { type: 'object', properties: Object.fromEntries(properties.map((one) => [one.id, baseSchemas[one.base]])) }
      : { ...baseSchemas[base] },
    propertyDescriptions: isObject
      ? Object.fromEntries(
          properties.map((one, sortOrder) => [
            one.id,
            {
              name: one.name || nameless,
              sortOrder,
              taxonomy: taxonomy(one.taxonomyId),
              t9n: { name: one.translations },
            },
          ]),
        )
      : null,
  };
}

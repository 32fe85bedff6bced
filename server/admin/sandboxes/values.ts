/**
 * Attribute values in a copy. Each part is derived from its location, so a value and its keys agree without a shared
 * table.
 */
import {
  type Part,
  singlePart,
  storedValue,
  targetOf,
  type ValueSchema,
  valueSchemaOf,
} from '../../attributes/value-schema.ts';
import type { Session } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { addressedJson, parsedColumn } from '../../platform/store/address.ts';
import type { CopiedRow } from '../../platform/store/copying.ts';
import { inventedValue } from './invented.ts';
import type { Renumber } from './renumbering.ts';

/** The schemas of definitions, and the labels of each taxonomy. */
export interface ValueSources {
  readonly schemas: ReadonlyMap<string, ValueSchema>;
  readonly taxonomyOf: ReadonlyMap<string, string>;
  readonly labelsOf: ReadonlyMap<string, readonly string[]>;
}

interface Inventing {
  readonly secret: string;
  readonly renumber: Renumber;
  readonly values: ValueSources;
}

const definitions = statement(`
select id, schema::text as schema from employee_attribute_definitions where account_id = $1 and category = 'extension'`);
const labels = statement(`
select id::text as id, taxonomy_id::text as "taxonomyId" from taxonomy_labels where account_id = $1 order by id`);

export async function valueSources(session: Session): Promise<ValueSources> {
  const defined = await session.run<{ id: string; schema: string }>(definitions);
  const listed = await session.run<{ id: string; taxonomyId: string }>(labels);
  const grouped = Map.groupBy(listed, ({ taxonomyId }) => taxonomyId);
  return {
    schemas: new Map(defined.map(({ id, schema }) => [id, valueSchemaOf(JSON.parse(schema), null, null)])),
    taxonomyOf: new Map(listed.map(({ id, taxonomyId }) => [id, taxonomyId])),
    labelsOf: new Map([...grouped].map(([taxonomyId, of]) => [taxonomyId, of.map(({ id }) => id)])),
  };
}

const schemaOf = ({ definition_id }: CopiedRow, { schemas }: ValueSources): ValueSchema => {
  const schema = schemas.get(String(definition_id));
  if (!schema) throw new Error(`A value is of ${definition_id}, which is no definition.`);
  return schema;
};

const idIn = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : null;

/** The stored text, null if nothing is left; and the reference of the value. */
export function changedValue(row: CopiedRow, inventing: Inventing): { text: string | null; namedId: string | null } {
  const schema = schemaOf(row, inventing.values);
  const value = parsedColumn(String(row.value)) as Record<string, unknown>;
  const parts = new Map(
    [...schema.parts].map(([name, part]) => {
      const original = schema.isObject ? value[name] : value;
      return [name, changedPart(part, String(row.id), name, original, inventing)] as const;
    }),
  );
  const isEmpty = [...parts.values()].every((part) => part === null);
  return {
    text: isEmpty ? null : addressedJson(storedValue(schema, parts)),
    namedId: idIn(parts.get(singlePart)),
  };
}

/** A present part stays present, except files, which are not copied. */
function changedPart(part: Part, attributeId: string, name: string, original: unknown, inventing: Inventing): unknown {
  if (original === null || original === undefined) return null;
  const about = `${attributeId}/${name}`;
  const target = targetOf(part)?.type;
  if (target === undefined) return inventedValue(part.base, inventing.secret, about);
  const id = idIn(original) ?? '';
  if (target === 'employee') return { id: inventing.renumber('employee', id) };
  return target === 'taxonomy-label' ? anotherLabel(id, about, inventing) : null;
}

/** Any label of the same taxonomy, because the chosen one is personal data. */
function anotherLabel(id: string, about: string, { secret, values }: Inventing): { id: string } {
  const choices = values.labelsOf.get(values.taxonomyOf.get(id) ?? '') ?? [id];
  const drawn = inventedValue('int32', secret, about) as number;
  return { id: choices[drawn % choices.length] ?? id };
}

/** Null if the part is not copied. */
export function changedKey(row: CopiedRow, inventing: Inventing): CopiedRow | null {
  const attributeId = String(row.attribute_id);
  const name = String(row.property);
  const part = schemaOf(row, inventing.values).parts.get(name);
  const original = row.target_type === null ? true : { id: row.text_key };
  const changed = part ? changedPart(part, attributeId, name, original, inventing) : null;
  if (changed === null) return null;
  return {
    attribute_id: inventing.renumber('employee-attribute', attributeId),
    text_key: row.text_key === null ? null : (idIn(changed) ?? String(changed)),
    number_key: row.number_key === null ? null : changed,
  };
}

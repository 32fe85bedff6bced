/** Definitions: rules that the declaration cannot express. Parts must be consistent, and names share one namespace. */
import { isDeepStrictEqual } from 'node:util';
import { baseSchemaNamed, baseSchemas } from '@muster/contract/base-schemas.ts';
import { detail } from '@muster/contract/messages.ts';
import { employeeAttributeDefinitions as definitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { addressToken } from '../platform/store/address.ts';
import { isNumericId } from '../platform/store/columns.ts';
import { lockOne, type StoredRow } from '../platform/store/read.ts';
import { idIs, insert, remove as removeRows } from '../platform/store/write.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import {
  changesIn,
  checkedValues,
  isObject,
  type JsonObject,
  languagesSet,
  unknownReference,
} from '../platform/verbs/body.ts';
import * as standard from '../platform/verbs/standard.ts';
import { addError, type FieldErrors, invalid, noErrors, noSuchResource, Problem, throwIfAny } from '../problem.ts';
import { inconsistencies, isWellFormed, propertiesOf } from './definition-rules.ts';
import { holdersOfSeveral, noteSingle, removeValuesOf } from './use.ts';

export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const errors = noErrors();
  const values = checkedValues(definitions, body, access.caller.baseUrl, errors);
  if (isObject(values.schema) && isWellFormed(values.schema, errors)) inconsistencies(values, errors);
  throwIfAny(errors);
  const descriptions = storedDescriptions(values.propertyDescriptions);
  await findTaxonomies(tx, descriptions);
  const created = await insert(tx, definitions, {
    ...values,
    schema: embedded(values.schema as JsonObject),
    propertyDescriptions: descriptions,
    targetType: 'employee',
    category: 'extension',
    isValueReadOnly: false,
  });
  await claimNames(tx, created.id, propertiesOf(values.schema) ?? [], descriptions);
  return created;
}

/** A change of whether several values may exist locks out new values while the existing ones are counted. */
export async function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  await refuseSystem(tx, access, id);
  let becomesSingle: boolean | undefined;
  const changed = await standard.change(tx, definitions, access, id, write, async (current, body) => {
    const changes = definitionChanges(current, body, access.caller.baseUrl);
    const wasSingle = current.multipleValueHandling === null;
    const isSingle = 'multipleValueHandling' in changes ? changes.multipleValueHandling === null : wasSingle;
    becomesSingle = isSingle === wasSingle ? undefined : isSingle;
    if (becomesSingle !== undefined) await lockOne(tx, definitions, id);
    if (becomesSingle) await refuseWhileSeveral(tx, access, id);
    return changes;
  });
  if (becomesSingle !== undefined) await noteSingle(tx, id, becomesSingle);
  return changed;
}

async function refuseWhileSeveral(tx: Tx, access: AccessContext, id: string): Promise<void> {
  const { count, examples } = await holdersOfSeveral(tx, access, id);
  if (count === 0) return;
  const holders = count === 1 ? '1 employee has' : `${count} employees have`;
  const named = examples.length === 0 ? '' : ` (${examples.join(', ')}${examples.length < count ? ', …' : ''})`;
  throw invalid({
    multipleValueHandling: [`Cannot be null: ${holders} more than one value of this definition${named}.`],
  });
}

/** Deletes the values first, each with its event. The lock prevents new ones. */
export async function remove(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  await refuseSystem(tx, access, id);
  const current = await lockOne(tx, definitions, id);
  if (!current) throw noSuchResource(definitions.type, id);
  write.check(current);
  await removeValuesOf(tx, id);
  await removeRows(tx, definitions, [idIs(id)]);
}

async function refuseSystem(tx: Tx, access: AccessContext, id: string): Promise<void> {
  const current = await standard.read(tx, definitions, access, id);
  if (standard.parsed(current, access.caller.baseUrl).category === 'system') {
    throw new Problem('forbidden', detail('systemDefinitionFixed'));
  }
}

/** Compares descriptions in their written form, where a taxonomy is only its id. */
function definitionChanges(current: JsonObject, body: JsonObject, baseUrl: string): JsonObject {
  const shown = current.propertyDescriptions;
  const before = { ...current, propertyDescriptions: writtenDescriptions(shown, shown) };
  const sent = isObject(body.propertyDescriptions)
    ? { ...body, propertyDescriptions: writtenDescriptions(body.propertyDescriptions, shown) }
    : body;
  const changes = changesIn(definitions, before, sent, baseUrl);
  const errors = noErrors();
  inconsistencies({ ...before, ...changes, schema: current.schema }, errors);
  refuseOtherTaxonomies(before.propertyDescriptions, changes.propertyDescriptions, errors);
  throwIfAny(errors);
  return storedChanges(before, changes);
}

/** The changes in the form that is read, where null, absent and an empty dictionary are the same. */
function storedChanges(before: JsonObject, changes: JsonObject): JsonObject {
  const stored = { ...changes };
  if (changes.propertyDescriptions !== undefined) {
    stored.propertyDescriptions = storedDescriptions(changes.propertyDescriptions);
    if (isDeepStrictEqual(stored.propertyDescriptions, storedDescriptions(before.propertyDescriptions))) {
      delete stored.propertyDescriptions;
    }
  }
  return stored;
}

/** Type and address of a taxonomy may be sent back as shown; other members next to the id are refused later. */
function writtenDescriptions(descriptions: unknown, shown: unknown): JsonObject | null {
  if (!isObject(descriptions)) return null;
  const written = ([name, description]: [string, unknown]) => {
    if (!isObject(description) || !isObject(description.taxonomy)) return [name, description];
    const known = isObject(shown) && Object.hasOwn(shown, name) ? (shown[name] as JsonObject).taxonomy : null;
    const isAsShown =
      isObject(known) && Object.entries(description.taxonomy).every(([member, value]) => known[member] === value);
    return [name, isAsShown ? { ...description, taxonomy: { id: known.id } } : description];
  };
  return Object.fromEntries(Object.entries(descriptions).map(written));
}

function refuseOtherTaxonomies(before: unknown, after: unknown, errors: FieldErrors): void {
  if (!isObject(after) || !isObject(before)) return;
  for (const [name, description] of Object.entries(after)) {
    const was = (before[name] as JsonObject | undefined)?.taxonomy as { id: string } | null | undefined;
    const is = (description as JsonObject).taxonomy as { id: string } | null | undefined;
    if ((was?.id ?? null) !== (is?.id ?? null)) {
      addError(errors, `propertyDescriptions.${name}.taxonomy`, 'The taxonomy of a property cannot be changed.');
    }
  }
}

interface StoredDescription {
  readonly name: string;
  readonly sortOrder: number;
  readonly taxonomy: { readonly id: string; readonly type: 'taxonomy'; readonly url: string } | null;
  readonly t9n: JsonObject;
}

/** Descriptions in the form that is read, with every member. An empty dictionary means none. */
function storedDescriptions(descriptions: unknown): Record<string, StoredDescription> | null {
  if (!isObject(descriptions) || Object.keys(descriptions).length === 0) return null;
  const stored = Object.entries(descriptions as Record<string, WrittenDescription>).map(([name, description]) => {
    const taxonomy = description.taxonomy
      ? {
          id: description.taxonomy.id,
          type: 'taxonomy' as const,
          url: `${addressToken}/svc-api/taxonomies/${description.taxonomy.id}`,
        }
      : null;
    const names = languagesSet(description.t9n?.name);
    const t9n = Object.keys(names).length > 0 ? { name: names } : {};
    return [name, { name: description.name, sortOrder: description.sortOrder, taxonomy, t9n }] as const;
  });
  return Object.fromEntries(stored);
}

interface WrittenDescription {
  readonly name: string;
  readonly sortOrder: number;
  readonly taxonomy?: { readonly id: string } | null;
  readonly t9n?: { readonly name?: Record<string, string | null> | null } | null;
}

/** The schema in the form that is read: each reference replaced by its base schema. */
function embedded(schema: JsonObject): JsonObject {
  const properties = propertiesOf(schema);
  if (!properties) return baseSchemaAt(schema.$ref);
  const references = schema.properties as Record<string, { $ref: string }>;
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(Object.entries(references).map(([name, { $ref }]) => [name, baseSchemaAt($ref)])),
  };
}

function baseSchemaAt($ref: unknown): JsonObject {
  const name = baseSchemaNamed(String($ref));
  if (name === null) throw new Error(`No base schema at ${$ref}: it should have been refused.`);
  return { ...baseSchemas[name] };
}

/** Locks the taxonomies of properties, so that none is deleted before this definition exists. */
async function findTaxonomies(tx: Tx, descriptions: Record<string, StoredDescription> | null): Promise<void> {
  const named = Object.entries(descriptions ?? {}).flatMap(([name, { taxonomy }]) =>
    taxonomy ? [[name, taxonomy.id] as const] : [],
  );
  if (named.length === 0) return;
  const rows = await tx.run<{ id: string }>(
    statement('select id::text as id from taxonomies where account_id = $1 and id = any($2::bigint[]) for key share'),
    [[...new Set(named.map(([, id]) => id))].filter(isNumericId)],
  );
  const found = new Set(rows.map(({ id }) => id));
  const errors = noErrors();
  for (const [name, id] of named) {
    if (!found.has(id)) addError(errors, `propertyDescriptions.${name}.taxonomy.id`, unknownReference('taxonomy'));
  }
  throwIfAny(errors);
}

/**
 * Inserts the id and the property names into the namespace. The constraint of the table decides races: a name that is
 * taken, or is being taken, is not returned.
 */
async function claimNames(
  tx: Tx,
  definitionId: string,
  properties: readonly string[],
  descriptions: Record<string, StoredDescription> | null,
): Promise<void> {
  const names = [definitionId, ...properties];
  const rows = await tx.run<{ name: string; is_property: boolean }>(
    statement(`
insert into attribute_names (account_id, definition_id, name, is_property, taxonomy_id)
select $1, $2, claimed.name, claimed.position > 1, claimed.taxonomy_id
from unnest($3::text[], $4::bigint[]) with ordinality as claimed (name, taxonomy_id, position)
order by claimed.name
on conflict do nothing
returning name, is_property`),
    [definitionId, names, [null, ...properties.map((name) => descriptions?.[name]?.taxonomy?.id ?? null)]],
  );
  const errors = noErrors();
  if (!rows.some((row) => !row.is_property))
    addError(errors, 'id', 'This id is the name of a property of another definition.');
  const claimed = new Set(rows.filter((row) => row.is_property).map(({ name }) => name));
  for (const name of properties) {
    if (!claimed.has(name)) addError(errors, `schema.properties.${name}`, 'This name is the id of another definition.');
  }
  throwIfAny(errors);
}

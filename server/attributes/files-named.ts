/** The files that values refer to, by the keys of their links: `value`, or `value.<property>` inside an object. */
import { baseSchemaPath } from '@muster/contract/base-schemas.ts';
import { systemDefinitions } from '@muster/contract/system-definitions.ts';
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { isObject, type JsonObject } from '../platform/verbs/body.ts';
import { namedColumn } from './system-values.ts';
import { pathOf, singlePart } from './value-schema.ts';

/** Only files have UUIDs among the targets of references. */
const systemFiles: ReadonlyMap<string, boolean> = new Map(
  systemDefinitions.map((definition) => [definition.id, namedColumn(definition)?.isUuid ?? false]),
);

export async function filesNamedByValues(
  session: Session,
  rows: readonly JsonObject[],
): Promise<Record<string, string | null>[]> {
  const definitionIds = rows.map(({ definition }) => (definition as { id: string }).id);
  const parts = await fileParts(session, [...new Set(definitionIds)]);
  return rows.map(({ value }, index) =>
    Object.fromEntries(
      (parts.get(definitionIds[index] as string) ?? []).map((part) => [pathOf(part), idAt(value, part)]),
    ),
  );
}

function idAt(value: unknown, part: string): string | null {
  const reference = part === singlePart || !isObject(value) ? value : value[part];
  return isObject(reference) ? String(reference.id) : null;
}

/** The parts that are files, by definition. System definitions are known; one statement reads the others. */
async function fileParts(session: Session, ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map(ids.filter((id) => systemFiles.get(id)).map((id) => [id, [singlePart]]));
  const asked = ids.filter((id) => !systemFiles.has(id));
  if (asked.length === 0) return found;
  const rows = await session.run<{ id: string; parts: string[] }>(partsThatAreFiles, [asked]);
  for (const { id, parts } of rows) found.set(id, parts);
  return found;
}

const isFile = (schema: string) => `${schema} ->> '$id' = '${baseSchemaPath('file-reference')}'`;

const partsThatAreFiles = statement(`
select id, case when ${isFile('schema')} then array['${singlePart}'] else array(
  select property.key from json_each(schema -> 'properties') with ordinality as property (key, value, position)
  where ${isFile('property.value')} order by position
) end as parts
from employee_attribute_definitions where account_id = $1 and id = any($2::text[])`);

/**
 * Owns `attribute_keys`: the search keys of values, one row for each part that is not null. They serve filters and
 * sorting of employees, and show which labels and files are in use. They are written in the transaction of the value
 * and deleted with it.
 */
import type { BaseSchemaName } from '@muster/contract/base-schemas.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { isObject } from '../platform/verbs/body.ts';
import { type Plain, targetOf, type ValueSchema } from './value-schema.ts';

/** A stored value. */
export interface Holding {
  readonly id: string;
  readonly definitionId: string;
  readonly employeeId: string;
  readonly appliesFrom: string;
  readonly appliesTo: string;
}

interface Key {
  readonly property: string;
  readonly text: string | null;
  readonly number: number | null;
  readonly target: string | null;
}

const numbers: ReadonlySet<BaseSchemaName> = new Set(['int32', 'decimal']);
/** Too long for an index, and nobody searches for people by a long text. */
const unkeyed: ReadonlySet<BaseSchemaName> = new Set(['long-text']);

export const keysOf = ({ parts }: ValueSchema, given: ReadonlyMap<string, Plain>): Key[] =>
  [...parts].flatMap(([property, part]): Key[] => {
    const value = given.get(property) ?? null;
    if (value === null || unkeyed.has(part.base)) return [];
    if (numbers.has(part.base)) return [{ property, text: null, number: value as number, target: null }];
    const text = String(isObject(value) ? value.id : value);
    return [{ property, text, number: null, target: targetOf(part)?.type ?? null }];
  });

/**
 * Replaces the keys of a value. Returns the number of values of the definition that the employee has, this one
 * included: the caller holds a lock if the number is limited, and this is the first statement after it.
 */
export async function writeKeys(tx: Tx, held: Holding, keys: readonly Key[]): Promise<number> {
  const [row] = await tx.run<{ count: string }>(write, [
    held.id,
    held.definitionId,
    held.employeeId,
    held.appliesFrom,
    held.appliesTo,
    keys.map(({ property }) => property),
    keys.map(({ text }) => text),
    keys.map(({ number }) => number),
    keys.map(({ target }) => target),
  ]);
  return Number(row?.count);
}

const write = statement(`
with dropped as (
  delete from attribute_keys where account_id = $1 and attribute_id = $2::bigint and property <> all($7::text[])
), written as (
  insert into attribute_keys (account_id, attribute_id, definition_id, employee_id, applies_from, applies_to,
    property, text_key, number_key, target_type)
  select $1, $2::bigint, $3::text, $4::bigint, $5::date, $6::date, listed.*
  from unnest($7::text[], $8::text[], $9::double precision[], $10::text[]) as listed
  on conflict (account_id, attribute_id, property) do update
  set applies_from = excluded.applies_from, applies_to = excluded.applies_to, text_key = excluded.text_key,
    number_key = excluded.number_key, target_type = excluded.target_type
)
select count(*) from employee_attributes where account_id = $1 and employee_id = $4::bigint and definition_id = $3::text`);

/** Which of these a value refers to. The caller has locked them, so no new reference can appear meanwhile. */
export async function namedAmong(tx: Tx, targetType: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.run<{ id: string }>(
    statement(`
select distinct text_key as id from attribute_keys
where account_id = $1 and text_key = any($2::text[]) and target_type = $3`),
    [ids, targetType],
  );
  return rows.map(({ id }) => id);
}

/** The files that the values of a definition refer to. */
export async function filesOfDefinition(tx: Tx, definitionId: string): Promise<string[]> {
  const rows = await tx.run<{ id: string }>(
    statement(`
select distinct text_key as id from attribute_keys
where account_id = $1 and definition_id = $2 and target_type = 'file'`),
    [definitionId],
  );
  return rows.map(({ id }) => id);
}

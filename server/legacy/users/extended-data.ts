/** Attribute values of employees in the legacy format: the values in force today, by definition. */
import type { BaseSchemaName } from '@muster/contract/base-schemas.ts';
import { limits } from '@muster/contract/limits.ts';
import { type Part, singlePart, type ValueSchema, valueSchemaOf } from '../../attributes/value-schema.ts';
import { inPieces } from '../../http/response/in-pieces.ts';
import { todayIn } from '../../people/calendar.ts';
import type { Session } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { parsedColumn } from '../../platform/store/address.ts';
import { badQuery, type LegacyRefusal } from '../errors.ts';
import type { Selection } from '../query/query.ts';

/** How the values of one definition are shown. */
interface Form {
  readonly id: string;
  readonly isSeveral: boolean;
  readonly schema: ValueSchema;
}

/** The definitions of an account, and the day on which values must be in force. */
export interface Extensions {
  readonly forms: ReadonlyMap<string, Form>;
  readonly today: string;
}

const defined = statement(`
select definition.id, definition.schema::text as schema, definition.multiple_value_handling is not null as "isSeveral",
  coalesce((select timezone_id from account_settings where account_id = $1), 'UTC') as "timezoneId"
from employee_attribute_definitions as definition
where definition.account_id = $1 and definition.category = 'extension' order by definition.id`);

interface DefinitionRow {
  readonly id: string;
  readonly schema: string;
  readonly isSeveral: boolean;
  readonly timezoneId: string;
}

export async function extensionsOf(session: Session): Promise<Extensions> {
  const rows = await session.run<DefinitionRow>(defined);
  const formOf = ({ id, schema, isSeveral }: DefinitionRow): [string, Form] => [
    id,
    { id, isSeveral, schema: valueSchemaOf(JSON.parse(schema), null, null) },
  ];
  return { forms: new Map(rows.map(formOf)), today: todayIn(rows[0]?.timezoneId ?? 'UTC', session.now) };
}

/** Values of the first employee are read whatever their size; for the others, those that do not fit are missing. */
const inForce = statement(`
select "employeeId", id, "definitionId", "isMissing", case when not "isMissing" then value end as value
from (
  select employee_id::text as "employeeId", id::text as id, definition_id as "definitionId", value,
    employee_id <> first_value(employee_id) over in_order
      and sum(octet_length(value)) over in_order > ${limits.pageBytesMax} as "isMissing",
    row_number() over in_order as ordinal
  from employee_attributes
  where account_id = $1 and employee_id = any($2::bigint[]) and definition_id = any($3::text[])
    and applies_from <= $4::date and applies_to >= $4::date
  window in_order as (order by employee_id, id rows unbounded preceding)
) as sized order by ordinal`);

interface ValueRow {
  readonly employeeId: string;
  readonly id: string;
  readonly definitionId: string;
  readonly value: string | null;
  readonly isMissing: boolean | null;
}

interface Entry {
  readonly id: number;
  readonly value: unknown;
}

export type ExtendedData = Readonly<Record<string, Entry | readonly Entry[]>>;

/** The requested definitions: all, or the named ones. Names match without regard to case. */
export function definitionsNamed({ forms }: Extensions, asked: Selection): string[] {
  if (asked.isWhole) return [...forms.keys()];
  const inLowerCase = new Map([...forms.keys()].map((id) => [id.toLowerCase(), id]));
  return [...asked.named.keys()].map((name) => {
    const id = forms.has(name) ? name : inLowerCase.get(name.toLowerCase());
    if (id !== undefined) return id;
    const sentence = `'extendedData.${name}' is not a property of a user.`;
    const allowed = [...forms.keys()].map((known) => `extendedData.${known}`);
    throw badQuery(sentence, { fields: [sentence, `Allowed here: ${allowed.join(', ') || 'extendedData'}.`] });
  });
}

/** The place of the values in the text of a row. Quotes inside values are escaped, so no value looks like this. */
const placeInText = '"extendedData":null';

/** The texts of rows with their values, by the ids of their employees in the same order. */
export function withExtendedData(
  parts: readonly string[],
  employeeIds: readonly string[],
  data: ReadonlyMap<string, ExtendedData>,
): Promise<string[]> {
  let count = 0;
  const next = () => `"extendedData":${JSON.stringify(data.get(employeeIds[count++] as string) ?? {})}`;
  return inPieces(parts, (part) => part.replaceAll(placeInText, next));
}

/** By employee; employees without a value of these definitions are missing. */
export async function extendedDataOf(
  session: Session,
  { forms, today }: Extensions,
  employeeIds: readonly string[],
  definitionIds: readonly string[],
): Promise<ReadonlyMap<string, ExtendedData>> {
  if (employeeIds.length === 0 || definitionIds.length === 0) return new Map();
  const rows = await session.run<ValueRow>(inForce, [employeeIds, definitionIds, today]);
  if (rows.some(({ isMissing }) => isMissing)) throw tooLarge();
  const held = Map.groupBy(rows, ({ employeeId }) => employeeId);
  return new Map([...held].map(([employeeId, values]) => [employeeId, dataOf(forms, values)]));
}

/** Older systems page by number: a page that was cut short would lose rows. */
function tooLarge(): LegacyRefusal {
  const sentence = `The extendedData of these users takes more than ${limits.pageBytesMax / 1_000_000} MB.`;
  return badQuery(sentence, { paging: [sentence, 'Ask for fewer users at once, such as paging=0,1.'] });
}

function dataOf(forms: Extensions['forms'], values: readonly ValueRow[]): ExtendedData {
  const byDefinition = Map.groupBy(values, ({ definitionId }) => definitionId);
  const members = [...byDefinition].flatMap(([definitionId, some]): [string, Entry | Entry[]][] => {
    const form = forms.get(definitionId);
    if (!form) return [];
    const entries = some.map(({ id, value }) => ({ id: Number(id), value: shown(form, value) }));
    return [[definitionId, form.isSeveral ? entries : (entries[0] as Entry)]];
  });
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function shown({ id, schema }: Form, stored: string | null): unknown {
  const value: unknown = stored === null ? null : parsedColumn(stored);
  if (!schema.isObject) return plain(schema.parts.get(singlePart), value);
  const properties = (value ?? {}) as Readonly<Record<string, unknown>>;
  const members = [...schema.parts].map(([name, part]) => [
    `${id}_${name}`,
    { value: plain(part, properties[name] ?? null) },
  ]);
  return Object.fromEntries(members);
}

const idOf = (value: unknown): string => (value as { id: string }).id;

const inOldForm: Readonly<Partial<Record<BaseSchemaName, (value: unknown) => unknown>>> = {
  'legacy-date': (value) => `${value}T00:00:00`,
  'taxonomy-label-reference': (value) => Number(idOf(value)),
  'employee-reference': (value) => Number(idOf(value)),
  'file-reference': idOf,
};

function plain(part: Part | undefined, value: unknown): unknown {
  const change = part && inOldForm[part.base];
  return change && value !== null ? change(value) : value;
}

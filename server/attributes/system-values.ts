/**
 * Members of employees, employments and job positions as values of the system definitions. They are not copied: each
 * source turns a row into one row per definition, in the database.
 *
 * The id of such a value is a thousand times the id of its row plus the number of its definition, so the order of ids
 * is the order of rows and then of numbers, which the index of the row's own ids serves.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { type SystemDefinition, systemDefinitions, type TargetType } from '@muster/contract/system-definitions.ts';
import { addressMarkInSql } from '../platform/store/address.ts';
import { columnOf, tableOf } from '../platform/store/columns.ts';
import type { SortColumns } from '../platform/store/order.ts';
import { memberValues } from '../platform/store/representation.ts';

export const idsPerRow = 1000;

/** The columns of a row in terms of values. `kept` is the row. */
interface Target {
  readonly resource: Resource;
  readonly employeeId: string;
  readonly employmentId: string;
  readonly jobPositionId: string;
  readonly appliesFrom: string;
  readonly appliesTo: string;
  /** The JSON text of `applicability`. */
  readonly applicability: string;
}

const none = 'null::bigint';
const openEnd = (column: string) => `case when kept.${column} is null then 'infinity' else kept.${column} end`;
const days = (first: string, last: string) =>
  `E'{"start":"' || kept.${first} || E'","end":' || coalesce(E'"' || kept.${last} || E'"', 'null') || '}'`;

const targets: Readonly<Record<TargetType, Target>> = {
  employee: {
    resource: employees,
    employeeId: 'kept.id',
    employmentId: none,
    jobPositionId: none,
    appliesFrom: "'-infinity'::date",
    appliesTo: "'infinity'::date",
    applicability: "'null'",
  },
  employment: {
    resource: employments,
    employeeId: 'kept.employee_id',
    employmentId: 'kept.id',
    jobPositionId: none,
    appliesFrom: 'kept.start_date',
    appliesTo: openEnd('end_date'),
    applicability: days('start_date', 'end_date'),
  },
  'job-position': {
    resource: jobPositions,
    employeeId: 'kept.employee_id',
    employmentId: 'kept.employment_id',
    jobPositionId: 'kept.id',
    appliesFrom: 'kept.starts_on',
    appliesTo: openEnd('ends_on'),
    applicability: days('starts_on', 'ends_on'),
  },
};

/** The resource whose members are values of this kind. */
export const resourceOfValues = (targetType: TargetType): Resource => targets[targetType].resource;

const propertyOf = ({ id }: SystemDefinition): string => id.slice(id.indexOf('_') + 1);

/** The column of the id that a definition's values refer to; null if they are not references. */
export function namedColumn(
  definition: SystemDefinition,
): { readonly column: string; readonly isUuid: boolean } | null {
  const name = propertyOf(definition);
  const field = targets[definition.targetType].resource.fields[name];
  return field?.target ? { column: columnOf(name, field), isUuid: field.column === 'uuid' } : null;
}

/**
 * SQL after `from`: the values of these definitions, all for one kind of resource. The planner inlines it, so a
 * condition on a column of the row uses the row's own index.
 */
export function systemValues(
  targetType: TargetType,
  definitions: readonly SystemDefinition[],
  rows = tableOf(targets[targetType].resource),
): string {
  const { employeeId, employmentId, jobPositionId, appliesFrom, appliesTo } = targets[targetType];
  const listed = definitions.map(({ number, id }) => `(${number}::bigint, '${id}')`).join(', ');
  const named = definitions.length === 1 && definitions[0] ? namedColumn(definitions[0]) : null;
  return `(
  select kept.account_id, kept.id as kept_id, listed.number, kept.id * ${idsPerRow} + listed.number as id, kept.revision,
    listed.definition_id, ${employeeId} as employee_id, ${employmentId} as employment_id, ${jobPositionId} as job_position_id,
    ${appliesFrom} as applies_from, ${appliesTo} as applies_to, kept.created_at, kept.last_updated_at,
    ${named ? `kept.${named.column}` : none} as named_id,
    ${representationOf(targetType, definitions)} as representation
  from ${rows} as kept cross join (values ${listed}) as listed (number, definition_id)
) as shown_row`;
}

/** The same text as for a stored value. */
function representationOf(targetType: TargetType, definitions: readonly SystemDefinition[]): string {
  const { resource, employeeId, employmentId, jobPositionId, applicability } = targets[targetType];
  const members = memberValues(resource, 'kept');
  const text = (definition: SystemDefinition) => `coalesce(${members.get(propertyOf(definition))}, 'null')`;
  const value = definitions.map((definition) => `when ${definition.number} then ${text(definition)}`).join(' ');
  const id = `(kept.id * ${idsPerRow} + listed.number)`;
  const named = (type: string, path: string, of: string) =>
    `E'{"id":"' || ${of} || E'","type":"${type}","url":"${addressMarkInSql}/svc-api/${path}/' || ${of} || '"}'`;
  const maybe = (type: string, path: string, of: string) => (of === none ? "'null'" : named(type, path, of));
  return `E'{"id":"' || ${id} || E'","type":"employee-attribute","url":"${addressMarkInSql}/svc-api/employee-attributes/' || ${id}
    || '","definition":' || ${named('employee-attribute-definition', 'employee-attribute-definitions', 'listed.definition_id')}
    || ',"employee":' || ${named('employee', 'employees', employeeId)}
    || ',"employment":' || ${maybe('employment', 'employments', employmentId)}
    || ',"jobPosition":' || ${maybe('job-position', 'job-positions', jobPositionId)}
    || ',"applicability":' || ${applicability} || ',"value":' || case listed.number ${value} end
    || ',"createdAt":' || ${members.get('createdAt')} || ',"lastUpdatedAt":' || ${members.get('lastUpdatedAt')}`;
}

const keptIdOf = (id: string): string => String(BigInt(id) / BigInt(idsPerRow));
const numberOf = (id: string): string => String(BigInt(id) % BigInt(idsPerRow));

/** An id sorts by its row, and within a row by the number of the definition. */
export const systemOrder: SortColumns = (path) => {
  if (path !== 'id') {
    const sql = `shown_row.${path === 'createdAt' ? 'created_at' : 'last_updated_at'}`;
    return { shown: sql, columns: [{ sql, sqlType: 'timestamptz' }] };
  }
  return {
    shown: 'shown_row.id',
    columns: [
      { sql: 'shown_row.kept_id', sqlType: 'bigint', part: keptIdOf },
      { sql: 'shown_row.number', sqlType: 'bigint', part: numberOf },
    ],
  };
};

/** The definition of an id, and the id of the row; null for stored values. */
export function systemValueAt(id: string): { readonly definition: SystemDefinition; readonly keptId: string } | null {
  const definition = systemDefinitions.find(({ number }) => String(number) === numberOf(id));
  return definition ? { definition, keptId: keptIdOf(id) } : null;
}

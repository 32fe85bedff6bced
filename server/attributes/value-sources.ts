/** Where values are read: stored ones in their table, the others as members of people's rows. */
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { type SystemDefinition, systemDefinitions, type TargetType } from '@muster/contract/system-definitions.ts';
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { isNumericId, isUuid, tableOf } from '../platform/store/columns.ts';
import { binder, type Condition } from '../platform/store/condition.ts';
import { among, conditionOf, type FilterTerm } from '../platform/store/filter.ts';
import type { Source } from '../platform/store/list-page.ts';
import { tableOrder } from '../platform/store/order.ts';
import { findOne, type StoredRow } from '../platform/store/read.ts';
import { opened } from '../platform/store/sealing.ts';
import { storedText } from '../platform/store/stored-text.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { idsPerRow, namedColumn, resourceOfValues, systemOrder, systemValueAt, systemValues } from './system-values.ts';

export const valueSources = (filters: readonly FilterTerm[]): Source[] => [
  ownSource(filters),
  ...systemSources(filters),
];

export async function findValue(session: Session, access: AccessContext, id: string): Promise<StoredRow | null> {
  if (!isNumericId(id)) return null;
  const system = systemValueAt(id);
  if (!system) return findOne(session, employeeAttributes, id, access.conditions);
  return findSystemValue(session, access, system.definition, system.keptId);
}

async function findSystemValue(
  session: Session,
  access: AccessContext,
  definition: SystemDefinition,
  keptId: string,
): Promise<StoredRow | null> {
  const { values, place } = binder();
  const conditions = [keptIdIs([keptId]), ...access.conditions].map((condition) => condition(place));
  const [row] = await session.run<StoredRow>(
    statement(`select id::text as id, revision::text as revision, representation
from ${systemValues(definition.targetType, [definition])} where account_id = $1 and ${conditions.join(' and ')}`),
    values,
  );
  return opened(session, row ?? null);
}

const ownSource = (filters: readonly FilterTerm[]): Source => ({
  from: `${tableOf(employeeAttributes)} as shown_row`,
  text: storedText(employeeAttributes, 'shown_row'),
  conditions: filters.map((term) => conditionOf(employeeAttributes, term)),
  order: tableOrder(employeeAttributes),
});

const keptIdIs =
  (ids: readonly string[]): Condition =>
  (place) =>
    `shown_row.kept_id = any(${place(ids)}::bigint[])`;

/** SQL of the rows of a kind: several, if some were deleted since the time that is asked about. */
type RowsOf = (targetType: TargetType) => readonly Condition[];

const rowsOfNow: RowsOf = (targetType) => [() => tableOf(resourceOfValues(targetType))];

/** The definitions that match the filters, one source for each kind of resource. */
export function systemSources(filters: readonly FilterTerm[], rowsOf: RowsOf = rowsOfNow): Source[] {
  const about = filters.filter(isAboutDefinition);
  const others = filters.filter((term) => !isAboutDefinition(term));
  const definitions = systemDefinitions.filter((definition) => about.every((term) => isAmong(definition, term)));
  const named = others.filter(isAboutNamed);
  // Ids of different resources are in different columns: each definition is a separate source with its own index.
  if (named.length > 0) {
    const rest = others.filter((term) => !isAboutNamed(term));
    return definitions.flatMap((definition) => {
      const conditions = named.flatMap((term) => namedIs(definition, term) ?? []);
      return conditions.length < named.length
        ? []
        : systemSource(definition.targetType, [definition], rest, rowsOf, conditions);
    });
  }
  const kinds = Map.groupBy(definitions, ({ targetType }) => targetType);
  return [...kinds].flatMap(([targetType, some]) => systemSource(targetType, some, others, rowsOf));
}

const systemSource = (
  targetType: TargetType,
  definitions: readonly SystemDefinition[],
  filters: readonly FilterTerm[],
  rowsOf: RowsOf,
  more: readonly Condition[] = [],
): Source[] =>
  rowsOf(targetType).map((rows) => ({
    from: (place) => systemValues(targetType, definitions, rows(place)),
    conditions: [...more, ...filters.flatMap(conditionsOn)],
    order: systemOrder,
  }));

/** An id is also searched by its row, which has an index. */
function conditionsOn(term: FilterTerm): Condition[] {
  const condition = conditionOf(employeeAttributes, term);
  if (term.how !== 'among' || term.name !== 'id' || term.isNegative) return [condition];
  const rows = term.values.filter(isNumericId).map((id) => String(BigInt(id) / BigInt(idsPerRow)));
  return [keptIdIs(rows), condition];
}

type Among = Extract<FilterTerm, { how: 'among' }>;

const isAboutNamed = (term: FilterTerm): boolean => term.how === 'among' && term.name === 'value.id';

const isAboutDefinition = (term: FilterTerm): boolean => term.how === 'among' && term.name.startsWith('definition.');

function isAmong(definition: SystemDefinition, term: FilterTerm): boolean {
  const { name, values, isNegative } = term as Among;
  const known: Record<string, string> = {
    id: definition.id,
    targetType: definition.targetType,
    category: 'system',
    'schema.title': String(definition.schema.title),
    isArchived: 'false',
  };
  return values.includes(known[name.replace(/^definition\./, '')] ?? '') !== isNegative;
}

/** Null if the definition's values are not references. */
function namedIs(definition: SystemDefinition, term: FilterTerm): Condition | null {
  const { values, hasNull, isNegative } = term as Among;
  const named = namedColumn(definition);
  if (!named) return hasNull !== isNegative ? () => 'true' : null;
  const kind = named.isUuid ? 'uuid' : 'number';
  const ids = values.filter(named.isUuid ? isUuid : isNumericId);
  return among('shown_row.named_id', { values: ids, hasNull, isNegative }, { kind, isNullable: true });
}

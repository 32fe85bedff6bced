/**
 * What a caller limited to establishments sees: one SQL expression for reads, lists, streams and deliveries. The
 * declarations say how rows belong to establishments: `establishmentAt`, `ownedThrough`, `seenThrough`.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { declaredAs, resources } from '@muster/contract/resources.ts';
import { columnAt, columnOf, ownerColumn, tableOf } from './columns.ts';
import type { Condition } from './condition.ts';

/** Whether a limited caller sees only some rows. */
export const isLimited = ({ establishmentAt, ownedThrough, seenThrough }: Resource): boolean =>
  establishmentAt !== undefined || ownedThrough !== undefined || seenThrough !== undefined;

/** The rows that a caller sees; null stands for all establishments. */
export const visibleIn = (resource: Resource, establishments: readonly string[] | null): Condition[] =>
  establishments === null || !isLimited(resource)
    ? []
    : [(place) => inOneOf(resource, 'shown_row', `${place(establishments)}::bigint[]`)];

/**
 * SQL: whether a row belongs to one of these establishments, an array. `row` is an alias of the table, or of another with
 * the same owner column.
 */
export function inOneOf(resource: Resource, row: string, establishments: string): string {
  const { establishmentAt, ownedThrough, seenThrough } = resource;
  if (establishmentAt !== undefined) return `${row}.${columnAt(establishmentAt)} = any(${establishments})`;
  if (ownedThrough !== undefined) {
    const owner = declaredAs(ownedThrough);
    const alias = `${row}_owner`;
    return `exists (
  select 1 from ${tableOf(owner)} as ${alias}
  where ${alias}.account_id = $1 and ${alias}.id = ${row}.${ownerColumn(ownedThrough)}
    and ${inOneOf(owner, alias, establishments)})`;
  }
  // Without a fact, a condition that always holds would show everything.
  if (seenThrough === undefined) throw new Error(`Rows of ${resource.type} belong to no establishment.`);
  return named(seenThrough, row, (column) => `${column} = ${row}.id`, establishments);
}

/**
 * SQL: whether an event names one of these establishments, or none, or its resource was or is read by one of them. The
 * readers of the establishment that a person leaves see the event of the transfer.
 */
export const eventInOneOf = (event: string, establishments: string): string =>
  `(${event}.business_establishment_id is null or ${['business', 'read_in', 'left']
    .map((which) => `${event}.${which}_establishment_id = any(${establishments})`)
    .join(' or ')})`;

/** SQL: whether a limited reader may read the resource after the change, or could before a deletion. */
export const eventReadableIn = (event: string, establishments: string): string => {
  const readIn = `coalesce(${event}.read_in_establishment_id, ${event}.business_establishment_id)`;
  return `(${readIn} is null or ${readIn} = any(${establishments}))`;
};

/** The same for a limited reader: an event that names none can be about a row that only some readers see. */
export const eventVisibleIn = (event: string, establishments: string): string =>
  [
    eventInOneOf(event, establishments),
    ...seenThroughOthers.map(({ type, seenThrough }) => {
      const isSeen = named(seenThrough, event, (column) => `${column}::text = ${event}.data_id`, establishments);
      return `(${event}.data_type <> '${type}' or ${isSeen})`;
    }),
  ].join(' and ');

type SeenThrough = NonNullable<Resource['seenThrough']>;

const seenThroughOthers = Object.values<Resource>(resources).filter(
  (resource): resource is Resource & { readonly seenThrough: SeenThrough } => resource.seenThrough !== undefined,
);

/** SQL: whether a row that belongs to one of the establishments refers to the given one. */
function named(
  { type, member }: SeenThrough,
  row: string,
  refers: (column: string) => string,
  establishments: string,
): string {
  const naming = declaredAs(type);
  const field = naming.fields[member];
  if (!field) throw new Error(`${type} has no member ${member}.`);
  const alias = `${row}_naming`;
  return `exists (
  select 1 from ${tableOf(naming)} as ${alias}
  where ${alias}.account_id = $1 and ${refers(`${alias}.${columnOf(member, field)}`)}
    and ${inOneOf(naming, alias, establishments)})`;
}

/** SQL of the establishment that the event of a row names; `$1` is the account. */
export const establishmentOf = (resource: Resource, row: string): string =>
  resource.eventEstablishmentAt === undefined
    ? readInEstablishment(resource, row)
    : `${row}.${columnAt(resource.eventEstablishmentAt)}`;

/** SQL of the establishment by which a row is read. */
export function readInEstablishment({ establishmentAt, ownedThrough }: Resource, row: string): string {
  if (establishmentAt !== undefined) return `${row}.${columnAt(establishmentAt)}`;
  if (ownedThrough === undefined) return 'null';
  const owner = declaredAs(ownedThrough);
  const alias = `${row}_owner`;
  return `(select ${readInEstablishment(owner, alias)} from ${tableOf(owner)} as ${alias}
    where ${alias}.account_id = $1 and ${alias}.id = ${row}.${ownerColumn(ownedThrough)})`;
}

/** Whether it is that of another row, which has to be looked up. */
export const isLookedUp = (resource: Resource): boolean => readInEstablishment(resource, 'shown').includes('select');

/** The columns of a row that its event reads, except the id. */
export const establishmentColumns = (resource: Resource): readonly string[] => [
  ...(resource.eventEstablishmentAt === undefined ? [] : [columnAt(resource.eventEstablishmentAt)]),
  ...readingColumns(resource),
];

/** The column by which a row is read, if an update can change it. */
export const movableColumn = ({ establishmentAt }: Resource): string | undefined =>
  establishmentAt === undefined || establishmentAt === 'id' ? undefined : columnAt(establishmentAt);

function readingColumns({ establishmentAt, ownedThrough }: Resource): readonly string[] {
  if (establishmentAt === 'id') return [];
  if (establishmentAt !== undefined) return [columnAt(establishmentAt)];
  return ownedThrough === undefined ? [] : [ownerColumn(ownedThrough)];
}

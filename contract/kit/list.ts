/** The filters and sort keys of a list, from its declaration. */
import type { Field } from './field.ts';
import type { Filter, Resource } from './resource.ts';
import type { Schema } from './schema.ts';

/** The prefix of a definition id in filters and sort keys: `attributes.e_badge`. */
export const attributePrefix = 'attributes.';

const known = new WeakMap<Resource, Record<string, Filter>>();

/** The filters of a collection by name. `createdAt` and `lastUpdatedAt` have ranges wherever the members exist. */
export function filtersOf(resource: Resource): Record<string, Filter> {
  const found = known.get(resource) ?? readFilters(resource);
  known.set(resource, found);
  return found;
}

function readFilters(resource: Resource): Record<string, Filter> {
  const named = resource.filterable.map((path) => [path, filterOn(resource, path)] as const);
  const moments = timestampsOf(resource).map((name) => [name, momentRange] as const);
  return { ...Object.fromEntries([...named, ...moments]), ...resource.filters };
}

/** The type whose members a filter reads, if it is not the resource itself and the filter could reveal them. */
export const typeAskedBy = ({ of, through }: Filter): string | null =>
  of ?? (through?.isOpen ? null : (through?.type ?? null));

/** The types whose members `contains` looks into, in addition to the resource itself. */
export const typesSearchedInside = ({ searchedInside, fields }: Resource): string[] =>
  searchedInside.flatMap((path) => {
    const [member = '', rest] = path.split('.');
    const target = rest === undefined ? undefined : fields[member]?.target;
    return target === undefined ? [] : [target];
  });

export function sortKeysOf(resource: Resource): string[] {
  return ['id', ...resource.sortable, ...timestampsOf(resource)];
}

const timestampsOf = (resource: Resource) => ['createdAt', 'lastUpdatedAt'].filter((name) => name in resource.fields);

const momentRange: Filter = { kind: 'instant', isNullable: false, forms: ['range'] };

const kinds: Partial<Record<Field['column'], Filter['kind']>> = {
  text: 'text',
  integer: 'integer',
  boolean: 'boolean',
  date: 'date',
  timestamptz: 'instant',
  day: 'date',
};

const idKinds = { number: 'number', uuid: 'uuid', text: 'text' } as const;

/** A reference is compared by the id of its target. */
function targetKind({ column, hasWordId }: Field): Filter['kind'] {
  if (hasWordId) return 'text';
  return column === 'uuid' ? 'uuid' : 'number';
}

function filterOn(resource: Resource, path: string): Filter {
  const [member = path, rest] = path.split('.');
  const field = resource.fields[member];
  const isReference = rest === 'id' && field?.target !== undefined;
  if (field?.isDigested && !rest) return filterOnDigest(field, path);
  const isDay = rest === 'date' && field?.column === 'day';
  const kind =
    path === 'id' ? idKinds[resource.idKind] : field && (isReference ? targetKind(field) : kinds[field.column]);
  if (!field || !kind || (rest && !isReference && !isDay))
    throw new Error(`${resource.type} has no member '${path}' to filter by.`);
  const values = field.read.enum as readonly (string | null)[] | undefined;
  return {
    kind,
    isNullable: field.isNullable,
    forms: kind === 'date' || kind === 'instant' ? ['equal', 'range'] : ['equal'],
    ...(field.column === 'references' && { isList: true }),
    ...(values && { values: values.filter((value) => value !== null) }),
    ...lengthsOf(field),
  };
}

/** Only where a text has a shortest length: of others, an impossible value matches nothing. */
function lengthsOf({ read }: Field): Pick<Filter, 'lengths'> {
  const { minLength = 0, maxLength = Number.MAX_SAFE_INTEGER } = read as { minLength?: number; maxLength?: number };
  return minLength > 1 ? { lengths: [minLength, maxLength] } : {};
}

function filterOnDigest({ read, isNullable }: Field, path: string): Filter {
  const isList = read.type === 'array';
  const values = (isList ? (read.items as Schema) : read).enum as readonly (string | null)[] | undefined;
  return {
    kind: 'text',
    isNullable,
    forms: ['equal'],
    isDigested: true,
    path: `${path}.digest`,
    ...(isList && { isList }),
    ...(values && { values: values.filter((value) => value !== null) }),
  };
}

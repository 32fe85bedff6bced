/** The columns of a row from its JSON text: for states of which only the text is stored. Pure: returns SQL. */
import { filtersOf } from '@muster/contract/kit/list.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { addressMarkInSql } from './address.ts';
import { columnAt, digestNameOf, type StoredField, storedFields } from './columns.ts';

/** SQL of the object in a stored text. Markers are not JSON: addresses lose theirs, encrypted members become null. */
export function membersIn(resource: Resource, text: string): string {
  const unmarked = `replace(${text}, E'${addressMarkInSql}', '')`;
  const isSealed = Object.values(resource.fields).some(({ column }) => column === 'sealed');
  const open = isSealed ? `regexp_replace(${unmarked}, E'\\\\x03[^\\\\x03]*\\\\x03', 'null', 'g')` : unmarked;
  return `(${open} || '}')::jsonb`;
}

/** A column, and its SQL from the members of a text; null if the text does not have it. */
export interface FormerColumn {
  readonly column: string;
  readonly sqlType: string;
  fromMembers(members: string): string | null;
}

const highest = `U&'\\+10FFFF'`;

const known = new WeakMap<Resource, readonly FormerColumn[]>();

/** Every column that conditions and orders of lists use, except the id. */
export function formerColumns(resource: Resource): readonly FormerColumn[] {
  const found = known.get(resource) ?? columnsOf(resource);
  known.set(resource, found);
  return found;
}

const columnsOf = (resource: Resource): FormerColumn[] => [
  ...storedFields(resource)
    .filter(({ name }) => name !== 'id')
    .map((stored) => ({
      column: stored.column,
      sqlType: stored.sqlType,
      fromMembers: (members: string) => (isInText(resource, stored) ? valueIn(stored, members) : null),
    })),
  ...filteredParts(resource),
  ...orderedTexts(resource).map((name) => ({
    column: `${columnAt(name)}_ordering`,
    sqlType: 'text',
    fromMembers: (members: string) => `coalesce(ordering(${members} ->> '${name}'), ${highest}) collate "C"`,
  })),
  ...(resource.searched.length === 0 ? [] : [searchedColumn(resource)]),
];

/** Columns that the database generates for filters: `schema.title` → `schema_title`, `extendedEndsOn` → `is_extended`. */
function filteredParts(resource: Resource): FormerColumn[] {
  const stored = new Set(storedFields(resource).map(({ column }) => column));
  return Object.entries(filtersOf(resource)).flatMap(([name, { path = name, through, presenceOf }]) => {
    const column = columnAt(path);
    if (presenceOf !== undefined)
      return [{ column, sqlType: 'boolean', fromMembers: (members) => `${members} ->> '${presenceOf}' is not null` }];
    if (through || stored.has(column) || !path.includes('.') || !((path.split('.', 1)[0] as string) in resource.fields))
      return [];
    return [{ column, sqlType: 'text', fromMembers: (members) => `${members} #>> '{${path.replaceAll('.', ',')}}'` }];
  });
}

const isInText = (resource: Resource, { name, field }: StoredField): boolean =>
  !(name in resource.hidden) && field.column !== 'sealed' && !isDigest(resource, name);

const isDigest = ({ fields }: Resource, name: string): boolean =>
  Object.keys(fields).some((member) => digestNameOf(member) === name);

const orderedTexts = ({ sortable, searchedFromStart, fields }: Resource): string[] =>
  [...new Set([...sortable, ...searchedFromStart])].filter((name) => fields[name]?.column === 'text');

function valueIn({ name, field, sqlType }: StoredField, members: string): string {
  const member = `(${members} -> '${name}')`;
  if (field.column === 'references') return listIn(member, `(one ->> 'id')::bigint`);
  if (field.target) return `(${member} ->> 'id')::${sqlType}`;
  switch (field.column) {
    case 'words':
      return listIn(member, `one #>> '{}'`);
    case 'day':
      return `(${member} ->> 'date')::date`;
    case 'json':
    case 'addressed':
      return `nullif(${member}, 'null')::text::${sqlType}`;
    default:
      return `(${members} ->> '${name}')::${sqlType}`;
  }
}

const listIn = (member: string, element: string): string =>
  `case when jsonb_typeof(${member}) = 'array' then array(select ${element} from jsonb_array_elements(${member}) as one) end`;

/** Kept words have their own table, which knows the present only: earlier states are searched by their own words. */
function searchedColumn({ searched, searchedBy }: Resource): FormerColumn {
  const texts = (members: string, separator: string) =>
    `concat_ws(${separator}, ${searched.map((name) => `${members} ->> '${name}'`).join(', ')})`;
  return {
    column: 'searched',
    sqlType: searchedBy === 'parts' ? 'text' : 'tsvector',
    fromMembers: (members) =>
      searchedBy === 'parts' ? `folded(${texts(members, `E'\\n'`)})` : `words(${texts(members, `' '`)})`,
  };
}

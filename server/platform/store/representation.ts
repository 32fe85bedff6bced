/**
 * The SQL expression that writes a row as finished JSON text. The statement that writes the row evaluates it once and
 * stores it in `representation`. Single reads, pages, responses to writes, embedded resources and event data all use
 * this text: the database returns it without computing, and Node never parses a row to write it again.
 *
 * The text has no closing brace: `links` and `embedded` depend on the request, and the HTTP layer adds them.
 */
import { collectionPath, ownerPathOf } from '@muster/contract/kit/belonging.ts';
import type { Field } from '@muster/contract/kit/field.ts';
import { collectionOf, type Resource } from '@muster/contract/kit/resource.ts';
import { rootOf } from '@muster/contract/resources.ts';
import { addressMarkInSql } from './address.ts';
import { columnAt, columnOf } from './columns.ts';

/** SQL of the value of each member as JSON text, null if the member is null; in the order of the representation. */
export function memberValues(resource: Resource, row: string): Map<string, string> {
  const members = Object.entries(resource.fields).filter(
    ([name, { column }]) => name !== 'id' && name !== 'type' && column !== 'once',
  );
  return new Map(members.map(([name, field]) => [name, jsonText(name, field, row)]));
}

const known = new WeakMap<Resource, Map<string, string>>();

/** Every write needs it, and it is long: it is put together once for each name of a row. */
export function representation(resource: Resource, row: string): string {
  const ofResource = known.get(resource) ?? new Map<string, string>();
  known.set(resource, ofResource);
  const text = ofResource.get(row) ?? representationOf(resource, row);
  ofResource.set(row, text);
  return text;
}

function representationOf(resource: Resource, row: string): string {
  const id = `${row}.id`;
  const head = [
    constant('{"id":"'),
    id,
    ...typeText(resource, row),
    ...(resource.hasNoAddress ? [] : [constant(`","url":"${addressMarkInSql}`), ...addressText(resource, row), id]),
    constant('"'),
  ];
  const members = [...memberValues(resource, row)].flatMap(([name, value]) => {
    const field = resource.fields[name] as Field;
    if (field.isOmittedWhenNull) return [`coalesce(${constant(`,"${name}":`)} || ${value}, '')`];
    return [constant(`,"${name}":`), field.isNullable ? `coalesce(${value}, 'null')` : value];
  });
  return [...head, ...members].join(' || ');
}

/** Some resources have rows of different types, which are stored in the row. */
const typeText = ({ type, fields }: Resource, row: string): string[] =>
  fields.type ? [constant('","type":"'), `${row}.type`] : [constant(`","type":"${type}`)];

/** The address of the collection, up to the id. */
function addressText(resource: Resource, row: string): string[] {
  const { within } = resource;
  const [before = '', after] = collectionPath(resource, placeholder).split(placeholder);
  if (!within || after === undefined) return [constant(`${before}/`)];
  return [constant(before), `${row}.${columnAt(ownerPathOf(within))}`, constant(`${after}/`)];
}

const placeholder = '{ownerId}';

const constant = (text: string) => `E'${text}'`;

function jsonText(name: string, field: Field, row: string): string {
  const column = `${row}.${columnOf(name, field)}`;
  if (field.target && field.column !== 'references') return referenceText(field.target, column, field.targetPath);
  switch (field.column) {
    case 'text':
    case 'words':
      return `to_json(${column})::text`;
    case 'integer':
    case 'boolean':
    case 'json':
      return `${column}::text`;
    case 'addressed':
    case 'sealed':
      return column;
    case 'day':
      return `(${constant('{"date":"')} || ${column} || ${constant('"}')})`;
    case 'date':
      return `(${constant('"')} || ${column} || ${constant('"')})`;
    case 'timestamptz':
      return instantText(column);
    case 'references':
      return listText(field.target ?? '', column);
    case 'uuid':
    case 'once':
    case 'account-address':
      return constant(`"${addressMarkInSql}"`);
  }
}

/** SQL of a timestamp as JSON text. */
export const instantText = (moment: string): string => `to_char(${moment}, '\\"YYYY-MM-DD"T"HH24:MI:SS.US"Z"\\"')`;

function referenceText(target: string, column: string, path = collectionOf(target)): string {
  const address = `","type":"${target}","url":"${addressMarkInSql}${rootOf(target)}/${path}/`;
  return `(${constant('{"id":"')} || ${column} || ${constant(address)} || ${column} || ${constant('"}')})`;
}

/** In the stored order of the ids. Null if the list is null. */
function listText(target: string, column: string): string {
  const elements = `string_agg(${referenceText(target, 'named.id')}, ',' order by named.position)`;
  const joined = `(select ${elements} from unnest(${column}) with ordinality as named (id, position))`;
  return `case when ${column} is not null then '[' || coalesce(${joined}, '') || ']' end`;
}
